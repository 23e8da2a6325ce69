/// A report of an error in XML, which WMS and WMTS servers send where a picture or a document was asked for, often under status 200.
package struct ServiceException: Hashable, Sendable {
  /// The server's word for the fault, cleaned: "LayerNotDefined".
  package var code: String?
  /// The server's text, cleaned.
  package var message: String

  /// Nil when `bytes` are no such report.
  package init?(xml bytes: [UInt8]) {
    return nil
  }
}
