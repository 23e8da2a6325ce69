import Foundation
import OverlookStreams
import OverlookSupport
import Synchronization

/// The speech service of the desktop: speech-dispatcher, over its socket. The person's own settings of voices hold.
public final class SpeechDispatcherOutput: SpeechOutput {
  /// "speech-dispatcher".
  public let name = "speech-dispatcher"

  private let path: String
  private let patience: Double
  /// The signal that ends what is being said; nil while nothing is.
  private let speaking = Mutex<StopSignal?>(nil)

  /// - Parameter path: Of its socket; nil for where it is as a rule: SPEECHD_ADDRESS of the environment, else below XDG_RUNTIME_DIR.
  public convenience init(path: String? = nil) {
    self.init(path: path ?? Self.usualPath, patience: 1)
  }

  /// `patience` times the seconds that it has to answer; shorter ones are for tests.
  init(path: String, patience: Double) {
    self.path = path
    self.patience = patience
  }

  private static var usualPath: String {
    let variables = ProcessInfo.processInfo.environment
    if let address = variables["SPEECHD_ADDRESS"], address.hasPrefix("unix_socket:") { return String(address.dropFirst(12)) }
    let folder = variables["XDG_RUNTIME_DIR"] ?? "\(variables["HOME"] ?? "")/.cache"
    return "\(folder)/speech-dispatcher/speechd.sock"
  }

  /// Ends what is being said.
  public func cancel() { speaking.withLock { $0 }?.set() }

  /// Says a sentence and waits for its end, which the service tells.
  public func speak(_ utterance: Utterance) throws(SpeechError) {
    let signal = StopSignal()
    speaking.withLock { $0 = signal }
    defer { speaking.withLock { if $0 === signal { $0 = nil } } }
    do throws(ConnectionError) {
      let connection = try ByteConnection.unix(path: path, seconds: 2 * patience, signal: signal)
      try speak(utterance, connection, signal)
    } catch {
      // One that was cancelled has not failed.
      if !signal.isSet { throw SpeechError("\(error)") }
    }
  }

  private func speak(_ utterance: Utterance, _ connection: ByteConnection, _ signal: StopSignal) throws(ConnectionError) {
    var client = SSIPClient(connection, signal: signal)
    let seconds = 3 * patience
    try client.command("SET SELF CLIENT_NAME overlook:overlook:guidance", seconds: seconds)
    try client.command("SET SELF NOTIFICATION END on", seconds: seconds)
    try client.command("SET SELF NOTIFICATION CANCEL on", seconds: seconds)
    try client.command("SET SELF PRIORITY \(Self.priority(utterance.priority))", seconds: seconds)
    try client.command("SET SELF LANGUAGE \(Self.language(utterance.language))", seconds: seconds)
    try client.command("SET SELF RATE \(Self.rate(utterance.rate))", seconds: seconds)
    try client.command("SET SELF VOLUME \(Self.volume(utterance.volume))", seconds: seconds)
    try client.command("SPEAK", seconds: seconds)
    var isOver = false
    let spoken = try client.command(SSIPClient.body(utterance.text), seconds: seconds) { isOver = isOver || Self.isEnd($0) }
    defer { if signal.isSet { cancel(connection) } }
    guard spoken.code == 225 else { throw ConnectionError("it answers \(spoken.code) to a sentence") }
    // Every sentence ends; a service that says nothing of it is too slow, or broken.
    let estimate = SpeechDuration.seconds(utterance.text, language: utterance.language, rate: utterance.rate)
    let end = MonotonicClock.now() + (estimate * 2 + 4) * patience
    while !isOver {
      let left = end - MonotonicClock.now()
      guard left > 0, let reply = try client.next(seconds: left) else {
        if signal.isSet { return }
        throw ConnectionError("it does not say when a sentence is over")
      }
      isOver = Self.isEnd(reply)
    }
  }

  /// Ends what the connection says; nobody waits for the answer.
  private func cancel(_ connection: ByteConnection) {
    try? connection.write(Array("CANCEL SELF\r\nQUIT\r\n".utf8), seconds: 0.2, signal: StopSignal())
  }

  /// 702 END and 703 CANCELED.
  private static func isEnd(_ reply: SSIPClient.Reply) -> Bool { reply.code == 702 || reply.code == 703 }

  private static func priority(_ priority: SpeechPriority) -> String {
    switch priority {
    case .notice: "notification"
    case .preparation: "text"
    case .maneuver: "message"
    case .alert: "important"
    }
  }

  /// Letters, digits and hyphens alone: what stands in a line of commands.
  private static func language(_ code: String) -> String {
    let clean = code.replacing("_", with: "-").filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return clean.isEmpty ? "en" : String(clean.prefix(20))
  }

  /// -100 ... 100, 0 is the voice's own.
  static func rate(_ rate: Double) -> Int {
    let rate = SpeechRate.clamped(rate)
    return Int(exactly: ((rate >= 1 ? rate - 1 : 2 * (rate - 1)) * 100).rounded()) ?? 0
  }

  /// -100 ... 100.
  static func volume(_ volume: Double) -> Int {
    Int(exactly: ((volume.isFinite ? min(max(volume, 0), 1) : 1) * 200 - 100).rounded()) ?? 100
  }
}
