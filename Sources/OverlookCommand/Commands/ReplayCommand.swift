import ArgumentParser
import Overlook
import OverlookFormats
import OverlookInput
import OverlookPlatform

/// `overlook replay`: input that was recorded with F2, played again.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Plays recorded input in a window, or headless into a picture.")

  @Argument(help: ArgumentHelp("The recording, as F2 writes it.", valueName: "log"))
  var log: String

  @OptionGroup var camera: CameraOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup var choice: SourceChoiceOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var drawing: RendererOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("Play headless and write the last picture here.", valueName: "file"))
  var output: String?

  @Flag(help: "Leave the window open when the recording has ended.")
  var stay = false

  func validate() throws { try sources.check(choice) }

  func run() throws {
    let recording = try read()
    try MainActor.assumeIsolated {
      if let output { try PictureFile.check(output) }
      network.apply()
      try drawing.apply()
      let order = MapOrder(sources: sources, choice: choice, camera: camera, size: recording.size)
      let prepared = try order.makeMap(timeoutSeconds: 30)
      if let output { try playHeadless(recording, prepared, into: output) } else { try play(recording, prepared) }
    }
  }

  private func read() throws -> InputLog {
    do {
      var recording = try InputLog(parsing: try WholeFile.read(log, byteLimit: 256 << 20))
      // What is still held when the recording ends would otherwise be held for ever.
      if recording.endsHeld { recording.append(InputEvent(timeSeconds: recording.durationSeconds, kind: .focusLost)) }
      return recording
    } catch let fault as InputLogError {
      throw CommandFailure(description: "\(log): \(fault)")
    } catch {
      throw CommandFailure(description: "\(error)")
    }
  }

  @MainActor private func play(_ recording: InputLog, _ prepared: PreparedMap) throws {
    let viewer = try Viewer(map: prepared.map, size: recording.size)
    prepared.warn()
    viewer.play(recording, stays: stay)
    try viewer.run()
    let statistics = viewer.loop.statistics
    print("\(statistics.events) events, \(statistics.framesDrawn) frames drawn, \(statistics.framesSkipped) skipped")
  }

  @MainActor private func playHeadless(_ recording: InputLog, _ prepared: PreparedMap, into path: String) throws {
    let loop = try HeadlessLoop(content: prepared.map, size: recording.size)
    defer { loop.close() }
    loop.play(recording)
    // Inertia and animations under the loop's own clock, so that they end alike on every machine.
    var steps = 0
    while prepared.map.isCameraMoving, steps < 60 * 60 {
      loop.advance(by: 1.0 / 60)
      steps += 1
    }
    try Snapshot(prepared: prepared, timeoutSeconds: 30).write(loop, to: path)
  }
}
