import Overlook
import OverlookGPU
import OverlookPlatform
import OverlookSupport

/// `overlook bench pacing`: how evenly the frames of a pan over a city come, in a window that waits for its display.
@MainActor public enum PacingBench {
  /// Intervals between pictures that were shown.
  struct Rhythm {
    let refreshSeconds: Double
    let intervals: [Double]

    /// How many pictures came `count` refreshes late or more; a picture in time comes one refresh after the last.
    func lateCount(byRefreshes count: Int) -> Int {
      intervals.count(where: { $0 > (Double(count) + 0.5) * refreshSeconds })
    }
  }

  private static let start = CameraPosition(latitude: 60.17, longitude: 24.90, zoom: 14)
  /// In points.
  private static let speed = 300.0
  private static let patienceSeconds = 60.0

  /// Pans for `seconds`, once all tiles are there. Throws where no window can be opened.
  public static func run(seconds: Double) throws -> BenchReport {
    let map = MapView(camera: start)
    var options = GLFWWindow.Options()
    options.size = BenchStage.size
    let loop = FrameLoop(window: try GLFWWindow(options), content: map)
    let pan = Pan(map, seconds: seconds)
    let began = MonotonicClock.now()
    loop.onFrame = { timing in
      pan.note(timing.begunSeconds + timing.prepareSeconds + timing.drawSeconds + timing.swapSeconds)
    }
    loop.onTurn = { [unowned loop] in
      pan.step()
      if pan.isOver || map.graphicsError != nil || MonotonicClock.now() > began + patienceSeconds + seconds { loop.stop() }
    }
    try loop.run()
    if let fault = map.graphicsError { throw BenchError(description: fault) }
    guard pan.isOver else { throw BenchError(description: "the pan did not end within \(Int(patienceSeconds + seconds)) s") }
    return report(pan, loop.displayLink)
  }

  private static func report(_ pan: Pan, _ link: DisplayLink) -> BenchReport {
    var report = BenchReport(benchmark: "pacing", renderer: pan.renderer)
    let rhythm = Rhythm(refreshSeconds: link.refreshSeconds, intervals: pan.intervals)
    report.add("frames of the pan", Double(rhythm.intervals.count), "")
    report.add("swaps wait for the display", link.swapsWait ? 1 : 0, "")
    report.add("refresh", rhythm.refreshSeconds * 1000, "ms")
    report.add("longest interval", (rhythm.intervals.max() ?? 0) * 1000, "ms")
    report.add("frames late by a refresh", Double(rhythm.lateCount(byRefreshes: 1)), "")
    report.add("frames late by more than a refresh", Double(rhythm.lateCount(byRefreshes: 2)), "", goal: 0)
    return report
  }

  /// A pan that begins when the map is at rest.
  @MainActor private final class Pan {
    private let map: MapView
    private let seconds: Double
    private var hasBegun = false
    private var lastShown: Double?
    private(set) var intervals: [Double] = []
    private(set) var isOver = false
    private(set) var renderer = "unknown"

    init(_ map: MapView, seconds: Double) {
      self.map = map
      self.seconds = seconds
      intervals.reserveCapacity(100_000)
    }

    func note(_ shown: Double) {
      guard hasBegun, !isOver else { return }
      if let lastShown { intervals.append(shown - lastShown) }
      lastShown = shown
    }

    func step() {
      if !hasBegun {
        guard map.isAtRest else { return }
        renderer = map.device?.capabilities.renderer ?? "unknown"
        hasBegun = true
        let size = map.size
        let middle = ScreenPoint(x: size.width / 2 + speed * seconds, y: size.height / 2)
        map.animate(
          to: CameraPosition(target: map.projection.coordinate(for: middle), zoom: map.camera.zoom),
          seconds: seconds, easing: .linear)
      } else if !map.isCameraMoving {
        isOver = true
      }
    }
  }
}
