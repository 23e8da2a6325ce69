import Foundation
import Overlook
import OverlookMeasurement

/// `overlook bench shadows`: a person moves the clock over Helsinki, and every frame has other shadows.
@MainActor public enum ShadowBench {
  private static let frames = 60
  private static let camera = CameraPosition(latitude: 60.1695, longitude: 24.9440, zoom: 16.2, bearing: 20, viewingAngle: 45)
  /// 2026-06-21 at four in the morning, UTC.
  private static let start = Date(timeIntervalSince1970: 1_782_014_400)
  private static let step = 600.0

  /// Measures frames whose clock moved by ten minutes each, with shadows and without, and frames that nothing but a wish asks for.
  public static func run() throws -> BenchReport {
    let stage = try BenchStage(camera: camera, mapType: .normal)
    var report = BenchReport(benchmark: "shadows", renderer: stage.renderer)
    let plain = scrubbing(stage)
    report.add("clock moved, light of the style", plain * 1e3, "ms")
    stage.map.sunLight = .now
    try stage.settle()
    let shaded = scrubbing(stage)
    report.add("clock moved, light and shadows of the Sun", shaded * 1e3, "ms", goal: 33)
    stage.map.sunLight = .off
    try stage.settle()
    let off = Samples.timing(count: frames) { stage.drawFinished() }.median
    stage.map.sunLight = .date(start.addingTimeInterval(6 * 3_600))
    try stage.settle()
    let still = Samples.timing(count: frames) { stage.drawFinished() }.median
    report.add("steady frame, without", off * 1e3, "ms")
    report.add("steady frame, with shadows", still * 1e3, "ms")
    return report
  }

  private static func scrubbing(_ stage: BenchStage) -> Double {
    var date = start
    return Samples.timing(count: frames) {
      date += step
      stage.map.clock.date = date
      stage.drawFinished()
    }.median
  }
}
