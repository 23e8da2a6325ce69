import OverlookGeometry
import OverlookScene
import OverlookSupport

extension OverlayPlane {
  /// Markers, and overlays that have a title.
  func seenPlaces(in map: MapView, limit: Int) -> [SeenPlace] {
    let view = map.cameraController.view
    guard let area = PickArea(ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: view.size)) else { return [] }
    var places: [SeenPlace] = []
    for hit in store.overlays(in: area, view: view) where places.count < limit {
      if let marker = hit.overlay as? Marker {
        let name = marker.title.flatMap { $0.isEmpty ? nil : $0 } ?? SeenPlace.unnamedMarker
        places.append(SeenPlace(name, kind: localized("marker"), at: marker.position, detail: marker.snippet ?? ""))
      } else if let title = hit.overlay.title, !title.isEmpty, let place = map.middle(of: hit.overlay) {
        places.append(SeenPlace(title, at: place, isInteractive: hit.overlay.isTappable))
      }
    }
    return places
  }
}

extension MapView {
  /// What `name` says of overlays and of elements of layers in view, each name at a place once.
  func namedRows(
    limit: Int, name: (Overlay, Int?) -> (name: String, place: LocationCoordinate)?
  ) -> [(name: String, place: LocationCoordinate)] {
    let view = cameraController.view
    guard let area = PickArea(ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: view.size)) else { return [] }
    var found: [(name: String, place: LocationCoordinate)] = []
    for hit in overlayStore.overlays(in: area, view: view) {
      // Of a million rows in view the first are enough.
      for row in hit.rows.isEmpty ? [nil] : hit.rows.prefix(limit).map(Optional.some) where found.count < limit {
        if let named = name(hit.overlay, row), named.place.isValid { found.append(named) }
      }
    }
    return found
  }

  /// The middle of an overlay, or of what is seen of it.
  func middle(of overlay: Overlay) -> LocationCoordinate? {
    guard let rect = overlayStore.bounds(of: overlay) else { return nil }
    return WorldPoint(x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2).wrapped.coordinate
  }
}
