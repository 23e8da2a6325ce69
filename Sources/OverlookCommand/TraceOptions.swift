import ArgumentParser
import Dispatch
import Glibc
import OverlookSupport

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
enum TraceSignals {
  /// On a queue of its own: the main thread may be asleep, or busy drawing. The program then ends as it would have.
  static func follow(_ trace: TraceFile) {
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        trace.close()
        signal(number, SIG_DFL)
        kill(getpid(), number)
      }
      // Kept by the handler for as long as the program runs.
      source.setCancelHandler { _ = source }
      source.activate()
    }
  }
}
