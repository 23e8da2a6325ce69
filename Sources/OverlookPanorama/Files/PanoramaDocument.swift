import OverlookFormats

/// What a document that is no picture begins like.
enum PanoramaDocument {
  case deepZoom
  case zoomify
  case json

  static func sniffed(_ bytes: [UInt8]) -> PanoramaDocument? {
    switch bytes.first(where: { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }) {
    case UInt8(ascii: "{"): return .json
    case UInt8(ascii: "<"): break
    default: return nil
    }
    let head = Array(bytes.prefix(4096))
    switch XMLReader.rootName(head) {
    case "Image": return .deepZoom
    case "IMAGE_PROPERTIES": return .zoomify
    default: return nil
    }
  }
}
