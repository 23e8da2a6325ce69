import Overlook
import OverlookMeasurement
import OverlookPlatform
import OverlookRender

/// What frames ask of the driver, counted call by call: nothing of it depends on the machine.
struct FrameCounts {
  private let report: GraphicsCallCounter.Report
  private let frames: Int

  /// Frames that are counted together; a mean of them is told.
  static let frames = 12

  /// Counts what `frame`, which draws one and does not wait for it, asks for; nil where calls cannot be counted.
  @MainActor init?(of frames: Int = FrameCounts.frames, _ frame: (_ number: Int) -> Void) {
    guard frames > 0, let report = GraphicsCallCounter.count({ for number in 0..<frames { frame(number) } }) else { return nil }
    self.report = report
    self.frames = frames
  }

  /// Each figure with its unit, a frame.
  fileprivate var figures: [(name: String, value: Double, unit: String)] {
    let all: [(String, Int, String)] = [
      ("draws", report.draws, ""), ("gl_calls", report.allCalls, ""), ("gl_gets", report.gets, ""),
      ("gl_waits", report.waits, ""), ("uploads", report.uploads, ""),
      ("uploaded_bytes", report.uploadedBytes + report.mappedBytes, "B"),
      ("copies", report.copies, ""), ("copied_pixels", report.copiedPixels, ""),
    ]
    return all.map { ($0.0, Double($0.1) / Double(frames), $0.2) }
  }
}

extension BenchReport {
  /// Adds what a frame of `what` asks of the driver; nothing where that cannot be counted.
  mutating func add(_ what: String = "", counts: FrameCounts?) {
    for figure in counts?.figures ?? [] { add(what.isEmpty ? figure.name : "\(what): \(figure.name)", figure.value, figure.unit) }
  }
}

/// Maps whose frames are counted while nothing changes, while they move, and while only an overlay changes.
@MainActor enum FrameCountBench {
  /// Counts frames of a map that is at rest.
  static func measure(_ what: String, _ stage: BenchStage, into report: inout BenchReport) throws {
    // What comes with the first frames of a kind is not counted, nor tiles from around the view, which come one by one and whose
    // textures are asked for memory.
    for _ in 0..<4 { drawn(stage) }
    var (uploads, quietFrames) = (-1, 0)
    for _ in 0..<600 where quietFrames < 8 {
      panned(stage)
      try stage.settle()
      let count = stage.map.renderer?.tileUploads.count ?? 0
      quietFrames = count == uploads ? quietFrames + 1 : 0
      uploads = count
    }
    report.add("\(what), still", counts: FrameCounts { _ in drawn(stage) })
    report.add("\(what), panning", counts: FrameCounts { _ in panned(stage) })
  }

  static func measure(
    _ what: String, camera: CameraPosition, mapType: MapType, into report: inout BenchReport,
    adding add: (MapView) throws -> Void = { _ in }
  ) throws {
    let stage = try BenchStage.settled(camera: camera, mapType: mapType, adding: add)
    defer { stage.loop.close() }
    try measure(what, stage, into: &report)
  }

  private static func drawn(_ stage: BenchStage) {
    stage.map.requestFrame(.forced)
    stage.loop.renderFrame()
  }

  /// Three points east, and back again, so that no new tiles come into view.
  private static func panned(_ stage: BenchStage) {
    stage.map.moveCamera(.scrollBy(x: stage.loop.statistics.framesDrawn.isMultiple(of: 2) ? 3 : -3, y: 0))
    stage.loop.renderFrame()
  }
}
