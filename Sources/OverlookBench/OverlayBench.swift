import Overlook
import OverlookGPU
import OverlookPlatform
import OverlookScene
import OverlookSupport

/// `overlook bench overlays`: many markers against none, against a bare draw, and one change among them.
@MainActor public enum OverlayBench {
  /// Measures with `count` markers.
  public static func run(count: Int) throws -> BenchReport {
    let empty = try BenchStage(camera: camera, mapType: .none)
    var report = BenchReport(benchmark: "overlays", renderer: empty.renderer)
    try measureHidden(count, against: empty, into: &report)
    empty.loop.close()
    try measureVisible(count, into: &report)
    return report
  }

  private static let camera = CameraPosition(latitude: 51.5, longitude: -0.12, zoom: 11)
  private static let frames = 120
  private static let rounds = 9

  // MARK: Off screen

  private static func measureHidden(_ count: Int, against empty: BenchStage, into report: inout BenchReport) throws {
    let full = try BenchStage(camera: camera, mapType: .none)
    var generator = SeededGenerator(seed: 7)
    // Over Asia, half a world away from the view.
    let markers = (0..<count).map { _ in
      Marker(position: LocationCoordinate(latitude: 10 + 40 * generator.unit(), longitude: 80 + 40 * generator.unit()))
    }
    let attach = Samples.timing(count: 1) { for marker in markers { marker.map = full.map } }
    // Two microseconds each.
    report.add("attaching \(count) markers", attach.median * 1e3, "ms", goal: 0.002 * Double(count))
    try full.settle()
    var withNone: [Double] = []
    var withAll: [Double] = []
    // In turn, so that whatever else the machine does meets both alike.
    for _ in 0..<rounds {
      withNone.append(processorSecondsOfPanning(empty))
      withAll.append(processorSecondsOfPanning(full))
    }
    let (none, all) = (Samples(withNone).median, Samples(withAll).median)
    report.add("frame with no overlays, processor time", none * 1e3, "ms")
    report.add("frame with \(count) off screen, processor time", all * 1e3, "ms")
    report.add("off screen against none", all / max(none, 1e-9), "x", goal: 1.1)
    full.loop.close()
  }

  /// Main-thread processor time of one frame of a pan, from the camera's change to the last GL call.
  private static func processorSecondsOfPanning(_ stage: BenchStage) -> Double {
    let start = ProcessorClock.thread()
    for frame in 0..<frames {
      stage.map.moveCamera(.scrollBy(x: frame % 2 == 0 ? 3 : -3, y: 0))
      stage.loop.renderFrame()
    }
    return (ProcessorClock.thread() - start) / Double(frames)
  }

  // MARK: In view

  private static func measureVisible(_ count: Int, into report: inout BenchReport) throws {
    let stage = try BenchStage(camera: camera, mapType: .none)
    var generator = SeededGenerator(seed: 11)
    let tips = (0..<count).map { _ in
      ScreenPoint(x: generator.unit() * BenchStage.size.width, y: generator.unit() * BenchStage.size.height)
    }
    let projection = stage.map.projection
    let markers = tips.map { Marker(position: projection.coordinate(for: $0)) }
    for marker in markers { marker.map = stage.map }
    try stage.settle()
    try compare(stage, tips: tips, into: &report)
    measureOneChange(stage, markers, into: &report)
    stage.loop.close()
  }

  private static func compare(_ stage: BenchStage, tips: [ScreenPoint], into report: inout BenchReport) throws {
    guard let device = stage.map.device else { throw BenchError(description: "the map has no GL context") }
    stage.loop.context.makeCurrent()
    let picture = Marker.markerImage(color: nil)
    let bare = try BareMarkers(device, picture: picture, tips: tips, size: BenchStage.size)
    let target = try GPUFramebuffer(device, width: 1024, height: 768, label: "bare target")
    var ours: [Double] = []
    var baseline: [Double] = []
    for round in 0..<rounds + 1 {
      let map = Samples.timing(count: 3) { stage.drawFinished() }.median
      stage.loop.context.makeCurrent()
      let draw = Samples.timing(count: 3) {
        device.beginFrame()
        device.state.reset()
        device.state.bind(target: target.target)
        device.clear(color: SIMD4(0, 0, 0, 1))
        bare.draw()
        device.finish()
      }.median
      device.state.reset()
      // The first round warms caches and shader variants.
      if round == 0 { continue }
      ours.append(map)
      baseline.append(draw)
    }
    report.add("\(tips.count) markers in view, to finished pixels", Samples(ours).median * 1e3, "ms")
    report.add("bare instanced draw of the same quads", Samples(baseline).median * 1e3, "ms")
    let ratios = zip(ours, baseline).map { $0 / max($1, 1e-9) }
    report.add("markers against the bare draw", Samples(ratios).median, "x", goal: 1.3)
  }

  private static func measureOneChange(_ stage: BenchStage, _ markers: [Marker], into report: inout BenchReport) {
    var uploads = 0
    var bytes = 0
    var seconds: [Double] = []
    let clock = ContinuousClock()
    for step in 0..<50 {
      stage.drawFinished()
      let still = stage.map.device?.statistics ?? GPUStatistics()
      let marker = markers[(step * 7919) % markers.count]
      let start = clock.now
      marker.rotation += 10
      // The frame starts here: what is due is known.
      let isDue = stage.map.prepareFrame(now: stage.loop.now)
      seconds.append(Samples.seconds(from: start, to: clock.now))
      guard isDue else { continue }
      stage.loop.renderFrame()
      let changed = stage.map.device?.statistics ?? GPUStatistics()
      uploads = max(uploads, changed.uploads - still.uploads)
      bytes = max(bytes, changed.uploadedBytes - still.uploadedBytes)
    }
    report.add("one change, until the frame starts", Samples(seconds).median * 1e6, "us", goal: 20)
    report.add("one change, uploads beyond those of every frame", Double(uploads), "", goal: 1)
    report.add("one change, bytes of that upload", Double(bytes), "B")
  }
}
