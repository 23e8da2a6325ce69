import Foundation
import OverlookStreams
import OverlookSupport

/// Fixes from lines of a connection, which is opened again whenever it ends, after pauses that grow from one second to a minute.
struct StreamFeed<Decoder: FixDecoder>: LocationFeed {
  let open: @Sendable (StopSignal) throws(ConnectionError) -> ByteConnection
  let makeDecoder: @Sendable () -> Decoder
  /// After so long without a byte the other side is asked whether it is there, and after as long again left.
  var silenceSeconds = 30.0
  /// Times the pauses between tries; shorter ones are for tests.
  var pauseScale = 1.0
  /// A moment without a byte, after which what is known is told.
  private static var momentSeconds: Double { 0.15 }

  func run(_ sink: LocationSink) {
    var failures = 0
    while !sink.isStopped {
      do throws(ConnectionError) {
        let connection = try open(sink.signal)
        sink.post(.searching)
        try read(connection, sink) { failures = 0 }
      } catch {
        guard !sink.isStopped else { return }
        sink.post(.failed("no position: \(error)"))
      }
      failures += 1
      let pause = RetrySchedule.delaySeconds(failures: failures, jitter: Double.random(in: 0..<1)) * pauseScale
      guard sink.wait(seconds: pause) else { return }
    }
  }

  /// Reads until the connection ends. `onFix` is called with each fix.
  private func read(_ connection: ByteConnection, _ sink: LocationSink, onFix: () -> Void) throws(ConnectionError) {
    var (lines, decoder) = (LineAssembler(limit: Decoder.lineLimit), makeDecoder())
    func post(_ updates: [LocationUpdate]) {
      for update in updates {
        if case .fix = update { onFix() }
        sink.post(update)
      }
    }
    if !decoder.greeting.isEmpty { try connection.write(decoder.greeting, seconds: 5, signal: sink.signal) }
    if connection.isPlainFile { connection.seek(to: connection.fileLength) }
    var (lastByte, isAsked, isFlushed, position) = (MonotonicClock.now(), false, true, connection.fileLength)
    while !sink.isStopped {
      let bytes = try nextBytes(connection, sink, seconds: isFlushed ? 5 : Self.momentSeconds, position: &position)
      let now = MonotonicClock.now()
      guard let bytes else {
        if !isFlushed, let fix = decoder.flush(now: Date().timeIntervalSince1970) { post([.fix(fix)]) }
        isFlushed = true
        guard !decoder.question.isEmpty, now - lastByte > silenceSeconds else { continue }
        if isAsked { throw ConnectionError("\(connection.name): it says nothing") }
        (isAsked, lastByte) = (true, now)
        try connection.write(decoder.question, seconds: 5, signal: sink.signal)
        continue
      }
      guard !bytes.isEmpty else { throw ConnectionError("\(connection.name): it has ended the connection") }
      (lastByte, isAsked, isFlushed) = (now, false, false)
      for line in lines.add(bytes) { post(decoder.take(line, now: Date().timeIntervalSince1970)) }
    }
  }

  /// What there is to read; nil when there was nothing for `seconds`. Plain files are looked at five times a second, and from the beginning
  /// when they became shorter.
  private func nextBytes(
    _ connection: ByteConnection, _ sink: LocationSink, seconds: Double, position: inout Int
  ) throws(ConnectionError) -> [UInt8]? {
    guard connection.isPlainFile else {
      let limit = min(seconds, silenceSeconds)
      return sink.waitUntilReadable(connection.descriptor, seconds: limit) ? try connection.read() : nil
    }
    if connection.fileLength < position { position = 0 }
    connection.seek(to: position)
    if let bytes = try connection.read(), !bytes.isEmpty {
      position += bytes.count
      return bytes
    }
    _ = sink.wait(seconds: 0.2)
    return nil
  }
}
