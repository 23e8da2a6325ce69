import Overlook
import OverlookGPU
import OverlookPlatform
import OverlookSupport

/// The part of `overlook bench overlays` about changes: of one and of many among a great number in view.
@MainActor enum ChangeBench {
  private static let rounds = 15
  /// One in so many is changed where many are.
  private static let share = 100

  /// Measures with `count` markers, and then with as many elements of a layer.
  static func measure(_ count: Int, into report: inout BenchReport) throws {
    try measureMarkers(count, into: &report)
    try measureElements(count, into: &report)
  }

  private static func measureMarkers(_ count: Int, into report: inout BenchReport) throws {
    // What changes is brought to the driver where the driver draws; a rasterizer would draw all of them.
    let usual = MapServices.renderer
    MapServices.renderer = .driver
    defer { MapServices.renderer = usual }
    let stage = try BenchStage(camera: OverlayBench.camera, mapType: .none)
    defer { stage.loop.close() }
    let markers = OverlayBench.visiblePlaces(count, on: stage.map).map { Marker(position: $0) }
    for marker in markers {
      // Small ones, so that drawing them takes no minutes.
      marker.icon = dot
      marker.map = stage.map
    }
    try stage.settle()
    let one = Cost(stage) { round in
      markers[(round * 7919) % markers.count].rotation += 10
    }
    report.add("one change among \(count), until the frame starts", one.untilFrame * 1e6, "us", goal: 20)
    report.add("one change among \(count), set and brought to the driver", one.change * 1e6, "us", goal: 20)
    report.add("one change, uploads beyond those of every frame", Double(one.uploads), "", goal: 1)
    report.add("one change, bytes of that upload", Double(one.uploadedBytes), "B")
    let indices = scattered(count)
    let many = Cost(stage) { _ in
      for index in indices { markers[index].rotation += 10 }
    }
    report.add(
      "\(indices.count) scattered changes among \(count), set and brought to the driver", many.change * 1e3, "ms", goal: 2)
    report.add("scattered changes, uploads beyond those of every frame", Double(many.uploads), "")
    report.add("scattered changes, bytes of those uploads", Double(many.uploadedBytes), "B")
  }

  private static func measureElements(_ count: Int, into report: inout BenchReport) throws {
    let stage = try BenchStage(camera: OverlayBench.camera, mapType: .none)
    defer { stage.loop.close() }
    let places = OverlayBench.visiblePlaces(count, on: stage.map)
    let layer = PointLayer(positions: places)
    layer.radius = .constant(1)
    layer.map = stage.map
    try stage.settle()
    let indices = scattered(count)
    // Each to where another one is.
    let moved = indices.map { places[($0 + 1) % count] }
    let many = Cost(stage) { _ in layer.replacePositions(at: indices, with: moved) }
    report.add(
      "\(indices.count) scattered points of a layer of \(count), moved until the frame starts", many.untilFrame * 1e3, "ms",
      goal: 2)
  }

  private static let dot = Image(width: 2, height: 2, scale: 1) { _, _ in SIMD4(220, 50, 60, 255) }

  private static func scattered(_ count: Int) -> [Int] {
    var generator = SeededGenerator(seed: 13)
    return (0..<max(count / share, 1)).map { _ in Int(generator.unit() * Double(count)) }
  }

  /// What a change costs, by the median of some.
  @MainActor private struct Cost {
    /// Seconds from the change until it is known that a frame is due.
    private(set) var untilFrame = 0.0
    /// Seconds of the change itself, and of what it adds to the stages of the frame until drawing begins.
    private(set) var change = 0.0
    /// Beyond those of a frame without a change; the most of any.
    private(set) var uploads = 0
    private(set) var uploadedBytes = 0

    init(_ stage: BenchStage, change: (_ round: Int) -> Void) {
      var untilFrame: [Double] = []
      var changes: [Double] = []
      for round in 0..<ChangeBench.rounds {
        stage.drawFinished()
        let (still, stillSeconds) = (stage.statistics, Self.secondsUntilDrawing(stage))
        let start = MonotonicClock.now()
        change(round)
        let changed = MonotonicClock.now()
        let isDue = stage.map.prepareFrame(now: stage.loop.now)
        untilFrame.append(MonotonicClock.now() - start)
        guard isDue else { continue }
        stage.loop.renderFrame()
        stage.finish()
        let asked = stage.statistics
        changes.append(changed - start + max(Self.secondsUntilDrawing(stage) - stillSeconds, 0))
        uploads = max(uploads, asked.uploads - still.uploads)
        uploadedBytes = max(uploadedBytes, asked.uploadedBytes - still.uploadedBytes)
      }
      self.untilFrame = Samples(untilFrame).median
      self.change = Samples(changes).median
    }

    private static func secondsUntilDrawing(_ stage: BenchStage) -> Double {
      let frame = stage.map.statistics.sample(0)
      return Double(frame[.extract] + frame[.upload]) / 1e3
    }
  }
}
