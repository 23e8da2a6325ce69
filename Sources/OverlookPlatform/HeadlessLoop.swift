public import OverlookGeometry
public import OverlookInput
public import OverlookSupport

/// Runs a content without a window: draws it into memory, under a clock that the caller moves, and hands out the pixels.
///
/// Every call makes the context current and lets go of it at the end, because the main actor of a program whose `main` is
/// asynchronous changes threads between jobs. Main thread only.
@MainActor public final class HeadlessLoop {
  /// The context that is drawn with.
  public private(set) var context: HeadlessContext
  /// What is drawn.
  public let content: any WindowContent
  /// The view's size in points.
  public private(set) var size: ScreenSize
  /// Pixels for one point.
  public let scale: Double
  /// The time of the loop in seconds: 0 at the start, moved by `advance` and `run`.
  public private(set) var now = 0.0
  /// What the loop did so far.
  public private(set) var statistics = LoopStatistics()

  private var target: OffscreenTarget
  private let hasDepths: Bool?
  private var idle = IdleWatch()
  private var losses = ContextLosses()
  private var queue = InputQueue()
  private let wakes: WakePipe
  private var pictureLost = true
  /// Monotonic seconds when the clock last stood for the present.
  private var lastPresent: Double?

  /// Makes a context and a framebuffer of `size` points times `scale` and tells the content. Throws when there is no EGL driver,
  /// or none that has so many pixels.
  public convenience init(content: any WindowContent, size: ScreenSize, scale: Double = 1) throws(PlatformError) {
    try self.init(content: content, size: size, scale: scale, hasDepths: nil)
  }

  /// The same with a framebuffer that has depths and stencil numbers as that of a graphics card, or none; nil: as the driver likes it best.
  package init(
    content: any WindowContent, size: ScreenSize, scale: Double = 1, hasDepths: Bool?
  ) throws(PlatformError) {
    let wakes = try WakePipe()
    let scale = scale.isFinite ? min(max(scale, 0.25), 8) : 1
    let pixels = Self.pixels(of: size, scale: scale)
    content.wake = { wakes.wake() }
    // The content may have workers busy while the driver is loaded and a context is made, whose first results lead to more.
    content.prepare(for: Self.points(of: pixels, scale: scale), framebuffer: pixels)
    if let loading = HeadlessContext.loading, !loading.isOver {
      loading.onEnd { wakes.wake() }
      while !loading.isOver {
        wakes.wait(seconds: 1, mainQueue: false)
        content.prepare(for: Self.points(of: pixels, scale: scale), framebuffer: pixels)
      }
    }
    DriverUse.begin()
    defer { DriverUse.end() }
    context = try HeadlessContext()
    content.prepare(for: Self.points(of: pixels, scale: scale), framebuffer: pixels)
    guard let target = OffscreenTarget.make(size: pixels, hasDepths: hasDepths) else {
      throw .pictureTooLarge(pixels)
    }
    self.target = target
    self.hasDepths = hasDepths
    self.content = content
    self.wakes = wakes
    self.scale = scale
    self.size = Self.points(of: pixels, scale: scale)
    lendContext()
    content.resize(to: self.size, framebuffer: pixels)
    context.releaseCurrent()
  }

  /// A loop that draws `content`, a map for instance.
  public convenience init(content: any WindowView, size: ScreenSize, scale: Double = 1) throws(PlatformError) {
    try self.init(content: content.windowContent, size: size, scale: scale)
  }

  /// Frees the content's graphics; nothing may be drawn afterwards.
  public func close() {
    withContext {
      content.releaseGraphics()
      target.free()
    }
  }

  /// Gives the view another size in points; false, and nothing changed, when the driver has not so many pixels.
  @discardableResult public func resize(to size: ScreenSize) -> Bool {
    withContext {
      let pixels = Self.pixels(of: size, scale: scale)
      guard let target = OffscreenTarget.make(size: pixels, hasDepths: hasDepths) else { return false }
      self.target.free()
      self.target = target
      self.size = Self.points(of: pixels, scale: scale)
      pictureLost = true
      content.resize(to: self.size, framebuffer: pixels)
      return true
    }
  }

  /// Puts an event into the input queue, at the present time.
  public func send(_ kind: InputEvent.Kind) {
    queue.append(InputEvent(timeSeconds: now, kind: kind))
  }

  /// One frame at the present time: events, then `prepareFrame`, then `drawFrame` when there is something new or `force` is set.
  /// True when a frame was drawn.
  @discardableResult public func renderFrame(force: Bool = false) -> Bool {
    withContext { frame(force: force) }
  }

  /// Moves the clock by `seconds` in steps of 1 / `framesPerSecond` with a frame at the end of each.
  public func advance(by seconds: Double, framesPerSecond: Double = 60) {
    guard seconds > 0, seconds.isFinite, framesPerSecond > 0, framesPerSecond.isFinite else { return }
    let end = now + min(seconds, InputLog.maximumSeconds)
    let step = 1 / min(framesPerSecond, 1000)
    while now < end {
      // A last step that rounding left over is no frame of its own.
      now = end - now < 1.000_001 * step ? end : now + step
      renderFrame()
    }
  }

  /// Moves the clock on by the real time since the last call of this or of `run`, and draws a frame. True when one was drawn.
  @discardableResult package func advanceToPresent() -> Bool {
    let present = MonotonicClock.now()
    now += lastPresent.map { max(present - $0, 0) } ?? 0
    lastPresent = present
    return renderFrame()
  }

  /// Plays `log` from the present time to its end, with a frame every 1 / `framesPerSecond` seconds of the loop's clock. Nothing is
  /// pasted, as there is no window.
  public func play(_ log: InputLog, framesPerSecond: Double = 60) {
    var replay = InputReplay(log, startingAt: now)
    let step = framesPerSecond > 0 && framesPerSecond.isFinite ? 1 / min(framesPerSecond, 1000) : 1.0 / 60
    while !replay.isFinished {
      while let step = replay.next(now: now) { if case .event(let event) = step { queue.append(event) } }
      renderFrame()
      // Frames for which there is no reason until the next event are left out; the others keep their rhythm.
      let deadline = min(replay.nextDeadline ?? now, content.nextDeadline(now: now) ?? .infinity)
      now += max(((deadline - now) / step).rounded(.up), 1) * step
    }
  }

  /// Draws what comes, in real time, until `isDone` or `timeoutSeconds` have passed; sleeps while nothing happens. On the
  /// process's first thread asynchronous work of the main actor runs meanwhile. True when it was done.
  public func run(timeoutSeconds: Double, until isDone: () -> Bool) -> Bool {
    let servesMainQueue = MainQueue.isServable
    let start = MonotonicClock.now()
    let offset = now - start
    let end = start + (timeoutSeconds.isFinite ? min(max(timeoutSeconds, 0), InputLog.maximumSeconds) : 0)
    while true {
      if servesMainQueue { MainQueue.drain() }
      let time = MonotonicClock.now()
      now = max(now, time + offset)
      lastPresent = time
      renderFrame()
      if isDone() { return true }
      let present = MonotonicClock.now()
      guard present < end else { return false }
      var deadline = end
      if let wanted = content.nextDeadline(now: now) { deadline = min(deadline, max(wanted - offset, time + 1.0 / 60)) }
      wakes.wait(seconds: max(deadline - present, 0), mainQueue: servesMainQueue)
    }
  }

  /// Runs `body` between two frames, with the loop's framebuffer bound.
  package func drawAside<Result>(_ body: () -> Result) -> Result {
    withContext { target.drawFrame(body) }
  }

  /// Until somebody wakes the loop, `seconds` at most.
  package func sleep(seconds: Double) {
    wakes.wait(seconds: seconds, mainQueue: false)
  }

  /// The last picture: RGBA, the top row first; nil when the driver cannot hand it out.
  public func pixels() -> [UInt8]? {
    withContext { target.pixels() }
  }

  /// The last picture; nil when the driver cannot hand it out.
  public func image() -> Image? {
    guard let pixels = pixels() else { return nil }
    return Image(width: target.size.width, height: target.size.height, scale: scale, premultipliedRGBA: pixels)
  }
}

extension HeadlessLoop {
  private func frame(force: Bool) -> Bool {
    statistics.wakes &+= 1
    while let event = queue.next() {
      statistics.events &+= 1
      content.handle(event)
    }
    if pictureLost || force {
      pictureLost = false
      content.invalidatePicture()
    }
    guard content.prepareFrame(now: now) else {
      statistics.framesSkipped &+= 1
      if idle.takeDue(now: now) { content.releaseMemory(isSeen: true) }
      return false
    }
    target.drawFrame { content.drawFrame(now: now) }
    if content.needsNewContext { return renewContext() && self.frame(force: true) }
    statistics.framesDrawn &+= 1
    idle.noteFrame(now: now)
    return true
  }

  private func lendContext() {
    content.useContext = { [context] body in
      let wasCurrent = context.isCurrent
      context.makeCurrent()
      body()
      if !wasCurrent { context.releaseCurrent() }
    }
  }

  /// Makes another context in place of one that is lost; false when there is none, or too many were lost of late.
  private func renewContext() -> Bool {
    guard losses.allowsAnother(now: now) else { return false }
    content.releaseGraphics()
    target.free()
    context.releaseCurrent()
    guard let fresh = try? HeadlessContext() else { return false }
    context = fresh
    lendContext()
    guard let target = OffscreenTarget.make(size: target.size, hasDepths: hasDepths) else { return false }
    self.target = target
    statistics.contextsLost &+= 1
    return true
  }

  private func withContext<Result>(_ body: () -> Result) -> Result {
    DriverUse.begin()
    context.makeCurrent()
    defer {
      context.releaseCurrent()
      DriverUse.end()
    }
    return body()
  }

  private static func pixels(of size: ScreenSize, scale: Double) -> PixelSize {
    PixelSize(width: pixels(size.width * scale), height: pixels(size.height * scale))
  }

  private static func pixels(_ length: Double) -> Int {
    length.isFinite ? Int(min(max(length.rounded(), 1), 65_536)) : 1
  }

  private static func points(of pixels: PixelSize, scale: Double) -> ScreenSize {
    ScreenSize(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
  }
}
