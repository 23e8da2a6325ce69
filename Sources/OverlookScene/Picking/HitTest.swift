package import OverlookCamera
package import OverlookGeometry
import OverlookSupport

/// What a tap can mean and how far it may miss.
package struct HitTolerance: Sendable {
  /// Lines are taken to be at least this wide, in points.
  package var minimumLineWidth = 16.0

  package init(minimumLineWidth: Double = 16) {
    self.minimumLineWidth = minimumLineWidth
  }
}

extension OverlayStore {
  /// The topmost tappable overlay at a point of the view, or nil: markers before all others, then by zIndex and order of
  /// attaching.
  ///
  /// A marker is hit within the rectangle of its icon less the icon's alignment insets, turned as it is drawn; a polyline within
  /// its stroke or `tolerance`; a polygon in its interior without the holes or on its outline; a circle within its radius or on
  /// its outline; a ground overlay within its picture; a model where one of its triangles is seen. An interior counts whether it
  /// is filled or not. Markers and ground overlays of opacity 0, markers without room, and whatever has values that cannot be
  /// drawn, are not hit. Costs the overlays near the point. With `includesUntappable`, overlays that no tap is told of are found
  /// too.
  package func hit(
    at point: ScreenPoint, view: ViewTransform, tolerance: HitTolerance = HitTolerance(), includesUntappable: Bool = false
  ) -> Overlay? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    if let marker = hitMarker(at: point, view: view, includesUntappable: includesUntappable) { return marker }
    var best = hitModel(at: point, view: view, includesUntappable: includesUntappable)
    guard let place = view.worldPoint(at: point) else { return best?.overlay }
    let probe = HitProbe(point: point, place: place, view: view, tolerance: tolerance)
    var slots = ContiguousArray<Int32>()
    take(polylines, .polyline, probe.lineRect(widest: widestStrokePoints), includesUntappable, &slots, &best) {
      HitShapes.hits($0, probe)
    }
    take(polygons, .polygon, probe.lineRect(widest: widestStrokePoints), includesUntappable, &slots, &best) {
      HitShapes.hits($0, probe)
    }
    take(circles, .circle, probe.lineRect(widest: widestStrokePoints), includesUntappable, &slots, &best) {
      HitShapes.hits($0, probe)
    }
    take(groundOverlays, .groundOverlay, probe.pointRect, includesUntappable, &slots, &best) { HitShapes.hits($0, probe) }
    take(dataLayers, .dataLayer, probe.lineRect(widest: 2 * dataReachPoints), includesUntappable, &slots, &best) {
      $0.element(at: probe) != nil
    }
    return best?.overlay
  }

  /// The model that is seen at a point of the view: of those with the highest zIndex the nearest.
  private func hitModel(
    at point: ScreenPoint, view: ViewTransform, includesUntappable: Bool
  ) -> (key: DrawKey, overlay: Overlay)? {
    guard models.count > 0 else { return nil }
    let hit = ModelHit(at: point, view: view)
    var slots = ContiguousArray<Int32>()
    models.index.query(view.visibleRect, into: &slots)
    var best: (key: DrawKey, overlay: Overlay, distance: Double)?
    for slot in slots {
      guard let row = models.row(Int(slot)), row.isTappable || includesUntappable, let overlay = models.overlays[Int(slot)]
      else { continue }
      if let best, row.key.zIndex < best.key.zIndex { continue }
      guard let found = hit.nearest(row) else { continue }
      if let best, row.key.zIndex == best.key.zIndex, found.distance >= best.distance { continue }
      best = (row.key, overlay, found.distance)
    }
    return best.map { ($0.key, $0.overlay) }
  }

  /// The topmost element of a layer at a point of the view; nil when there is none or the layer is not here.
  package func element(of layer: Overlay, at point: ScreenPoint, view: ViewTransform) -> Int? {
    if layer.store === self, layer.kind == .model, let row = models.row(layer.slot) {
      return ModelHit(at: point, view: view).nearest(row)?.index
    }
    guard layer.store === self, point.x.isFinite, point.y.isFinite, let row = dataLayers.row(layer.slot), row.bounds != nil,
      let place = view.worldPoint(at: point)
    else { return nil }
    return row.element(at: HitProbe(point: point, place: place, view: view, tolerance: HitTolerance()))
  }

  /// Every tappable marker whose icon lies under the point is compared; the topmost is the answer.
  package func hitMarker(at point: ScreenPoint, view: ViewTransform, includesUntappable: Bool = false) -> Marker? {
    guard markers.count > 0 else { return nil }
    let reach = markerReachPoints
    let box = ScreenRect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
    var area = view.groundQuad(of: box).bounds
    // Flat icons measure ground points, which may lie farther off than screen points do.
    let flatReach = reach / view.pointsPerWorld
    if let place = view.worldPoint(at: point) {
      area = area.union(
        WorldRect(minX: place.x - flatReach, minY: place.y - flatReach, maxX: place.x + flatReach, maxY: place.y + flatReach))
    }
    var slots = ContiguousArray<Int32>()
    var best: (key: DrawKey, overlay: Overlay)?
    take(markers, .marker, area, includesUntappable, &slots, &best) { row in
      let insets = icons[row.icon]?.image.alignmentInsets ?? .zero
      return HitShapes.hits(row, insets: insets, at: point, view: view, copies: Self.copies(of: row.position.x, in: area))
    }
    return best?.overlay as? Marker
  }

  /// The integers k for which x + k lies in the rectangle; at most the copies that a view shows.
  static func copies(of x: Double, in area: WorldRect) -> ClosedRange<Int> {
    let first = max((area.minX - x).rounded(.up), -17)
    let last = min((area.maxX - x).rounded(.down), 17)
    guard let lower = Int(exactly: first), let upper = Int(exactly: last), lower <= upper else { return 0...0 }
    return lower...upper
  }

  private func take<Row>(
    _ table: OverlayTable<Row>, _ kind: OverlayKind, _ area: WorldRect, _ includesUntappable: Bool,
    _ slots: inout ContiguousArray<Int32>, _ best: inout (key: DrawKey, overlay: Overlay)?, isHit: (Row) -> Bool
  ) {
    guard table.count > 0 else { return }
    slots.removeAll(keepingCapacity: true)
    table.index.query(area, into: &slots)
    for slot in slots {
      guard let row = table.row(Int(slot)), row.isTappable || includesUntappable, let overlay = table.overlays[Int(slot)] else {
        continue
      }
      if let best, row.key < best.key { continue }
      if isHit(row) { best = (row.key, overlay) }
    }
  }
}

/// One tap, on the screen and on the ground.
struct HitProbe {
  let point: ScreenPoint
  /// x in the copy of the world that was tapped.
  let place: WorldPoint
  let view: ViewTransform
  let tolerance: HitTolerance

  var pointRect: WorldRect { WorldRect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y) }

  /// The ground within half a line's width of the tap.
  func lineRect(widest: Double) -> WorldRect {
    let reach = max(widest, tolerance.minimumLineWidth) / 2 + 1
    let box = ScreenRect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
    return view.groundQuad(of: box).bounds.union(pointRect)
  }

  /// How finely curves are followed: to a tenth of a point near the tap.
  var refinement: CurveRefinement {
    CurveRefinement(
      tolerance: CurveRefinement.tolerance(atZoom: view.camera.zoom),
      region: WorldRect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y))
  }

  /// Half the width, in points, within which a stroke is hit.
  func reach(ofStroke width: Double) -> Double { max(width, tolerance.minimumLineWidth) / 2 }
}
