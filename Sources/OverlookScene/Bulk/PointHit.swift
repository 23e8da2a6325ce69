import OverlookCamera
import OverlookGeometry

extension BulkRow {
  /// The topmost element that is hit; nil when none is.
  @MainActor func element(at probe: HitProbe) -> Int? {
    switch content {
    case .points(let columns, let style): PointHit(columns, style, probe).topmost
    case .paths(let columns, let style): PathHit(columns, style, probe).nearest
    case .polygons(let columns, let style): PolygonHit(columns, style, probe).topmost
    case .prisms(let columns, let style): PrismHit(columns, style, probe).topmost
    case .arcs: nil
    }
  }
}

/// The search for the point of a layer that a tap means.
@MainActor private struct PointHit {
  private let columns: PointColumns
  private let style: PointStyle
  private let probe: HitProbe
  /// Half the outline.
  private let strokeReach: Double
  /// Of the world's size: what the largest point may reach from the tap, east and south.
  private let reach: (x: Double, y: Double)

  /// A dot is taken to be at least so large, in points.
  private static let minimumReach = 4.0

  init(_ columns: PointColumns, _ style: PointStyle, _ probe: HitProbe) {
    self.columns = columns
    self.style = style
    self.probe = probe
    strokeReach = Double(style.strokeWidthPoints) / 2
    let radius = style.unit == .points ? Double(style.largestRadius) : 0
    let box = probe.lineRect(widest: 2 * (max(radius, Self.minimumReach) + strokeReach))
    var reach = (
      x: max(box.maxX - probe.place.x, probe.place.x - box.minX), y: max(box.maxY - probe.place.y, probe.place.y - box.minY)
    )
    if style.unit == .meters {
      // Where a metre is longest on the map: a little nearer to the pole than the tap.
      let latitude = abs(probe.place.coordinate.latitude) + Double(style.largestRadius) / 111_000
      let wide = Double(style.largestRadius) / Mercator.metersPerWorldUnit(atLatitude: latitude)
      reach = (reach.x + wide, reach.y + wide)
    }
    self.reach = reach
  }

  var topmost: Int? {
    let places = columns.places.elements
    for (chunk, box) in columns.chunks.boxes.enumerated().reversed() where meets(box) {
      let first = chunk * PlaceChunks.size
      for index in (first..<min(first + PlaceChunks.size, places.count)).reversed() where isHit(index, places[index]) {
        return index
      }
    }
    return nil
  }

  private func meets(_ box: PlaceChunks.Box) -> Bool {
    guard !box.isEmpty else { return false }
    let (low, high) = (FixedPlace(x: box.minX, y: box.minY).worldPoint, FixedPlace(x: box.maxX, y: box.maxY).worldPoint)
    guard probe.place.y >= low.y - reach.y, probe.place.y <= high.y + reach.y else { return false }
    let middle = (low.x + high.x) / 2
    let away = (probe.place.x - middle).remainder(dividingBy: 1)
    return abs(away) <= (high.x - low.x) / 2 + reach.x
  }

  private func isHit(_ index: Int, _ place: FixedPlace) -> Bool {
    guard place.isValid, columns.isDrawn(index, style) else { return false }
    let radius = Double(style.radius ?? columns.radii.elements[index])
    var point = place.worldPoint
    point.x += (probe.place.x - point.x).rounded()
    guard abs(point.x - probe.place.x) <= reach.x, abs(point.y - probe.place.y) <= reach.y else { return false }
    switch style.unit {
    case .points:
      guard let screen = probe.view.screenPoint(for: point) else { return false }
      let (dx, dy) = (screen.x - probe.point.x, screen.y - probe.point.y)
      return (dx * dx + dy * dy).squareRoot() <= max(radius + strokeReach, Self.minimumReach)
    case .meters:
      let meters = Mercator.metersPerWorldUnit(atLatitude: point.coordinate.latitude)
      let (dx, dy) = ((point.x - probe.place.x) * meters, (point.y - probe.place.y) * meters)
      return (dx * dx + dy * dy).squareRoot() <= radius + strokeReach * meters / probe.view.pointsPerWorld
    }
  }
}
