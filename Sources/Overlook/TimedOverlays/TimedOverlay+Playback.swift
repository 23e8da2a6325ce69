import Foundation
public import OverlookScene
import OverlookSupport

// What is shown when.
extension TimedOverlay {
  /// How long a frame is shown at speed 1, in seconds: 0.001 ... 86 400, default 1.
  public var interval: Double {
    get { playback.intervalSeconds }
    set { playback.intervalSeconds = newValue }
  }

  /// How many times as fast, 0.01 ... 1000; default 1.
  public var speed: Double {
    get { playback.speed }
    set {
      playback.speed = newValue
      host?.requestFrame(.interface)
    }
  }

  /// What comes after the last frame; default `.loop`.
  public var mode: PlaybackMode {
    get { playback.mode }
    set { playback.mode = newValue }
  }

  /// How long a frame takes to become the next one, in seconds, at the end of its turn and no longer than that. Default 0: at
  /// once. While it is not 0, every picture of the display is another one.
  public var crossFade: Double {
    get { playback.fadeSeconds }
    set { playback.fadeSeconds = newValue }
  }

  /// Whether frames follow each other, or will when all have come.
  public var isPlaying: Bool { playback.isPlaying || wantsToPlay && state != .ready }

  /// The number of the frame that is shown, 0 ..< `frames.count`.
  public var frameIndex: Int { playback.index }

  /// The frame that is shown; nil without frames.
  public var frame: TimedFrame? { frames.indices.contains(playback.index) ? frames[playback.index] : nil }

  /// Begins to play, or goes on; waits until all frames are resolved.
  public func play() {
    wantsToPlay = true
    if state == .ready { playback.play() }
    host?.requestFrame(.interface)
  }

  /// Stays at the present frame.
  public func pause() {
    wantsToPlay = false
    playback.pause()
    showFrame()
    host?.requestFrame(.interface)
  }

  /// Pauses and shows the frame `count` later, or earlier where that is negative; the ends meet.
  public func step(by count: Int = 1) {
    pause()
    playback.move(by: count)
    frameDidChange()
  }

  /// Shows the frame of this number, the nearest that there is; goes on from there when it plays.
  public func showFrame(at index: Int) {
    guard index != playback.index else { return leadClock() }
    playback.show(index)
    frameDidChange()
  }

  /// Shows the frame whose time is nearest.
  public func showFrame(nearestTo timeSeconds: Double) {
    guard timeSeconds.isFinite else { return }
    let distance = { [frames] (index: Int) in abs(frames[index].timeSeconds - timeSeconds) }
    if let index = frames.indices.min(by: { distance($0) < distance($1) }) { showFrame(at: index) }
  }

  /// Goes on to `now`, monotonic seconds of the frame loop; true when what is shown changed.
  func update(now: Double) -> Bool {
    let arrived = takeArrivals()
    guard state == .ready, playback.isPlaying else { return arrived }
    if playback.step(now: now) {
      frameDidChange(now: now)
      return true
    }
    guard crossFade > 0 else { return arrived }
    showFrame(now: now)
    return true
  }

  /// When another frame is due; nil for never.
  public func nextDeadline(now: Double) -> Double? {
    state == .ready ? playback.deadline(now: now) : nil
  }

  private func frameDidChange(now: Double? = nil) {
    // Only a row that does not fit into its memory has to be moved through it.
    if frames.contains(where: { $0.image == nil && $0.state == .ready }) { updateWindow() }
    applyZIndex()
    showFrame(now: now)
    host?.requestFrame(.interface)
    leadClock()
    onChange?(self)
  }

  /// The clock of the map goes along with what is shown, unless that goes along with the clock.
  private func leadClock() {
    guard followsClock, !isFollowing, let frame else { return }
    host?.clock.date = Date(timeIntervalSince1970: frame.timeSeconds)
  }

  /// Puts the present frame on the ground, in the place of what was there.
  func showFrame(now: Double? = nil) {
    let (image, corners) = (frame?.image, frame?.corners)
    place(frame)
    let share = now.map { playback.share(now: $0) } ?? 0
    // A picture fades into another one of the same place alone.
    guard share > 0, let next = playback.nextIndex, frames.indices.contains(next), frames[next].corners == corners else {
      return overlay.show(image)
    }
    overlay.show(image, becoming: frames[next].image, share: share)
  }

  func applyZIndex() {
    let (product, overflow) = zIndexStep.multipliedReportingOverflow(by: playback.index + 1)
    let (sum, tooLarge) = zIndex.addingReportingOverflow(product)
    if !overflow, !tooLarge { overlay.zIndex = sum }
  }
}
