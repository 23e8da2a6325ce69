/// Texts by number, each once; 0 is the empty one.
struct TextTable {
  private(set) var starts: [UInt32] = [0, 0]
  private(set) var bytes: [UInt8] = []
  private var numbers: [String: UInt32] = ["": 0]
  /// What a name may have, in bytes; more is no name.
  private static let limit = 1000

  mutating func number(of text: String?) -> UInt32 {
    guard let text, text.utf8.count <= Self.limit else { return 0 }
    if let number = numbers[text] { return number }
    guard bytes.count + text.utf8.count < 1 << 31 else { return 0 }
    bytes.append(contentsOf: text.utf8)
    starts.append(UInt32(clamping: bytes.count))
    let number = UInt32(clamping: starts.count - 2)
    numbers[text] = number
    return number
  }
}
