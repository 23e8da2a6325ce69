import OverlookGeometry

/// A fix that guidance uses, with what a receiver left out made up for.
struct AcceptedFix: Hashable, Sendable {
  var coordinate: LocationCoordinate
  /// When it came, by the clock of the session.
  var now: Double
  /// When it was, as the receiver said, or else when it came.
  var time: Double
  /// Metres of the usual error.
  var sigma: Double
  /// Metres per second.
  var speed: Double
  /// Whether the receiver said the speed, which is then much better than what places make of it.
  var hasSpeed = false
  /// Degrees clockwise from north; nil where it stands or nothing is known.
  var course: Double?
  /// Seconds since the last one that was used; 0 for the first.
  var elapsed: Double
  /// Metres in a straight line since the last one that was used.
  var moved: Double
  /// Whether it lies where nobody gets from the last one that was used.
  var isJump = false
}
