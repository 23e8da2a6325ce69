import ArgumentParser
import Foundation
import Overlook
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

  @Option(name: .shortAndLong, help: ArgumentHelp("Play headless and write the last picture here.", valueName: "file"))
  var output: String?

  @Flag(help: "Leave the window open when the recording has ended.")
  var stay = false

  func run() throws {
    let recording = try read()
    try MainActor.assumeIsolated {
      let map = try sources.makeMap(camera: camera, size: recording.size)
      if let output { try playHeadless(recording, map, into: output) } else { try play(recording, map) }
    }
  }

  private func read() throws -> InputLog {
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: log))
      let bytes = try handle.read(upToCount: 256 << 20) ?? Data()
      return try InputLog(parsing: bytes)
    } catch let fault as InputLogError {
      throw CommandFailure(description: "\(log): \(fault)")
    } catch {
      throw CommandFailure(description: "cannot read \(log)")
    }
  }

  @MainActor private func play(_ recording: InputLog, _ map: MapView) throws {
    let viewer = try Viewer(map: map, size: recording.size)
    viewer.play(recording, stays: stay)
    try viewer.run()
    let statistics = viewer.loop.statistics
    print("\(statistics.events) events, \(statistics.framesDrawn) frames drawn, \(statistics.framesSkipped) skipped")
  }

  @MainActor private func playHeadless(_ recording: InputLog, _ map: MapView, into path: String) throws {
    let loop = try HeadlessLoop(content: map, size: recording.size)
    defer { loop.close() }
    loop.play(recording)
    _ = loop.run(timeoutSeconds: 30) { map.graphicsError != nil || map.isAtRest }
    if let fault = map.graphicsError { throw CommandFailure(description: fault) }
    guard let image = loop.image() else { throw CommandFailure(description: "the driver did not hand out the picture") }
    try PictureFile.write(image, to: path)
  }
}
