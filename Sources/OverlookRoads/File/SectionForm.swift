import OverlookFormats

/// How the numbers of a section are written.
enum SectionForm: UInt32, CaseIterable, Sendable {
  /// As they lie in memory.
  case plain = 0
  /// The same, by gzip.
  case packed = 1
  /// By gzip, the lowest bytes of all numbers first, then the next ones: what is alike lies together.
  case planes = 2
  /// By gzip in planes, each number by what it differs from the one before, with the sign in the lowest bit.
  case differences = 3

  func encoded<Value: FixedWidthInteger & BitwiseCopyable>(_ values: [Value]) throws(FormatError) -> [UInt8] {
    switch self {
    case .plain: return ColumnBytes.bytes(values)
    case .packed: return try Gzip.deflate(ColumnBytes.bytes(values))
    case .planes: return try Gzip.deflate(Self.parted(ColumnBytes.bytes(values), width: Value.bitWidth / 8))
    case .differences:
      return try Gzip.deflate(Self.parted(ColumnBytes.bytes(Self.differences(values)), width: Value.bitWidth / 8))
    }
  }

  /// `count`: bytes that the numbers take in memory; more is an error.
  func decoded<Value: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: [UInt8], _ range: Range<Int>, count: Int, thing: String
  ) throws(FormatError) -> [Value] {
    if self == .plain {
      guard range.count == count else { throw .malformed(thing, fault: "a section of another length than it says") }
      return try ColumnBytes.values(bytes, range, thing)
    }
    var plain = try Gzip.inflate(Array(bytes[range]), limit: count, thing: thing)
    guard plain.count == count, count % (Value.bitWidth / 8) == 0 else {
      throw .malformed(thing, fault: "a section of another length than it says")
    }
    if self != .packed { plain = Self.joined(plain, width: Value.bitWidth / 8) }
    let values: [Value] = try ColumnBytes.values(plain, plain.indices, thing)
    return self == .differences ? Self.sums(values) : values
  }

  private static func differences<Value: FixedWidthInteger>(_ values: [Value]) -> [Value] {
    let top: Value = 1 &<< (Value.bitWidth - 1)
    var last: Value = 0
    return values.map { value in
      let difference = value &- last
      last = value
      return (difference &<< 1) ^ (difference & top != 0 ? ~0 : 0)
    }
  }

  private static func sums<Value: FixedWidthInteger>(_ values: [Value]) -> [Value] {
    let top: Value = 1 &<< (Value.bitWidth - 1)
    var last: Value = 0
    return values.map { value in
      last = last &+ ((value &>> 1) & ~top ^ (value & 1 != 0 ? ~0 : 0))
      return last
    }
  }

  private static func parted(_ bytes: [UInt8], width: Int) -> [UInt8] {
    (0..<width).flatMap { plane in stride(from: plane, to: bytes.count, by: width).lazy.map { bytes[$0] } }
  }

  private static func joined(_ bytes: [UInt8], width: Int) -> [UInt8] {
    let count = bytes.count / width
    var joined = [UInt8](repeating: 0, count: bytes.count)
    for plane in 0..<width {
      for place in 0..<count { joined[place * width + plane] = bytes[plane * count + place] }
    }
    return joined
  }
}
