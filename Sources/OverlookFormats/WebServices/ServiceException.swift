internal import OverlookSupport

/// A report of an error in XML, which WMS and WMTS servers send where a picture or a document was asked for, often under status
/// 200.
package struct ServiceException: Hashable, Sendable {
  /// The server's word for the fault, cleaned: "LayerNotDefined".
  package var code: String?
  /// The server's text, cleaned.
  package var message: String

  /// Longer reports are not read: they stand in the place of a tile.
  private static let byteLimit = 1 << 20

  /// Nil when `bytes` are no such report.
  package init?(xml bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit, DocumentKind.looksLikeXML(bytes) else { return nil }
    guard let root = try? XMLReader.document(bytes, thing: "error report").root else { return nil }
    self.init(root)
  }

  static let rootNames: Set<String> = ["ServiceExceptionReport", "ExceptionReport", "WMTException", "ServiceException"]

  init?(_ root: XMLNode) {
    guard Self.rootNames.contains(root.name) else { return nil }
    let exception = root.first("ServiceException") ?? root.first("Exception") ?? root
    let words = exception.text(of: "ExceptionText") ?? exception.text
    let found = (exception.attribute("code") ?? exception.attribute("exceptionCode")).map { OutsideText.cleaned($0, limit: 80) }
    code = found?.isEmpty == true ? nil : found
    message = OutsideText.plainText(fromHTML: words)
    if message.isEmpty { message = code ?? "no reason given" }
  }

  /// "the server reports: text (code)".
  package var sentence: String {
    guard let code, code != message else { return "the server reports: \(message)" }
    return "the server reports: \(message) (\(code))"
  }
}
