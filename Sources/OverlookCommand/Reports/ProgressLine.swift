import Glibc

/// A bar and a text on the last line of a terminal that tell how far something is; nothing where standard error is no terminal.
struct ProgressLine: Sendable {
  private static let barWidth = 24
  /// Whether there is a terminal, and something may be said.
  let isShown: Bool
  private var last = ""

  init(isSilent: Bool = false) {
    isShown = !isSilent && isatty(STDERR_FILENO) == 1
  }

  /// `done`: 0 ... 1.
  mutating func show(_ text: String, _ done: Double) {
    let line = "\(Self.bar(done)) \(text)"
    guard isShown, line != last else { return }
    last = line
    // Back to the start of the line, and clear what is longer behind.
    Report.text("\r\(line)\u{1B}[K")
  }

  /// Takes the line away.
  mutating func end() {
    if !last.isEmpty { Report.text("\r\u{1B}[K") }
    last = ""
  }

  private static func bar(_ done: Double) -> String {
    let share = done > 0 ? min(done, 1) : 0
    let full = Int(share * Double(barWidth))
    return "[\(String(repeating: "#", count: full))\(String(repeating: "-", count: barWidth - full))] \(Int(share * 100)) %"
  }
}
