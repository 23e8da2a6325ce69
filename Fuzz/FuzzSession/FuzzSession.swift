import FuzzSupport
import OverlookFormats
import OverlookGeometry
import OverlookNavigation

/// Logs of guidance: whatever is read of one can be done, and leaves a traveller at a place with finite numbers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var session: NavigationSession?
  for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).prefix(2000).enumerated() {
    guard let entry = try? SessionLogReader.entry(Array(line), line: number + 1) else { continue }
    switch entry {
    case .begin(let begin):
      session = try? begin.session()
      demandSame(SessionLogWriter.line(begin))
    case .event: continue
    case .input(let input, let now):
      demandSame(SessionLogWriter.line(input, now: now))
      for event in session?.apply(input, now: now) ?? [] { _ = SessionLogWriter.line(event, now: now) }
      guard let progress = session?.progress else { continue }
      demand(progress.coordinate.isValid && progress.distanceTravelled.isFinite && progress.distanceTravelled >= 0, "place")
      demand(progress.speed.isFinite && progress.remaining.allSatisfy { $0.time >= 0 && $0.distance >= 0 }, "measures")
      demand((0...1).contains(progress.geometryFraction), "fraction")
    }
  }
  return 0
}

/// What was written is read again as what it was.
private func demandSame(_ line: String) {
  guard let entry = try? SessionLogReader.entry(Array(line.utf8), line: 1) else {
    return demand(false, "what was written is not read")
  }
  switch entry {
  case .begin(let begin): demand(SessionLogWriter.line(begin) == line, "begin")
  case .input(let input, let now): demand(SessionLogWriter.line(input, now: now) == line, "input")
  case .event: demand(false, "an event")
  }
}
