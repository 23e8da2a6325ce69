/// The parts of a frame, in their order.
package enum FrameStage: Int, CaseIterable, Sendable {
  case drain, update, extract, upload, draw, swap

  package var name: String {
    switch self {
    case .drain: "drain"
    case .update: "update"
    case .extract: "extract"
    case .upload: "upload"
    case .draw: "draw"
    case .swap: "swap"
    }
  }
}

/// The numbers of one frame that was drawn.
package struct FrameSample: Equatable, Sendable, BitwiseCopyable {
  /// Monotonic seconds at which the frame began.
  package var timeSeconds = 0.0
  fileprivate var stages = SIMD8<Float>(repeating: 0)
  /// Of the last frame that the driver has answered for; negative when it never has.
  package var gpuMilliseconds: Float = -1
  package var drawCalls = 0
  package var uploads = 0
  package var uploadedBytes = 0

  package init() {}

  /// CPU milliseconds of one stage.
  package subscript(stage: FrameStage) -> Float {
    get { stages[stage.rawValue] }
    set { stages[stage.rawValue] = newValue }
  }

  /// CPU milliseconds of all stages but the swap, which mostly waits for the display.
  package var workMilliseconds: Float { stages.sum() - self[.swap] }
}

/// What the frames of the last seconds did; fed by the frame loop and the engine, shown in the HUD and by the benchmark.
///
/// Feeding and reading allocate nothing.
@MainActor package final class FrameStatistics {
  /// Frames that are remembered.
  package static let capacity = 240

  package struct Tiles: Equatable, Sendable {
    package var loaded = 0
    package var loading = 0
    /// Will be tried again.
    package var failed = 0
    /// The source says that there is none.
    package var missing = 0
    /// Causes for which something of the style is left out.
    package var styleFaults = 0

    package init() {}
  }

  /// Frames since the start.
  package private(set) var framesDrawn = 0
  /// Times that the loop was woken and found nothing to draw.
  package private(set) var framesSkipped = 0
  /// The tiles of all layers, as of now.
  package var tiles = Tiles()
  /// Overlays on the map, and of them within the view.
  package var overlaysTotal = 0
  package var overlaysVisible = 0
  /// Overlays in or near the view for which the driver's memory or limits leave no room.
  package var overlaysNotDrawn = 0
  /// Polygons in or near the view that are outlined but not filled, because cutting them into triangles would take too long.
  package var polygonsNotFilled = 0
  /// Why the last frame was drawn.
  package private(set) var lastReasons: RedrawReasons = []
  /// Told of each part of a stage that was measured from one time to another, in monotonic seconds; nil for nobody.
  package var onStage: ((FrameStage, Double, Double) -> Void)?

  private var samples = [FrameSample](repeating: FrameSample(), count: capacity)
  private var reasonCounts = [Int](repeating: 0, count: UInt16.bitWidth)
  private var current = FrameSample()

  package init() {}

  /// A frame begins, for `reasons`.
  package func beginFrame(now: Double, reasons: RedrawReasons) {
    current = FrameSample()
    current.timeSeconds = now
    lastReasons = reasons
    for bit in 0..<UInt16.bitWidth where reasons.rawValue & (1 << UInt16(bit)) != 0 { reasonCounts[bit] += 1 }
  }

  /// Adds time to a stage of the present frame; may be called several times for one.
  package func add(_ stage: FrameStage, seconds: Double) {
    current[stage] += Float(seconds * 1000)
  }

  /// Adds a part of a stage of the present frame, from one time to another in monotonic seconds.
  package func add(_ stage: FrameStage, from start: Double, to end: Double) {
    add(stage, seconds: end - start)
    onStage?(stage, start, end)
  }

  /// What the present frame asked of the driver.
  package func setWork(drawCalls: Int, uploads: Int, uploadedBytes: Int, gpuMilliseconds: Double?) {
    current.drawCalls = drawCalls
    current.uploads = uploads
    current.uploadedBytes = uploadedBytes
    current.gpuMilliseconds = gpuMilliseconds.map { Float($0) } ?? -1
  }

  /// The present frame is drawn and joins the others.
  package func endFrame() {
    samples[framesDrawn % Self.capacity] = current
    framesDrawn += 1
  }

  /// The loop woke and had nothing to draw.
  package func skipFrame() {
    framesSkipped += 1
  }

  /// Frames that are remembered now.
  package var sampleCount: Int { min(framesDrawn, Self.capacity) }

  /// A finished frame: 0 is the last one; an empty one beyond `sampleCount`.
  package func sample(_ ago: Int) -> FrameSample {
    guard ago >= 0, ago < sampleCount else { return FrameSample() }
    return samples[(framesDrawn - 1 - ago) % Self.capacity]
  }

  /// How often each reason led to a frame, by the number of its bit.
  package func count(ofReasonBit bit: Int) -> Int {
    reasonCounts.indices.contains(bit) ? reasonCounts[bit] : 0
  }

  /// Means over the frames of the last `seconds` before the last frame, it included.
  package func mean(overSeconds seconds: Double) -> FrameSample {
    var mean = sample(0)
    var count = sampleCount == 0 ? 0 : 1
    var gpuCount = mean.gpuMilliseconds >= 0 ? 1 : 0
    let start = mean.timeSeconds - seconds
    while count > 0, count < sampleCount {
      let next = sample(count)
      if next.timeSeconds < start { break }
      mean.stages += next.stages
      mean.drawCalls += next.drawCalls
      mean.uploads += next.uploads
      mean.uploadedBytes += next.uploadedBytes
      if next.gpuMilliseconds >= 0 {
        mean.gpuMilliseconds = gpuCount == 0 ? next.gpuMilliseconds : mean.gpuMilliseconds + next.gpuMilliseconds
        gpuCount += 1
      }
      count += 1
    }
    guard count > 1 else { return mean }
    mean.stages /= Float(count)
    mean.drawCalls /= count
    mean.uploads /= count
    mean.uploadedBytes /= count
    if gpuCount > 0 { mean.gpuMilliseconds /= Float(gpuCount) }
    return mean
  }

  /// Frames that began within the second before `now`.
  package func framesInLastSecond(now: Double) -> Int {
    var count = 0
    while count < sampleCount, sample(count).timeSeconds > now - 1 { count += 1 }
    return count
  }
}
