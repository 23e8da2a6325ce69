package import OverlookCamera
package import OverlookCanvas
package import OverlookGeometry
package import OverlookInput
package import OverlookScene

/// Hands on what a map tells to several delegates, in their order: a window has parts that look after things of their own on one map.
/// The first that answers a question answers it.
@MainActor package final class MapDelegates: MapViewDelegate {
  private struct Entry {
    weak var delegate: (any MapViewDelegate)?
  }

  private var entries: [Entry] = []

  package init() {}

  /// Told after the others; held weakly.
  package func add(_ delegate: any MapViewDelegate) {
    entries.removeAll { $0.delegate == nil }
    if !entries.contains(where: { $0.delegate === delegate }) { entries.append(Entry(delegate: delegate)) }
  }

  package func remove(_ delegate: any MapViewDelegate) {
    entries.removeAll { $0.delegate == nil || $0.delegate === delegate }
  }

  private func each(_ body: (any MapViewDelegate) -> Void) {
    for entry in entries { if let delegate = entry.delegate { body(delegate) } }
  }

  private func first<Answer>(_ body: (any MapViewDelegate) -> Answer?) -> Answer? {
    for entry in entries { if let delegate = entry.delegate, let answer = body(delegate) { return answer } }
    return nil
  }

  // MARK: The view

  package func mapView(_ map: MapView, didResize size: ScreenSize) { each { $0.mapView(map, didResize: size) } }
  package func mapView(_ map: MapView, didFailWith error: MapError) { each { $0.mapView(map, didFailWith: error) } }
  package func mapView(_ map: MapView, willMove gesture: Bool) { each { $0.mapView(map, willMove: gesture) } }
  package func mapView(_ map: MapView, didChange position: CameraPosition) { each { $0.mapView(map, didChange: position) } }
  package func mapView(_ map: MapView, idleAt position: CameraPosition) { each { $0.mapView(map, idleAt: position) } }
  package func mapViewDidStartTileRendering(_ map: MapView) { each { $0.mapViewDidStartTileRendering(map) } }
  package func mapViewDidFinishTileRendering(_ map: MapView) { each { $0.mapViewDidFinishTileRendering(map) } }
  package func mapViewSnapshotReady(_ map: MapView) { each { $0.mapViewSnapshotReady(map) } }
  package func mapView(_ map: MapView, didChange faults: [LoadingFault]) { each { $0.mapView(map, didChange: faults) } }

  // MARK: What people do

  package func mapView(_ map: MapView, didTapAt place: LocationCoordinate) { each { $0.mapView(map, didTapAt: place) } }
  package func mapView(_ map: MapView, didLongPressAt place: LocationCoordinate) {
    each { $0.mapView(map, didLongPressAt: place) }
  }
  package func mapView(_ map: MapView, didOpenContextMenuAt place: LocationCoordinate) {
    each { $0.mapView(map, didOpenContextMenuAt: place) }
  }
  package func mapView(_ map: MapView, didDrop files: FileDrop, at place: LocationCoordinate?) {
    each { $0.mapView(map, didDrop: files, at: place) }
  }
  package func mapView(_ map: MapView, didTap marker: Marker) -> Bool {
    first { $0.mapView(map, didTap: marker) ? true : nil } ?? false
  }
  package func mapView(_ map: MapView, markerInfoWindow marker: Marker) -> (any CanvasView)? {
    first { $0.mapView(map, markerInfoWindow: marker) }
  }
  package func mapView(_ map: MapView, markerInfoContents marker: Marker) -> (any CanvasView)? {
    first { $0.mapView(map, markerInfoContents: marker) }
  }
  package func mapView(_ map: MapView, didTapInfoWindowOf marker: Marker) { each { $0.mapView(map, didTapInfoWindowOf: marker) } }
  package func mapView(_ map: MapView, didLongPressInfoWindowOf marker: Marker) {
    each { $0.mapView(map, didLongPressInfoWindowOf: marker) }
  }
  package func mapView(_ map: MapView, didCloseInfoWindowOf marker: Marker) {
    each { $0.mapView(map, didCloseInfoWindowOf: marker) }
  }
  package func mapView(_ map: MapView, didBeginDragging marker: Marker) { each { $0.mapView(map, didBeginDragging: marker) } }
  package func mapView(_ map: MapView, didDrag marker: Marker) { each { $0.mapView(map, didDrag: marker) } }
  package func mapView(_ map: MapView, didEndDragging marker: Marker) { each { $0.mapView(map, didEndDragging: marker) } }
  package func mapView(_ map: MapView, didTap overlay: Overlay) { each { $0.mapView(map, didTap: overlay) } }
  package func mapView(_ map: MapView, didTapPOI placeID: String, name: String, location: LocationCoordinate) {
    each { $0.mapView(map, didTapPOI: placeID, name: name, location: location) }
  }
  package func mapView(_ map: MapView, didTap incident: TrafficIncident) -> Bool {
    first { $0.mapView(map, didTap: incident) ? true : nil } ?? false
  }
  package func mapViewDidTapMyLocationButton(_ map: MapView) -> Bool {
    first { $0.mapViewDidTapMyLocationButton(map) ? true : nil } ?? false
  }
  package func mapView(_ map: MapView, didHoverOver object: PickedObject?) { each { $0.mapView(map, didHoverOver: object) } }
}
