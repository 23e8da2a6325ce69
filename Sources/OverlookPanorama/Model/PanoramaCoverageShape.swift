public import OverlookGeometry

/// Where there are panoramas: along lines, and at single places.
public struct PanoramaCoverageShape: Hashable, Sendable {
  /// Streets and walks.
  public var lines: [[LocationCoordinate]]
  /// Single panoramas.
  public var places: [LocationCoordinate]

  /// Default none.
  public init(lines: [[LocationCoordinate]] = [], places: [LocationCoordinate] = []) {
    self.lines = lines
    self.places = places
  }
}
