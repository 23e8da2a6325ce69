import OverlookCamera
import OverlookGeometry

/// Which point of a layer a tap means.
@MainActor struct PointHit {
  let columns: PlaceColumns
  let style: PointStyle
  let probe: HitProbe

  /// A dot is taken to be at least so large, in points.
  private static let minimumReach = 4.0

  var topmost: Int? {
    // Half the outline.
    let stroke = Double(style.strokeWidthPoints) / 2
    let radius = style.unit == .points ? Double(style.largestRadius) : 0
    var search = PlaceHitSearch(
      columns, shownValues: style.shownValues, probe, reachPoints: max(radius, Self.minimumReach) + stroke)
    if style.unit == .meters {
      // Where a metre is longest on the map: a little nearer to the pole than the tap.
      let latitude = abs(probe.place.coordinate.latitude) + Double(style.largestRadius) / 111_000
      let wide = Double(style.largestRadius) / Mercator.metersPerWorldUnit(atLatitude: latitude)
      search = PlaceHitSearch(search, reachingFurther: wide)
    }
    return search.topmost { isHit($0, $1, stroke: stroke) }
  }

  private func isHit(_ index: Int, _ place: WorldPoint, stroke: Double) -> Bool {
    let radius = Double(min(style.radius ?? columns.sizes.elements[index], style.largestRadius))
    guard radius > 0 else { return false }
    switch style.unit {
    case .points:
      guard let screen = probe.view.screenPoint(for: place) else { return false }
      let (dx, dy) = (screen.x - probe.point.x, screen.y - probe.point.y)
      return (dx * dx + dy * dy).squareRoot() <= max(radius + stroke, Self.minimumReach)
    case .meters:
      let meters = Mercator.metersPerWorldUnit(atLatitude: place.coordinate.latitude)
      let (dx, dy) = ((place.x - probe.place.x) * meters, (place.y - probe.place.y) * meters)
      return (dx * dx + dy * dy).squareRoot() <= radius + stroke * meters / probe.view.pointsPerWorld
    }
  }
}
