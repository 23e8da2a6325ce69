import Glibc
import Overlook
import OverlookGPU
import OverlookPlatform
import OverlookSupport

/// A map of 1024 x 768 points in memory, with what a benchmark does to it.
@MainActor struct BenchStage {
  static let size = ScreenSize(width: 1024, height: 768)

  let map: MapView
  let loop: HeadlessLoop

  /// `mapType` none leaves overlays alone on a plain background.
  init(camera: CameraPosition, mapType: MapType) throws {
    map = MapView(camera: camera)
    map.mapType = mapType
    loop = try HeadlessLoop(content: map, size: Self.size)
    try settle()
  }

  /// Draws until nothing is left to load or to fade.
  func settle() throws {
    _ = loop.run(timeoutSeconds: 60) { map.isAtRest || map.graphicsError != nil }
    if let fault = map.graphicsError { throw BenchError(description: fault) }
  }

  /// Draws a frame whatever changed, and waits until its pixels are there.
  func drawFinished() {
    map.requestFrame(.forced)
    loop.renderFrame()
    finish()
  }

  /// Waits until the pixels of the last frame are there.
  func finish() {
    // The loop lets go of the context after each frame.
    loop.context.makeCurrent()
    map.device?.finish()
    loop.context.releaseCurrent()
  }

  /// Name of the driver's renderer.
  var renderer: String { map.device?.capabilities.renderer ?? "unknown" }
}

/// Why a benchmark cannot be run.
struct BenchError: Error, CustomStringConvertible {
  let description: String
}

/// Processor time, which a busy machine disturbs less than the time of day.
enum ProcessorClock {
  /// Seconds that the calling thread computed.
  static func thread() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// Seconds that all threads of the process computed.
  static func process() -> Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
