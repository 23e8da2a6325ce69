import OverlookGPU
public import OverlookGeometry
import OverlookRender
import OverlookScene

// What lies where.
//
// Overlays whose outlines are numbers are found by their rows and the spatial index, without drawing: markers, lines, areas, circles, ground
// overlays and the elements of layers. That costs what lies near the place, is right between two frames, and finds what other overlays hide.
// What draws itself is known by its pixels only, and is found by drawing the overlays once more, as numbers, into the part that is asked for.
extension MapView {
  /// The topmost thing at a point of the view: markers first, then overlays and items from above; nil when there is none. Unlike a tap it finds
  /// overlays that are not tappable too.
  ///
  /// Lines are taken to be at least 16 points wide, as for a tap. Costs what lies near the point; where there are overlay items, also a draw of
  /// the overlays within a few pixels.
  public func pick(at point: ScreenPoint) -> PickedObject? {
    pick(at: point, includesUntappable: true)
  }

  /// Everything of which something lies in a rectangle of the view, the topmost first, also what others hide. A rectangle of negative width or
  /// height reaches to the left or upwards; one that is not finite holds nothing.
  public func pick(in rect: ScreenRect) -> [PickedObject] {
    PickArea(rect).map(pick) ?? []
  }

  /// Everything of which something lies in a ring that was drawn by hand, the topmost first, also what others hide: markers and elements whose place
  /// is inside, lines and areas that have a point in it, items that are seen in it. Whatever the ring goes around counts as inside, also where it
  /// crosses itself. Corners that are not finite are left out; with fewer than three nothing is found.
  public func pick(inside lasso: [ScreenPoint]) -> [PickedObject] {
    PickArea(lasso: lasso).map(pick) ?? []
  }

  func pick(at point: ScreenPoint, includesUntappable: Bool) -> PickedObject? {
    let view = cameraController.view
    let overlay = overlayStore.hit(at: point, view: view, includesUntappable: includesUntappable)
    if let marker = overlay as? Marker { return PickedObject(marker) }
    if let item = itemAbove(overlay, at: point) { return PickedObject(item) }
    guard let overlay else { return nil }
    let row = overlayStore.element(of: overlay, at: point, view: view)
    return PickedObject(overlay, rows: row.map { [$0] } ?? [])
  }

  private func pick(_ area: PickArea) -> [PickedObject] {
    let view = cameraController.view
    var found: [PickedObject] = []
    for item in items(in: area) { found.append(PickedObject(item)) }
    for hit in overlayStore.overlays(in: area, view: view) { found.append(PickedObject(hit.overlay, rows: hit.rows)) }
    return found
  }

  // MARK: Items

  /// The item that is seen at a point above `overlay`; nil when there is none.
  private func itemAbove(_ overlay: Overlay?, at point: ScreenPoint) -> (any OverlayItem)? {
    guard !overlayItems.isEmpty, point.x.isFinite, point.y.isFinite else { return nil }
    let hits = graphics?.identities(in: ScreenRect(x: point.x - 1, y: point.y - 1, width: 2, height: 2), of: self) ?? []
    let items = hits.compactMap { hit -> (any OverlayItem)? in
      if case .item(let index) = hit { graphics?.item(index) } else { nil }
    }
    // Of one zIndex items lie above overlays.
    return items.last { $0.zIndex >= overlay?.zIndex ?? .min }
  }

  /// Items of which a pixel is seen in the area, the topmost first.
  private func items(in area: PickArea) -> [any OverlayItem] {
    guard !overlayItems.isEmpty, let graphics else { return [] }
    var indices: Set<Int> = []
    for case .item(let index) in graphics.identities(in: area.bounds, of: self, where: area.contains) { indices.insert(index) }
    return indices.sorted(by: >).compactMap(graphics.item)
  }
}
