import Glibc
import Logging
import Synchronization

/// Lines on standard error.
enum Report {
  /// Standard error as it was at the start, whatever `withoutStandardError` does.
  private static let descriptor: Int32 = {
    let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    return copy < 0 ? STDERR_FILENO : copy
  }()

  /// Keeps what others write to standard error meanwhile from being read: Mesa tells there that it has no driver, whatever it is
  /// asked to be silent about. Our own lines are printed. Not where the person wants to hear Mesa.
  static func withoutStandardError<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    _ = descriptor
    let nowhere = getenv("LIBGL_DEBUG").map { String(cString: $0) } == "quiet" ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1
    guard nowhere >= 0 else { return try body() }
    dup2(nowhere, STDERR_FILENO)
    close(nowhere)
    defer { dup2(descriptor, STDERR_FILENO) }
    return try body()
  }

  static func error(_ text: String) { line("overlook: error: \(text)") }
  static func warning(_ text: String) { line("overlook: warning: \(text)") }

  /// Writes all or, where standard error is closed or full, nothing; there is nobody left to tell.
  static func line(_ text: String) { self.text(text + "\n") }

  /// As `line`, without the end of one.
  static func text(_ text: String) {
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}

/// What the library logs: warnings and errors, as lines of the program or kept for the one line that a command ends with.
struct CommandLog: LogHandler {
  private struct Kept: Sendable {
    var messages: [String] = []
    var isKeeping = false
    /// What the cache has to tell is no cause of anything but its own faults.
    var keepsCache = false
  }

  private static let kept = Mutex(Kept())

  /// From now on nothing is printed, but what the cache has to tell unless that is kept as well.
  static func keep(includingCache: Bool = false) {
    kept.withLock { $0 = Kept(isKeeping: true, keepsCache: includingCache) }
  }

  /// The messages since `keep`, the first few of them; from now on they are printed again.
  static func take() -> [String] {
    kept.withLock { kept in
      defer { kept = Kept() }
      return Array(kept.messages.prefix(3))
    }
  }

  private let isOfCache: Bool
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.warning

  init(label: String) {
    isOfCache = label == "overlook.cache"
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let message = event.message.description
    let isKept = Self.kept.withLock { kept in
      guard kept.isKeeping, kept.keepsCache || !isOfCache else { return false }
      kept.messages.append(message)
      return true
    }
    if !isKept { Report.warning(message) }
  }
}
