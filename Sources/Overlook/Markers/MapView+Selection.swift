import Observation
import OverlookCamera
package import OverlookGeometry
import OverlookRender
public import OverlookScene
import OverlookSupport

extension MapView {
  /// The marker whose info window is shown; nil when none is selected. Setting it selects without a word to `didTap` and
  /// without moving the camera, nil closes the window. A marker that is not on this map counts as nil. A marker that is removed
  /// is no longer selected. The window shows title and snippet, or what the delegate gives; without any of these there is no
  /// window.
  public var selectedMarker: Marker? {
    get {
      observation.access(self, keyPath: \.selectedMarker)
      return infoWindow.marker
    }
    set {
      let marker = newValue?.map === self ? newValue : nil
      guard marker !== infoWindow.marker else { return }
      closeInfoWindow()
      // The delegate may have selected another, or removed this one.
      guard let marker, infoWindow.marker == nil, marker.map === self else { return }
      let view = infoWindowView(of: marker)
      guard infoWindow.marker == nil, marker.map === self else { return }
      observation.withMutation(of: self, keyPath: \.selectedMarker) { infoWindow.show(marker, view) }
      requestFrame(.overlays)
    }
  }

  private func closeInfoWindow() {
    guard let old = infoWindow.marker else { return }
    let wasOpen = infoWindow.isOpen
    observation.withMutation(of: self, keyPath: \.selectedMarker) { infoWindow.show(nil) }
    requestFrame(.overlays)
    if wasOpen { delegate?.mapView(self, didCloseInfoWindowOf: old) }
  }

  private func infoWindowView(of marker: Marker) -> InfoWindow.View {
    if let view = delegate?.mapView(self, markerInfoWindow: marker) { return .whole(view) }
    if let view = delegate?.mapView(self, markerInfoContents: marker) { return .contents(view) }
    return .standard
  }

  /// Ends what goes on with a marker that is gone.
  func markerRemoved(_ marker: Marker) {
    if marker === infoWindow.marker { closeInfoWindow() }
    if marker === standard.overlays.markerDrag?.marker { endMarkerDrag() }
  }

  /// Ends what goes on with any marker.
  func allMarkersRemoved() {
    closeInfoWindow()
    endMarkerDrag()
  }

  /// Connects the parts; once, when the map is made.
  func connectMarkers() {
    overlayStore.onMarkerRemoved = { [weak self] marker in self?.markerRemoved(marker) }
    infoWindow.onTap = { [weak self] marker in
      if let self { delegate?.mapView(self, didTapInfoWindowOf: marker) }
    }
    infoWindow.onLongPress = { [weak self] marker in
      if let self { delegate?.mapView(self, didLongPressInfoWindowOf: marker) }
    }
    infoWindow.anchor = { [weak self] in self?.tip(of: $0) }
  }
}

// Taps and what is drawn.
extension MapView {
  var infoWindow: InfoWindow { standard.overlays.infoWindow }

  /// What a tap on `marker` does: asks the delegate, else selects the marker and moves it to the middle.
  func tap(_ marker: Marker) {
    if delegate?.mapView(self, didTap: marker) == true { return }
    guard marker.map === self, !zoom(toClusterOf: marker) else { return }
    selectedMarker = marker
    guard selectedMarker === marker, marker.position.isValid else { return }
    animate(to: cameraCentering(marker))
  }

  /// The marker in the middle, or lower where its info window would not find room above it.
  private func cameraCentering(_ marker: Marker) -> CameraPosition {
    let centered = cameraController.view.centered(at: WorldPoint(marker.position))
    guard let content = infoWindow.content, let canvas = renderer?.canvas, let row = overlayStore.markerRow(marker.slot),
      let window = infoWindow.panel.size(of: content, on: canvas),
      let tip = row.screenPoint(of: marker.infoWindowAnchor, centered, copy: centered.copy(of: row.position))
    else { return centered.camera }
    let margin = 8.0
    let missing = padding.top + margin + window.height - tip.y
    // The marker itself stays in view.
    let room = centered.size.height - padding.bottom - margin - centered.focus.y
    let shift = min(missing, room)
    guard shift > 0, let target = centered.worldPoint(at: ScreenPoint(x: centered.focus.x, y: centered.focus.y - shift)) else {
      return centered.camera
    }
    return centered.centered(at: target).camera
  }

  /// Where the info window was drawn last, without its tail; nil while there is none.
  package var infoWindowRect: ScreenRect? { infoWindow.panel.rect }

  /// Where the window of a marker has its tip; the marker may lie anywhere. Nil while it is not shown.
  private func tip(of marker: Marker) -> ScreenPoint? {
    let view = cameraController.view
    guard let row = overlayStore.markerRow(marker.slot), row.isDrawable, row.hasRoom else { return nil }
    return row.screenPoint(of: marker.infoWindowAnchor, view, copy: view.copy(of: row.position))
  }
}

extension ViewTransform {
  /// Which copy of the world shows a place nearest to the target.
  fileprivate func copy(of place: WorldPoint) -> Int {
    Int(exactly: (nearestCopy(of: place).x - place.x).rounded()) ?? 0
  }
}
