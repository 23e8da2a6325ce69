/// A place of the world in whole steps: eight bytes, the same precision everywhere, and differences that are exact.
///
/// A step is 2^-32 of the world's width east and 2^-31 of its height south: 9 and 19 mm at the equator, a quarter and half a
/// pixel at zoom 22. x goes round the world as unsigned numbers do, so the shorter way between two places is their wrapping
/// difference.
package struct FixedPlace: Hashable, Sendable, BitwiseCopyable {
  package var x: UInt32
  /// Of a place below `stepsSouth`.
  package var y: UInt32

  package static let stepsEast = 0x1p32
  package static let stepsSouth = 0x1p31

  /// Stands for a place that is not valid; lies south of the world.
  package static let none = FixedPlace(x: 0, y: .max)

  package init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }

  /// The step next to `point`; x is wrapped, y clamped to the world. `none` for what is not finite.
  package init(_ point: WorldPoint) {
    let (x, y) = (point.x - point.x.rounded(.down), min(max(point.y, 0), 1))
    guard x.isFinite, y.isFinite else {
      self = .none
      return
    }
    // A whole world east of the antimeridian is the antimeridian.
    self.x = UInt32(truncatingIfNeeded: Int64((x * Self.stepsEast).rounded()))
    self.y = UInt32(min((y * Self.stepsSouth).rounded(), Self.stepsSouth - 1))
  }

  /// The place of `coordinate`; `none` when it is not valid.
  package init(_ coordinate: LocationCoordinate) {
    self = coordinate.isValid ? FixedPlace(WorldPoint(coordinate)) : .none
  }

  package var isValid: Bool { y < 1 << 31 }

  /// The place, x in 0 ..< 1.
  package var worldPoint: WorldPoint { WorldPoint(x: Double(x) / Self.stepsEast, y: Double(y) / Self.stepsSouth) }
}
