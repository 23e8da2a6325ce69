import Glibc

/// One line on standard error that tells how far something is, on a terminal; nothing anywhere else.
final class ProgressLine {
  private static let barWidth = 30
  private let isShown: Bool
  private var last = ""

  init(isSilent: Bool = false) {
    isShown = !isSilent && isatty(STDERR_FILENO) != 0
  }

  /// `done`: 0 ... 1.
  func show(_ text: String, _ done: Double) {
    guard isShown else { return }
    let share = done > 0 ? min(done, 1) : 0
    let filled = Int(share * Double(Self.barWidth))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.barWidth - filled)
    let line = "[\(bar)] \(Int(share * 100)) % \(text)"
    guard line != last else { return }
    last = line
    write("\r\(line)\u{1B}[K")
  }

  /// Takes the line away.
  func end() {
    if isShown && !last.isEmpty { write("\r\u{1B}[K") }
    last = ""
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
