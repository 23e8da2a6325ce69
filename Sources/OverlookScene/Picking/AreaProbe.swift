import OverlookCamera
import OverlookGeometry

/// A part of a view, on the screen and on the ground, and whether overlays have anything of them in it.
struct AreaProbe {
  let area: PickArea
  let view: ViewTransform
  /// The ground under the area's bounds, as far as they are seen; x in the copies of the world that are.
  let ground: WorldRect

  /// Nil when nothing of the view lies in the area.
  init?(_ area: PickArea, view: ViewTransform) {
    let all = ScreenRect(x: 0, y: 0, width: view.size.width, height: view.size.height)
    guard let seen = area.limited(to: all) else { return nil }
    self.area = area
    self.view = view
    ground = view.groundQuad(of: seen).bounds
  }

  /// Whether a place is seen in the area, in any copy of the world.
  func contains(_ place: WorldPoint) -> Bool {
    guard place.y >= ground.minY, place.y <= ground.maxY else { return false }
    var x = place.x + (ground.minX - place.x).rounded(.up)
    while x <= ground.maxX {
      if let screen = view.screenPoint(for: WorldPoint(x: x, y: place.y)), area.contains(screen) { return true }
      x += 1
    }
    return false
  }

  func meets(_ row: MarkerRow) -> Bool {
    row.isDrawable && row.hasRoom && row.opacity > 0 && contains(row.position)
  }

  func meets(_ row: PolylineRow) -> Bool {
    guard row.stroke.width > 0 else { return false }
    var projector = PathProjector(geodesic: row.isGeodesic, refinement: refinement)
    return projector.lines(of: row.path).contains(where: meets)
  }

  func meets(_ row: PolygonRow) -> Bool {
    var projector = PathProjector(geodesic: row.isGeodesic, refinement: refinement)
    guard let outer = projector.ring(of: row.path) else { return false }
    return meets(WorldRegion(outer: outer, holes: row.holes.compactMap { projector.ring(of: $0) }))
  }

  func meets(_ row: CircleRow) -> Bool {
    let radius = row.radiusMeters / SphericalGeometry.earthRadiusMeters
    return meets(WorldRegion.cap(at: row.center, radius: radius, refinement: refinement).region)
  }

  func meets(_ row: GroundOverlayRow) -> Bool {
    guard row.opacity > 0 else { return false }
    let quad = row.quad
    let ring = WorldLine(points: [quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft], isClosed: true, wrapX: 0)
    return meets(WorldRegion(outer: ring, holes: []))
  }

  /// An edge in the area, or the area within the region.
  func meets(_ region: WorldRegion) -> Bool {
    if region.outlines.contains(where: meets) { return true }
    guard let corner = area.corners.first, let place = view.worldPoint(at: corner) else { return false }
    return HitShapes.contains(region, place)
  }

  func meets(_ line: WorldLine) -> Bool {
    line.hasPiece(near: ground) { a, b in
      guard let seen = WorldClip.piece(a, b, in: ground) else { return false }
      return area.meets(from: view.screenPointClamped(for: seen.a), to: view.screenPointClamped(for: seen.b))
    }
  }

  /// How finely curves are followed: to a tenth of a point.
  private var refinement: CurveRefinement {
    CurveRefinement(tolerance: CurveRefinement.tolerance(atZoom: view.camera.zoom), region: ground)
  }
}
