import OverlookProfiling
package import OverlookRender
import OverlookSupport

// What frames cost, for the panel, the trace and the benchmarks.
extension MapView {
  /// What the events since the last frame took.
  func noteDrain(from start: Double, to end: Double) {
    frameTimes.drainSeconds += end - start
    statistics.onStage?(.drain, start, end)
  }

  /// The frame is whole; it joins the figures and the trace.
  func endFrame() {
    statistics.endFrame()
    guard let trace else { return }
    let end = MonotonicClock.now()
    trace.span("frame", category: "frame", start: frameTimes.start, end: end)
    let sample = statistics.sample(0)
    trace.counter("draw calls", sample.drawCalls, at: end)
    trace.counter("uploaded bytes", sample.uploadedBytes, at: end)
    trace.counter("overlays near the view", statistics.overlaysVisible, at: end)
    trace.counter("tiles loading", statistics.tiles.loading, at: end)
    if sample.gpuMilliseconds >= 0 {
      trace.counter("GPU microseconds", Int((sample.gpuMilliseconds * 1000).rounded()), at: end)
    }
  }

  func followTrace() {
    profiler.trace = trace
    guard let trace else {
      statistics.onStage = nil
      threads.services.workers.onJob = nil
      return updateProfilerLevel()
    }
    statistics.onStage = { stage, start, end in
      trace.span(stage.name, category: "stage", start: start, end: end)
    }
    threads.services.workers.onJob = { worker, start, end in
      trace.span("job", category: "worker", lane: .worker(worker), start: start, end: end)
    }
    updateProfilerLevel()
  }

  /// Measures as much as those who look at it want to know.
  func updateProfilerLevel() {
    let shown: FrameProfiler.Level = showsCosts ? .pixels : .off
    profiler.level = max(shown, trace == nil ? .off : .times)
  }
}

extension MapView {
  /// What is shown in place of the picture (F4).
  package var debugView: DebugView {
    get { shownDebugView }
    set {
      shownDebugView = newValue
      requestFrame(.forced)
    }
  }
}
