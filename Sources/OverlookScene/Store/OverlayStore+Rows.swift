package import OverlookGeometry
package import OverlookSupport

/// The rows one by one, for other modules: functions without type parameters, which they can call without going through metadata.
extension OverlayStore {
  /// The row of the marker in `slot`; nil when there is none.
  package func markerRow(_ slot: Int) -> MarkerRow? { markers.row(slot) }

  /// The rows of the markers by slot; nil where none is.
  package var markerRows: ContiguousArray<MarkerRow?> { markers.rowsBySlot }

  /// Slots of the markers that changed since `clearChanges`.
  package var dirtyMarkers: DirtyRows { markers.dirtyRows }

  /// The row of the polyline in `slot`; nil when there is none.
  package func polylineRow(_ slot: Int) -> PolylineRow? { polylines.row(slot) }

  /// The row of the polygon in `slot`; nil when there is none.
  package func polygonRow(_ slot: Int) -> PolygonRow? { polygons.row(slot) }

  /// The row of the circle in `slot`; nil when there is none.
  package func circleRow(_ slot: Int) -> CircleRow? { circles.row(slot) }

  /// The row of the ground overlay in `slot`; nil when there is none.
  package func groundOverlayRow(_ slot: Int) -> GroundOverlayRow? { groundOverlays.row(slot) }

  /// The row of the data layer in `slot`; nil when there is none.
  package func dataRow(_ slot: Int) -> DataRow? { dataLayers.row(slot) }

  /// The marker in `slot`; nil when there is none.
  package func marker(_ slot: Int) -> Marker? {
    markers.overlays.indices.contains(slot) ? markers.overlays[slot] as? Marker : nil
  }

  /// Whether the icon of a marker is drawn by a view.
  package var hasViewMarkers: Bool { !viewMarkers.isEmpty }

  /// The first slot at or after `slot` whose marker has an icon drawn by a view and lies in `area`.
  package func nextViewMarker(atLeast slot: Int, in area: WorldRect) -> Int? {
    var slot = slot
    while let next = viewMarkers.next(atLeast: slot) {
      if markers.index.meets(next, area) { return next }
      slot = next + 1
    }
    return nil
  }

  /// Whether the icon of any marker is drawn by `source` and follows its changes.
  package func tracksIcon(of source: AnyObject) -> Bool {
    var slot = 0
    while let next = viewMarkers.next(atLeast: slot) {
      if let marker = marker(next), marker.iconSource === source, marker.tracksViewChanges { return true }
      slot = next + 1
    }
    return false
  }

  /// Keeps `viewMarkers` up to date.
  func noteViewMarker(_ marker: Marker) {
    if marker.iconSource == nil { viewMarkers.remove(marker.slot) } else { viewMarkers.insert(marker.slot) }
    requestRedraw()
  }

  /// Attached markers.
  package var markerCount: Int { markers.count }

  /// Whether a ground overlay changed since `clearChanges`.
  package var hasDirtyGroundOverlays: Bool { !groundOverlays.dirtyRows.isEmpty }

  /// Whether a data layer changed since `clearChanges`.
  package var hasDirtyDataLayers: Bool { !dataLayers.dirtyRows.isEmpty }
}
