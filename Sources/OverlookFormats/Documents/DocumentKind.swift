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
    nil
  }
}
