/// A kind of file, told by its first bytes; names and media types are not believed.
package enum ImageFormat: Hashable, Sendable {
  case png
  case jpeg
  case webp

  /// The format of `bytes`, nil when it is none of ours.
  package static func sniffed(_ bytes: [UInt8]) -> ImageFormat? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) { return .webp }
    return nil
  }

  /// Whether a file begins as a TIFF file does.
  static func isTIFF(_ head: [UInt8]) -> Bool {
    [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B]].contains {
      head.starts(with: $0)
    }
  }

  /// What bytes that are no picture of ours look like, in words for a message.
  package static func guess(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "nothing (0 bytes)" }
    if bytes.starts(with: [0x1F, 0x8B]) { return "gzip data" }
    if bytes.starts(with: Array("GIF8".utf8)) { return "a GIF picture" }
    if bytes.starts(with: Array("%PDF".utf8)) { return "a PDF document" }
    if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) { return "a ZIP archive" }
    if bytes.starts(with: Array("SQLite format 3".utf8)) { return "an SQLite database" }
    if bytes.starts(with: Array("PMTiles".utf8)) { return "a PMTiles archive" }
    if isTIFF(bytes) { return "a TIFF picture" }
    if bytes.dropFirst(4).starts(with: Array("ftypavif".utf8)) { return "an AVIF picture" }
    return text(bytes) ?? "unknown binary data"
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    let head = bytes.prefix(512)
    guard head.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else { return nil }
    let start = String(decoding: head, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") || start.hasPrefix("<head") {
      return "a web page (an error or sign-in page?)"
    }
    if start.hasPrefix("<?xml") || start.hasPrefix("<") { return "an XML document" }
    if start.hasPrefix("{") || start.hasPrefix("[") { return "a JSON document" }
    return "text"
  }
}
