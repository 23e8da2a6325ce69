/// Why a cursor stops.
enum JSONStop: Error {
  /// The bytes end here; more may follow.
  case end
  /// What stands here is not JSON.
  case syntax(StaticString)
}

/// Steps through JSON text (RFC 8259) in a piece of a file.
///
/// Invariant: `start <= position <= end`, all of one buffer that outlives the cursor; bytes are read only before `end`.
struct JSONCursor {
  let start: UnsafePointer<UInt8>
  private(set) var position: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  /// Nil for an empty buffer.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int = 0) {
    guard let base = bytes.baseAddress, offset <= bytes.count else { return nil }
    start = base
    position = base + offset
    end = base + bytes.count
  }

  var offset: Int { position - start }

  /// Goes back or on to an offset that the cursor had.
  mutating func move(to offset: Int) { position = start + min(max(offset, 0), end - start) }

  // MARK: Tokens

  @inline(__always)
  mutating func skipSpace() {
    while position < end {
      let byte = position.pointee
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position += 1
    }
  }

  /// The next byte that is no white space, which is not stepped over.
  @inline(__always)
  mutating func peek() throws(JSONStop) -> UInt8 {
    skipSpace()
    guard position < end else { throw .end }
    return position.pointee
  }

  @inline(__always)
  mutating func step() { if position < end { position += 1 } }

  /// Steps over `byte` if it comes next.
  @inline(__always)
  mutating func take(_ byte: UInt8) throws(JSONStop) -> Bool {
    guard try peek() == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  mutating func expect(_ byte: UInt8, _ fault: StaticString) throws(JSONStop) {
    guard try take(byte) else { throw .syntax(fault) }
  }

  /// Whether another member or item follows in an array or object, which is stepped to; at the end that is stepped over.
  @inline(__always)
  mutating func hasNext(_ closing: UInt8, isFirst: Bool) throws(JSONStop) -> Bool {
    if try take(closing) { return false }
    if !isFirst { try expect(0x2C, "a comma was expected") }
    return true
  }

  // MARK: Values

  /// A number that stands next. One at the end of the bytes may go on.
  @inline(__always)
  mutating func number() throws(JSONStop) -> NumberScanner.Result {
    guard try isNumber(peek()) else { throw .syntax("a number was expected") }
    guard let result = NumberScanner.scan(&position, end) else {
      throw position + 400 > end ? .end : .syntax("a number beyond what can be held")
    }
    guard position < end else { throw .end }
    return result
  }

  @inline(__always)
  private func isNumber(_ byte: UInt8) -> Bool { byte == 0x2D || byte &- 0x30 <= 9 }

  /// The bytes of a string between its quotation marks, and whether escapes are among them.
  mutating func string() throws(JSONStop) -> (text: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) {
    try expect(0x22, "a text in quotes was expected")
    let first = position
    var hasEscapes = false
    var p = position
    while p < end {
      let byte = p.pointee
      if byte == 0x22 {
        position = p + 1
        return (UnsafeBufferPointer(start: first, count: p - first), hasEscapes)
      }
      if byte == 0x5C {
        hasEscapes = true
        p += 1
        guard p < end else { throw .end }
      }
      p += 1
    }
    throw .end
  }

  /// A string as such.
  mutating func text() throws(JSONStop) -> String {
    let (text, hasEscapes) = try string()
    return String(decoding: hasEscapes ? Self.unescaped(text) : Array(text), as: UTF8.self)
  }

  mutating func word(_ word: StaticString) throws(JSONStop) {
    let count = word.utf8CodeUnitCount
    guard end - position >= count else { throw .end }
    for i in 0..<count where position[i] != word.utf8Start[i] { throw .syntax("a value was expected") }
    position += count
  }

  /// Steps over any value, and returns its bytes. Brackets are matched by their number alone: what nobody reads may say anything.
  mutating func skipValue() throws(JSONStop) -> UnsafeBufferPointer<UInt8> {
    let byte = try peek()
    let first = position
    switch byte {
    case 0x22: _ = try string()
    case 0x7B, 0x5B: try skipBrackets()
    case 0x74: try word("true")
    case 0x66: try word("false")
    case 0x6E: try word("null")
    default: _ = try number()
    }
    return UnsafeBufferPointer(start: first, count: position - first)
  }

  private mutating func skipBrackets() throws(JSONStop) {
    var depth = 0
    while position < end {
      switch position.pointee {
      case 0x22:
        _ = try string()
        continue
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D:
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      default: break
      }
      position += 1
    }
    throw .end
  }

  // MARK: Escapes

  /// The text of a string with escapes; half a surrogate pair and escapes that are none read as U+FFFD.
  static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var i = 0
    while i < text.count {
      guard text[i] == 0x5C, i + 1 < text.count else {
        result.append(text[i])
        i += 1
        continue
      }
      i += 2
      switch text[i - 1] {
      case 0x22, 0x5C, 0x2F: result.append(text[i - 1])
      case 0x62: result.append(0x08)
      case 0x66: result.append(0x0C)
      case 0x6E: result.append(0x0A)
      case 0x72: result.append(0x0D)
      case 0x74: result.append(0x09)
      case 0x75: result.append(contentsOf: String(unicode(text, &i)).utf8)
      default: result.append(contentsOf: "\u{FFFD}".utf8)
      }
    }
    return result
  }

  /// The character of four hexadecimal digits at `i`, or of a pair of them.
  private static func unicode(_ text: UnsafeBufferPointer<UInt8>, _ i: inout Int) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard let first = hexadecimal(text, i) else { return replacement }
    i += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, i + 1 < text.count, text[i] == 0x5C, text[i + 1] == 0x75, let second = hexadecimal(text, i + 2),
      (0xDC00...0xDFFF).contains(second)
    else { return replacement }
    i += 6
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)) ?? replacement
  }

  private static func hexadecimal(_ text: UnsafeBufferPointer<UInt8>, _ i: Int) -> UInt16? {
    guard i + 4 <= text.count else { return nil }
    var value: UInt16 = 0
    for byte in text[i..<i + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
