/// Looks over JSON before a parser sees it: its size, depth and number of values, without recursion and in one pass.
enum JSONBudget {
  static let byteLimit = 32 << 20
  static let depthLimit = 256
  static let stringByteLimit = 1 << 20
  /// Values beyond this would take a parser's memory out of all proportion to what a description of tiles says.
  static let valueLimit = 1_000_000

  /// What the pass saw. `keys` are those of the outermost object, as they are written.
  struct Outline: Hashable {
    var isObject = false
    var keys: Set<String> = []
  }

  /// Throws when `bytes` exceed a limit or are not in UTF-8; the rest of their faults is for the parser.
  static func outline(_ bytes: [UInt8], thing: String) throws(FormatError) -> Outline {
    guard bytes.count <= byteLimit else {
      throw .tooLarge(thing, fault: "\(bytes.count) bytes, where \(byteLimit) are allowed")
    }
    var outline = Outline()
    var depth = 0
    var values = 0
    var position = 0
    while position < bytes.count {
      switch bytes[position] {
      case 0x22:
        let end = try stringEnd(bytes, from: position + 1, thing: thing)
        if depth == 1, end - position <= 64, nextIsColon(bytes, from: end), outline.keys.count < 1000 {
          outline.keys.insert(String(decoding: bytes[(position + 1)..<(end - 1)], as: UTF8.self))
        }
        position = end
        continue
      case 0x5B, 0x7B:
        if depth == 0 { outline.isObject = bytes[position] == 0x7B }
        depth += 1
        values += 1
        guard depth <= depthLimit else { throw .tooLarge(thing, fault: "values are nested more than \(depthLimit) deep") }
      case 0x5D, 0x7D: depth -= 1
      case 0x2C: values += 1
      case 0:
        throw .malformed(thing, fault: "it is not in UTF-8")
      default: break
      }
      guard values <= valueLimit else { throw .tooLarge(thing, fault: "more than \(valueLimit) values") }
      position += 1
    }
    return outline
  }

  /// Behind the closing quotation mark.
  private static func stringEnd(_ bytes: [UInt8], from start: Int, thing: String) throws(FormatError) -> Int {
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case 0x22: return position + 1
      case 0x5C: position += 2
      case 0: throw .malformed(thing, fault: "it is not in UTF-8")
      default: position += 1
      }
      guard position - start <= stringByteLimit else {
        throw .tooLarge(thing, fault: "a text has more than \(stringByteLimit) bytes")
      }
    }
    throw .truncated(thing)
  }

  private static func nextIsColon(_ bytes: [UInt8], from start: Int) -> Bool {
    for byte in bytes[start...] {
      if byte == 0x3A { return true }
      guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return false }
    }
    return false
  }
}
