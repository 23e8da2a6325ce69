import OverlookFormats
import OverlookNavigation

/// Does a kept session again, and prints what happens.
struct GuideReplay {
  let path: String
  let output: GuideOutput

  func run() throws {
    var replay = SessionReplay(thing: path)
    var last = 0
    do {
      last = try JSONLines.each(of: path, lineLimit: SessionLogReader.lineLimit) { number, line in
        guard !output.isClosed else { return }
        let entry = try SessionLogReader.entry(try line.get(), line: number, thing: path)
        for happening in try replay.take(entry, line: number) { output.write(happening.event, now: happening.now) }
        output.flush()
      }
      try replay.finish(line: last)
    } catch let error as FormatError {
      throw CommandFailure(description: "\(error)")
    }
    guard last > 0 else { throw CommandFailure(description: "\(path): there is nothing in it") }
  }
}
