/// Where images and patterns of two whole zooms are mixed. When the zoom passes a whole number, what belongs to the new one comes
/// in over a while, and what was there before is seen at the size that it had.
package struct StyleCrossFade: Hashable, Sendable {
  /// Whether the present whole zoom was reached from below, so that the one before is that of the zoom below.
  package private(set) var comesFromBelow = true
  /// Sizes of the images that go and that come, in points of theirs.
  package private(set) var fromScale = 2.0
  package private(set) var toScale = 1.0
  /// 0 ... 1: 1 is only what comes.
  package private(set) var fraction = 1.0
  private var lastWhole: Double?
  private var lastFloor = 0.0
  private var lastWholeSeconds = -Double.infinity

  mutating func update(zoom: Double, timeSeconds: Double, fadeSeconds: Double) {
    let floor = zoom.rounded(.down)
    if lastWhole == nil {
      lastWhole = floor
    } else if lastFloor > floor {
      lastWhole = floor + 1
      lastWholeSeconds = timeSeconds
    } else if lastFloor < floor {
      lastWhole = floor
      lastWholeSeconds = timeSeconds
    }
    lastFloor = floor
    let rest = zoom - floor
    let time = fadeSeconds > 0 ? min(max((timeSeconds - lastWholeSeconds) / fadeSeconds, 0), 1) : 1
    comesFromBelow = zoom > lastWhole ?? floor
    fromScale = comesFromBelow ? 2 : 0.5
    fraction = comesFromBelow ? rest + (1 - rest) * time : 1 - (1 - time) * rest
  }

  /// Whether the next frame looks different though nothing changes.
  package var isMoving: Bool { fraction < 1 }
}
