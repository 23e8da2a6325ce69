public import OverlookGeometry

/// Where the traveller was at a moment, as a receiver said it.
public struct LocationFix: Hashable, Sendable {
  /// Where it is.
  public var coordinate: LocationCoordinate
  /// Seconds since 1970 of Coordinated Universal Time.
  public var time: Double
  /// Metres within which the place is in two of three cases; nil where it is not known.
  public var accuracy: Double?
  /// Metres per second over the ground; nil where it is not known.
  public var speed: Double?
  /// Where it moves, degrees clockwise from north in 0 ..< 360; nil where it is not known, as when it stands.
  public var course: Double?
  /// Metres above the sea; nil where it is not known.
  public var altitude: Double?
  /// What said so.
  public var source: Source

  /// What fixes come from.
  public enum Source: String, CaseIterable, Hashable, Sendable {
    /// The daemon of satellite receivers.
    case gpsd
    /// Sentences of a receiver: a file, a serial line, a server.
    case nmea
    /// The location service of the desktop.
    case geoClue
    /// A track that was recorded.
    case replay
    /// A drive that nobody drives.
    case simulation
    /// A place that was set by hand.
    case fixed
    /// Anything else.
    case other
  }

  /// A fix; what is left out is not known.
  public init(
    _ coordinate: LocationCoordinate, time: Double, accuracy: Double? = nil, speed: Double? = nil, course: Double? = nil,
    altitude: Double? = nil, source: Source = .other
  ) {
    self.coordinate = coordinate
    self.time = time
    self.accuracy = accuracy
    self.speed = speed
    self.course = course
    self.altitude = altitude
    self.source = source
  }
}
