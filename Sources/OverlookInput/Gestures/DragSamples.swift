import OverlookGeometry

/// Where the pointer was in the last moments of a drag, for its speed at the end.
struct DragSamples: Sendable {
  private static let capacity = 64
  private var samples: [(timeSeconds: Double, point: ScreenPoint)] = []

  init() {
    samples.reserveCapacity(Self.capacity)
  }

  mutating func removeAll() {
    samples.removeAll(keepingCapacity: true)
  }

  mutating func append(_ point: ScreenPoint, at timeSeconds: Double) {
    let oldest = timeSeconds - GestureNumbers.inertiaWindowSeconds
    let kept = samples.firstIndex { $0.timeSeconds >= oldest } ?? samples.count
    let excess = max(kept, samples.count - Self.capacity + 1)
    if excess > 0 { samples.removeFirst(min(excess, samples.count)) }
    samples.append((timeSeconds, point))
  }

  /// Points a second at the release at `timeSeconds`, averaged over the window: a pointer that rested before the release is slow.
  func velocity(releasedAt timeSeconds: Double) -> (x: Double, y: Double) {
    let oldest = timeSeconds - GestureNumbers.inertiaWindowSeconds
    guard let first = samples.first(where: { $0.timeSeconds >= oldest }), let last = samples.last else { return (0, 0) }
    let seconds = timeSeconds - first.timeSeconds
    // Below this the quotient says more about the clock than about the hand.
    guard seconds >= 0.005 else { return (0, 0) }
    return ((last.point.x - first.point.x) / seconds, (last.point.y - first.point.y) / seconds)
  }
}
