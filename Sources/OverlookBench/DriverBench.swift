import OverlookGPU
import OverlookGeometry
import OverlookPlatform
import OverlookSupport

/// `overlook bench driver`: what no start of a program that draws can be quicker than, nor take less memory. The benchmark of
/// vector tiles starts it as a process of its own beside those that show a map.
@MainActor public enum DriverBench {
  /// Loads the driver, clears a target of the size of the other benchmarks, and reads it.
  public static func run() throws -> BenchReport {
    let start = MonotonicClock.now()
    let context = try HeadlessContext()
    let device = try GPUDevice()
    let (width, height) = (Int(BenchStage.size.width), Int(BenchStage.size.height))
    let target = try GPUFramebuffer(device, width: width, height: height, label: "bare")
    device.state.bind(target: target.target)
    device.clear(color: SIMD4(1, 1, 1, 1))
    device.finishPixels()
    let seconds = MonotonicClock.now() - start
    var report = BenchReport(benchmark: "driver", renderer: device.capabilities.renderer)
    report.add("driver loaded, a target cleared and read", seconds * 1e3, "ms")
    report.add("peak_rss_mb", ProcessMemory.peakMegabytes, "MB")
    context.releaseCurrent()
    return report
  }
}
