/// What breaks the framing of a protocol buffer message.
enum ProtobufFault: UInt8, Error {
  /// A number or a part ends beyond the message.
  case cut
  /// A number has more than 64 bits.
  case longNumber
  /// A field has number 0, or one of more than 29 bits.
  case fieldNumber
  /// A field has a wire type that does not exist, that nobody writes any more (groups), or that its field cannot have.
  case wireType
  /// A limit of whoever reads was reached.
  case overBudget

  var text: String {
    switch self {
    case .cut: "a part that ends beyond it"
    case .longNumber: "a number of more than 64 bits"
    case .fieldNumber: "an impossible field number"
    case .wireType: "a field of the wrong type"
    case .overBudget: "more than is read"
    }
  }
}

/// Reads the fields of one protocol buffer message in place (protobuf.dev/programming-guides/encoding).
///
/// Invariant: 0 <= position <= end <= bytes.count, and no byte is touched before it was found to lie below `end`. A reader lives
/// only inside the closure of `read`, which keeps the bytes where they are.
struct ProtobufReader {
  private let bytes: UnsafeRawBufferPointer
  /// Of the next byte, from the start of the whole array.
  private(set) var position: Int
  private let end: Int

  private init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    end = min(max(range.upperBound, 0), bytes.count)
    position = min(max(range.lowerBound, 0), end)
  }

  /// Calls `body` with a reader of the bytes in `range`, as far as they exist.
  @inline(__always)
  static func read<Result, Failure>(
    _ bytes: [UInt8], _ range: Range<Int>, _ body: (inout ProtobufReader) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      var reader = ProtobufReader(UnsafeRawBufferPointer(buffer), range)
      return try body(&reader)
    }
  }

  var remaining: Int { end - position }
  var isAtEnd: Bool { position == end }

  /// The key of the next field: number * 8 + wire type. Nil at the end.
  @inline(__always)
  mutating func nextKey() throws(ProtobufFault) -> UInt32? {
    if position == end { return nil }
    let key = try varint()
    guard key >= 8, let short = UInt32(exactly: key) else { throw .fieldNumber }
    return short
  }

  /// An unsigned number of at most ten bytes.
  @inline(__always)
  mutating func varint() throws(ProtobufFault) -> UInt64 {
    guard position < end else { throw .cut }
    let first = bytes[position]
    position &+= 1
    if first < 0x80 { return UInt64(first) }
    // Numbers of features and lengths of their parts are mostly of two bytes.
    if position < end, bytes[position] < 0x80 {
      let second = bytes[position]
      position &+= 1
      return UInt64(first & 0x7F) | UInt64(second) << 7
    }
    return try restOfVarint(first)
  }

  @inline(never)
  private mutating func restOfVarint(_ first: UInt8) throws(ProtobufFault) -> UInt64 {
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while true {
      guard position < end else { throw .cut }
      let byte = bytes[position]
      position += 1
      // The tenth byte has room for one bit.
      guard shift < 63 || byte <= 1 else { throw .longNumber }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  /// Where the part of a length-delimited field lies, in the whole array; steps over it.
  @inline(__always)
  mutating func part() throws(ProtobufFault) -> Range<Int> {
    guard let count = Int(exactly: try varint()), count <= end - position else { throw .cut }
    let start = position
    position += count
    return start..<position
  }

  /// A reader of what `part` found in this one or in one above it.
  func reader(of range: Range<Int>) -> ProtobufReader {
    ProtobufReader(bytes, range)
  }

  mutating func fixed32() throws(ProtobufFault) -> UInt32 {
    guard end - position >= 4 else { throw .cut }
    defer { position += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  mutating func fixed64() throws(ProtobufFault) -> UInt64 {
    guard end - position >= 8 else { throw .cut }
    defer { position += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// Steps over the field of `key`, whose key was just read.
  mutating func skip(_ key: UInt32) throws(ProtobufFault) {
    switch key & 7 {
    case 0: _ = try varint()
    case 1: _ = try fixed64()
    case 2: _ = try part()
    case 5: _ = try fixed32()
    default: throw .wireType
    }
  }

  /// Reads signed numbers ("zigzag", cut to 32 bits as readers of `sint32` do) into `target[first...]`, each cut to its lowest
  /// bits where it has too many. Says which bits any of them has before its sign is read; nil when the bytes end before `target`
  /// is full.
  mutating func readSteps<Scalar: FixedWidthInteger & SignedInteger & SIMDScalar>(
    into target: UnsafeMutableBufferPointer<Scalar>, from first: Int
  ) -> UInt32? {
    guard let base = target.baseAddress else { return 0 }
    var reader = self
    defer { self = reader }
    var bits: UInt32 = 0
    var index = first
    while index < target.count {
      if index &+ 7 < target.count, let steps = reader.shortSteps() {
        // Invariant: eight elements of `target` follow `index`.
        UnsafeMutableRawPointer(base + index).storeBytes(
          of: SIMD8<Scalar>(truncatingIfNeeded: steps), as: SIMD8<Scalar>.self)
        index &+= 8
      } else if index &+ 3 < target.count, let (a, b, c, d) = reader.shortVarints() {
        bits |= (a | b) | (c | d)
        target[index] = Scalar(truncatingIfNeeded: Self.unzigzag(a))
        target[index &+ 1] = Scalar(truncatingIfNeeded: Self.unzigzag(b))
        target[index &+ 2] = Scalar(truncatingIfNeeded: Self.unzigzag(c))
        target[index &+ 3] = Scalar(truncatingIfNeeded: Self.unzigzag(d))
        index &+= 4
      } else {
        guard let number = try? reader.varint() else { return nil }
        let short = UInt32(truncatingIfNeeded: number)
        bits |= short
        target[index] = Scalar(truncatingIfNeeded: Self.unzigzag(short))
        index &+= 1
      }
    }
    return bits
  }

  @inline(__always)
  static func unzigzag(_ value: UInt32) -> Int32 {
    Int32(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
  }

  /// Eight signed numbers of one byte each; nil, and nothing read, when the next eight bytes are anything else.
  @inline(__always)
  private mutating func shortSteps() -> SIMD8<Int8>? {
    guard end - position >= 8 else { return nil }
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    guard word & 0x8080_8080_8080_8080 == 0 else { return nil }
    position &+= 8
    // All bits of a byte where its lowest one is set: a product without carries.
    let signs = (word & 0x0101_0101_0101_0101) &* 0xFF
    return unsafeBitCast((((word >> 1) & 0x3F3F_3F3F_3F3F_3F3F) ^ signs).littleEndian, to: SIMD8<Int8>.self)
  }

  /// Four numbers one after the other, cut to 32 bits each as readers of `uint32` do; nil, and nothing read, when they are not
  /// all within the next eight bytes.
  ///
  /// The ends of the numbers are found from the top bits of the bytes, so that their lengths, which nothing foretells, cost no
  /// branches, and eight bytes are loaded once for two points.
  @inline(__always)
  private mutating func shortVarints() -> (UInt32, UInt32, UInt32, UInt32)? {
    guard end - position >= 8 else { return nil }
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    let end1 = ~word & 0x8080_8080_8080_8080
    let end2 = end1 & (end1 &- 1)
    let end3 = end2 & (end2 &- 1)
    let end4 = end3 & (end3 &- 1)
    if end4 == 0 { return nil }
    let (bits1, bits2) = (end1.trailingZeroBitCount &+ 1, end2.trailingZeroBitCount &+ 1)
    let (bits3, bits4) = (end3.trailingZeroBitCount &+ 1, end4.trailingZeroBitCount &+ 1)
    position &+= bits4 >> 3
    let value1 = word & (end1 ^ (end1 &- 1))
    let value2 = (word & (end2 ^ (end2 &- 1))) &>> UInt64(truncatingIfNeeded: bits1)
    let value3 = (word & (end3 ^ (end3 &- 1))) &>> UInt64(truncatingIfNeeded: bits2)
    let value4 = (word & (end4 ^ (end4 &- 1))) &>> UInt64(truncatingIfNeeded: bits3)
    if (value1 | value2 | value3 | value4) < 1 << 16 {
      return (Self.packed2(value1), Self.packed2(value2), Self.packed2(value3), Self.packed2(value4))
    }
    return (Self.packed(value1), Self.packed(value2), Self.packed(value3), Self.packed(value4))
  }

  /// As `packed`, for two bytes.
  @inline(__always)
  private static func packed2(_ word: UInt64) -> UInt32 {
    let short = UInt32(truncatingIfNeeded: word)
    return (short & 0x7F) | ((short &>> 1) & 0x3F80)
  }

  /// The low seven bits of each byte side by side.
  @inline(__always)
  private static func packed(_ word: UInt64) -> UInt32 {
    var value = word & 0x7F7F_7F7F_7F7F_7F7F
    value = (value & 0x007F_007F_007F_007F) | ((value & 0x7F00_7F00_7F00_7F00) &>> 1)
    value = (value & 0x0000_3FFF_0000_3FFF) | ((value & 0x3FFF_0000_3FFF_0000) &>> 2)
    return UInt32(truncatingIfNeeded: (value & 0x0FFF_FFFF) | ((value & 0x0FFF_FFFF_0000_0000) &>> 4))
  }
}

extension ProtobufReader {
  /// The text at a place of the whole array, with what is not UTF-8 replaced, and whether nothing had to be.
  func text(_ range: Range<Int>) -> (text: String, isUTF8: Bool) {
    let part = UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)])
    if let text = String(validating: part, as: UTF8.self) { return (text, true) }
    return (String(decoding: part, as: UTF8.self), false)
  }
}

extension ProtobufReader {
  /// The bytes at a place of the whole array, for as long as `body` runs.
  func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)]))
  }
}
