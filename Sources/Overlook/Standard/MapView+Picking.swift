import OverlookGPU
public import OverlookGeometry
import OverlookRender
import OverlookScene

// What lies where.
//
// Overlays whose outlines are numbers are found by their rows and the spatial index, without drawing: markers, lines, areas,
// circles, ground overlays, models and the elements of layers. That costs what lies near the place, is right between two frames,
// and finds what other overlays hide. Items, which draw themselves, and arcs, which stand in the air, are known by their pixels
// only, and are found by drawing the overlays once more, as numbers, into the part that is asked for.
extension MapView {
  /// The topmost thing at a point of the view: markers first, then overlays and items from above; nil when there is none. Unlike
  /// a tap it finds overlays that are not tappable too.
  ///
  /// Lines are taken to be at least 16 points wide, as for a tap. Costs what lies near the point; where there are overlay items
  /// or arcs, also a draw of the overlays in one pixel.
  public func pick(at point: ScreenPoint) -> PickedObject? {
    pick(at: point, includesUntappable: true)
  }

  /// Everything of which something lies in a rectangle of the view, the topmost first, also what others hide. A rectangle of
  /// negative width or height reaches to the left or upwards; one that is not finite holds nothing.
  public func pick(in rect: ScreenRect) -> [PickedObject] {
    PickArea(rect).map(pick) ?? []
  }

  /// Everything of which something lies in a ring that was drawn by hand, the topmost first, also what others hide: markers,
  /// models and elements whose place is inside, lines and areas that have a point in it, items that are seen in it. Whatever the
  /// ring goes around counts as inside, also where it crosses itself. Corners that are not finite are left out; with fewer than
  /// three nothing is found.
  public func pick(inside lasso: [ScreenPoint]) -> [PickedObject] {
    PickArea(lasso: lasso).map(pick) ?? []
  }

  /// Items are told only with `includesUntappable`.
  func pick(at point: ScreenPoint, includesUntappable: Bool) -> PickedObject? {
    let view = cameraController.view
    let overlay = overlayStore.hit(at: point, view: view, includesUntappable: includesUntappable)
    if let marker = overlay as? Marker { return PickedObject(marker) }
    if point.x.isFinite, point.y.isFinite,
      let drawn = drawn(in: ScreenRect(x: point.x, y: point.y, width: 0, height: 0), includesUntappable: includesUntappable).first
    {
      return drawn
    }
    guard let overlay, isSeen(overlay, at: point) else { return nil }
    let row = overlayStore.element(of: overlay, at: point, view: view)
    return PickedObject(overlay, rows: row.map { [$0] } ?? [])
  }

  /// The index knows of a line with an offset only how far it may be from its path, on either side: drawing tells on which. True
  /// for whatever else it found.
  private func isSeen(_ overlay: Overlay, at point: ScreenPoint) -> Bool {
    guard overlay.kind == .polyline, let row = overlayStore.polylineRow(overlay.slot), row.stroke.style.offset != 0,
      let graphics, graphics.lastPlan != nil
    else { return true }
    let reach = HitTolerance().minimumLineWidth / 2
    let around = ScreenRect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
    return graphics.identities(in: around, of: self).contains { hit in
      if case .overlay(.polyline, slot: overlay.slot, instance: _) = hit { true } else { false }
    }
  }

  private func pick(_ area: PickArea) -> [PickedObject] {
    let indexed = overlayStore.overlays(in: area, view: cameraController.view).map { PickedObject($0.overlay, rows: $0.rows) }
    return drawn(in: area.bounds, where: area.contains, includesUntappable: true) + indexed
  }

  /// What only drawing finds and is seen in a rectangle, where `isInside` says yes: items, the topmost first, then layers.
  private func drawn(
    in rect: ScreenRect, where isInside: ((ScreenPoint) -> Bool)? = nil, includesUntappable: Bool
  ) -> [PickedObject] {
    let hasItems = includesUntappable && !overlayItems.isEmpty
    guard let graphics, hasItems || overlayStore.hasLayersFoundByDrawing else { return [] }
    var items: Set<Int> = []
    var rows: [Int: [Int]] = [:]
    for hit in graphics.identities(in: rect, of: self, where: isInside) {
      switch hit {
      case .item(let index): if hasItems { items.insert(index) }
      case .overlay(let kind, let slot, let instance):
        guard kind == .dataLayer, let row = overlayStore.dataRow(slot), row.content.isFoundByDrawing,
          row.isTappable || includesUntappable
        else { continue }
        rows[slot, default: []].append(instance)
      }
    }
    let found = items.sorted(by: >).compactMap(graphics.item).map { PickedObject($0) }
    return found
      + rows.sorted { $0.key < $1.key }.compactMap { slot, instances in
        overlayStore.overlay(.dataLayer, slot: slot).map { PickedObject($0, rows: instances.sorted()) }
      }
  }
}
