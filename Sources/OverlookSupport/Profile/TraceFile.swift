import Glibc
import Synchronization

/// What was asked of the driver in a span of a trace.
package struct TraceCounts: Sendable {
  package var drawCalls: Int
  package var instances: Int
  package var vertices: Int
  package var uploadedBytes: Int

  package init(drawCalls: Int, instances: Int, vertices: Int, uploadedBytes: Int) {
    self.drawCalls = drawCalls
    self.instances = instances
    self.vertices = vertices
    self.uploadedBytes = uploadedBytes
  }
}

/// Why there is no trace.
package struct TraceError: Error, CustomStringConvertible, Sendable {
  package let description: String
}

/// Spans and counters as they happen, in a file of Chrome's trace event format, which Perfetto opens
/// (https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU, "JSON Object Format").
///
/// The file is whole JSON after every write: the end of the document is written with each batch of events, and the next batch
/// begins where it stands. So whatever ends the program, at most the events of the last half second are lost. Any thread may
/// record; the memory is that of one batch.
package final class TraceFile: Sendable {
  /// The rows of the picture: the threads of the program.
  package enum Lane: Hashable, Sendable {
    case main
    case worker(Int)

    var number: Int {
      switch self {
      case .main: 1
      case .worker(let index): 10 + max(index, 0)
      }
    }
  }

  private struct State: Sendable {
    var descriptor: Int32
    var text = TraceText()
    /// Where the next batch goes.
    var offset = 0
    var lastWrite: Double
    var hasEvents = false
    var namedLanes: [Int] = []
    var fault: String?
  }

  private static let batchBytes = 192 << 10
  private static let batchSeconds = 0.5
  /// A trace that nobody ends must not fill the disk.
  private static let maximumBytes = 1 << 30
  private static let end = Array("\n]}\n".utf8)

  package let path: String
  private let startSeconds: Double
  private let state: Mutex<State>

  /// Begins a new file in place of any at `path`. Throws where none can be written, or where it would be no plain file: in a pipe
  /// nothing can be written over.
  package init(path: String, startSeconds: Double = MonotonicClock.now()) throws(TraceError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard descriptor >= 0 else {
      throw TraceError(description: "cannot write the trace \(path): \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, ftruncate(descriptor, 0) == 0 else {
      Glibc.close(descriptor)
      throw TraceError(description: "cannot write the trace \(path): it is no plain file")
    }
    self.path = path
    self.startSeconds = startSeconds
    state = Mutex(State(descriptor: descriptor, lastWrite: startSeconds))
    state.withLock { state in
      state.text.bytes.reserveCapacity(Self.batchBytes + 4096)
      state.text.append("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
      Self.beginEvent(&state)
      state.text.append("{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":\"overlook\"}}")
      Self.write(&state)
    }
    if let fault { throw TraceError(description: fault) }
  }

  deinit { close() }

  /// What kept events from being written; nil while nothing did.
  package var fault: String? { state.withLock { $0.fault } }

  /// A span from `start` to `end`, in monotonic seconds.
  package func span(
    _ name: String, number: Int = -1, category: StaticString, lane: Lane = .main, start: Double, end: Double,
    counts: TraceCounts? = nil
  ) {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      Self.name(lane, &state)
      Self.beginEvent(&state)
      state.text.append("{\"name\":")
      state.text.append(quoted: name, number: number)
      state.text.append(",\"cat\":\"")
      state.text.append(category)
      state.text.append("\",\"ph\":\"X\",\"pid\":1,\"tid\":")
      state.text.append(lane.number)
      state.text.append(",\"ts\":")
      state.text.append(microseconds: start - startSeconds)
      state.text.append(",\"dur\":")
      state.text.append(microseconds: end - start)
      if let counts { Self.append(counts, &state) }
      state.text.append("}")
      Self.writeIfDue(&state, now: lane == .main ? end : nil)
    }
  }

  /// A number that goes on to hold from `time` on, in monotonic seconds.
  package func counter(_ name: StaticString, _ value: Int, at time: Double) {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      Self.beginEvent(&state)
      state.text.append("{\"name\":\"")
      state.text.append(name)
      state.text.append("\",\"ph\":\"C\",\"pid\":1,\"ts\":")
      state.text.append(microseconds: time - startSeconds)
      state.text.append(",\"args\":{\"value\":")
      state.text.append(value)
      state.text.append("}}")
      Self.writeIfDue(&state, now: time)
    }
  }

  /// Writes what is left and closes the file; nothing is recorded afterwards.
  package func close() {
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      Self.write(&state)
      Self.close(&state)
    }
  }

  // MARK: Events

  private static func beginEvent(_ state: inout State) {
    state.text.append(state.hasEvents ? ",\n" : "\n")
    state.hasEvents = true
  }

  /// The first event of a lane is preceded by its name.
  private static func name(_ lane: Lane, _ state: inout State) {
    let number = lane.number
    if state.namedLanes.contains(number) { return }
    state.namedLanes.append(number)
    beginEvent(&state)
    state.text.append("{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":")
    state.text.append(number)
    state.text.append(",\"args\":{\"name\":")
    switch lane {
    case .main: state.text.append("\"main\"")
    case .worker(let index): state.text.append(quoted: "worker", number: index)
    }
    state.text.append("}}")
  }

  private static func append(_ counts: TraceCounts, _ state: inout State) {
    state.text.append(",\"args\":{\"draw calls\":")
    state.text.append(counts.drawCalls)
    state.text.append(",\"instances\":")
    state.text.append(counts.instances)
    state.text.append(",\"vertices\":")
    state.text.append(counts.vertices)
    state.text.append(",\"uploaded bytes\":")
    state.text.append(counts.uploadedBytes)
    state.text.append("}")
  }

  // MARK: Writing

  private static func writeIfDue(_ state: inout State, now: Double?) {
    let isLate = now.map { $0 - state.lastWrite >= batchSeconds } ?? false
    guard isLate || state.text.bytes.count >= batchBytes else { return }
    write(&state)
    if let now { state.lastWrite = now }
  }

  private static func write(_ state: inout State) {
    let events = state.text.bytes.count
    if events == 0 { return }
    if state.offset + events > maximumBytes {
      state.fault = "the trace has reached its limit of \(maximumBytes >> 20) MiB"
      return close(&state)
    }
    state.text.bytes.append(contentsOf: end)
    guard writeAll(state.text.bytes, to: state.descriptor, at: state.offset) else {
      state.fault = "the trace could not be written on: \(String(cString: strerror(errno)))"
      return close(&state)
    }
    state.offset += events
    state.text.bytes.removeAll(keepingCapacity: true)
  }

  private static func close(_ state: inout State) {
    Glibc.close(state.descriptor)
    state.descriptor = -1
    state.text = TraceText()
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }
}

/// JSON as bytes, written without other memory than their own.
private struct TraceText: Sendable {
  var bytes: [UInt8] = []

  mutating func append(_ part: StaticString) {
    part.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var scale: UInt = 1
    while number.magnitude / scale >= 10 { scale *= 10 }
    while scale > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number.magnitude / scale % 10))
      scale /= 10
    }
  }

  /// To the nanosecond; what is negative or no number is 0.
  mutating func append(microseconds seconds: Double) {
    let nanoseconds = seconds > 0 && seconds < 1e9 ? Int((seconds * 1e9).rounded()) : 0
    append(nanoseconds / 1000)
    let rest = nanoseconds % 1000
    bytes.append(UInt8(ascii: "."))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 100))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 10 % 10))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
  }

  /// A string in quotes, with a number from 0 on behind it.
  mutating func append(quoted text: String, number: Int) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    if number >= 0 {
      bytes.append(UInt8(ascii: " "))
      append(number)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
