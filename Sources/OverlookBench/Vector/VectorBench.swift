import Foundation
import Overlook
import OverlookCamera
import OverlookFormats
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookMeasurement
import OverlookPlatform
import OverlookStyle
import OverlookStyledMap
import OverlookSupport

/// `overlook bench vector`: first pictures, frames in motion, layout, expressions, labels, starts of the program, memory.
@MainActor public enum VectorBench {
  /// A part of the benchmark, which can be run alone.
  public enum Part: String, CaseIterable, Sendable {
    /// From nothing to a whole picture.
    case start
    /// Pan and rotation.
    case motion
    /// What steady frames ask of the driver.
    case counts
    /// Tiles decoded and laid out on one core.
    case layout
    /// Style expressions.
    case expressions
    /// 100,000 points of GeoJSON, and a pan over a million.
    case points
    /// Placement of labels.
    case labels
    /// A process of its own, from its start to the written picture.
    case process
    /// Memory of a flight.
    case memory
  }

  /// Measures `parts`; each motion is played for `seconds`.
  public static func run(parts: [Part] = Part.allCases, seconds: Int) throws -> BenchReport {
    let archive = try VectorBenchArchive()
    let style = try MapStyle(json: VectorSamples.style(archive: archive.path))
    let drawn = try renderer(style)
    var report = BenchReport(benchmark: "vector", renderer: drawn.renderer, drawnBy: drawn.by)
    for part in Part.allCases where parts.contains(part) {
      switch part {
      case .start: try measureStart("dense tiles", style, camera: camera, goal: 90, into: &report)
      case .motion: try measureMotions(style, seconds: Double(seconds), into: &report)
      case .counts: try measureCounts(style, into: &report)
      case .layout: try measureLayout(style, into: &report)
      case .expressions: try measureExpressions(into: &report)
      case .points: try measurePoints(seconds: Double(seconds), into: &report)
      case .labels: try measureLabels(into: &report)
      case .process: try measureProcesses(into: &report)
      case .memory: try measureMemory(style, into: &report)
      }
    }
    return report
  }

  /// Our zoom: the tiles' own level, which the style calls 12.
  static let camera = CameraPosition(target: VectorBenchArchive.middle, zoom: Double(VectorBenchArchive.zoom) + 1.3)
  private static let starts = 11

  private static func renderer(_ style: MapStyle) throws -> (renderer: String, by: String?) {
    let stage = try VectorStage(style, camera: camera)
    defer { stage.close() }
    return (stage.bench.renderer, stage.bench.drawnBy)
  }

  /// From nothing but a process to finished pixels of a view that is whole: context, shaders, style, tiles.
  static func measureStart(
    _ name: String, _ style: MapStyle, camera: CameraPosition, goal: Double?, into report: inout BenchReport
  ) throws {
    var (seconds, work): ([Double], [Double]) = ([], [])
    for _ in 0..<starts {
      let (start, workBefore) = (MonotonicClock.now(), ProcessorClock.process())
      let stage = try VectorStage(style, camera: camera)
      seconds.append(MonotonicClock.now() - start)
      work.append(ProcessorClock.process() - workBefore)
      stage.close()
    }
    report.add("\(name): first complete picture, median of \(starts)", Samples(seconds).median * 1e3, "ms", goal: goal)
    report.add("\(name): first complete picture, quickest", Samples(seconds).minimum * 1e3, "ms")
    report.add("\(name): processor time of all threads for that, least", Samples(work).minimum * 1e3, "ms")
  }

  // MARK: Motion

  struct Motion {
    let name: String
    let goal: Double
    let camera: @MainActor (_ fraction: Double) -> CameraPosition
  }

  private static let motions = [
    Motion(name: "pan", goal: 25) { fraction in
      let world = WorldPoint(camera.target)
      let points = 256 * exp2(camera.zoom)
      let (x, y) = (world.x + (fraction - 0.5) * 2600 / points, world.y + (fraction - 0.5) * 1500 / points)
      return CameraPosition(target: WorldPoint(x: x, y: y).coordinate, zoom: camera.zoom)
    },
    Motion(name: "rotation at 60 degrees tilt", goal: 70) { fraction in
      CameraPosition(target: camera.target, zoom: camera.zoom, bearing: 360 * fraction, viewingAngle: 60)
    },
  ]

  /// The whole view in which a motion begins, drawn from nothing again and again.
  private static func measureStill(
    _ name: String, _ style: MapStyle, camera: CameraPosition, into report: inout BenchReport
  ) throws {
    let stage = try VectorStage(style, camera: camera)
    defer { stage.close() }
    var (main, all): ([Double], [Double]) = ([], [])
    for _ in 0..<24 {
      let (mainBefore, allBefore) = (ProcessorClock.thread(), ProcessorClock.process())
      stage.bench.drawFinished()
      main.append(ProcessorClock.thread() - mainBefore)
      all.append(ProcessorClock.process() - allBefore)
    }
    report.add("\(name): its first view drawn again, processor time of the main thread", Samples(main).median * 1e3, "ms")
    report.add("\(name): that of all threads", Samples(all).median * 1e3, "ms")
    guard let statistics = stage.map.device?.statistics else { return }
    report.add("\(name): vertices and indices of that", Double(statistics.vertices), "")
    report.add("\(name): draws of that", Double(statistics.drawCalls), "")
  }

  private static func measureCounts(_ style: MapStyle, into report: inout BenchReport) throws {
    for motion in motions {
      let stage = try VectorStage(style, camera: motion.camera(0), isStill: false)
      defer { stage.close() }
      try FrameCountBench.measure("where \(motion.name) begins", stage.bench, into: &report)
    }
  }

  private static func measureMotions(_ style: MapStyle, seconds: Double, into report: inout BenchReport) throws {
    for motion in motions {
      try measureStill(motion.name, style, camera: motion.camera(0), into: &report)
      let stage = try VectorStage(style, camera: motion.camera(0), isStill: false)
      measure(motion, stage, seconds: seconds, into: &report)
      stage.close()
    }
  }

  /// Plays a motion, a frame each 60th of a second or as soon as the one before is done.
  static func measure(_ motion: Motion, _ stage: VectorStage, seconds: Double, into report: inout BenchReport) {
    var (frames, work): ([Double], [Double]) = ([], [])
    var whole = 0
    let start = MonotonicClock.now()
    var elapsed = 0.0
    while elapsed < seconds {
      let before = ProcessorClock.thread()
      frames.append(stage.bench.drawFrame(at: motion.camera(elapsed / seconds)))
      work.append(ProcessorClock.thread() - before)
      whole += stage.bench.isWhole ? 1 : 0
      let rest = start + Double(frames.count) / 60 - MonotonicClock.now()
      if rest > 0 { Thread.sleep(forTimeInterval: rest) }
      elapsed = MonotonicClock.now() - start
    }
    report.add("\(motion.name): frame to finished pixels, median", Samples(frames).median * 1e3, "ms", goal: motion.goal)
    report.add("\(motion.name): frame, 99th percentile", Samples(frames).percentile(0.99) * 1e3, "ms")
    report.add("\(motion.name): processor time of the main thread, median", Samples(work).median * 1e3, "ms")
    report.add("\(motion.name): frames with every tile in place", 100 * Double(whole) / Double(max(frames.count, 1)), "%")
  }
}

/// A map of a style in memory.
@MainActor struct VectorStage {
  let bench: BenchStage

  /// Draws until the view is whole and its pixels are there. `isStill`: as pictures are drawn, without what only frames after one
  /// another have.
  init(_ style: MapStyle, camera: CameraPosition, isStill: Bool = true) throws {
    let map = MapView(camera: camera, showsBaseMap: false)
    map.isBare = true
    map.isStill = isStill
    map.maximumViewingAngle = { _ in 85 }
    map.mapStyle = style
    map.moveCamera(.setCamera(camera))
    bench = try BenchStage(map)
    try settle()
  }

  var map: MapView { bench.map }

  func settle() throws { try bench.drawUntil { map.isAtRest } }

  func close() {
    bench.loop.close()
    map.mapStyle = nil
  }
}
