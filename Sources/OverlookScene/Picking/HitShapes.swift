import Glibc
import OverlookCamera
import OverlookGeometry

/// Whether a tap lies on one overlay; pure functions of its row.
enum HitShapes {
  /// `insets` are those of the icon.
  static func hits(
    _ row: MarkerRow, insets: EdgeInsets, at point: ScreenPoint, view: ViewTransform, copies: ClosedRange<Int>
  ) -> Bool {
    guard row.hasRoom else { return false }
    let (s, c) = row.rotationRadians == 0 ? (0, 1) : (sin(Double(row.rotationRadians)), cos(Double(row.rotationRadians)))
    for copy in copies {
      let position = WorldPoint(x: row.position.x + Double(copy), y: row.position.y)
      guard let (dx, dy) = offset(from: position, to: point, isFlat: row.isFlat, view: view) else { continue }
      // Back from the turn of the icon.
      let (x, y) = (dx * c + dy * s - Double(row.originX), dy * c - dx * s - Double(row.originY))
      if x >= insets.left, x <= Double(row.width) - insets.right, y >= insets.top, y <= Double(row.height) - insets.bottom {
        return true
      }
    }
    return false
  }

  /// From a marker's position to the tap in points, x right and y down: on the screen, or on the ground with y south.
  private static func offset(
    from position: WorldPoint, to point: ScreenPoint, isFlat: Bool, view: ViewTransform
  ) -> (dx: Double, dy: Double)? {
    if isFlat {
      guard let place = view.worldPoint(at: point) else { return nil }
      let (tapX, tapY) = view.centeredPoints(for: place)
      let (x, y) = view.centeredPoints(for: position)
      return (tapX - x, tapY - y)
    }
    guard let screen = view.screenPoint(for: position) else { return nil }
    return (point.x - screen.x, point.y - screen.y)
  }

  static func hits(_ row: PolylineRow, _ probe: HitProbe) -> Bool {
    let reach = probe.reach(ofStroke: 2 * reachPoints(row.stroke, probe))
    var projector = PathProjector(geodesic: row.isGeodesic, refinement: probe.refinement)
    return projector.lines(of: row.path).contains { isNear($0, probe, reach: reach) }
  }

  static func hits(_ row: PolygonRow, _ probe: HitProbe) -> Bool {
    var projector = PathProjector(geodesic: row.isGeodesic, refinement: probe.refinement)
    guard let outer = projector.ring(of: row.path) else { return false }
    let region = WorldRegion(outer: outer, holes: row.holes.compactMap { projector.ring(of: $0) })
    if let extrusion = row.extrusion { return hits(extrusion, region, probe) }
    if contains(region, probe.place) { return true }
    guard row.stroke.isVisible else { return false }
    let reach = reachPoints(row.stroke, probe)
    return region.outlines.contains { isNear($0, probe, reach: reach) }
  }

  static func hits(_ row: CircleRow, _ probe: HitProbe) -> Bool {
    let distance = SphericalGeometry.distance(from: row.center, to: probe.place.coordinate)
    if distance <= row.radiusMeters { return true }
    guard row.stroke.isVisible else { return false }
    return distance <= row.radiusMeters + reachPoints(row.stroke, probe) * metersPerPoint(probe)
  }

  /// A block is hit where the way of the ray of the tap from its top to its foot, seen from above, meets the region.
  private static func hits(_ extrusion: Extrusion, _ region: WorldRegion, _ probe: HitProbe) -> Bool {
    guard let bounds = WorldRect(around: region.points) else { return false }
    let latitude = WorldPoint(x: 0, y: (bounds.minY + bounds.maxY) / 2).coordinate.latitude
    let pointsPerMeter = probe.view.pointsPerWorld / Mercator.metersPerWorldUnit(atLatitude: latitude)
    let eye = probe.view.eyePlace
    func place(_ meters: Double) -> WorldPoint {
      let part = min(meters * pointsPerMeter / eye.heightPoints, 1)
      return WorldPoint(
        x: probe.place.x + (eye.ground.x - probe.place.x) * part, y: probe.place.y + (eye.ground.y - probe.place.y) * part)
    }
    let (foot, top) = (place(extrusion.base), place(extrusion.height))
    if contains(region, foot) || contains(region, top) { return true }
    var shift = (bounds.minX - max(foot.x, top.x)).rounded(.up)
    for _ in 0..<4 where min(foot.x, top.x) + shift <= bounds.maxX {
      if crosses(region, WorldPoint(x: foot.x + shift, y: foot.y), WorldPoint(x: top.x + shift, y: top.y)) { return true }
      shift += 1
    }
    return false
  }

  /// Whether the way from `p` to `q` crosses an edge of the region.
  private static func crosses(_ region: WorldRegion, _ p: WorldPoint, _ q: WorldPoint) -> Bool {
    func side(_ a: WorldPoint, _ b: WorldPoint, _ c: WorldPoint) -> Bool {
      (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
    }
    return region.outlines.contains { line in
      (0..<line.pieceCount).contains { number in
        let (a, b) = line.piece(number)
        return side(p, q, a) != side(p, q, b) && side(a, b, p) != side(a, b, q)
      }
    }
  }

  /// How far from its path a stroke is hit, in points at the tap.
  private static func reachPoints(_ stroke: Stroke, _ probe: HitProbe) -> Double {
    stroke.style.unit == .points ? stroke.reach() : stroke.reach() / metersPerPoint(probe)
  }

  private static func metersPerPoint(_ probe: HitProbe) -> Double {
    Mercator.metersPerWorldUnit(atLatitude: probe.place.coordinate.latitude) / probe.view.pointsPerWorld
      / max(probe.view.scale(at: probe.place), 1e-6)
  }

  static func hits(_ row: GroundOverlayRow, _ probe: HitProbe) -> Bool {
    guard row.icon != nil else { return false }
    let bounds = row.quad.bounds
    var x = probe.place.x + (bounds.minX - probe.place.x).rounded(.up)
    // A picture wider than the world overlaps itself.
    for _ in 0..<4 where x <= bounds.maxX {
      if let fraction = row.quad.pictureFraction(of: WorldPoint(x: x, y: probe.place.y)),
        fraction.x >= 0, fraction.x <= 1, fraction.y >= 0, fraction.y <= 1
      {
        return true
      }
      x += 1
    }
    return false
  }

  // MARK: Geometry

  /// Even-odd over all rings, in every copy of the world.
  static func contains(_ region: WorldRegion, _ place: WorldPoint) -> Bool {
    guard let bounds = WorldRect(around: region.points) else { return false }
    var x = place.x + (bounds.minX - place.x).rounded(.up)
    for _ in 0..<4 where x <= bounds.maxX {
      if isInside(region, WorldPoint(x: x, y: place.y)) { return true }
      x += 1
    }
    return false
  }

  private static func isInside(_ region: WorldRegion, _ place: WorldPoint) -> Bool {
    var isInside = false
    for (ring, start) in region.ringStarts.enumerated() {
      let end = ring + 1 < region.ringStarts.count ? region.ringStarts[ring + 1] : region.points.count
      guard end > start else { continue }
      var a = region.points[end - 1]
      for b in region.points[start..<end] {
        // A ray to the east; each edge takes its upper end and leaves its lower one, so that no vertex counts twice.
        if (a.y > place.y) != (b.y > place.y) {
          let fraction = (place.y - a.y) / (b.y - a.y)
          if place.x < a.x + fraction * (b.x - a.x) { isInside.toggle() }
        }
        a = b
      }
    }
    return isInside
  }

  /// Whether a piece of `line`, in any copy of the world, is seen within `reach` points of the tap.
  private static func isNear(_ line: WorldLine, _ probe: HitProbe, reach: Double) -> Bool {
    let area = probe.lineRect(widest: 2 * reach)
    return line.hasPiece(near: area) { a, b in
      distance(of: probe.point, fromEdge: a, b, in: area, probe.view).map { $0 <= reach } ?? false
    }
  }

  /// How far from `point` the part of an edge inside `area` is seen, in points; nil when there is none.
  static func distance(
    of point: ScreenPoint, fromEdge a: WorldPoint, _ b: WorldPoint, in area: WorldRect, _ view: ViewTransform
  ) -> Double? {
    guard let seen = WorldClip.piece(a, b, in: area) else { return nil }
    return distance(of: point, from: view.screenPointClamped(for: seen.a), to: view.screenPointClamped(for: seen.b))
  }

  private static func distance(of p: ScreenPoint, from a: ScreenPoint, to b: ScreenPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let squared = dx * dx + dy * dy
    let t = squared > 0 ? min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0), 1) : 0
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy)
  }
}
