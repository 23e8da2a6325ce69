/// A way from one panorama to a neighbour.
public struct PanoramaLink: Hashable, Sendable {
  /// Degrees clockwise from true north in which the neighbour lies.
  public var heading: Double
  /// The neighbour's name.
  public var panoramaID: String
  /// To the neighbour, metres; nil where that is not known.
  public var distanceMeters: Double?
  /// What the way is called: a street, a room; may be empty.
  public var title: String
  /// How one looks after having gone there.
  public var arrival: Arrival

  /// How one looks in a panorama that one came to by a link.
  public enum Arrival: Hashable, Sendable {
    /// In the same compass direction as before.
    case sameAzimuth
    /// In the same direction from the middle of the picture as before.
    case sameYaw
    /// As the panorama itself wants.
    case initial
    /// To this orientation.
    case orientation(Orientation)
  }

  /// A link to `panoramaID` in the direction `heading`.
  public init(
    heading: Double, panoramaID: String, distanceMeters: Double? = nil, title: String = "", arrival: Arrival = .sameAzimuth
  ) {
    self.heading = heading
    self.panoramaID = panoramaID
    self.distanceMeters = distanceMeters
    self.title = title
    self.arrival = arrival
  }
}
