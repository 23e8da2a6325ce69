internal import OverlookSupport

/// What a document that describes tiles is, told by its content.
package enum DocumentKind: Hashable, Sendable {
  case tileJSON
  case wmtsCapabilities
  case wmsCapabilities
  /// A TileMapResource: one map of a TMS.
  case tmsMap
  /// A TileMapService: the list of a TMS's maps.
  case tmsService
  /// A server's report of an error, as WMS and WMTS send it, often with status 200.
  case serviceException
  /// A web page, where a document was expected: an error or sign-in page.
  case webPage
  /// Well-formed so far as looked, but none of the above; the name of the outermost element, cleaned.
  case otherXML(String)
  case otherJSON

  /// The kind of `bytes`, without a content coding; nil when they are neither XML nor JSON.
  package static func sniffed(_ bytes: [UInt8]) -> DocumentKind? {
    if looksLikeXML(bytes) { return xmlKind(bytes) }
    guard let first = firstCharacter(bytes), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    guard let outline = try? JSONBudget.outline(bytes, thing: "JSON"), outline.isObject else { return .otherJSON }
    return outline.keys.contains("tilejson") || outline.keys.contains("tiles") ? .tileJSON : .otherJSON
  }

  /// Whether the first character is a "<", in UTF-8 or UTF-16.
  static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
    firstCharacter(bytes) == UInt8(ascii: "<")
  }

  private static func xmlKind(_ bytes: [UInt8]) -> DocumentKind? {
    guard let name = XMLReader.rootName(bytes) else { return isWebPage(bytes) ? .webPage : nil }
    switch name {
    case "WMS_Capabilities", "WMT_MS_Capabilities": return .wmsCapabilities
    case "TileMap": return .tmsMap
    case "TileMapService": return .tmsService
    case "Capabilities": return .wmtsCapabilities
    case let name where ServiceException.rootNames.contains(name): return .serviceException
    // A document of another kind may well have a page in its texts.
    case let name where ["html", "head", "body"].contains(name.lowercased()): return .webPage
    default: return .otherXML(OutsideText.cleaned(name, limit: 60))
    }
  }

  private static func isWebPage(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    return start.contains("<!doctype html") || start.contains("<html") || start.contains("<head")
  }

  private static func firstCharacter(_ bytes: [UInt8]) -> UInt8? {
    // Sequences of JSON begin with a record separator (RFC 7464).
    bytes.prefix(4096).first { ![0, 0x1E, 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
  }
}
