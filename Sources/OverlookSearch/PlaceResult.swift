public import OverlookGeometry

/// A place that a search has found.
public struct PlaceResult: Hashable, Sendable {
  /// In the language asked for, where the data have it.
  public var name: String
  /// A word of the place's kind: "city", "street", "house", "pharmacy".
  public var kind: String
  /// Where a marker stands.
  public var coordinate: LocationCoordinate
  /// What a camera shows of it.
  public var bounds: CoordinateBounds
  /// Where it is, as it is written in its country.
  public var address: Address
  /// Higher is better; comparable within one answer.
  public var score: Double
  /// Metres from where the search was near to.
  public var distance: Double?
  /// Which data it comes from.
  public var source: String
  /// Names the place where it comes from: an element of OpenStreetMap ("osm:node/123"), a house on a street ("osm:way/5#12a"), a row of
  /// an index, which holds until that is made anew, or what the provider calls it. Nil for what has no name, as crossings.
  public var placeID: String?

  /// A place with all that is known of it.
  public init(
    name: String, kind: String, coordinate: LocationCoordinate, bounds: CoordinateBounds, address: Address = Address(),
    score: Double, distance: Double? = nil, source: String, placeID: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.coordinate = coordinate
    self.bounds = bounds
    self.address = address
    self.score = score
    self.distance = distance
    self.source = source
    self.placeID = placeID
  }

  /// Name and address in one line, with nothing said twice.
  public var summary: String {
    var parts = name.isEmpty ? [] : [name]
    for line in address.lines where !parts.contains(line) { parts.append(line) }
    return parts.joined(separator: ", ")
  }
}
