package import OverlookGeometry

extension WorldRect {
  /// With a margin of a length on the ground, taken where a metre is longest on the map: at the edge that is
  /// nearer to a pole; the same for 0.
  package func widened(byMeters meters: Double) -> WorldRect {
    guard meters > 0 else { return self }
    let north = abs(WorldPoint(x: 0, y: minY).coordinate.latitude)
    let south = abs(WorldPoint(x: 0, y: maxY).coordinate.latitude)
    let reach = meters / Mercator.metersPerWorldUnit(atLatitude: max(north, south))
    return WorldRect(minX: minX - reach, minY: minY - reach, maxX: maxX + reach, maxY: maxY + reach)
  }
}
