import Glibc
package import OverlookGeometry

/// Metres around a place: x east, y north, on a plane that touches the Earth there. Within a kilometre it is exact to millimetres of
/// what the map shows.
package struct StreetFrame: Hashable, Sendable {
  /// Where x and y are 0.
  package let origin: LocationCoordinate
  private let center: WorldPoint
  private let metersPerWorld: Double

  package init(origin: LocationCoordinate) {
    self.origin = origin
    center = WorldPoint(origin)
    metersPerWorld = Mercator.metersPerWorldUnit(atLatitude: origin.latitude)
  }

  /// Metres east and north of the origin; of the copy of the world that the point names.
  package func place(_ point: WorldPoint) -> SIMD2<Double> {
    SIMD2(point.x - center.x, center.y - point.y) * metersPerWorld
  }

  package func place(_ coordinate: LocationCoordinate) -> SIMD2<Double> { place(WorldPoint(coordinate)) }

  package func coordinate(_ place: SIMD2<Double>) -> LocationCoordinate {
    WorldPoint(x: center.x + place.x / metersPerWorld, y: center.y - place.y / metersPerWorld).coordinate
  }

  /// Where the origin lies in a pattern that lies still on the world, wherever frames near to each other have their origins: metres
  /// within a square of 4,096. A step of ten metres finds the pattern within two centimetres.
  var anchor: SIMD2<Double> {
    let scale = Mercator.metersPerWorldUnit(atLatitude: (origin.latitude * 10).rounded() / 10)
    return SIMD2(
      (center.x * scale).truncatingRemainder(dividingBy: 4_096), (-center.y * scale).truncatingRemainder(dividingBy: 4_096))
  }

  /// A number of a place of the world, the same in every frame: what things at it are chosen by.
  func seed(of place: SIMD2<Double>) -> UInt32 {
    // Cells of 15 cm at the equator.
    func cell(_ value: Double) -> UInt32 { UInt32(exactly: (min(max(value, 0), 1) * 0x1p28).rounded(.down)) ?? 0 }
    return StreetNoise.hash(cell(center.x + place.x / metersPerWorld), cell(center.y - place.y / metersPerWorld))
  }

  /// The tiles of a zoom within so many metres of the origin, from the north-west.
  package func tiles(zoom: Int, radius: Double) -> [TileID] {
    let reach = radius / metersPerWorld
    let count = exp2(Double(zoom))
    func number(_ value: Double) -> Int { Int(exactly: (min(max(value, 0), 0.999_999_999) * count).rounded(.down)) ?? 0 }
    let (west, east) = (number(center.x - reach), number(center.x + reach))
    let (north, south) = (number(center.y - reach), number(center.y + reach))
    return (north...max(north, south)).flatMap { y in (west...max(west, east)).map { TileID(z: zoom, x: $0, y: y) } }
  }
}
