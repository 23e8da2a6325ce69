import Overlook
import OverlookBench
import OverlookInput
import OverlookPlatform
import OverlookSupport
import OverlookViewer

/// `overlook bench interface`: what a person waits for in the window, with the world of the package below it: its start, pages that slide
/// in, the list of what is found with every key.
@MainActor struct InterfaceBench {
  private static let frameSeconds = 1.0 / 60
  /// Of a page that slides in, and what it loads.
  private static let frameCount = 40
  private static let startCount = 3
  private static let words = ["paris", "reykjavik", "helsinki", "new york", "60.17, 24.94", "schwerin"]

  private let window: ViewerWindow
  private let stage: BenchStage
  private var report: BenchReport

  private init() throws {
    (stage, window) = try Self.makeWindow()
    report = BenchReport(benchmark: "interface", renderer: stage.renderer, drawnBy: stage.drawnBy)
  }

  /// Measures all of it.
  static func run() throws -> BenchReport {
    let starts = try measureStarts()
    var bench = try InterfaceBench()
    bench.report.add("start of a map alone to its first frame", starts.map, "ms")
    bench.report.add("start of the window to its first frame", starts.window, "ms", goal: starts.map * 1.05)
    bench.report.add("start of the window to the frame with its controls", starts.controls, "ms")
    try bench.stage.settle()
    // The names of the map come with the next frames, and the driver compiles what draws them: that is no part of a page.
    bench.stage.loop.advance(by: 1)
    bench.measurePages()
    try bench.measureKeys()
    return bench.report
  }

  // MARK: Start

  private static func makeMap() -> MapView { MapView(camera: MapView.worldCamera(in: BenchStage.size), mapType: .normal) }

  private static func makeWindow() throws -> (BenchStage, ViewerWindow) {
    let map = makeMap()
    // As the program does it.
    map.showsMapFirst = true
    let window = ViewerWindow(map: map)
    let stage = try BenchStage(map)
    stage.loop.renderFrame()
    stage.finishPixels()
    return (stage, window)
  }

  /// Medians in milliseconds, of starts that take turns; the first of each, which reads files that nobody has read, is left out.
  private static func measureStarts() throws -> (map: Double, window: Double, controls: Double) {
    var (maps, windows, controls): ([Double], [Double], [Double]) = ([], [], [])
    for number in 0...startCount {
      var start = MonotonicClock.now()
      let alone = try BenchStage(makeMap())
      alone.loop.renderFrame()
      alone.finishPixels()
      if number > 0 { maps.append((MonotonicClock.now() - start) * 1000) }
      alone.loop.close()
      start = MonotonicClock.now()
      let (stage, window) = try makeWindow()
      if number > 0 { windows.append((MonotonicClock.now() - start) * 1000) }
      stage.loop.renderFrame()
      stage.finishPixels()
      if number > 0 { controls.append((MonotonicClock.now() - start) * 1000) }
      withExtendedLifetime(window) { stage.loop.close() }
    }
    return (percentile(maps, 0.5), percentile(windows, 0.5), percentile(controls, 0.5))
  }

  // MARK: Pages

  /// Every page slides in, and rests.
  private mutating func measurePages() {
    var (times, computed): ([Double], [Double]) = ([], [])
    var (dropped, idle) = (0, 0)
    var slowest = (name: "", milliseconds: 0.0)
    for page in window.pages {
      for number in 0..<Self.frameCount {
        let (start, computing) = (MonotonicClock.now(), ProcessorClock.thread())
        if number == 0 { window.togglePage(page.name) }
        stage.loop.advance(by: Self.frameSeconds)
        stage.finishPixels()
        let (seconds, work) = (MonotonicClock.now() - start, ProcessorClock.thread() - computing)
        times.append(seconds * 1000)
        computed.append(work * 1000)
        if seconds > Self.frameSeconds { dropped += Int(exactly: (seconds / Self.frameSeconds).rounded(.down)) ?? 0 }
        if work * 1000 > slowest.milliseconds { slowest = (page.name, work * 1000) }
      }
      _ = stage.loop.run(timeoutSeconds: 5) { stage.map.isAtRest }
      stage.loop.advance(by: 1)
      let before = stage.loop.statistics.framesDrawn
      stage.loop.advance(by: 1)
      idle += stage.loop.statistics.framesDrawn - before
      window.togglePage(page.name)
      stage.loop.advance(by: 1)
    }
    report.add("opening each of \(window.pages.count) pages, dropped frames", Double(dropped), "", goal: 0)
    report.add("frame of a page that opens, p95", Self.percentile(times, 0.95), "ms")
    report.add("frame of a page that opens, processor time of the main thread, p95", Self.percentile(computed, 0.95), "ms")
    report.add("the slowest of them (\(slowest.name)), processor time of the main thread", slowest.milliseconds, "ms")
    report.add("frames of a second with a page at rest, all pages", Double(idle), "", goal: 0)
  }

  // MARK: Keys

  /// From each key to the frame that shows what was found.
  private mutating func measureKeys() throws {
    var times: [Double] = []
    window.perform("edit.find")
    stage.loop.advance(by: 0.5)
    for word in Self.words {
      var typed = ""
      for letter in word {
        typed.append(letter)
        let wanted = typed
        let start = MonotonicClock.now()
        stage.loop.send(.textCommitted(String(letter)))
        let isFound = stage.loop.run(timeoutSeconds: 10) { window.search.foundText == wanted }
        guard isFound else { throw CommandFailure(description: "nothing answered \"\(wanted)\" within ten seconds") }
        stage.loop.advanceToPresent()
        stage.finishPixels()
        times.append((MonotonicClock.now() - start) * 1000)
      }
      window.search.text = ""
      stage.loop.advance(by: 0.5)
    }
    report.add("key to the list of results, p50", Self.percentile(times, 0.5), "ms")
    report.add("key to the list of results, p95", Self.percentile(times, 0.95), "ms", goal: 15)
    report.add("key to the list of results, slowest", times.max() ?? 0, "ms")
  }

  private static func percentile(_ times: [Double], _ share: Double) -> Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? .nan : sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]
  }
}
