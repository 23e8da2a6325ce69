import Overlook
import OverlookCamera
import OverlookGPU
import OverlookMeasurement
import OverlookPlatform
import OverlookScene
import OverlookSupport

/// `overlook bench frame`: what an idle map and a steady frame cost.
@MainActor public enum FrameBench {
  /// What can be measured by itself.
  public enum Part: String, CaseIterable, Sendable {
    /// Steady frames, and what is repainted of them.
    case steady
    /// What steady frames ask of the driver.
    case counts
    /// What steady frames take from the heap.
    case allocations
    /// Moving pictures over streets.
    case weather
    /// Light and shadow of the hour.
    case shadows
    /// What is drawn for the first time.
    case tour
    /// A map on which nothing happens.
    case idle
  }

  /// Measures steady frames headless, then an idle window for `idleSeconds` (0 leaves it out; without a display a headless loop).
  public static func run(parts: [Part] = Part.allCases, idleSeconds: Int) throws -> BenchReport {
    let stage = try BenchStage(camera: camera, mapType: .satellite)
    defer { stage.loop.close() }
    addOverlays(to: stage.map)
    try stage.settle()
    var report = BenchReport(benchmark: "frame", renderer: stage.renderer, drawnBy: stage.drawnBy)
    if parts.contains(.steady) {
      measureSteady(stage, into: &report)
      measurePlanes(stage, into: &report)
    }
    if parts.contains(.counts) { try measureCounts(stage, into: &report) }
    if parts.contains(.allocations) {
      measureAllocations("", stage, around: camera, into: &report)
      try measureAllocations(" with a style", camera: city, mapType: .normal, into: &report)
      try measureAllocations(" with overlays of every kind", camera: OverlayMix.camera, mapType: .normal, into: &report) {
        try OverlayMix.add(to: $0)
      }
    }
    if parts.contains(.weather) { try WeatherBench.measure(into: &report) }
    if parts.contains(.shadows) { try ShadowBench.measure(into: &report) }
    if parts.contains(.tour) { try TourBench.measure(into: &report) }
    if parts.contains(.idle), idleSeconds > 0 { try measureIdle(seconds: idleSeconds, into: &report) }
    return report
  }

  /// Streets with names.
  private static let city = CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 15)
  private static let camera = CameraPosition(latitude: 40, longitude: 5, zoom: 4)
  private static let frames = 200
  /// Enough to count what frames take from the heap: it is the same in each.
  private static let countedFrames = 20

  /// A few overlays of each kind.
  private static func addOverlays(to map: MapView) {
    for index in 0..<200 {
      let place = LocationCoordinate(latitude: 30 + Double(index % 20), longitude: -10 + Double(index / 20) * 3)
      let marker = Marker(position: place)
      marker.map = map
      if index % 10 != 0 { continue }
      let circle = Circle(position: place, radius: 80_000)
      circle.fillColor = Color(red: 1, green: 0.5, blue: 0, alpha: 0.3)
      circle.map = map
      let line = Polyline(path: Path([place, LocationCoordinate(latitude: 52, longitude: 13)]))
      line.geodesic = true
      line.map = map
    }
  }

  private static func measureSteady(_ stage: BenchStage, into report: inout BenchReport) {
    let still = Samples.timing(count: frames) { stage.drawFinished() }
    report.add("still camera, whole frame to finished pixels", still.median * 1e3, "ms")
    report.add("still camera, 99th percentile", still.percentile(0.99) * 1e3, "ms")
    let start = ProcessorClock.process()
    for _ in 0..<frames { stage.drawFinished() }
    let processor = (ProcessorClock.process() - start) / Double(frames)
    report.add("still camera, processor time of all threads", processor * 1e3, "ms")
    let pan = Samples.timing(count: frames) { panned(stage, around: camera) }
    report.add("panning 3 points a frame, to finished pixels", pan.median * 1e3, "ms")
    report.add("panning, 99th percentile", pan.percentile(0.99) * 1e3, "ms")
  }

  private static func measurePlanes(_ stage: BenchStage, into report: inout BenchReport) {
    guard let marker = stage.map.overlayStore.attachedOverlays.first as? Marker else { return }
    // The first frame of this kind fills the kept base plane.
    for _ in 0..<3 { turned(marker, stage) }
    let overlayOnly = Samples.timing(count: frames) { turned(marker, stage) }
    let whole = Samples.timing(count: frames) { stage.drawFinished() }
    report.add("only a marker changes, to finished pixels", overlayOnly.median * 1e3, "ms")
    report.add("that as a share of a whole frame", overlayOnly.median / max(whole.median, 1e-9), "x")
  }

  private static func measureCounts(_ stage: BenchStage, into report: inout BenchReport) throws {
    try FrameCountBench.measure("pictures", stage, into: &report)
    if let marker = stage.map.overlayStore.attachedOverlays.first as? Marker {
      for _ in 0..<3 { turned(marker, stage) }
      report.add(
        "only a marker changes",
        counts: FrameCounts { _ in
          marker.rotation += 1
          stage.loop.renderFrame()
        })
    }
    try FrameCountBench.measure("city", camera: city, mapType: .normal, into: &report)
    let tilted = CameraPosition(target: city.target, zoom: city.zoom, bearing: 30, viewingAngle: 55)
    try FrameCountBench.measure("tilted city", camera: tilted, mapType: .normal, into: &report)
    try FrameCountBench.measure("overlays of every kind", camera: OverlayMix.camera, mapType: .normal, into: &report) {
      try OverlayMix.add(to: $0)
    }
    for allowsOverlap in [true, false] { try measureNames(allowsOverlap: allowsOverlap, into: &report) }
  }

  /// A thousand names, also while the view goes on for two seconds, in which others come and all are placed anew.
  private static func measureNames(allowsOverlap: Bool, into report: inout BenchReport) throws {
    let what = allowsOverlap ? "1,000 names" : "1,000 short names that make room"
    let stage = try BenchStage.settled(camera: NamesSample.camera, mapType: .normal) { map in
      map.mapStyle = try NamesSample.style(allowsOverlap: allowsOverlap)
      map.isBare = true
    }
    defer { stage.loop.close() }
    try FrameCountBench.measure(what, stage, into: &report)
    report.add(
      "\(what), panning on",
      counts: FrameCounts(of: 120) { _ in
        stage.map.moveCamera(.scrollBy(x: 3, y: 0))
        stage.loop.advance(by: 1.0 / 60)
      })
  }

  private static func measureAllocations(
    _ name: String, camera: CameraPosition, mapType: MapType, into report: inout BenchReport,
    adding add: (MapView) throws -> Void = { _ in }
  ) throws {
    let stage = try BenchStage.settled(camera: camera, mapType: mapType, adding: add)
    defer { stage.loop.close() }
    measureAllocations(name, stage, around: camera, into: &report)
  }

  private static func measureAllocations(
    _ name: String, _ stage: BenchStage, around camera: CameraPosition, into report: inout BenchReport
  ) {
    guard AllocationCounter.isAvailable else { return }
    for _ in 0..<countedFrames {
      stage.drawFinished()
      panned(stage, around: camera)
    }
    let still = AllocationCounter.steadiestCount { for _ in 0..<countedFrames { stage.drawFinished() } }
    report.add("heap blocks a frame\(name), still camera", Double(still.blocks) / Double(countedFrames), "", goal: 0)
    let pan = AllocationCounter.steadiestCount { for _ in 0..<countedFrames { panned(stage, around: camera) } }
    report.add("heap blocks a frame\(name), panning", Double(pan.blocks) / Double(countedFrames), "", goal: 0)
  }

  /// Back and forth, so that no new tiles come into view.
  private static func panned(_ stage: BenchStage, around camera: CameraPosition) {
    let direction = stage.map.camera.target.longitude < camera.target.longitude ? 3.0 : -3.0
    stage.map.moveCamera(.scrollBy(x: direction, y: 0))
    stage.loop.renderFrame()
    stage.finish()
  }

  private static func turned(_ marker: Marker, _ stage: BenchStage) {
    marker.rotation += 1
    stage.loop.renderFrame()
    stage.finish()
  }
}

// The idle map.
extension FrameBench {
  /// What an idle map did while it was watched.
  private struct Watch {
    var frames = 0
    var processorShare = 0.0
  }

  private static func measureIdle(seconds: Int, into report: inout BenchReport) throws {
    let map = MapView(camera: camera)
    addOverlays(to: map)
    let watch: Watch
    let place: String
    do {
      let loop = FrameLoop(window: try GLFWWindow(), content: map)
      watch = try watchWindow(loop, map, seconds: seconds)
      place = "window"
    } catch PlatformError.noDisplay {
      let loop = try HeadlessLoop(content: map, size: BenchStage.size)
      watch = watchHeadless(loop, map, seconds: seconds)
      loop.close()
      place = "headless, no display"
    }
    report.add("idle (\(place)), frames in \(seconds) s", Double(watch.frames), "", goal: 0)
    report.add("idle (\(place)), processor time", watch.processorShare * 100, "% of a core", goal: 0.2)
  }

  private static func watchWindow(_ loop: FrameLoop, _ map: MapView, seconds: Int) throws -> Watch {
    var watch = Watch()
    // Asynchronous work on the main actor runs while the loop sleeps: this is the only thing that wakes it.
    Task { @MainActor in
      while !map.isAtRest || map.hasRehearsed, map.graphicsError == nil { try? await Task.sleep(for: .milliseconds(50)) }
      try? await Task.sleep(for: .seconds(1))
      let frames = loop.statistics.framesDrawn
      let start = ProcessorClock.process()
      try? await Task.sleep(for: .seconds(seconds))
      watch.processorShare = (ProcessorClock.process() - start) / Double(seconds)
      watch.frames = loop.statistics.framesDrawn - frames
      loop.stop()
    }
    try loop.run()
    return watch
  }

  private static func watchHeadless(_ loop: HeadlessLoop, _ map: MapView, seconds: Int) -> Watch {
    _ = loop.run(timeoutSeconds: 60) { map.isAtRest || map.graphicsError != nil }
    _ = loop.run(timeoutSeconds: 1) { false }
    let frames = loop.statistics.framesDrawn
    let start = ProcessorClock.process()
    _ = loop.run(timeoutSeconds: Double(seconds)) { false }
    return Watch(
      frames: loop.statistics.framesDrawn - frames, processorShare: (ProcessorClock.process() - start) / Double(seconds))
  }
}
