public import OverlookGeometry

/// A place that a search has found.
public struct PlaceResult: Hashable, Sendable {
  /// In the language asked for, where the data have it.
  public var name: String
  /// A word of the place's kind: "city", "street", "house", "pharmacy".
  public var kind: String
  /// Its middle, or its entrance.
  public var coordinate: LocationCoordinate
  /// What a camera shows of it.
  public var bounds: CoordinateBounds
  /// Higher is better; comparable within one answer.
  public var score: Double
  /// Metres from where the search was near to.
  public var distance: Double?
  /// Which data it comes from.
  public var source: String

  /// A result of these parts.
  public init(
    name: String, kind: String, coordinate: LocationCoordinate, bounds: CoordinateBounds, score: Double, distance: Double? = nil,
    source: String
  ) {
    self.name = name
    self.kind = kind
    self.coordinate = coordinate
    self.bounds = bounds
    self.score = score
    self.distance = distance
    self.source = source
  }
}
