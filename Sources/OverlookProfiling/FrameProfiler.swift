package import OverlookGPU
package import OverlookSupport

/// Tells what each part of a frame is spent on: processor time, draws, uploads, the GPU's time and pixels, by `CostCenter`.
///
/// The frame says `lap` when a part of its work is done, and all since the last lap is counted for what it names. Costs nothing
/// but a comparison a lap while `level` is `off`, and no memory while it measures.
@MainActor package final class FrameProfiler {
  package enum Level: Int, Comparable, Sendable {
    case off
    /// Processor times and counts, and the GPU's times where a GPU draws.
    case times
    /// Pixels too. Where the processor draws, each lap waits for what it asked for, so that times are those of the drawing;
    /// frames take longer.
    case pixels

    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  package var level = Level.off {
    didSet { if level != oldValue { reset() } }
  }

  /// Sums since `reset`.
  package private(set) var table = CostTable()
  /// Whether times of the driver are those of a processor that was waited for.
  package private(set) var waits = false
  /// Where laps are recorded too; nil for nowhere.
  package var trace: TraceFile?

  private var device: GPUDevice?
  private var queries: GPUSpanQueries?
  private var isMeasuring = false
  private var markSeconds = 0.0
  private var mark = GPUStatistics()
  /// Frames that began before the last `reset` would be counted for rows of other frames.
  private var staleFrames = 0
  /// What the driver told of the frame whose answers are being collected.
  private var hasTimes = false
  private var hasPixels = false

  package init() {}

  /// Begins a table anew.
  package func reset() {
    table.removeAll()
    staleFrames = queries?.pendingFrames ?? 0
  }

  /// The parts of a frame that have to do with the driver begin; after `GPUDevice.beginFrame`.
  package func begin(_ device: GPUDevice) {
    isMeasuring = level > .off
    guard isMeasuring else { return }
    if self.device !== device {
      self.device = device
      queries = GPUSpanQueries(device)
      staleFrames = 0
    }
    waits = level == .pixels && device.capabilities.isSoftware
    collect()
    queries?.begin(times: !device.capabilities.isSoftware, pixels: level == .pixels)
    mark = device.statistics
    markSeconds = MonotonicClock.now()
  }

  /// What happened since the last lap is counted elsewhere.
  package func skip() {
    guard isMeasuring, let device else { return }
    mark = device.statistics
    markSeconds = MonotonicClock.now()
  }

  /// What happened since the last lap was `phase` of the work for `center`.
  package func lap(_ center: @autoclosure () -> CostCenter, _ phase: CostPhase) {
    guard isMeasuring, let device else { return }
    let center = center()
    let now = MonotonicClock.now()
    let row = table.row(of: center)
    let counts = device.statistics.since(mark)
    let spent = now - markSeconds
    table.modify(row) { cost in
      cost[phase] += spent
      cost.drawCalls += counts.drawCalls
      cost.instances += counts.instances
      cost.vertices += counts.vertices
      cost.uploads += counts.uploads
      cost.uploadedBytes += counts.uploadedBytes
    }
    record(center, phase, from: markSeconds, to: now, counts)
    if phase == .submit { queries?.endSpan(tag: row) }
    mark = device.statistics
    markSeconds = waits && counts.drawCalls > 0 ? waited(since: now, row) : now
  }

  /// Work for `center` outside of what `begin` and `end` enclose.
  package func add(_ center: @autoclosure () -> CostCenter, _ phase: CostPhase, from start: Double, to end: Double) {
    guard level > .off else { return }
    let center = center()
    table.modify(table.row(of: center)) { $0[phase] += end - start }
    record(center, phase, from: start, to: end, GPUStatistics())
  }

  /// Nothing more is asked of the driver in this frame.
  package func end() {
    guard isMeasuring else { return }
    isMeasuring = false
    queries?.end()
    table.frames += 1
    if waits { table.answeredFrames += 1 }
  }

  /// Lets go of the driver's objects; the next frame may have another device.
  package func releaseGraphics() {
    isMeasuring = false
    queries = nil
    device = nil
  }

  // MARK: Driver

  private func waited(since start: Double, _ row: Int) -> Double {
    device?.finish()
    let end = MonotonicClock.now()
    table.modify(row) { $0.gpuSeconds += end - start }
    return end
  }

  private func collect() {
    queries?.collect { answer in
      guard staleFrames == 0 else { return }
      table.modify(answer.tag) { cost in
        cost.gpuSeconds += answer.seconds ?? 0
        cost.pixels += answer.pixels ?? 0
      }
      if answer.seconds != nil { hasTimes = true }
      if answer.pixels != nil { hasPixels = true }
    } endOfFrame: {
      if staleFrames > 0 {
        staleFrames -= 1
        return
      }
      if hasTimes { table.answeredFrames += 1 }
      if hasPixels { table.countedFrames += 1 }
      (hasTimes, hasPixels) = (false, false)
    }
  }

  private func record(_ center: CostCenter, _ phase: CostPhase, from start: Double, to end: Double, _ counts: GPUStatistics) {
    guard let trace else { return }
    trace.span(
      center.name, number: center.number, category: "cost", start: start, end: end,
      counts: TraceCounts(
        drawCalls: counts.drawCalls, instances: counts.instances, vertices: counts.vertices, uploadedBytes: counts.uploadedBytes))
  }
}
