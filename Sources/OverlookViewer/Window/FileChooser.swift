import Foundation
import Overlook
import OverlookStreams
import OverlookSupport

/// The dialog of the desktop for choosing files to open, or where to save one, through its portal (org.freedesktop.portal.FileChooser).
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

  /// What is asked for.
  private struct Question: Sendable {
    let method: String
    let title: String
    let option: (name: String, value: BusValue)
  }

  /// Asks for files on the bus at `address`, nil for none; `answer` is called once, on a thread of its own.
  static func open(title: String, address: String?, answer: @escaping @Sendable (Outcome) -> Void) {
    start(Question(method: "OpenFile", title: title, option: ("multiple", .flag(true))), address, answer)
  }

  /// Asks where to save a file that may be called `name`; `answer` as for `open`, with one path at most.
  static func save(title: String, name: String, address: String?, answer: @escaping @Sendable (Outcome) -> Void) {
    start(Question(method: "SaveFile", title: title, option: ("current_name", .text(name))), address, answer)
  }

  private static func start(_ question: Question, _ address: String?, _ answer: @escaping @Sendable (Outcome) -> Void) {
    guard let address else { return answer(.unavailable) }
    do throws(ThreadError) {
      try ServiceThread.start("overlook.dialog") { answer(ask(address, question)) }
    } catch {
      answer(.unavailable)
    }
  }

  private static func ask(_ address: String, _ question: Question) -> Outcome {
    do throws(ConnectionError) {
      let bus = try MessageBus(address: address)
      let token = "overlook\(UInt32.random(in: 0..<UInt32.max))"
      // Asked for before the call, so that no answer comes too early.
      try bus.listen("type='signal',interface='org.freedesktop.portal.Request',member='Response'")
      let reply = try bus.call(
        service, path, "org.freedesktop.portal.FileChooser", question.method,
        [
          .text(""), .text(question.title),
          .array(
            of: "{sv}",
            [
              .entry(.text("handle_token"), .variant(.text(token))),
              .entry(.text(question.option.name), .variant(question.option.value)),
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
