public import OverlookGeometry

/// The four places in the corners of the visible part of a map: a rectangle when the camera looks straight down, else a trapezoid
/// whose short side is the near one.
///
/// Latitudes stop at the edge of the Mercator world. Longitudes run on past +-180 where the region crosses the antimeridian, so
/// that left stays west of right when north is up; `LocationCoordinate.normalized` wraps them.
public struct VisibleRegion: Hashable, Sendable {
  /// The bottom left corner.
  public let nearLeft: LocationCoordinate
  /// The bottom right corner.
  public let nearRight: LocationCoordinate
  /// The top left corner.
  public let farLeft: LocationCoordinate
  /// The top right corner.
  public let farRight: LocationCoordinate

  /// A region with the four corners as given.
  public init(
    nearLeft: LocationCoordinate, nearRight: LocationCoordinate, farLeft: LocationCoordinate, farRight: LocationCoordinate
  ) {
    self.nearLeft = nearLeft
    self.nearRight = nearRight
    self.farLeft = farLeft
    self.farRight = farRight
  }
}

extension CoordinateBounds {
  /// The bounds that hold a visible region; every longitude when it shows the world once or more. Empty when a corner is not
  /// valid.
  public init(region: VisibleRegion) {
    let corners = [region.nearLeft, region.nearRight, region.farLeft, region.farRight]
    guard corners.allSatisfy(\.isValid) else {
      self.init()
      return
    }
    let latitudes = corners.map(\.latitude)
    let longitudes = corners.map(\.longitude)
    self.init(
      southWest: LocationCoordinate(latitude: latitudes.min() ?? 0, longitude: longitudes.min() ?? 0),
      northEast: LocationCoordinate(latitude: latitudes.max() ?? 0, longitude: longitudes.max() ?? 0))
  }
}
