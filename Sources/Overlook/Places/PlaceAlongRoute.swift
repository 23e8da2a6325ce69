public import OverlookSearch

/// A place beside a route.
public struct PlaceAlongRoute: Hashable, Sendable {
  /// What was found.
  public var place: PlaceResult
  /// Metres along the route, from where one was looking on, to the point that is nearest to the place.
  public var distance: Double
  /// Metres from that point to the place, as the crow flies.
  public var offset: Double
  /// Seconds by which a stop there makes the way longer, without the time that is spent there; nil while no route over it is known.
  public var detour: Double?

  /// A place with all that is known of it.
  public init(place: PlaceResult, distance: Double, offset: Double, detour: Double? = nil) {
    self.place = place
    self.distance = distance
    self.offset = offset
    self.detour = detour
  }
}
