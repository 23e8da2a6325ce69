import OverlookFormats

/// The size of a picture as its header says, without decoding it.
enum PictureSize {
  /// The longer side in pixels; nil for what is no PNG, JPEG or WebP, or has no whole header.
  static func side(of bytes: [UInt8]) -> Int? {
    let size: (width: Int, height: Int)? =
      switch ImageFormat.sniffed(bytes) {
      case .png: try? png(bytes)
      case .jpeg: try? jpeg(bytes)
      case .webp: try? webp(bytes)
      case nil: nil
      }
    return size.map { max($0.width, $0.height) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The first chunk is the header (PNG, 11.2.2).
  private static func png(_ bytes: [UInt8]) throws(FormatError) -> (width: Int, height: Int) {
    var reader = ByteReader(bytes, thing: "PNG")
    try reader.skip(16)
    return (Int(clamping: try reader.readUInt32BigEndian()), Int(clamping: try reader.readUInt32BigEndian()))
  }

  /// Segments up to the start of a frame (ITU-T T.81, B.2.2): any SOF but the tables DHT, JPG and DAC between them.
  private static func jpeg(_ bytes: [UInt8]) throws(FormatError) -> (width: Int, height: Int) {
    var reader = ByteReader(bytes, thing: "JPEG")
    try reader.skip(2)
    while true {
      guard try reader.readUInt8() == 0xFF else { throw .malformed("JPEG", fault: "no marker where one must be") }
      var marker = try reader.readUInt8()
      // Markers may be filled up with FF.
      while marker == 0xFF { marker = try reader.readUInt8() }
      if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
      let length = Int(try reader.readUInt16BigEndian())
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        try reader.skip(1)
        let height = Int(try reader.readUInt16BigEndian())
        return (Int(try reader.readUInt16BigEndian()), height)
      }
      try reader.skip(length - 2)
    }
  }

  /// The first chunk: VP8 (RFC 6386, 9.1), VP8L and VP8X (WebP container specification).
  private static func webp(_ bytes: [UInt8]) throws(FormatError) -> (width: Int, height: Int) {
    var reader = ByteReader(bytes, thing: "WebP")
    try reader.skip(12)
    let kind = try reader.readBytes(4)
    try reader.skip(4)
    switch kind {
    case Array("VP8 ".utf8):
      try reader.skip(6)
      let both = Int(try reader.readUInt32())
      return (both & 0x3FFF, both >> 16 & 0x3FFF)
    case Array("VP8L".utf8):
      try reader.skip(1)
      let both = Int(try reader.readUInt32())
      return (both & 0x3FFF + 1, both >> 14 & 0x3FFF + 1)
    default:
      try reader.skip(4)
      let width = try reader.readBytes(3).reversed().reduce(0) { $0 << 8 | Int($1) }
      let height = try reader.readBytes(3).reversed().reduce(0) { $0 << 8 | Int($1) }
      return (width + 1, height + 1)
    }
  }
}
