import Foundation
package import Logging
import Synchronization

/// What the library logs while tests of this process listen, warnings and errors. A process has one log: take it over once.
package struct CapturedLog: LogHandler {
  private static let lines = Mutex<[String]>([])
  private static let isInstalled: Bool = {
    LoggingSystem.bootstrap { _ in CapturedLog() }
    return true
  }()

  package var logLevel: Logger.Level = .warning
  package var metadata: Logger.Metadata = [:]

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    Self.lines.withLock { $0.append("\(event.message)") }
  }

  /// Forgets what was logged, and listens to loggers that are made from now on.
  package static func start() {
    guard isInstalled else { return }
    lines.withLock { $0 = [] }
  }

  /// The messages since `start`.
  package static var messages: [String] { lines.withLock { $0 } }
}
