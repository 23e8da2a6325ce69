import ArgumentParser
import Foundation
import Overlook
import OverlookPlatform
import OverlookRender
import OverlookStreams
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
  @OptionGroup var choice: SourceChoiceOptions
  @OptionGroup var style: StyleOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var tracing: TraceOptions
  @OptionGroup var drawing: RendererOptions

  @Option(
    help: ArgumentHelp("Size of the window in points (default: that of the last session, or 1280x800).", valueName: "WxH"),
    transform: SizeArgument.parse)
  var size: SizeArgument?

  @Flag(name: .customLong("new"), help: "Starts without what the last session left: view, window, layers.")
  var isNew = false

  @Flag(help: "Shows the panel with the figures of the frames (F3).")
  var hud = false

  @Option(
    help:
      "What to show in place of the picture: overdraw (how often each pixel is drawn), picking (what a tap would find) or tiles (their borders and how they stand) (F4)."
  )
  var show = DebugView.none

  func validate() throws { try sources.check(choice) }

  func run() throws {
    try MainActor.assumeIsolated {
      let trace = try tracing.open()
      defer { TraceOptions.close(trace) }
      network.apply()
      try drawing.apply()
      let (settings, session) = (ViewerSettings(), ViewerSession(isFresh: isNew))
      let size = size?.points ?? session.frame.map { ScreenSize(width: $0.width, height: $0.height) } ?? Self.standardSize
      var order = MapOrder(sources: sources, choice: choice, camera: camera, style: style, size: size)
      (order.start, order.isForPeople) = (session.camera.map(camera.camera(after:)) ?? MapView.worldCamera(in: size), true)
      // Nothing of the window itself connects before a person has allowed it; a server that is named is allowed by that.
      let namesServers = (sources.locations + [style.style ?? ""]).contains { $0.contains("://") }
      if settings.network != .allowed, !namesServers { MapServices.isOffline = true }
      let prepared = try order.startMap()
      prepared.map.trace = trace
      prepared.map.isHUDVisible = hud
      prepared.map.debugView = show
      let content = SplitContent(prepared.map)
      let viewer: Viewer
      do throws(PlatformError) {
        viewer = try Viewer(map: prepared.map, content: content, size: size)
      } catch {
        return try draw(prepared, size, without: error)
      }
      prepared.map.showsMapFirst = true
      let window = makeWindow(prepared, content, settings, session, namesServers)
      window.frame = { [unowned viewer] in viewer.frame }
      viewer.restore(session.frame, hasSize: self.size == nil)
      prepared.openRest(in: window)
      prepared.warn()
      defer { window.close() }
      // The end of a desktop's session is not the end of what was done in it. A trace has its own way to end.
      let ends = trace == nil ? EndSignals.follow([SIGTERM, SIGHUP, SIGINT]) { [unowned viewer] in viewer.loop.stop() } : nil
      defer { ends?.cancel() }
      try viewer.run()
      // It was told when it happened.
      if prepared.hasFailed { throw ExitCode.failure }
    }
  }

  private static let standardSize = ScreenSize(width: 1280, height: 800)

  @MainActor private func makeWindow(
    _ prepared: PreparedMap, _ content: SplitContent, _ settings: ViewerSettings, _ session: ViewerSession, _ namesServers: Bool
  ) -> ViewerWindow {
    var options = ViewerWindow.Options()
    (options.content, options.settings, options.session) = (content, settings, session)
    options.asksForNetwork = !network.offline
    options.namesServers = namesServers
    // Whoever names what the map is drawn with has chosen.
    options.usesStandardStyle = style.style == nil && sources.tiles == nil && prepared.drawnSource == nil
    options.busAddress = MessageBus.sessionAddress(ProcessInfo.processInfo.environment)
    return ViewerWindow(map: prepared.map, options: options)
  }

  /// Draws the picture that takes the place of the window, where one is asked for.
  @MainActor private func draw(_ prepared: PreparedMap, _ size: ScreenSize, without window: PlatformError) throws {
    guard let path = Self.pictureWithoutWindow else { throw window }
    try PictureFile.check(path)
    try prepared.waitForRest(timeoutSeconds: 30)
    try Snapshot(prepared: prepared, timeoutSeconds: 30).write(size: size, scale: 1, to: path)
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

  /// `content`: what the window shows, the map and what lies beside it; nil for the map alone.
  init(map: MapView, content: (any WindowContent)? = nil, size: ScreenSize) throws(PlatformError) {
    self.map = map
    var options = GLFWWindow.Options()
    options.size = size
    let window = try Report.withoutStandardError { () throws(PlatformError) -> GLFWWindow in try GLFWWindow(options) }
    loop = FrameLoop(window: window, content: content ?? map.windowContent)
    map.accessibilityElementsHidden = false
    map.startAccessibility(title: options.title)
  }

  /// Size and place of the window, as a session keeps them; nil while it fills the screen.
  var frame: ViewerSession.Frame? {
    let window = loop.window
    guard let place = window.position, window.size.width > 0 else { return nil }
    return ViewerSession.Frame(width: window.size.width, height: window.size.height, x: place.x, y: place.y)
  }

  /// Puts the window where a session left it; `hasSize`: it has that session's size.
  func restore(_ frame: ViewerSession.Frame?, hasSize: Bool) {
    guard let frame, let x = frame.x, let y = frame.y, hasSize else { return }
    loop.window.position = (x, y)
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
