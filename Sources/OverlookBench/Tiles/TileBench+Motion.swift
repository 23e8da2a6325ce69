import Foundation
import Overlook
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookPlatform
import OverlookRender
import OverlookSupport

// A map of one tile layer: its first picture, and frames while it moves.
extension TileBench {
  /// Where the tiles of a map come from.
  @MainActor struct Feed {
    let name: String
    /// Puts its layer on a map that has none.
    let attach: (MapView) throws -> TileLayer
  }

  static let motionCamera = CameraPosition(target: TileBenchArchive.middle, zoom: 12)
  private static let coldStarts = 11
  private static let framesPerSecond = 60.0

  // MARK: The first picture

  /// From nothing but a process to finished pixels of a view that is whole: context, shaders, fonts, layer, tiles.
  static func measureStart(_ feed: Feed, into report: inout BenchReport) throws {
    var seconds: [Double] = []
    for _ in 0..<coldStarts {
      let start = MonotonicClock.now()
      let stage = try MotionStage(feed, camera: motionCamera, fadesIn: false)
      try stage.drawUntilComplete()
      seconds.append(MonotonicClock.now() - start)
      stage.close()
    }
    report.add("\(feed.name): first complete picture, cold", seconds[0] * 1e3, "ms")
    report.add("\(feed.name): first complete picture, median of \(coldStarts)", Samples(seconds).median * 1e3, "ms", goal: 45)
  }

  // MARK: Motion

  /// One scripted motion; `camera` gives the place at a fraction of the way.
  struct Motion {
    let name: String
    let goalMilliseconds: Double?
    let camera: @MainActor (_ fraction: Double) -> CameraPosition
  }

  static let motions = [
    Motion(name: "pan", goalMilliseconds: 4) { fraction in
      // A slanting line of 3000 points, six views long in its ways.
      let world = WorldPoint(motionCamera.target)
      let points = 256 * exp2(motionCamera.zoom)
      let (x, y) = (world.x + (fraction - 0.5) * 2600 / points, world.y + (fraction - 0.5) * 1500 / points)
      return CameraPosition(target: WorldPoint(x: x, y: y).coordinate, zoom: motionCamera.zoom)
    },
    Motion(name: "zoom", goalMilliseconds: nil) { fraction in
      CameraPosition(target: motionCamera.target, zoom: 11 + 3 * (1 - abs(2 * fraction - 1)))
    },
    Motion(name: "rotation at 60 degrees tilt", goalMilliseconds: 12) { fraction in
      CameraPosition(target: motionCamera.target, zoom: motionCamera.zoom, bearing: 360 * fraction, viewingAngle: 60)
    },
  ]

  static func measureCounts(_ feed: Feed, into report: inout BenchReport) throws {
    for motion in motions {
      let stage = try MotionStage(feed, camera: motion.camera(0), fadesIn: false)
      defer { stage.close() }
      try stage.drawUntilComplete()
      try FrameCountBench.measure("where \(motion.name) begins", stage.bench, into: &report)
    }
  }

  /// Plays each motion in real time, 60 frames a second as far as the machine is up to it. `isFirst`: whether nothing else was measured
  /// in this process, so that its memory is that of the first motion.
  static func measureMotions(_ feed: Feed, seconds: Double, isFirst: Bool, into report: inout BenchReport) throws {
    for (number, motion) in motions.enumerated() {
      let stage = try MotionStage(feed, camera: motion.camera(0), fadesIn: true)
      try stage.drawUntilComplete()
      // Lets fades end.
      _ = stage.bench.loop.run(timeoutSeconds: 0.4) { false }
      var frames: [Double] = []
      var wholeFrames = 0
      frames.reserveCapacity(Int(seconds * framesPerSecond) + 1)
      let start = MonotonicClock.now()
      var elapsed = 0.0
      while elapsed < seconds {
        frames.append(stage.bench.drawFrame(at: motion.camera(elapsed / seconds)))
        wholeFrames += stage.bench.isWhole ? 1 : 0
        let next = start + Double(frames.count) / framesPerSecond
        // The work of the tiles goes on meanwhile, as between two frames of a display.
        let rest = next - MonotonicClock.now()
        if rest > 0 { Thread.sleep(forTimeInterval: rest) }
        elapsed = MonotonicClock.now() - start
      }
      let uploads = stage.uploads
      let memory = try ProcessMemory.residentBytes()
      stage.close()
      let name = "\(feed.name), \(motion.name)"
      let samples = Samples(frames)
      report.add("\(name): frame to finished pixels, median", samples.median * 1e3, "ms", goal: motion.goalMilliseconds)
      report.add("\(name): frame, 99th percentile", samples.percentile(0.99) * 1e3, "ms", goal: 12)
      report.add("\(name): frame, longest", samples.percentile(1) * 1e3, "ms")
      report.add("\(name): frames a second, 60 asked for", Double(frames.count) / elapsed, "1/s")
      report.add("\(name): frames with every tile in place", 100 * Double(wholeFrames) / Double(frames.count), "%")
      report.add("\(name): most uploads in a frame", uploads.largestFrameSeconds * 1e3, "ms", goal: 2)
      if isFirst, number == 0 { report.add("\(name): memory of the process after it", Double(memory) / 1e6, "MB", goal: 250) }
    }
  }
}

/// A map in memory that shows one tile layer.
@MainActor final class MotionStage {
  let bench: BenchStage
  private let layer: TileLayer

  init(_ feed: TileBench.Feed, camera: CameraPosition, fadesIn: Bool) throws {
    let map = MapView(camera: camera)
    map.mapType = .none
    map.maximumViewingAngle = { _ in 60 }
    map.moveCamera(.setCamera(camera))
    layer = try feed.attach(map)
    layer.fadeIn = fadesIn
    bench = try BenchStage(map)
  }

  func close() {
    bench.loop.close()
    layer.map = nil
  }

  var map: MapView { bench.map }
  /// Tiles brought to the driver so far.
  var uploads: TileUploadStatistics { map.renderer?.tileUploads ?? TileUploadStatistics() }
  var textureBytes: Int { map.renderer?.tileTextureBytes ?? 0 }

  /// Draws what comes until the view is whole and its pixels are there.
  func drawUntilComplete() throws {
    try bench.drawUntil { map.tileLayers.allSatisfy(\.progress.isComplete) }
  }
}
