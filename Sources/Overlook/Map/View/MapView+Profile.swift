package import OverlookProfiling
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
    let shown: FrameProfiler.Level = isHUDVisible && hudPage == .costs ? .pixels : .off
    profiler.level = max(shown, trace == nil ? .off : .times)
  }
}

extension MapView {
  /// What to call a line of the table of costs.
  package func name(of center: CostCenter) -> String {
    guard center.number >= 0 else { return center.name }
    switch center.kind {
    case .tiles:
      let runtime = tileLayers.first { Int($0.number) == center.number }
      return runtime.map { "\(type(of: $0.layer))" } ?? center.name
    case .overlays(let kind):
      guard let overlay = overlayStore.overlay(kind, slot: center.number) else { return center.name }
      return overlay.title ?? "\(type(of: overlay))"
    case .items:
      return overlayItems.indices.contains(center.number) ? "\(type(of: overlayItems[center.number]))" : center.name
    case .style, .basePlane, .order, .shapes, .interface: return center.name
    }
  }
}
