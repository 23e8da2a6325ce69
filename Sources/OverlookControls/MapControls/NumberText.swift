/// Writes a label's text into a buffer of its own, and makes a string of it only when it is another than the last.
struct NumberText {
  private(set) var text = ""
  private var bytes: [UInt8] = []

  init() {
    bytes.reserveCapacity(96)
  }

  mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Takes over what was written since `begin`.
  mutating func end() {
    if !isEqual(bytes, text) { text = String(decoding: bytes, as: UTF8.self) }
  }

  mutating func append(_ part: StaticString) {
    part.withUTF8Buffer { buffer in
      for byte in buffer { bytes.append(byte) }
    }
  }

  mutating func append(_ part: String) {
    for byte in part.utf8 { bytes.append(byte) }
  }

  /// Digits in groups of three.
  mutating func append(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = number.magnitude
    var digits = 0
    repeat {
      if digits > 0 && digits % 3 == 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      digits += 1
    } while rest > 0
    bytes[start...].reverse()
  }

  /// `decimals` 0 ... 3 digits after the point; anything that is no number up to a million in size becomes a dash.
  mutating func append(_ number: Double, decimals: Int) {
    guard abs(number) < 1_000_000 else { return append("–") }
    let scale = decimals == 1 ? 10 : decimals == 2 ? 100 : decimals == 3 ? 1000 : 1
    let scaled = Int((abs(number) * Double(scale)).rounded())
    if number < 0 && scaled > 0 { bytes.append(UInt8(ascii: "-")) }
    append(scaled / scale)
    if scale == 1 { return }
    bytes.append(UInt8(ascii: "."))
    var place = scale / 10
    while place > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: scaled / place % 10))
      place /= 10
    }
  }

  /// "812 B", "48.2 kB" or "3.1 MB".
  mutating func append(byteCount: Int) {
    if byteCount < 1000 {
      append(byteCount)
      append(" B")
    } else if byteCount < 1_000_000 {
      append(Double(byteCount) / 1000, decimals: 1)
      append(" kB")
    } else {
      append(Double(byteCount) / 1_000_000, decimals: 1)
      append(" MB")
    }
  }

  private func isEqual(_ bytes: [UInt8], _ text: String) -> Bool {
    var index = 0
    for byte in text.utf8 {
      if index >= bytes.count || bytes[index] != byte { return false }
      index += 1
    }
    return index == bytes.count
  }
}
