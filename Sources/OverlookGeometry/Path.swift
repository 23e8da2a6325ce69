/// A list of coordinates. Immutable (GE-13).
public class Path {
  package let coordinates: [LocationCoordinate]

  /// A path through `coordinates`, valid or not.
  public init(_ coordinates: [LocationCoordinate] = []) {
    self.coordinates = coordinates
  }

  /// A copy of `path` (GE-15).
  public init(path: Path) {
    coordinates = path.coordinates
  }

  /// Coordinates in the path.
  public var count: Int { coordinates.count }

  /// The coordinate at `index`, or `LocationCoordinate.invalid` when there is none (GE-17).
  public func coordinate(at index: Int) -> LocationCoordinate {
    coordinates.indices.contains(index) ? coordinates[index] : .invalid
  }
}
