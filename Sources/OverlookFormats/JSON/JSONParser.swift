/// Reads JSON text (RFC 8259) strictly. Errors name the line and column.
///
/// A number too large for a Double is an error, one too small becomes 0; a byte order mark is skipped; bytes that are no UTF-8
/// become the replacement character.
package struct JSONParser {
  private let bytes: [UInt8]
  private let limits: JSONLimits
  private let thing: String
  /// Of the next byte.
  var position = 0
  private var depth = 0

  /// The value of a whole document. `thing` names it in errors, in which the first of its lines is number `line`: more than 1 for a
  /// line of a longer file.
  package static func parse(
    _ bytes: [UInt8], thing: String = "JSON document", line: Int = 1, limits: JSONLimits = .document
  ) throws(FormatError) -> JSONValue {
    guard bytes.count <= limits.byteCount else {
      throw .tooLarge(thing, fault: "\(bytes.count) bytes, where \(limits.byteCount) are allowed")
    }
    var parser = JSONParser(bytes: bytes, limits: limits, thing: thing)
    parser.record.line = line - 1
    let value = try parser.readValue()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.fault("something follows the end of the document") }
    return value
  }

  init(bytes: [UInt8], limits: JSONLimits, thing: String) {
    self.bytes = bytes
    self.limits = limits
    self.thing = thing
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  // MARK: Values

  /// Calls itself for what an array or object holds; `limits.depth` bounds how deep.
  mutating func readValue() throws(FormatError) -> JSONValue {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return .object(try readObject())
    case UInt8(ascii: "["): return .array(try readArray())
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case nil: throw .truncated("\(thing) at \(place)")
    case let byte?:
      guard byte == UInt8(ascii: "-") || Self.isDigit(byte) else { throw fault("a value was expected") }
      return .number(try readNumber())
    }
  }

  private mutating func readArray() throws(FormatError) -> [JSONValue] {
    try enter()
    defer { leave() }
    var items: [JSONValue] = []
    while try hasNext(isFirst: items.isEmpty, in: .array) { items.append(try readValue()) }
    return items
  }

  private mutating func readObject() throws(FormatError) -> JSONObject {
    try enter()
    defer { leave() }
    var object = JSONObject()
    var isFirst = true
    while try hasNext(isFirst: isFirst, in: .object) {
      isFirst = false
      let key = try readKey()
      object[key] = try readValue()
    }
    return object
  }

  /// Steps over the bracket and counts the level.
  mutating func enter() throws(FormatError) {
    guard depth < limits.depth else {
      throw .tooLarge("\(thing) at \(place)", fault: "more than \(limits.depth) levels of arrays and objects")
    }
    depth += 1
    position += 1
  }

  enum Container: String { case array, object }

  /// Whether another item or member follows in what `enter` began, which is stepped to; at the end, that is stepped over.
  mutating func hasNext(isFirst: Bool, in container: Container) throws(FormatError) -> Bool {
    skipSpace()
    if take(container == .array ? UInt8(ascii: "]") : UInt8(ascii: "}")) { return false }
    if isFirst { return true }
    try expect(UInt8(ascii: ","), "a comma or the end of the \(container.rawValue) was expected")
    skipSpace()
    return true
  }

  /// Closes the level that `enter` began.
  mutating func leave() {
    depth -= 1
  }

  /// Steps over a value, which is checked as `readValue` does, without keeping it. Calls itself no deeper than `limits.depth`.
  mutating func skipValue() throws(FormatError) {
    skipSpace()
    let isObject = peek == UInt8(ascii: "{")
    guard isObject || peek == UInt8(ascii: "[") else {
      _ = try readValue()
      return
    }
    try enter()
    defer { leave() }
    var isFirst = true
    while try hasNext(isFirst: isFirst, in: isObject ? .object : .array) {
      isFirst = false
      if isObject { _ = try readKey() }
      try skipValue()
    }
  }

  /// The name of a member, up to behind its colon.
  mutating func readKey() throws(FormatError) -> String {
    skipSpace()
    guard peek == UInt8(ascii: "\"") else { throw fault("a name in quotes was expected") }
    let key = try readString()
    skipSpace()
    try expect(UInt8(ascii: ":"), "a colon was expected")
    return key
  }

  private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(FormatError) -> JSONValue {
    let isThere = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard isThere else { throw fault("a value was expected") }
    position += word.utf8CodeUnitCount
    return value
  }

  // MARK: Numbers

  mutating func readNumber() throws(FormatError) -> Double {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    var number = DecimalNumber()
    if !take(UInt8(ascii: "0")) { try readDigits(into: &number, isFraction: false) }
    if take(UInt8(ascii: ".")) { try readDigits(into: &number, isFraction: true) }
    let hasExponent = peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E")
    if !hasExponent, let value = number.value { return isNegative ? -value : value }
    if hasExponent {
      position += 1
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      var exponent = DecimalNumber()
      try readDigits(into: &exponent, isFraction: false)
    }
    guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite else {
      position = start
      throw fault("a number beyond what can be held")
    }
    return value
  }

  /// Digits of a number so far. Where they fit 53 bits and the power of ten is a Double, one division gives the nearest Double
  /// (Clinger, How to Read Floating Point Numbers Accurately, 1990); that is nearly all numbers of maps.
  private struct DecimalNumber {
    var digits: UInt64 = 0
    var digitCount = 0
    var fractionCount = 0

    var value: Double? {
      guard digitCount <= 18, digits < 1 << 53, fractionCount <= 22 else { return nil }
      return Double(digits) / Self.powers[fractionCount]
    }

    private static let powers: [Double] = [
      1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
      1e22,
    ]
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private mutating func readDigits(into number: inout DecimalNumber, isFraction: Bool) throws(FormatError) {
    let start = position
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      position += 1
      if number.digitCount < 19 { number.digits = number.digits * 10 + UInt64(digit) }
      // Zeros before the first other digit cost no precision.
      if number.digits > 0 { number.digitCount += 1 }
    }
    guard position > start else { throw fault("a digit was expected") }
    if isFraction { number.fractionCount = position - start }
  }

  // MARK: Strings

  mutating func readString() throws(FormatError) -> String {
    position += 1
    let start = position
    while let byte = peek {
      if byte == UInt8(ascii: "\"") {
        defer { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") { return try readEscapedString(from: start) }
      guard byte >= 0x20 else { throw fault("a control character in a string") }
      position += 1
      try checkLength(since: start)
    }
    throw .truncated("\(thing) at \(place)")
  }

  /// The rest of a string in which the first backslash was met; what precedes it begins at `start`.
  private mutating func readEscapedString(from start: Int) throws(FormatError) -> String {
    var text = Array(bytes[start..<position])
    while let byte = peek {
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      guard byte >= 0x20 else { throw fault("a control character in a string") }
      if byte == UInt8(ascii: "\\") { try readEscape(into: &text) } else { text.append(byte) }
      try checkLength(since: start)
    }
    throw .truncated("\(thing) at \(place)")
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(FormatError) {
    guard let byte = peek else { throw .truncated("\(thing) at \(place)") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(try readUnicodeEscape()).utf8)
    default: throw fault("an escape that is not known")
    }
  }

  /// The character of `\uXXXX`, or of two of them that are a surrogate pair; half a pair is the replacement character.
  private mutating func readUnicodeEscape() throws(FormatError) -> Character {
    let first = try readHexadecimal()
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    let mark = position
    if first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
      let second = try readHexadecimal()
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
      {
        return Character(scalar)
      }
    }
    position = mark
    return "\u{FFFD}"
  }

  private mutating func readHexadecimal() throws(FormatError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("four hexadecimal digits were expected")
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }

  private func checkLength(since start: Int) throws(FormatError) {
    guard position - start <= limits.stringByteCount else {
      throw .tooLarge("\(thing) at \(place)", fault: "a string of more than \(limits.stringByteCount) bytes")
    }
  }

  // MARK: Bytes

  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8, _ text: String) throws(FormatError) {
    guard peek != nil else { throw .truncated("\(thing) at \(place)") }
    guard take(byte) else { throw fault(text) }
  }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  func fault(_ text: String) -> FormatError {
    .malformed("\(thing) at \(place)", fault: text)
  }

  /// Counted from 1; columns in bytes.
  private var place: String {
    let (line, start) = lines(from: record, to: position)
    return "line \(line + 1), column \(position - start + 1)"
  }

  /// Where the record of a sequence begins that is being read: what precedes it is counted once.
  private var record = (line: 0, start: 0, position: 0)

  mutating func beginRecord() {
    let (line, start) = lines(from: record, to: position)
    record = (line, start, position)
  }

  /// How many lines end before `end`, and where the last one of them ends.
  private func lines(from record: (line: Int, start: Int, position: Int), to end: Int) -> (line: Int, start: Int) {
    var (line, start) = (record.line, record.start)
    for index in record.position..<max(record.position, min(end, bytes.count)) where bytes[index] == 0x0A {
      line += 1
      start = index + 1
    }
    return (line, start)
  }
}
