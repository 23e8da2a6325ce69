package import OverlookInput

/// When the next frame may be drawn: the rhythm of the display, as far as a pure value can know it.
///
/// Where buffer swaps wait for the display, the swap sets the rhythm and the link only leaves out refreshes for a lower rate.
/// Where they do not (Xvfb, vsync off), which short intervals between swaps give away, the link keeps the time itself.
package struct DisplayLink: Sendable {
  /// The display's rate as the window system names it, frames a second.
  package let nominalRate: Double
  package var preferredRate = FrameRate.maximum
  /// Whether swaps wait for the display, as far as seen.
  package private(set) var swapsWait = true
  private var lastPresented: Double?
  /// When the frame after the last one would ideally be drawn, where the link keeps the time.
  private var beat: Double?
  private var shortIntervals = 0
  private var intervals: [Double] = []

  /// Swaps that came too early in a row before the link stops to rely on them; drivers queue up to three frames.
  private static let shortIntervalLimit = 8
  private static let keptIntervals = 32

  /// A rate that is not from 20 to 1000 stands for 60.
  package init(displayRate: Double) {
    nominalRate = displayRate.isFinite && (20...1000).contains(displayRate) ? displayRate : 60
    intervals.reserveCapacity(Self.keptIntervals)
  }

  /// Seconds between two refreshes: measured, once enough frames in a row were seen, otherwise nominal.
  package var refreshSeconds: Double {
    guard swapsWait, intervals.count == Self.keptIntervals else { return 1 / nominalRate }
    return intervals.sorted()[Self.keptIntervals / 2]
  }

  /// Seconds between two frames at the preferred rate.
  package var frameSeconds: Double {
    let refresh = 1 / nominalRate
    switch preferredRate {
    case .maximum: return refresh
    case .conservative: return max(refresh, min(2 * refresh, 1.0 / 30))
    // The nearest whole number of refreshes, so that every frame is shown equally long.
    case .powerSave: return max(1, (nominalRate / 30).rounded()) * refresh
    }
  }

  /// The earliest time for the next frame; nil before the first: at once.
  package var nextFrameTime: Double? {
    guard let lastPresented else { return nil }
    if swapsWait {
      // The swap itself waits for the last refresh of the interval; the ones before must be waited for here.
      let refresh = 1 / nominalRate
      let left = frameSeconds - refresh
      return left > refresh / 2 ? lastPresented + left + refresh / 10 : lastPresented
    }
    return beat.map { max($0, lastPresented) } ?? lastPresented
  }

  /// To be called when a swap has returned; `begun` is when its frame began.
  package mutating func presented(at now: Double, begun: Double) {
    let previous = lastPresented
    lastPresented = now
    // Without a queue in the driver the frames of a loop that never slept are one interval apart.
    if let previous, now > previous, now - previous < 3 * frameSeconds {
      note(interval: now - previous)
    } else {
      shortIntervals = 0
    }
    // Keep the beat when the frame was in time, so that the rate does not drift; otherwise begin anew.
    let due = beat ?? begun
    beat = (begun - due < frameSeconds ? due : begun) + frameSeconds
  }

  private mutating func note(interval: Double) {
    guard swapsWait else { return }
    let refresh = 1 / nominalRate
    guard interval >= frameSeconds - 0.4 * refresh else {
      shortIntervals += 1
      if shortIntervals >= Self.shortIntervalLimit { swapsWait = false }
      return
    }
    shortIntervals = 0
    guard preferredRate == .maximum, interval < 1.5 * refresh else { return }
    if intervals.count == Self.keptIntervals { intervals.removeFirst() }
    intervals.append(interval)
  }
}
