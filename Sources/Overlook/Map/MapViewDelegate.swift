public import OverlookCamera
public import OverlookCanvas
public import OverlookGeometry
public import OverlookInput
public import OverlookScene

/// What a map view tells its owner. Every method is optional and called on the main thread.
///
/// Order of a move: `willMove`, `didChange` (repeatedly), `idleAt`. Order of loading: `didStartTileRendering`,
/// `didFinishTileRendering`, `snapshotReady`. A tap reaches one of: the info window, the marker, the topmost tappable overlay,
/// the incident, the point of interest, the coordinate; beside markers and their window it then closes the window.
///
/// A method whose name or types are not exactly those here is never called, for each has a default that does nothing. In an extension that
/// declares the conformance and nothing else, the compiler warns of one that nearly matches.
@MainActor public protocol MapViewDelegate: AnyObject {
  /// The view has a size, or another one, in points: from now on what the map answers about its view is true, and updates of the
  /// camera that waited for a size have moved it.
  func mapView(_ mapView: MapView, didResize size: ScreenSize)
  /// The map could not do something: a resource is missing, the driver is too old, a server does not answer. Once for each error
  /// until it is mended, before the next frame is prepared. The same as `MapView.errors`.
  func mapView(_ mapView: MapView, didFailWith error: MapError)
  /// The camera is about to change, and still is where it was; `gesture` tells whether a person moves it.
  func mapView(_ mapView: MapView, willMove gesture: Bool)
  /// The camera changed: repeatedly during a gesture or animation, and always for its last position.
  func mapView(_ mapView: MapView, didChange position: CameraPosition)
  /// All gestures and animations have ended.
  func mapView(_ mapView: MapView, idleAt position: CameraPosition)
  /// A tap that hit no marker and no tappable overlay. The first click of a double click is one, too: a tap that waited for a
  /// second click would come a third of a second late.
  func mapView(_ mapView: MapView, didTapAt coordinate: LocationCoordinate)
  /// A press of half a second.
  func mapView(_ mapView: MapView, didLongPressAt coordinate: LocationCoordinate)
  /// A short click of the right button at a coordinate.
  func mapView(_ mapView: MapView, didOpenContextMenuAt coordinate: LocationCoordinate)
  /// Files were dropped on the map, where it is nil above the horizon. What their names lead to nobody has looked at: folders, FIFOs,
  /// files that are gone.
  func mapView(_ mapView: MapView, didDrop files: FileDrop, at coordinate: LocationCoordinate?)
  /// A tap on a marker; true means handled, false lets the map select it and centre on it.
  func mapView(_ mapView: MapView, didTap marker: Marker) -> Bool
  /// A marker is about to be selected: what to show as its info window, frame and all, with the middle of its lower edge at the
  /// marker; nil for a window with a frame.
  func mapView(_ mapView: MapView, markerInfoWindow marker: Marker) -> (any CanvasView)?
  /// What to show within the frame of a marker's info window, asked when `markerInfoWindow` gave nothing; nil for title and
  /// snippet.
  func mapView(_ mapView: MapView, markerInfoContents marker: Marker) -> (any CanvasView)?
  /// A tap on a marker's info window.
  func mapView(_ mapView: MapView, didTapInfoWindowOf marker: Marker)
  /// A press of half a second on a marker's info window.
  func mapView(_ mapView: MapView, didLongPressInfoWindowOf marker: Marker)
  /// The info window of a marker was closed: another was selected, none is, or the marker was removed.
  func mapView(_ mapView: MapView, didCloseInfoWindowOf marker: Marker)
  /// A person took hold of a draggable marker by a press of half a second.
  func mapView(_ mapView: MapView, didBeginDragging marker: Marker)
  /// The marker that is dragged has another position.
  func mapView(_ mapView: MapView, didDrag marker: Marker)
  /// The marker was let go, put back by Escape, or removed; once for each `didBeginDragging`.
  func mapView(_ mapView: MapView, didEndDragging marker: Marker)
  /// A tap on a tappable overlay that is not a marker.
  func mapView(_ mapView: MapView, didTap overlay: Overlay)
  /// A tap on a point of interest of the base map: what its data calls it, its name, and where it lies. By default it
  /// counts as a tap at its coordinate.
  func mapView(_ mapView: MapView, didTapPOI placeID: String, name: String, location: LocationCoordinate)
  /// A tap on the icon of an incident of the traffic; true means handled, false lets the map open a card above it, where
  /// `UISettings.trafficIncidentCards` does not forbid it.
  func mapView(_ mapView: MapView, didTap incident: TrafficIncident) -> Bool
  /// A click on the button of the own location; true means handled, false lets the camera go there and follow it.
  func mapViewDidTapMyLocationButton(_ mapView: MapView) -> Bool
  /// Another tappable thing is under the pointer, which has become a hand; nil when there is none any more, and while a button is
  /// held.
  func mapView(_ mapView: MapView, didHoverOver object: PickedObject?)
  /// Tiles were requested for the view.
  func mapViewDidStartTileRendering(_ mapView: MapView)
  /// Loading is over: every tile of the view has arrived, does not exist, or failed and is not worth waiting for. That is
  /// so after at most four tries, some seven seconds, and after two where the server cannot be reached. What failed is in
  /// `MapView.loadingFaults`; the map goes on asking for it by itself, and does not tell of that until the view changes.
  func mapViewDidFinishTileRendering(_ mapView: MapView)
  /// Loading is over as for `mapViewDidFinishTileRendering`, the camera is idle and nothing is waiting to be drawn. The
  /// picture lacks what `MapView.loadingFaults` tells.
  func mapViewSnapshotReady(_ mapView: MapView)
  /// What of the view cannot be loaded is something else than before: all of it, each cause once; empty when all is well again.
  func mapView(_ mapView: MapView, didChange loadingFaults: [LoadingFault])
}

extension MapViewDelegate {
  /// Does nothing.
  public func mapView(_ mapView: MapView, didFailWith error: MapError) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didResize size: ScreenSize) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, willMove gesture: Bool) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didChange position: CameraPosition) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, idleAt position: CameraPosition) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didTapAt coordinate: LocationCoordinate) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didLongPressAt coordinate: LocationCoordinate) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didOpenContextMenuAt coordinate: LocationCoordinate) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didDrop files: FileDrop, at coordinate: LocationCoordinate?) {}
  /// Not handled.
  public func mapView(_ mapView: MapView, didTap marker: Marker) -> Bool { false }
  /// A window with a frame.
  public func mapView(_ mapView: MapView, markerInfoWindow marker: Marker) -> (any CanvasView)? { nil }
  /// Title and snippet.
  public func mapView(_ mapView: MapView, markerInfoContents marker: Marker) -> (any CanvasView)? { nil }
  /// Does nothing.
  public func mapView(_ mapView: MapView, didTapInfoWindowOf marker: Marker) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didLongPressInfoWindowOf marker: Marker) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didCloseInfoWindowOf marker: Marker) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didBeginDragging marker: Marker) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didDrag marker: Marker) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didEndDragging marker: Marker) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didTap overlay: Overlay) {}
  /// Tells of a tap at the coordinate.
  public func mapView(_ mapView: MapView, didTapPOI placeID: String, name: String, location: LocationCoordinate) {
    self.mapView(mapView, didTapAt: location)
  }
  /// Not handled.
  public func mapView(_ mapView: MapView, didTap incident: TrafficIncident) -> Bool { false }
  /// Not handled.
  public func mapViewDidTapMyLocationButton(_ mapView: MapView) -> Bool { false }
  /// Does nothing.
  public func mapView(_ mapView: MapView, didHoverOver object: PickedObject?) {}
  /// Does nothing.
  public func mapViewDidStartTileRendering(_ mapView: MapView) {}
  /// Does nothing.
  public func mapViewDidFinishTileRendering(_ mapView: MapView) {}
  /// Does nothing.
  public func mapViewSnapshotReady(_ mapView: MapView) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didChange loadingFaults: [LoadingFault]) {}
}

/// What the base map shows, of the embedded world unless `mapStyle` or a tile source takes its place.
public enum MapType: Int, Sendable, CaseIterable {
  /// Streets, names and borders, by the embedded style `day`.
  case normal = 1
  /// Imagery alone.
  case satellite = 2
  /// Heights and land cover, by the embedded style `terrain`.
  case terrain = 3
  /// Imagery with names and borders, by the embedded style `satellite-hybrid`.
  case hybrid = 4
  /// No base map: the background and what tile layers and overlays draw.
  case none = 5
}
