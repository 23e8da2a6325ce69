import Overlook
import OverlookGPU
import OverlookPlatform
import OverlookRender
import OverlookSupport

/// The part of `overlook bench frame` about moving pictures: a weather loop of 800 x 800 pixels at 30 steps a second over a
/// vector map.
@MainActor package enum WeatherBench {
  private static let stepSeconds = 1.0 / 30
  /// Streets, with rain all over the view.
  private static let camera = CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 13)
  private static let area = CoordinateBounds(
    southWest: LocationCoordinate(latitude: 60.0, longitude: 24.6),
    northEast: LocationCoordinate(latitude: 60.34, longitude: 25.28))

  /// `side`: of a picture, in pixels.
  package static func measure(side: Int = 800, frameCount: Int = 24, steps: Int = 300, into report: inout BenchReport) throws {
    let stage = try BenchStage(camera: camera, mapType: .normal)
    defer { stage.loop.close() }
    // The figures are those of the two planes, and not of what is written above them.
    stage.map.isBare = true
    let rain = TimedOverlay(catalogue: .rainField(seed: 7, bounds: area, frameCount: frameCount, side: side))
    rain.interval = stepSeconds
    rain.opacity = 0.8
    rain.map = stage.map
    guard stage.loop.run(timeoutSeconds: 120, until: { rain.state == .ready && stage.map.isAtRest }) else {
      throw BenchError(description: "the pictures of the loop were not made within two minutes")
    }
    stage.drawFinished()
    let usual = stage.statistics.uploadedBytes
    rain.play()
    for _ in 0..<frameCount { step(stage) }
    let baseDraws = stage.map.renderer?.baseDrawCount ?? 0
    var uploaded = 0
    var late = 0
    var seen = Set<Int>()
    let start = ProcessorClock.process()
    let samples = Samples.timing(count: steps) {
      let begun = MonotonicClock.now()
      step(stage)
      if MonotonicClock.now() - begun > stepSeconds { late += 1 }
      uploaded = max(uploaded, stage.statistics.uploadedBytes - usual)
      seen.insert(rain.frameIndex)
    }
    let processor = (ProcessorClock.process() - start) / Double(steps)
    report.add("weather loop, a step to finished pixels", samples.median * 1e3, "ms", goal: stepSeconds * 1e3)
    report.add("weather loop, 99th percentile", samples.percentile(0.99) * 1e3, "ms")
    report.add("weather loop, processor time of all threads", processor * 1e3, "ms")
    report.add("weather loop, steps of \(steps) later than their time", Double(late), "", goal: 0)
    report.add("weather loop, frames of \(frameCount) left out", Double(frameCount - seen.count), "", goal: 0)
    report.add(
      "weather loop, drawings of the base plane", Double((stage.map.renderer?.baseDrawCount ?? 0) - baseDraws), "", goal: 0)
    report.add("weather loop, bytes uploaded in a step beyond those of every frame", Double(uploaded), "B", goal: 0)
  }

  private static func step(_ stage: BenchStage) {
    stage.loop.advance(by: stepSeconds, framesPerSecond: 1 / stepSeconds)
    stage.finish()
  }
}
