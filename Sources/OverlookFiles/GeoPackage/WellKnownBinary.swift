import OverlookFormats

/// Geometries as bytes (OGC 06-103r4, 8), with heights of the OGC's and of PostGIS' kind.
struct WellKnownBinary {
  private let bytes: ArraySlice<UInt8>
  private var position = 0
  private var isBig = false

  /// Adds the shapes to the open feature; false, and nothing of them added, when they are damaged.
  static func add(_ bytes: ArraySlice<UInt8>, to builder: inout FeatureBuilder) -> Bool {
    var reader = WellKnownBinary(bytes: bytes)
    if (try? reader.geometry(&builder, depth: 0)) != nil { return true }
    builder.dropShape()
    return false
  }

  private init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  private static let thing = "WKB"

  private mutating func geometry(_ builder: inout FeatureBuilder, depth: Int) throws(FormatError) {
    guard depth < 16 else { throw .tooLarge(Self.thing, fault: "nested more than 16 deep") }
    isBig = try word(1) == 0
    var kind = try word(4)
    // PostGIS marks heights, measures and a reference system by bits.
    var (hasHeight, hasMeasure) = (kind & 0x8000_0000 != 0, kind & 0x4000_0000 != 0)
    if kind & 0x2000_0000 != 0 { _ = try word(4) }
    kind &= 0x0FFF_FFFF
    hasHeight = hasHeight || kind / 1000 == 1 || kind / 1000 == 3
    hasMeasure = hasMeasure || kind / 1000 == 2 || kind / 1000 == 3
    let size = 2 + (hasHeight ? 1 : 0) + (hasMeasure ? 1 : 0)
    switch kind % 1000 {
    case 1:
      try place(&builder, size, hasHeight)
      builder.endShape(.points)
    case 2:
      try places(&builder, size, hasHeight)
      builder.endShape(.lines)
    case 3:
      for _ in 0..<(try count(4)) { try places(&builder, size, hasHeight) }
      builder.endShape(.polygon)
    case 4, 5, 6, 7:
      for _ in 0..<(try count(5)) { try geometry(&builder, depth: depth + 1) }
    default: throw .unsupported(Self.thing, fault: "a geometry of kind \(kind)")
    }
  }

  private mutating func places(_ builder: inout FeatureBuilder, _ size: Int, _ hasHeight: Bool) throws(FormatError) {
    for _ in 0..<(try count(8 * size)) { try place(&builder, size, hasHeight) }
    builder.endPart()
  }

  /// An empty point is two numbers that are none.
  private mutating func place(_ builder: inout FeatureBuilder, _ size: Int, _ hasHeight: Bool) throws(FormatError) {
    let (x, y) = (Double(bitPattern: try word(8)), Double(bitPattern: try word(8)))
    if !x.isNaN || !y.isNaN { builder.addPosition(x, y) }
    for index in 2..<max(size, 2) {
      let value = Double(bitPattern: try word(8))
      if index == 2, hasHeight, !x.isNaN { builder.setHeight(value) }
    }
  }

  /// A count of things of `size` bytes at least, of which as many are there.
  private mutating func count(_ size: Int) throws(FormatError) -> Int {
    let count = try word(4)
    guard count <= UInt64(bytes.count - position) / UInt64(size) else { throw .truncated(Self.thing) }
    return Int(count)
  }

  private mutating func word(_ size: Int) throws(FormatError) -> UInt64 {
    guard position + size <= bytes.count else { throw .truncated(Self.thing) }
    var value: UInt64 = 0
    for i in 0..<size {
      let byte = UInt64(bytes[bytes.startIndex + position + (isBig ? i : size - 1 - i)])
      value = value << 8 | byte
    }
    position += size
    return value
  }
}
