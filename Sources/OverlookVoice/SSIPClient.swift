import OverlookStreams
import OverlookSupport

/// Speaks the protocol of speech-dispatcher (SSIP, of its documentation): lines that end with CR LF; an answer is lines "250-..." and a
/// last one "250 ...", events have codes from 700 on.
struct SSIPClient {
  /// An answer or an event: its code, and the lines behind it.
  struct Reply: Hashable, Sendable {
    var code: Int
    var lines: [String]

    var isEvent: Bool { (700..<800).contains(code) }
    var isGood: Bool { (200..<300).contains(code) }
  }

  private let connection: ByteConnection
  private let signal: StopSignal
  private var assembler = LineAssembler(limit: 4096)
  private var pending: [[UInt8]] = []
  private var parts: [String] = []
  /// Lines of an answer; more make no sense.
  private static let lineLimit = 1000

  init(_ connection: ByteConnection, signal: StopSignal) {
    self.connection = connection
    self.signal = signal
  }

  /// Sends a line and gives the answer, which must be a good one. Events that come in between are given to `onEvent`.
  @discardableResult
  mutating func command(
    _ line: String, seconds: Double, onEvent: (Reply) -> Void = { _ in }
  ) throws(ConnectionError) -> Reply {
    try connection.write(Array((line + "\r\n").utf8), seconds: seconds, signal: signal)
    let end = MonotonicClock.now() + seconds
    while let reply = try next(until: end) {
      if reply.isEvent {
        onEvent(reply)
        continue
      }
      guard reply.isGood else { throw ConnectionError("it answers \(reply.code) to \(line.prefix(40))") }
      return reply
    }
    throw ConnectionError("it does not answer")
  }

  /// The text of a sentence behind SPEAK: a line that begins with a dot gets another one, and a dot alone ends it.
  static func body(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.hasPrefix(".") ? ".\($0)" : String($0) }
    return lines.joined(separator: "\r\n") + "\r\n."
  }

  /// The next answer or event; nil when none comes in time or the signal is set.
  mutating func next(seconds: Double) throws(ConnectionError) -> Reply? {
    try next(until: MonotonicClock.now() + seconds)
  }

  /// The same until a moment in monotonic seconds, however many pieces come before.
  private mutating func next(until end: Double) throws(ConnectionError) -> Reply? {
    while true {
      if let reply = try take() { return reply }
      let rest = max(end - MonotonicClock.now(), 0)
      guard signal.wait(for: connection.descriptor, .readable, seconds: rest) else { return nil }
      guard let bytes = try connection.read() else { continue }
      guard !bytes.isEmpty else { throw ConnectionError("it has ended the connection") }
      pending += assembler.add(bytes)
    }
  }

  /// The next reply of the lines that are there.
  private mutating func take() throws(ConnectionError) -> Reply? {
    while !pending.isEmpty {
      let line = pending.removeFirst()
      guard line.count >= 3, let code = Int(String(decoding: line.prefix(3), as: UTF8.self)), (100..<1000).contains(code) else {
        throw ConnectionError("it says what is no answer")
      }
      parts.append(String(decoding: line.dropFirst(4), as: UTF8.self))
      guard parts.count <= Self.lineLimit else { throw ConnectionError("its answer has no end") }
      if line.count > 3, line[3] == 0x2D { continue }
      defer { parts = [] }
      return Reply(code: code, lines: parts)
    }
    return nil
  }
}
