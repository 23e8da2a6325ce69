import OverlookGeometry

/// Which column of a layer a tap means: the last one given on whose ground the tap lies.
@MainActor struct PrismHit {
  let columns: PlaceColumns
  let style: PrismStyle
  let probe: HitProbe

  var topmost: Int? {
    let meters = Mercator.metersPerWorldUnit(atLatitude: probe.place.coordinate.latitude)
    let search = PlaceHitSearch(columns, shownValues: style.shownValues, probe, reachPoints: 0)
    // A metre is a little longer on the map at the far side of the widest column.
    return PlaceHitSearch(search, reachingFurther: 1.1 * Double(style.radius) / meters).topmost { isHit($0, $1, meters) }
  }

  private func isHit(_ index: Int, _ place: WorldPoint, _ meters: Double) -> Bool {
    guard columns.isDrawn(index, style) else { return false }
    let (dx, dy) = ((place.x - probe.place.x) * meters, (place.y - probe.place.y) * meters)
    return (dx * dx + dy * dy).squareRoot() <= Double(style.radius)
  }
}
