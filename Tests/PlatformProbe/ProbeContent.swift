import CGL
import Glibc
import OverlookGeometry
import OverlookInput
import Synchronization

/// A content that fills the window with one colour and counts what happens to it.
@MainActor final class ProbeContent: WindowContent {
  var wake: @Sendable () -> Void = {}
  weak var host: (any WindowHost)?
  var preferredFrameRate = FrameRate.maximum

  /// May be raised on any thread.
  let isDirty = Atomic<Bool>(true)
  var isAnimating = false
  var deadlines: [Double] = []
  /// Seconds from whenever it is asked until it wants a frame.
  var interval: Double?
  var onEvent: ((InputEvent) -> Void)?
  var onDraw: (() -> Void)?
  private(set) var prepared = 0
  private(set) var drawn = 0
  private(set) var sizes: [PixelSize] = []
  private(set) var points = ScreenSize(width: 0, height: 0)
  private(set) var released = 0
  private(set) var drawTimes: [Double] = []

  func resize(to size: ScreenSize, framebuffer: PixelSize) {
    points = size
    sizes.append(framebuffer)
    isDirty.store(true, ordering: .relaxed)
  }

  func handle(_ event: InputEvent) { onEvent?(event) }

  func prepareFrame(now: Double) -> Bool {
    prepared += 1
    let isDue = deadlines.first.map { $0 <= now } ?? false
    if isDue { deadlines.removeFirst() }
    return isDirty.exchange(false, ordering: .acquiringAndReleasing) || isAnimating || isDue
  }

  func drawFrame(now: Double) {
    drawn += 1
    drawTimes.append(now)
    if losses > 0 {
      losses -= 1
      needsNewContext = true
    }
    glClearColor(0.2, 0.4, 0.6, 0.25)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
    onDraw?()
  }

  func nextDeadline(now: Double) -> Double? { isAnimating ? now : interval.map { now + $0 } ?? deadlines.first }
  func invalidatePicture() { isDirty.store(true, ordering: .relaxed) }
  /// Frames that lose the context.
  var losses = 0
  private(set) var needsNewContext = false

  func releaseGraphics() {
    released += 1
    needsNewContext = false
  }
}

/// Seconds of processor time that this process has used.
func processorSeconds() -> Double {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// One line of the answer: a name and its value.
func report(_ name: String, _ value: some CustomStringConvertible) {
  print("\(name) \(value)")
  fflush(nil)
}
