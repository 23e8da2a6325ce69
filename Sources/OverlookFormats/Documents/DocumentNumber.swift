/// Numbers as documents write them.
enum DocumentNumber {
  /// A finite number in decimal notation; nil for words ("NaN", "inf"), hexadecimal and anything else that `Double` would read.
  static func double(_ text: String?) -> Double? {
    guard let text, !text.isEmpty, text.utf8.count <= 64 else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }) else { return nil }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// A whole number, also one written "256.0".
  static func int(_ text: String?) -> Int? {
    guard let text else { return nil }
    return Int(text) ?? double(text).flatMap { Int(exactly: $0) }
  }

  /// Numbers apart by white space or commas; nil unless there are `count` of them.
  static func doubles(_ text: String?, count: Int) -> [Double]? {
    guard let text, text.utf8.count <= 512 else { return nil }
    let values = text.split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "\t" || $0 == "\r\n" }.map { double(String($0)) }
    let numbers = values.compactMap { $0 }
    return numbers.count == count && values.count == count ? numbers : nil
  }
}
