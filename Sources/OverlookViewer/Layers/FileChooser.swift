import Foundation
import Overlook
import OverlookStreams
import OverlookSupport

/// The dialog of the desktop for choosing files, through its portal (org.freedesktop.portal.FileChooser).
enum FileChooser {
  /// What became of it.
  enum Outcome: Equatable, Sendable {
    case chosen([String])
    case cancelled
    /// There is no portal here.
    case unavailable
  }

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  /// A person may think it over.
  private static let waitSeconds = 1800.0
  /// More are not taken.
  private static let limit = 1000

  /// Asks for files; `answer` is called once, on a thread of its own.
  static func open(
    title: String, environment: [String: String] = ProcessInfo.processInfo.environment,
    answer: @escaping @Sendable (Outcome) -> Void
  ) {
    guard let address = MessageBus.sessionAddress(environment) else { return answer(.unavailable) }
    do throws(ThreadError) {
      try ServiceThread.start("overlook.dialog") { answer(ask(address, title)) }
    } catch {
      answer(.unavailable)
    }
  }

  private static func ask(_ address: String, _ title: String) -> Outcome {
    do throws(ConnectionError) {
      let bus = try MessageBus(address: address)
      let token = "overlook\(UInt32.random(in: 0..<UInt32.max))"
      // Asked for before the call, so that no answer comes too early.
      try bus.listen("type='signal',interface='org.freedesktop.portal.Request',member='Response'")
      let reply = try bus.call(
        service, path, "org.freedesktop.portal.FileChooser", "OpenFile",
        [
          .text(""), .text(title),
          .array(
            of: "{sv}",
            [
              .entry(.text("handle_token"), .variant(.text(token))), .entry(.text("multiple"), .variant(.flag(true))),
              .entry(.text("modal"), .variant(.flag(true))),
            ]),
        ])
      guard let request = reply.text("o") else { return .unavailable }
      return try wait(for: request, on: bus)
    } catch {
      return .unavailable
    }
  }

  private static func wait(for request: String, on bus: MessageBus) throws(ConnectionError) -> Outcome {
    let (signal, end) = (StopSignal(), MonotonicClock.now() + waitSeconds)
    while MonotonicClock.now() < end {
      while let message = try bus.next() {
        guard message.isSignal("org.freedesktop.portal.Request", "Response"), message.path == request else { continue }
        return outcome(message)
      }
      _ = signal.wait(for: bus.descriptor, bus.isWriting ? .writable : .readable, seconds: end - MonotonicClock.now())
    }
    return .cancelled
  }

  /// The answer: 0 and a dictionary with the addresses of the files, or another number.
  private static func outcome(_ message: BusMessage) -> Outcome {
    guard message.number() == 0, message.enter("a", "{sv}") else { return .cancelled }
    while message.enter("e", "sv") {
      guard message.text() == "uris" else {
        guard message.skip("v"), message.leave() else { return .cancelled }
        continue
      }
      guard message.enter("v", "as"), message.enter("a", "s") else { return .cancelled }
      var paths: [String] = []
      while paths.count < limit, let text = message.text() {
        if let path = PastedFile.path(of: text) { paths.append(path) }
      }
      return paths.isEmpty ? .cancelled : .chosen(paths)
    }
    return .cancelled
  }
}
