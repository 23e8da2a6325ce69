extension CoordinateBounds {
  /// Bounds given in degrees by somebody else; nil when they are none. Latitudes and longitudes a little too large, from rounding,
  /// are cut.
  package init?(west: Double, south: Double, east: Double, north: Double) {
    guard [west, south, east, north].allSatisfy(\.isFinite), abs(west) <= 360, abs(east) <= 540, abs(south) <= 91,
      abs(north) <= 91
    else { return nil }
    self.init(
      southWest: LocationCoordinate(latitude: max(south, -90), longitude: west),
      northEast: LocationCoordinate(latitude: min(north, 90), longitude: east))
    guard holdsSomething else { return nil }
  }

  /// Whether they are valid, and more than a point or a line.
  package var holdsSomething: Bool { isValid && latitudeSpan > 0 && longitudeSpan > 0 }
}
