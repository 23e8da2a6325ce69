/// Numbers in the 83 digits that survive in JSON and in addresses.
enum Base83 {
  private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
  private static let values: [Int?] = {
    var values = [Int?](repeating: nil, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = value }
    return values
  }()

  /// Nil when one is no digit, and for more than ten of them.
  static func number(_ text: some Collection<UInt8>) -> Int? {
    guard text.count <= 10 else { return nil }
    var number = 0
    for digit in text {
      guard let value = values[Int(digit)] else { return nil }
      number = number * 83 + value
    }
    return number
  }

  static func text(_ number: Int, count: Int) -> [UInt8] {
    var (rest, text) = (number, [UInt8](repeating: digits[0], count: count))
    for index in stride(from: count - 1, through: 0, by: -1) {
      text[index] = digits[rest % 83]
      rest /= 83
    }
    return text
  }
}
