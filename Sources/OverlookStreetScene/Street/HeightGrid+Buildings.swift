package import OverlookAstronomy

extension HeightGrid {
  /// What begins higher above the ground leaves it free, as a bridge between houses does.
  private static let groundMeters = 3.0
  private static let mostMeters = 2_000.0

  /// Raises the cells that a building stands on; false for one that stands on none. `place`: metres east and south of the grid's
  /// north-western corner, of a place of the building's scene.
  @discardableResult
  package mutating func raise(_ building: StreetBuilding, _ place: (SIMD2<Double>) -> SIMD2<Double>) -> Bool {
    guard building.bottom < Self.groundMeters else { return false }
    raise(building.rings.map { $0.map(place) }, to: min(building.top, Self.mostMeters))
    return true
  }
}
