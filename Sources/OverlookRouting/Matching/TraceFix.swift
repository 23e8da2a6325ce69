package import OverlookGeometry

/// Where somebody was at a time, as a receiver said it.
package struct TraceFix: Hashable, Sendable {
  package var coordinate: LocationCoordinate
  /// Seconds since some moment that is the same for the whole trace; nil where it is not known.
  package var time: Double?
  /// Metres per second.
  package var speed: Double?
  /// Degrees clockwise from north.
  package var course: Double?
  /// Metres within which the place is in two of three cases.
  package var accuracy: Double?

  package init(
    _ coordinate: LocationCoordinate, time: Double? = nil, speed: Double? = nil, course: Double? = nil, accuracy: Double? = nil
  ) {
    self.coordinate = coordinate
    self.time = time
    self.speed = speed
    self.course = course
    self.accuracy = accuracy
  }
}
