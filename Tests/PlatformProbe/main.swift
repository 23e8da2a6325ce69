import Foundation
import OverlookInput

// Runs one experiment with a window or a headless loop and prints what came of it, a name and a value a line. Errors end with
// status 1.
do throws(any Error) {
  let experiment = CommandLine.arguments.dropFirst().first ?? ""
  switch experiment {
  case "open": try openWindow()
  case "idle": try idle(seconds: Double(CommandLine.arguments.dropFirst(2).first ?? "") ?? 10)
  case "async": try asynchronousWork()
  case "coalesce": try coalesce()
  case "animate": try animate(FrameRate(rawValue: CommandLine.arguments.dropFirst(2).first ?? "") ?? .maximum)
  case "deadlines": try deadlines()
  case "intervals": try intervals()
  case "hide": try hide()
  case "pause": try pauseAndResume()
  case "events": try recordEvents(seconds: Double(CommandLine.arguments.dropFirst(2).first ?? "") ?? 5)
  case "replay": try replayLog(CommandLine.arguments.dropFirst(2).first ?? "")
  case "fullscreen": try fullscreen()
  case "resize": try resizeStorm()
  case "lose": try loseContext(times: Int(CommandLine.arguments.dropFirst(2).first ?? "") ?? 1)
  case "headless": try waitHeadless()
  case "copy": try copyText(CommandLine.arguments.dropFirst(2).first ?? "")
  case "paste": try pasteText(into: CommandLine.arguments.dropFirst(2).first ?? "")
  case "drop": try dropFiles(Array(CommandLine.arguments.dropFirst(2)))
  default:
    FileHandle.standardError.write(Data("unknown experiment\n".utf8))
    exit(2)
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
