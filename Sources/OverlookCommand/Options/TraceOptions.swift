import ArgumentParser
import Foundation
import OverlookSupport
import Synchronization

/// Where the frames of a command are recorded.
struct TraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record what frames are spent on in Chrome's trace event format, which ui.perfetto.dev opens.", valueName: "file"))
  var trace: String?

  /// The file, begun; nil where none was asked for. Signals that end the program let it be written first.
  func open() throws(CommandFailure) -> TraceFile? {
    guard let trace else { return nil }
    guard !trace.isEmpty else { throw CommandFailure(description: "the name of the trace to write is empty", status: 2) }
    do {
      let file = try TraceFile(path: trace)
      TraceSignals.follow(file)
      return file
    } catch {
      throw CommandFailure(description: error.description)
    }
  }

  /// Writes what is left; tells when not all of it could be.
  static func close(_ trace: TraceFile?) {
    guard let trace else { return }
    trace.close()
    if let fault = trace.fault { Report.warning("\(trace.path): \(fault)") }
  }
}

/// Ends the trace of a program that is about to end.
private enum TraceSignals {
  /// Where handlers write the number of their signal; -1 before there is a trace.
  private static let wakeEnd = Atomic<Int32>(-1)

  /// On a thread of its own: the main thread may be asleep, or busy drawing. The program then ends as it would have.
  static func follow(_ trace: TraceFile) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let waitEnd = ends[0]
    wakeEnd.store(ends[1], ordering: .relaxed)
    do throws(ThreadError) {
      try ServiceThread.start("overlook-trace") {
        var number: UInt8 = 0
        while read(waitEnd, &number, 1) < 0 && errno == EINTR {}
        trace.close()
        signal(Int32(number), SIG_DFL)
        kill(getpid(), Int32(number))
      }
    } catch {
      // A signal then ends the program as ever, and the trace with its last whole batch.
      return
    }
    // The handler may do little: not even make the number, which was made above.
    EndSignals.handle([SIGINT, SIGTERM]) { number in
      var number = UInt8(truncatingIfNeeded: number)
      _ = write(TraceSignals.wakeEnd.load(ordering: .relaxed), &number, 1)
    }
  }
}
