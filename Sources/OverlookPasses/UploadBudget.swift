import OverlookSupport

/// What bringing tiles to the driver took on the main thread.
package struct TileUploadStatistics: Hashable, Sendable {
  /// Pictures and buckets uploaded.
  package var count = 0
  /// Seconds for all of it, smaller levels included.
  package var seconds = 0.0
  /// The most that a single frame spent.
  package var largestFrameSeconds = 0.0

  package init() {}
}

/// The time that a frame has for bringing tiles to the driver: pictures of tile layers, and pictures, heights and features of styles
/// together.
@MainActor package final class UploadBudget {
  /// For one frame; what is needed is begun at least once by each that shares it, whatever that takes.
  package static let seconds = 0.002
  /// As much as a card takes in that time. It takes it later than it is told, so that no clock here sees it.
  package static let bytes = 16 << 20

  package private(set) var statistics = TileUploadStatistics()
  private var frameSeconds = 0.0
  private var frameBytes = 0
  private var isFirst = true
  /// The dearest of late; with half as much again for the unforeseen, because what was begun cannot be stopped.
  private var secondsPerByte = 0.0

  private let clock: () -> Double

  /// `clock`: tells seconds.
  package init(clock: @escaping () -> Double = { MonotonicClock.now() }) { self.clock = clock }

  package func beginFrame() {
    frameSeconds = 0
    frameBytes = 0
    isFirst = true
  }

  /// Another one who shares it comes: tiles of a layer, or of a style.
  package func beginShare() { isFirst = true }

  /// Whether there is time for so many bytes. What is needed is begun at least once a share.
  package func hasTime(bytes: Int, isNeeded: Bool = true) -> Bool {
    let isWithinTime = frameSeconds + 1.5 * Double(bytes) * secondsPerByte < Self.seconds
    if (isNeeded && isFirst) || isWithinTime && frameBytes + bytes <= Self.bytes { return true }
    // A frame has nothing else to bring: what was dear once must not keep out for good what may be cheap now.
    if frameSeconds == 0 { secondsPerByte *= 0.9 }
    return false
  }

  package func start() -> Double { clock() }

  package func stop(_ start: Double, bytes: Int, isTile: Bool = false) {
    let seconds = clock() - start
    isFirst = false
    frameSeconds += seconds
    frameBytes += bytes
    // A few bytes say nothing of what many cost.
    let rate = seconds / Double(max(bytes, 4096))
    secondsPerByte = max(rate, secondsPerByte * 0.9)
    statistics.count += isTile ? 1 : 0
    statistics.seconds += seconds
    statistics.largestFrameSeconds = max(statistics.largestFrameSeconds, frameSeconds)
  }
}
