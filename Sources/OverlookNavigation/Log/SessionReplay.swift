package import OverlookFormats

/// Does again what a log says was done, and compares what happens.
package struct SessionReplay {
  private var session: NavigationSession?
  /// Events that the log has still to name, with the line of the input behind which they came.
  private var open: [String] = []
  private var openIndex = 0
  private let thing: String

  /// The number of events so far.
  package private(set) var eventCount = 0

  /// `thing` names the log in errors.
  package init(thing: String) {
    self.thing = thing
  }

  /// Takes the next entry; gives the events that it causes, with their time. Fails where the log tells of another event than happens.
  package mutating func take(_ entry: SessionLogEntry, line: Int) throws(FormatError) -> [(event: NavigationEvent, now: Double)] {
    switch entry {
    case .begin(let begin):
      guard session == nil else { throw fault(line, "a second begin") }
      do { session = try begin.session() } catch { throw fault(line, "\(error)") }
      return []
    case .event(let value):
      let told = JSONWriter.text(value)
      guard openIndex < open.count else { throw fault(line, "an event that does not happen again: \(told)") }
      guard open[openIndex] == told else { throw fault(line, "\(told), where \(open[openIndex]) happens") }
      openIndex += 1
      return []
    case .input(let input, let now):
      guard session != nil else { throw fault(line, "an input before the begin") }
      guard openIndex == open.count else { throw missing(line) }
      let events = session?.apply(input, now: now) ?? []
      (open, openIndex) = (events.map { SessionLogWriter.line($0, now: now) }, 0)
      eventCount += events.count
      return events.map { ($0, now) }
    }
  }

  /// Fails where an event happened that the log does not name. A log that ends between an input and its events is one that was cut off.
  package mutating func finish(line: Int) throws(FormatError) {
    guard openIndex == open.count || openIndex == 0 else { throw missing(line) }
  }

  private func missing(_ line: Int) -> FormatError { fault(line, "the event that comes next is missing: \(open[openIndex])") }

  private func fault(_ line: Int, _ text: String) -> FormatError { .malformed("\(thing), line \(line)", fault: text) }
}
