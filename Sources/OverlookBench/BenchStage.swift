import Glibc
package import Overlook
import OverlookGPU
package import OverlookPlatform
import OverlookRender
package import OverlookSupport

/// A map of 1024 x 768 points in memory, with what a benchmark does to it.
@MainActor package struct BenchStage {
  package static let size = ScreenSize(width: 1024, height: 768)

  package let map: MapView
  package let loop: HeadlessLoop

  /// Shows `map`; nothing is drawn yet.
  package init(_ map: MapView) throws {
    self.map = map
    map.trace = BenchTrace.file
    // Cards have depths where frames are shown; so has what is counted as one.
    loop = try HeadlessLoop(
      content: map.windowContent, size: Self.size, hasDepths: MapServices.renderer == .driver ? true : nil)
  }

  /// `mapType` none leaves overlays alone on a plain background.
  init(camera: CameraPosition, mapType: MapType) throws {
    try self.init(MapView(camera: camera, mapType: mapType))
    try settle()
  }

  /// A stage with what `add` puts on its map, drawn until nothing is left to load or to fade; its loop is to be closed.
  static func settled(
    camera: CameraPosition, mapType: MapType, adding add: (MapView) throws -> Void
  ) throws -> BenchStage {
    let stage = try BenchStage(camera: camera, mapType: mapType)
    do {
      try add(stage.map)
      try stage.settle()
      return stage
    } catch {
      stage.loop.close()
      throw error
    }
  }

  /// Draws until nothing is left to load or to fade, at most for a minute.
  package func settle() throws {
    _ = loop.run(timeoutSeconds: 60) { map.isAtRest || map.graphicsError != nil }
    if let fault = map.graphicsError { throw BenchError(description: fault) }
  }

  /// Draws what comes until `isWhole`, and waits for its pixels; throws when that takes longer than two minutes.
  func drawUntil(_ isWhole: () -> Bool) throws {
    let isInTime = loop.run(timeoutSeconds: 120) { map.graphicsError != nil || isWhole() }
    if let fault = map.graphicsError { throw BenchError(description: fault) }
    guard isInTime else { throw BenchError(description: "the tiles did not come within two minutes") }
    finishPixels()
  }

  /// Seconds from the move to finished pixels.
  func drawFrame(at camera: CameraPosition) -> Double {
    let start = MonotonicClock.now()
    map.moveCamera(.setCamera(camera))
    loop.advanceToPresent()
    finishPixels()
    return MonotonicClock.now() - start
  }

  /// Draws a frame whatever changed, and waits until its pixels are there.
  func drawFinished() {
    map.requestFrame(.forced)
    loop.renderFrame()
    finish()
  }

  /// Waits until the driver has drawn the last frame.
  func finish() {
    // The loop lets go of the context after each frame.
    loop.context.makeCurrent()
    map.device?.finish()
    loop.context.releaseCurrent()
  }

  /// As `finish`, for drivers that leave pixels to those who read them.
  package func finishPixels() {
    loop.context.makeCurrent()
    map.device?.finishPixels()
    loop.context.releaseCurrent()
  }

  /// Whether the last frame showed every tile of the view as it should be.
  var isWhole: Bool { map.tileCounts.loading == 0 }

  /// What the last frame asked of the driver.
  var statistics: GPUStatistics { map.device?.statistics ?? GPUStatistics() }

  /// Name of the driver's renderer.
  package var renderer: String { map.device?.capabilities.renderer ?? "unknown" }

  /// Who draws what both can draw: the driver or the rasterizers.
  package var drawnBy: String? { map.renderer?.raster.drawnBy }
}

/// Where the frames of the benchmarks are recorded, of all stages that are made afterwards.
@MainActor public enum BenchTrace {
  /// Nil: nowhere.
  package static var file: TraceFile?
}

/// Why a benchmark cannot be run.
struct BenchError: Error, CustomStringConvertible {
  let description: String
}

/// Processor time, which a busy machine disturbs less than the time of day.
package enum ProcessorClock {
  /// Seconds that the calling thread computed.
  package static func thread() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// Seconds that all threads of the process computed.
  static func process() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
