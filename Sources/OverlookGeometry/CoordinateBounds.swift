/// A rectangle of latitude and longitude, which may cross the antimeridian. Immutable; empty when `isValid` is false.
public struct CoordinateBounds: Hashable, Sendable {
  /// The south-west corner, its longitude in -180 ..< 180; `LocationCoordinate.invalid` when there are no points.
  public let southWest: LocationCoordinate
  /// The north-east corner, its longitude in -180 ... 180 and less than the south-west one's where the bounds cross the
  /// antimeridian; `LocationCoordinate.invalid` when there are no points.
  public let northEast: LocationCoordinate

  /// Bounds that contain no point; `including` grows from here.
  public static let empty = CoordinateBounds()

  /// The whole Earth.
  public static let world = CoordinateBounds(south: -90, north: 90, west: -180, east: 180)

  /// Bounds that contain no point.
  public init() {
    southWest = .invalid
    northEast = .invalid
  }

  /// The bounds with two opposite corners, on the side of the Earth where they span less longitude, so that they may cross the
  /// antimeridian; at exactly 180 degrees they do not. A corner that is not valid is left out.
  public init(coordinate a: LocationCoordinate, coordinate b: LocationCoordinate) {
    guard a.isValid, b.isValid else {
      self = a.isValid ? CoordinateBounds(point: a) : b.isValid ? CoordinateBounds(point: b) : CoordinateBounds()
      return
    }
    let (first, second) = (Angle.wrappedDegrees(a.longitude), Angle.wrappedDegrees(b.longitude))
    let (west, east) = (min(first, second), max(first, second))
    let crosses = east - west > 180
    self.init(
      south: min(a.latitude, b.latitude), north: max(a.latitude, b.latitude),
      west: crosses ? east : west, east: crosses ? west : east)
  }

  /// The bounds that run eastwards from one corner to the other, however far; a whole turn or more is every longitude. Empty when
  /// a corner is not valid or the south lies north of the north.
  public init(southWest: LocationCoordinate, northEast: LocationCoordinate) {
    guard southWest.isValid, northEast.isValid, southWest.latitude <= northEast.latitude else {
      self.init()
      return
    }
    let isWhole = northEast.longitude - southWest.longitude >= 360
    self.init(
      south: southWest.latitude, north: northEast.latitude,
      west: isWhole ? -180 : Angle.wrappedDegrees(southWest.longitude),
      east: isWhole ? 180 : Angle.wrappedDegrees(northEast.longitude))
  }

  /// The smallest bounds that hold every valid coordinate of `coordinates`, whatever their order; n log n.
  public init(_ coordinates: [LocationCoordinate]) {
    let places = coordinates.filter(\.isValid)
    let longitudes = places.map { Angle.wrappedDegrees($0.longitude) }.sorted()
    guard let first = longitudes.first, let last = longitudes.last else {
      self.init()
      return
    }
    // What the bounds leave out is the widest gap between neighbours on the circle.
    var (west, east, widest) = (first, last, first + 360 - last)
    for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > widest {
      (west, east, widest) = (right, left, right - left)
    }
    var (south, north) = (90.0, -90.0)
    for place in places {
      south = min(south, place.latitude)
      north = max(north, place.latitude)
    }
    self.init(south: south, north: north, west: west, east: east)
  }

  private init(point: LocationCoordinate) {
    let longitude = Angle.wrappedDegrees(point.longitude)
    self.init(south: point.latitude, north: point.latitude, west: longitude, east: longitude)
  }

  /// Longitudes in -180 ... 180, latitudes in order.
  private init(south: Double, north: Double, west: Double, east: Double) {
    southWest = LocationCoordinate(latitude: south, longitude: west)
    // The eastern edge at the antimeridian is called 180, unless it is the western one too.
    northEast = LocationCoordinate(latitude: north, longitude: east == -180 && west > -180 ? 180 : east)
  }

  /// False when there is no point in the bounds.
  public var isValid: Bool { southWest.isValid && northEast.isValid }

  /// Degrees from the western edge eastwards to the eastern one, 0 ... 360; 0 when empty.
  public var longitudeSpan: Double {
    guard isValid else { return 0 }
    let span = northEast.longitude - southWest.longitude
    return span < 0 ? span + 360 : span
  }

  /// Degrees from the southern edge to the northern one, 0 ... 180; 0 when empty.
  public var latitudeSpan: Double {
    isValid ? northEast.latitude - southWest.latitude : 0
  }

  /// Halfway between the edges in degrees; `LocationCoordinate.invalid` when empty.
  public var center: LocationCoordinate {
    LocationCoordinate(
      latitude: (southWest.latitude + northEast.latitude) / 2,
      longitude: Angle.wrappedDegrees(southWest.longitude + longitudeSpan / 2))
  }

  /// Whether `coordinate` lies inside; the edges count. False for a coordinate that is not valid.
  public func contains(_ coordinate: LocationCoordinate) -> Bool {
    guard isValid, coordinate.isValid, coordinate.latitude >= southWest.latitude, coordinate.latitude <= northEast.latitude
    else { return false }
    return containsLongitude(Angle.wrappedDegrees(coordinate.longitude))
  }

  /// Whether the two share at least one point; the edges count.
  public func intersects(_ other: CoordinateBounds) -> Bool {
    guard isValid, other.isValid, southWest.latitude <= other.northEast.latitude,
      other.southWest.latitude <= northEast.latitude
    else { return false }
    return containsLongitude(other.southWest.longitude) || other.containsLongitude(southWest.longitude)
      || containsLongitude(other.northEast.longitude) || other.containsLongitude(northEast.longitude)
  }

  /// The bounds grown, the shorter way round, to hold `coordinate`; a coordinate that is not valid changes nothing.
  public func including(_ coordinate: LocationCoordinate) -> CoordinateBounds {
    coordinate.isValid ? including(CoordinateBounds(point: coordinate)) : self
  }

  /// The bounds grown to hold `other` too, with the least longitude that does; `other` when these are empty.
  public func including(_ other: CoordinateBounds) -> CoordinateBounds {
    guard other.isValid else { return self }
    guard isValid else { return other }
    // The union starts at the western edge of one of the two: take the start from which both end sooner.
    let here = spanFromWest(toInclude: other)
    let there = other.spanFromWest(toInclude: self)
    let start = here.span <= there.span ? (west: southWest.longitude, end: here) : (west: other.southWest.longitude, end: there)
    let isWhole = start.end.span >= 360
    return CoordinateBounds(
      south: min(southWest.latitude, other.southWest.latitude), north: max(northEast.latitude, other.northEast.latitude),
      west: isWhole ? -180 : start.west, east: isWhole ? 180 : start.end.east)
  }

  /// How far one has to go east from the western edge to pass both these bounds and `other`, and where that ends.
  private func spanFromWest(toInclude other: CoordinateBounds) -> (span: Double, east: Double) {
    let otherSpan = Angle.bearingDegrees(other.southWest.longitude - southWest.longitude) + other.longitudeSpan
    return otherSpan > longitudeSpan ? (otherSpan, other.northEast.longitude) : (longitudeSpan, northEast.longitude)
  }

  private func containsLongitude(_ longitude: Double) -> Bool {
    let (west, east) = (southWest.longitude, northEast.longitude)
    // -180 and 180 name the same meridian.
    if abs(longitude) == 180, west == -180 || east == 180 { return true }
    return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
  }
}
