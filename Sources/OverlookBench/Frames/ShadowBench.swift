import Foundation
import Overlook
import OverlookCamera
import OverlookGPU
import OverlookMeasurement
import OverlookPlatform
import OverlookRender
import OverlookSupport

/// `overlook bench shadows`, also a part of `overlook bench frame`: a tilted view of streets and buildings whose clock is moved.
@MainActor public enum ShadowBench {
  private static let camera = CameraPosition(latitude: 60.1699, longitude: 24.9414, zoom: 16, viewingAngle: 50)
  /// 2026-06-21, 6:00 in Helsinki.
  private static let start = 1_782_010_800.0
  private static let frames = 120

  /// Measures frames with and without the light of the Sun, standing and moving.
  public static func run() throws -> BenchReport {
    var report = BenchReport(benchmark: "shadows", renderer: try BenchStage(camera: camera, mapType: .none).renderer)
    try measure(into: &report)
    return report
  }

  static func measure(into report: inout BenchReport) throws {
    let stage = try BenchStage(camera: camera, mapType: .normal)
    defer { stage.loop.close() }
    stage.map.isBare = true
    try stage.settle()
    func whole() -> Double {
      Samples.timing(count: frames) {
        stage.map.requestFrame(.tiles)
        stage.drawFinished()
      }.median
    }
    let off = whole()
    let calls = stage.statistics.drawCalls
    stage.map.sunLight = .date(Date(timeIntervalSince1970: start + 9 * 3600))
    stage.drawFinished()
    let on = whole()
    report.add("shadows off, whole frame to finished pixels", off * 1e3, "ms")
    report.add("shadows on, the same with a Sun that stands", on * 1e3, "ms")
    report.add("shadows on to off", on / off, "")
    measureClock(stage, into: &report)
    stage.map.sunLight = .off
    for _ in 0..<3 { stage.drawFinished() }
    let again = whole()
    report.add("shadows off again, to off before", again / off, "")
    report.add("shadows off again, draws more than before", Double(stage.statistics.drawCalls - calls), "", goal: 0)
  }

  /// Fifteen hours in steps of a frame: the Sun moves in each.
  private static func measureClock(_ stage: BenchStage, into report: inout BenchReport) {
    stage.map.sunLight = .now
    var step = 0
    let samples = Samples.timing(count: frames) {
      stage.map.clock.date = Date(timeIntervalSince1970: start + Double(step) * 15 * 3600 / Double(frames))
      step += 1
      stage.drawFinished()
    }
    report.add("moving the clock, whole frame to finished pixels", samples.median * 1e3, "ms", goal: 33)
    report.add("moving the clock, 95th percentile", samples.percentile(0.95) * 1e3, "ms")
  }
}
