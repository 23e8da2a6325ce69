import Overlook
import OverlookCamera
import OverlookGeometry
import OverlookMeasurement
import OverlookPlatform
import OverlookProfiling
import OverlookScene
import OverlookSupport

/// `overlook bench overlays --scene`: a scene of a file along its way of cameras, frame by frame to finished pixels.
@MainActor public struct SceneBench {
  private let scene: BenchScene
  private let count: Int
  private let cameras: [CameraPosition]

  /// `count` overlays where the file does not say how many, and `frames` frames where it does not. Throws what is wrong with the
  /// file.
  public init(scene: String, count: Int, frames: Int) throws {
    let scene = try BenchScene(path: scene)
    self.scene = scene
    self.count = count
    cameras = scene.cameras(frames: scene.frames ?? frames)
  }

  /// Measures in three passes over the same way: how long frames take, what they allocate, and what each layer takes of them.
  public func run() throws -> BenchReport {
    let start = MonotonicClock.now()
    let stage = try BenchStage(camera: cameras[0], mapType: scene.mapType)
    stage.map.maximumViewingAngle = { _ in 85 }
    let total = try attach(to: stage.map)
    stage.map.moveCamera(.setCamera(cameras[0]))
    stage.drawFinished()
    let load = MonotonicClock.now() - start
    try stage.settle()

    var report = BenchReport(benchmark: "overlays scene", renderer: stage.renderer, drawnBy: stage.drawnBy)
    report.add("count", Double(total), "")
    report.add("load_ms", load * 1e3, "ms")
    measureFrames(stage, into: &report)
    measureAllocations(stage, into: &report)
    report.add("rss_mb", Double(try ProcessMemory.residentBytes()) / 1e6, "MB")
    report.add("peak_rss_mb", ProcessMemory.peakMegabytes, "MB")
    measureCosts(stage, into: &report)
    stage.loop.close()
    return report
  }

  private func attach(to map: MapView) throws -> Int {
    var total = 0
    for part in scene.parts {
      let bench = try OverlayPathBench(kind: part.kind, data: part.data, path: nil, count: part.count ?? count, frames: 1)
      let known = Set(map.overlayStore.attachedOverlays.map(ObjectIdentifier.init))
      bench.attach(to: map)
      for overlay in map.overlayStore.attachedOverlays where !known.contains(ObjectIdentifier(overlay)) {
        overlay.title = part.title
        overlay.zIndex = part.zIndex
      }
      total += bench.count
    }
    return total
  }

  // MARK: Passes

  private func draw(_ stage: BenchStage, _ camera: CameraPosition) {
    stage.map.moveCamera(.setCamera(camera))
    stage.map.requestFrame(.forced)
    stage.loop.renderFrame()
    stage.finish()
  }

  private func measureFrames(_ stage: BenchStage, into report: inout BenchReport) {
    var wall = LatencyHistogram()
    var submitted = LatencyHistogram()
    var dropped = 0
    let processor = ProcessorClock.process()
    for camera in cameras {
      let start = MonotonicClock.now()
      draw(stage, camera)
      let seconds = MonotonicClock.now() - start
      wall.record(seconds)
      submitted.record(Double(stage.map.statistics.sample(0).workMilliseconds) / 1e3)
      // Shown for so many pictures of the display instead of one.
      let shown = (seconds * scene.displayRate).rounded(.up)
      dropped += max(Int(exactly: shown) ?? 1, 1) - 1
    }
    let processorSeconds = (ProcessorClock.process() - processor) / Double(cameras.count)
    report.add("frame_median_ms", wall.percentile(0.5) * 1e3, "ms")
    report.add("frame_p99_ms", wall.percentile(0.99) * 1e3, "ms")
    report.add("frame_max_ms", wall.maximum * 1e3, "ms")
    report.add("frame_min_ms", wall.minimum * 1e3, "ms")
    report.add("cpu_ms", processorSeconds * 1e3, "ms")
    report.add("dropped_frames at \(Int(scene.displayRate.rounded())) Hz", Double(dropped), "")
    report.add("frame", histogram: wall)
    report.add("stages of the main thread", histogram: submitted)
  }

  private func measureAllocations(_ stage: BenchStage, into report: inout BenchReport) {
    guard AllocationCounter.isAvailable else { return }
    let counted = AllocationCounter.count { for camera in cameras { draw(stage, camera) } }
    report.add("heap_blocks a frame", Double(counted.blocks) / Double(cameras.count), "")
    report.add("heap_bytes a frame", Double(counted.bytes) / Double(cameras.count), "B")
  }

  private func measureCosts(_ stage: BenchStage, into report: inout BenchReport) {
    let level = stage.map.profiler.level
    stage.map.profiler.level = .pixels
    // Few frames are enough for means; the last ones only bring the driver's answers.
    for camera in cameras.prefix(60) { draw(stage, camera) }
    for _ in 0..<4 { draw(stage, cameras[0]) }
    report.add(costs: stage.map.profiler.table, of: stage.map)
    stage.map.profiler.level = level
  }
}

extension BenchReport {
  @MainActor fileprivate mutating func add(costs table: CostTable, of map: MapView) {
    let frames = Double(max(table.frames, 1))
    let area = Double(BenchStage.size.width * BenchStage.size.height)
    for row in table.rows where row.cost.cpuSeconds > 0 {
      let cost = row.cost
      costs.append(
        Cost(
          name: map.name(of: row.center), update: cost.update / frames * 1e6, extract: cost.extract / frames * 1e6,
          submit: cost.submit / frames * 1e6,
          gpu: table.answeredFrames > 0 ? cost.gpuSeconds / Double(table.answeredFrames) * 1e6 : nil,
          draws: Double(cost.drawCalls) / frames, instances: Double(cost.instances) / frames,
          vertices: Double(cost.vertices) / frames, uploadedBytes: Double(cost.uploadedBytes) / frames,
          overdraw: table.countedFrames > 0 ? Double(cost.pixels) / Double(table.countedFrames) / area : nil))
    }
  }
}
