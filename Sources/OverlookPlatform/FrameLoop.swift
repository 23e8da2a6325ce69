import OverlookSupport
import OverlookGeometry
public import OverlookInput

/// Runs a content in a window: takes events, lets the content prepare, and draws and shows a frame when there is something new.
///
/// With nothing to do it sleeps in the window system: no frame, no swap, no processor time. Events, `wake`, the content's
/// deadlines and asynchronous work on the main actor wake it. However many wakes come within a frame's time, they make one frame.
/// A window that is minimised or covered entirely draws nothing and catches up when it is seen again.
@MainActor public final class FrameLoop {
  /// The window that is drawn in.
  public let window: GLFWWindow
  /// What is drawn.
  public let content: any WindowContent
  /// No frames while true; events are still handed on, and asynchronous work runs. Default: false.
  public var isPaused = false {
    didSet { if oldValue != isPaused { frameIsWanted = true } }
  }
  /// What the loop did so far.
  public private(set) var statistics = LoopStatistics()
  /// Called after every frame that was shown.
  public var onFrame: ((FrameTiming) -> Void)?
  /// Called at the end of every turn, whether or not it drew; what it asks for is done in the next turn.
  public var onTurn: (() -> Void)?

  /// The rhythm of the display, as far as it was seen.
  package private(set) var displayLink: DisplayLink
  var replay: InputReplay?
  var recorder: InputRecorder?
  private let waker = Waker()
  private var watcher: EventWatcher?
  /// Something happened since the content was asked last.
  private var frameIsWanted = true
  /// When the content wanted a frame, the last time that it was asked; nil after a frame.
  private var awaited: Double?
  private var lastAsked = -Double.infinity
  private var isStopped = false
  private var isDrawing = false
  private var couldBeSeen = false
  private var toldSize: PixelSize?
  private var toldPoints: ScreenSize?
  private var idle = IdleWatch()
  private var losses = ContextLosses()
  /// Why the loop cannot go on.
  private var failure: PlatformError?

  /// The content may be woken and moved before `run`.
  public init(window: GLFWWindow, content: any WindowContent) {
    self.window = window
    self.content = content
    displayLink = DisplayLink(displayRate: window.displayRate)
    let waker = waker
    content.wake = { waker.wake() }
    content.host = window
    content.useContext = { [weak window] body in
      window?.makeCurrent()
      body()
    }
  }

  /// A loop that shows `content`, a map for instance, in `window`.
  public convenience init(window: GLFWWindow, content: any WindowView) {
    self.init(window: window, content: content.windowContent)
  }

  /// Runs until the window is asked to close or `stop` is called; frees the content's graphics at the end.
  ///
  /// To be called from a synchronous `main`, on the process's first thread: where `main` is asynchronous, the main queue has an
  /// owner already, and this throws `PlatformError.mainQueue`.
  public func run() throws(PlatformError) {
    guard watcher == nil else { throw .mainQueue(detail: "the loop runs already") }
    guard MainQueue.isServable else { throw .mainQueue(detail: "the loop must run on the first thread, from a synchronous main") }
    try watch()
    (isStopped, failure) = (false, nil)
    window.input.onPictureLost = { [weak self] in self?.drawDuringEvents() }
    while !isStopped, !window.shouldClose { turn() }
    window.input.onPictureLost = nil
    self.watcher = nil
    window.makeCurrent()
    content.releaseGraphics()
    if let failure { throw failure }
  }

  private func watch() throws(PlatformError) {
    let waker = waker
    watcher = try EventWatcher(mainQueue: MainQueue.handle, window: window.x11Watch) { waker.wake() }
  }

  /// Another context in place of one that is lost; without one the loop ends.
  private func renewContext() {
    do throws(PlatformError) {
      guard losses.allowsAnother(now: MonotonicClock.now()) else { throw .contextLost(detail: "four times within a minute") }
      window.makeCurrent()
      content.releaseGraphics()
      watcher = nil
      try window.renewContext()
      try watch()
      statistics.contextsLost &+= 1
      frameIsWanted = true
    } catch {
      failure = error
      isStopped = true
    }
  }

  /// Ends `run` after the present turn.
  public func stop() {
    isStopped = true
    waker.wake()
  }

  /// One turn: sleep until there is something to do, then do it.
  private func turn() {
    sleep()
    statistics.wakes &+= 1
    waker.reset()
    MainQueue.drain()
    if content.needsNewContext { renewContext() }
    window.takeWatchedInput()
    if window.input.sizeChanged, window.updateSize() { windowChanged() }
    frameIsWanted = handEventsOn() || frameIsWanted
    drawFrameIfDue()
    releaseMemoryIfIdle()
    onTurn?()
  }
}

// MARK: Sleeping

extension FrameLoop {
  private func sleep() {
    let now = MonotonicClock.now()
    let wanted = wantedTime(now: now)
    guard let deadline = deadline(now: now, wanted) else {
      glfwWait(seconds: nil)
      // Whatever it was that woke us, the content shall look.
      frameIsWanted = true
      return
    }
    glfwWait(seconds: max(deadline - now, 0))
    let woken = MonotonicClock.now()
    awaited = wanted
    // Before the deadline it was an event, a wake or the main queue. What was wanted by now is due, though the content, asked again, may
    // speak of the next time already.
    let isDue = wanted.map { $0 <= woken } ?? false
    if deadline <= now || woken < deadline - Self.timerSlackSeconds || isDue { frameIsWanted = true }
  }

  /// Sleeps may end a little early, because their length is rounded.
  private static let timerSlackSeconds = 0.001

  /// When the content wants a frame though nothing happens; nil for never.
  private func wantedTime(now: Double) -> Double? {
    guard canDraw, !frameIsWanted, let wanted = content.nextDeadline(now: now), wanted < .infinity else { return nil }
    return earlier(awaited, max(wanted, nextRefresh))
  }

  /// When to wake up though nothing happens; nil for never.
  private func deadline(now: Double, _ wanted: Double?) -> Double? {
    var deadline = replay?.nextDeadline
    if let due = idle.deadline { deadline = earlier(deadline, due) }
    if canDraw, frameIsWanted { deadline = earlier(deadline, displayLink.nextFrameTime ?? now) }
    if let wanted { deadline = earlier(deadline, wanted) }
    return deadline
  }

  /// The content that asks for "the next refresh" again and again without drawing must not spin.
  private var nextRefresh: Double {
    max(displayLink.nextFrameTime ?? lastAsked, lastAsked + displayLink.frameSeconds)
  }

  private func earlier(_ a: Double?, _ b: Double) -> Double {
    a.map { min($0, b) } ?? b
  }

  private var canDraw: Bool { !isPaused && window.canBeSeen }
}

// MARK: Working

extension FrameLoop {
  /// True when the content got an event.
  private func handEventsOn() -> Bool {
    let before = statistics.events
    while let step = replay?.next(now: MonotonicClock.now()) {
      switch step {
      case .event(let event): window.input.queue.append(event)
      case .clipboard(let text):
        // Those before it paste what was there before.
        handQueueOn()
        window.playedClipboard = text
      }
    }
    handQueueOn()
    if replay?.isFinished == true {
      replay = nil
      window.playedClipboard = nil
    }
    return statistics.events != before
  }

  private func handQueueOn() {
    while let event = window.input.queue.next() {
      statistics.events &+= 1
      recorder?.record(event)
      content.handle(event)
    }
  }

  private func drawFrameIfDue() {
    let isSeen = canDraw
    if isSeen, !couldBeSeen { window.input.pictureLost = true }
    couldBeSeen = isSeen
    guard isSeen else { return }
    let now = MonotonicClock.now()
    if let next = displayLink.nextFrameTime, now < next {
      // Too early: this turn's reasons and those to come share one frame.
      return
    }
    let isExpected = content.nextDeadline(now: now).map { $0 <= now } ?? false
    if frameIsWanted || window.input.pictureLost || isExpected { drawFrame(now) }
  }

  private func releaseMemoryIfIdle() {
    let (now, isSeen) = (MonotonicClock.now(), window.canBeSeen)
    idle.note(isSeen: isSeen, now: now)
    guard idle.takeDue(now: now) else { return }
    window.makeCurrent()
    content.releaseMemory(isSeen: isSeen)
  }

  private func drawFrame(_ now: Double) {
    isDrawing = true
    defer { isDrawing = false }
    frameIsWanted = false
    awaited = nil
    lastAsked = now
    displayLink.preferredRate = content.preferredFrameRate
    window.makeCurrent()
    tellSize()
    if window.input.pictureLost {
      window.input.pictureLost = false
      content.invalidatePicture()
    }
    guard content.prepareFrame(now: now) else {
      statistics.framesSkipped &+= 1
      return
    }
    let prepared = MonotonicClock.now()
    OffscreenTarget.drawFrame(intoWindow: window.framebufferSize) { content.drawFrame(now: now) }
    // Not at once: a window must not be closed from within its own events.
    if content.needsNewContext { return frameIsWanted = true }
    let drawn = MonotonicClock.now()
    window.swapBuffers()
    let shown = MonotonicClock.now()
    displayLink.presented(at: shown, begun: now)
    idle.noteFrame(now: shown)
    statistics.framesDrawn &+= 1
    content.frameShown(swapSeconds: shown - drawn)
    onFrame?(
      FrameTiming(begunSeconds: now, prepareSeconds: prepared - now, drawSeconds: drawn - prepared, swapSeconds: shown - drawn))
  }

  /// Some window systems keep the loop inside its event function while a window is moved or resized: draw from there.
  private func drawDuringEvents() {
    guard !isDrawing, canDraw else { return }
    let now = MonotonicClock.now()
    if let next = displayLink.nextFrameTime, now < next { return }
    if window.input.sizeChanged, window.updateSize() { windowChanged() }
    let before = statistics.framesDrawn
    drawFrame(now)
    statistics.framesDrawnDuringEvents &+= statistics.framesDrawn - before
  }

  private func windowChanged() {
    frameIsWanted = true
    if window.displayRate != displayLink.nominalRate { displayLink = DisplayLink(displayRate: window.displayRate) }
    // Otherwise the content is told when the next frame begins, so that a storm of sizes makes it reallocate once a frame.
    if window.framebufferSize.width == 0 || window.framebufferSize.height == 0 { tellSize() }
  }

  private func tellSize() {
    guard toldSize != window.framebufferSize || toldPoints != window.size else { return }
    toldSize = window.framebufferSize
    toldPoints = window.size
    content.resize(to: window.size, framebuffer: window.framebufferSize)
  }
}
