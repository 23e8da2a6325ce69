/// The value of an attribute (MVT 2.1, section 4.1). Texts are kept as their place in the tile.
package enum VectorTileValue: Hashable, Sendable {
  /// Where the UTF-8 bytes lie in `VectorTile.bytes`.
  case text(Range<UInt32>)
  /// Any number of the format, NaN and infinities included.
  case float(Float)
  case double(Double)
  case int(Int64)
  case uint(UInt64)
  case bool(Bool)
  /// The value is damaged or holds nothing.
  case none

  /// Reads the message of one value; of several contents the last counts.
  init(_ reader: inout ProtobufReader) throws(ProtobufFault) {
    self = .none
    while let key = try reader.nextKey() {
      switch key {
      case 0x0A: self = .text(try reader.part().narrowed)
      case 0x15: self = .float(Float(bitPattern: try reader.fixed32()))
      case 0x19: self = .double(Double(bitPattern: try reader.fixed64()))
      case 0x20: self = .int(Int64(bitPattern: try reader.varint()))
      case 0x28: self = .uint(try reader.varint())
      case 0x30: self = .int(Self.unzigzag(try reader.varint()))
      case 0x38: self = .bool(try reader.varint() != 0)
      case 8..<64: throw .wireType
      default: try reader.skip(key)
      }
    }
  }

  private static func unzigzag(_ value: UInt64) -> Int64 {
    Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
  }
}

extension Range<Int> {
  /// Ranges of a tile fit, whose bytes are limited.
  var narrowed: Range<UInt32> { UInt32(clamping: lowerBound)..<UInt32(clamping: upperBound) }
}

extension Range<UInt32> {
  var widened: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
