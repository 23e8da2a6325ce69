import ArgumentParser
import Foundation
import Overlook
import OverlookPlatform
import OverlookRender
import OverlookViewer

/// `overlook`: the viewer.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Opens the viewer (the default).",
    discussion:
      "With OVERLOOK_PICTURE set to a file name, a machine on which no window can be opened gets the picture there instead of an error."
  )

  @OptionGroup var camera: CameraOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup var style: StyleOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var tracing: TraceOptions
  @OptionGroup var drawing: RendererOptions

  @Option(help: ArgumentHelp("Size of the window in points.", valueName: "WxH"), transform: SizeArgument.parse)
  var size = SizeArgument(width: 1280, height: 800)

  @Flag(help: "Shows the panel with the figures of the frames (F3).")
  var hud = false

  @Option(
    help:
      "What to show in place of the picture: overdraw (how often each pixel is drawn), picking (what a tap would find) or tiles (their borders and how they stand) (F4)."
  )
  var show = DebugView.none

  func run() throws {
    try MainActor.assumeIsolated {
      let trace = try tracing.open()
      defer { TraceOptions.close(trace) }
      network.apply()
      try drawing.apply()
      var order = MapOrder(sources: sources, camera: camera, style: style, size: size.points)
      order.leavesFiles = true
      let prepared = try order.startMap()
      prepared.map.trace = trace
      prepared.map.isHUDVisible = hud
      prepared.map.debugView = show
      let window = ViewerWindow(map: prepared.map)
      let viewer: Viewer
      do throws(PlatformError) {
        viewer = try Viewer(map: prepared.map, size: size.points)
      } catch {
        return try draw(prepared, without: error)
      }
      prepared.openRest(in: window)
      prepared.warn()
      try viewer.run()
      // It was told when it happened.
      if prepared.hasFailed { throw ExitCode.failure }
    }
  }

  /// Draws the picture that takes the place of the window, where one is asked for.
  @MainActor private func draw(_ prepared: PreparedMap, without window: PlatformError) throws {
    guard let path = Self.pictureWithoutWindow else { throw window }
    try PictureFile.check(path)
    try prepared.waitForRest(timeoutSeconds: 30)
    try Snapshot(prepared: prepared, timeoutSeconds: 30).write(size: size.points, scale: 1, to: path)
    print("overlook: \(window.missing); the scene is in \(path)")
  }

  private static var pictureWithoutWindow: String? {
    let path = ProcessInfo.processInfo.environment["OVERLOOK_PICTURE"]
    return path?.isEmpty == false ? path : nil
  }
}

/// A map in a window, with what the keys for recording and closing do.
@MainActor final class Viewer {
  let map: MapView
  let loop: FrameLoop
  private var stopsAfterPlaying = false

  init(map: MapView, size: ScreenSize) throws(PlatformError) {
    self.map = map
    var options = GLFWWindow.Options()
    options.size = size
    let window = try Report.withoutStandardError { () throws(PlatformError) -> GLFWWindow in try GLFWWindow(options) }
    loop = FrameLoop(window: window, content: map)
    map.startAccessibility(title: options.title, environment: ProcessInfo.processInfo.environment)
  }

  /// Runs until the window is closed. Throws what keeps frames from being drawn.
  func run() throws {
    map.onRecordingToggled = { [unowned self] in toggleRecording() }
    // Not after frames only: the last event of a recording may well draw none.
    loop.onTurn = { [unowned self] in
      if map.graphicsError != nil || (stopsAfterPlaying && !loop.isPlaying && map.isAtRest) { loop.stop() }
    }
    try loop.run()
    if let fault = map.graphicsError { throw CommandFailure(description: fault) }
  }

  /// Plays `recording` once the loop runs; afterwards the window closes unless it `stays`.
  func play(_ recording: InputLog, stays: Bool) {
    stopsAfterPlaying = !stays
    loop.play(recording)
  }

  private func toggleRecording() {
    guard let log = loop.stopRecording() else { return loop.startRecording() }
    let path = "overlook-input-\(Int(clamping: Int64(Date().timeIntervalSince1970))).log"
    do {
      try PictureFile.write(Array(log.text.utf8), to: path)
      Report.line("overlook: the input is in \(path)")
    } catch {
      Report.error("\(error)")
    }
  }
}
