import Glibc
import Logging
import Synchronization

/// Lines on standard error.
enum Report {
  static func error(_ text: String) { line("overlook: error: \(text)") }
  static func warning(_ text: String) { line("overlook: warning: \(text)") }

  /// Writes all or, where standard error is closed or full, nothing; there is nobody left to tell.
  static func line(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}

/// What the library logs: warnings and errors, as lines of the program or kept for the one line that a command ends with.
struct CommandLog: LogHandler {
  /// What was logged while it was kept; nil while it is printed.
  private static let kept = Mutex<[String]?>(nil)

  /// From now on nothing is printed.
  static func keep() {
    kept.withLock { $0 = [] }
  }

  /// The messages since `keep`, the first few of them; from now on they are printed again.
  static func take() -> [String] {
    kept.withLock { kept in
      defer { kept = nil }
      return Array((kept ?? []).prefix(3))
    }
  }

  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let message = event.message.description
    let isKept = Self.kept.withLock { kept in
      kept?.append(message)
      return kept != nil
    }
    if !isKept { Report.warning(message) }
  }
}
