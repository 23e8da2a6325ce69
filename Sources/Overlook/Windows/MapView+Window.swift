public import OverlookGeometry
public import OverlookPlatform
import OverlookRender
public import OverlookSupport
import OverlookTiles

// The engine knows no window system; this folder, alone, brings the two together, so that one import is enough.

extension MapView {
  /// Shows the map in a window of `size` points and returns when it is closed.
  ///
  /// To be called from a synchronous `main`, on the process's first thread. Asynchronous work of the main actor runs meanwhile.
  /// `FrameLoop` and `GLFWWindow` do the same with more to choose. Throws when there is no display or no OpenGL 3.3 for it.
  public func run(title: String = "Overlook", size: ScreenSize = ScreenSize(width: 1280, height: 800)) throws(PlatformError) {
    var options = GLFWWindow.Options()
    options.title = title
    options.size = size
    let loop = FrameLoop(window: try GLFWWindow(options), content: self)
    startAccessibility(title: title)
    try loop.run()
  }

  /// Draws the map without a window: a picture of `size` points times `scale`, when all of it is there, else of what has come after
  /// `timeoutSeconds`.
  ///
  /// `HeadlessLoop` keeps the graphics for the next picture and can move time. Throws when there is no OpenGL 3.3 without a
  /// display, or not for so many pixels; `graphicsError` and the delegate say what else was wrong.
  public func picture(size: ScreenSize, scale: Double = 1, timeoutSeconds: Double = 30) throws(PlatformError) -> Image? {
    let loop = try HeadlessLoop(content: self, size: size, scale: scale)
    defer { loop.close() }
    return loop.picture(of: self, timeoutSeconds: timeoutSeconds)
  }
}

extension HeadlessLoop {
  /// The picture of `map`, which the loop draws, when all of it is there, or nothing of what is missing will come, or
  /// `timeoutSeconds` have passed; nil when the driver does not hand it out.
  public func picture(of map: MapView, timeoutSeconds: Double = 30) -> Image? {
    _ = settle(map, timeoutSeconds: timeoutSeconds)
    return image()
  }

  /// Draws `map` until all of its picture is there (`isWhole`, also when it cannot be drawn at all), or nothing of what is missing
  /// will come, or `timeoutSeconds` have passed; `isOver` tells whether it ended before that.
  package func settle(_ map: MapView, timeoutSeconds: Double) -> (isWhole: Bool, isOver: Bool) {
    let end = now + (timeoutSeconds.isFinite ? max(timeoutSeconds, 0) : 0)
    let start = MonotonicClock.now()
    if statistics.framesDrawn == 0 { awaitTiles(of: map, seconds: end - now) }
    var isWhole = false
    let isOver = run(timeoutSeconds: timeoutSeconds - (MonotonicClock.now() - start)) {
      isWhole = map.graphicsError != nil || map.isAtRest && map.isWhole
      return isWhole || !map.mayArrive(before: end)
    }
    // What came was not drawn while more was on its way, and a frame brings only some of it to the driver.
    if !isWhole {
      for _ in 0..<Self.maximumLateFrames {
        renderFrame(force: true)
        if !map.hasTilesToUpload { break }
      }
      // What just came fades in.
      if map.isFadingTiles {
        advance(by: TileFade.seconds)
        renderFrame(force: true)
      }
    }
    drawAlike(map)
    return (isWhole, isOver)
  }

  /// What is on this machine comes in steps that take no longer, as a rule.
  private static var patienceSeconds: Double { 1.0 / 60 }

  /// Of a still picture these are rehearsed in any case: labels make room for what lies above the map, which is where it is when it was
  /// drawn once.
  private static var neededRehearsals: Int { 2 }

  /// Waits until workers have tiles to lay out, `seconds` at most: at the first frame the driver compiles for longer than they take to be
  /// read, and only between frames they are handed on. Of a still picture waits until all of it is there, one step after the other, and
  /// has the driver compile meanwhile: a frame of a part would be drawn for nobody. What a server has to send takes longer than a step.
  private func awaitTiles(of map: MapView, seconds: Double) {
    let end = MonotonicClock.now() + seconds
    var stepEnd = min(end, MonotonicClock.now() + Self.patienceSeconds)
    var rehearsals = 0
    while true {
      let isAwaiting = map.prepareTiles(now: now)
      let mayRehearse = map.isStill && (isAwaiting || rehearsals < Self.neededRehearsals)
      if mayRehearse, drawAside({ map.rehearseStill(now: now) }) {
        rehearsals += 1
        stepEnd = min(end, MonotonicClock.now() + Self.patienceSeconds)
        continue
      }
      guard isAwaiting else { return }
      let left = stepEnd - MonotonicClock.now()
      guard left > 0 else { return }
      sleep(seconds: left)
      let time = MonotonicClock.now()
      if map.isStill, time < stepEnd { stepEnd = min(end, time + Self.patienceSeconds) }
    }
  }

  /// Draws the last frame again as a whole: what was kept of frames before, and what was drawn of them since, depends on the order
  /// in which tiles came, and two ways to draw the same part differ in the last bits.
  private func drawAlike(_ map: MapView) {
    guard !map.isStill, map.graphicsError == nil, let renderer = map.renderer else { return }
    renderer.forgetPicture()
    renderFrame(force: true)
  }

  /// Each frame uploads a picture at least, and no view has more.
  private static var maximumLateFrames: Int { 2048 }
}
