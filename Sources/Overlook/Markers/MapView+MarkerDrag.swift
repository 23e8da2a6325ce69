import OverlookCamera
import OverlookGeometry
import OverlookInput
import OverlookScene
import OverlookSupport

/// A marker that follows the pointer.
struct MarkerDrag {
  let marker: Marker
  /// From the pointer to the marker's position on the screen.
  let grip: ScreenPoint
  let origin: LocationCoordinate
}

// Moving markers by hand.
extension MapView {
  private var markerDrag: MarkerDrag? {
    get { standard.overlays.markerDrag }
    set { standard.overlays.markerDrag = newValue }
  }

  /// Begins to move the marker at `point` if a person may; false when there is none.
  func beginMarkerDrag(at point: ScreenPoint) -> Bool {
    let view = cameraController.view
    guard markerDrag == nil, let marker = overlayStore.hitMarker(at: point, view: view), marker.isDraggable,
      marker.position.isValid
    else { return false }
    marker.layer.stop()
    let foot = projection.point(for: marker.position)
    markerDrag = MarkerDrag(
      marker: marker, grip: ScreenPoint(x: foot.x - point.x, y: foot.y - point.y), origin: marker.position)
    gestures.yieldPress()
    host?.setCursor(.crosshair)
    delegate?.mapView(self, didBeginDragging: marker)
    return true
  }

  /// What an event means for the drag that goes on; nil when it means nothing and the map may have it.
  func dragMarker(with event: InputEvent) -> EventDisposition? {
    guard let drag = markerDrag else { return nil }
    switch event.kind {
    case .pointerMoved(let point): moveMarker(drag, to: point)
    case .buttonReleased(.left, let point, _):
      moveMarker(drag, to: point)
      endMarkerDrag()
    case .focusLost: endMarkerDrag()
    case .keyPressed(.escape, _):
      drag.marker.position = drag.origin
      endMarkerDrag()
      return .handled
    case .buttonPressed, .buttonReleased, .pointerLeft, .scrolled, .pinched, .keyPressed, .keyRepeated, .keyReleased,
      .textCommitted, .filesDropped:
      break
    }
    return nil
  }

  /// Above the horizon and beyond the edge of the map the marker stays where it was.
  private func moveMarker(_ drag: MarkerDrag, to point: ScreenPoint) {
    let foot = ScreenPoint(x: point.x + drag.grip.x, y: point.y + drag.grip.y)
    guard drag.marker.isDraggable else { return endMarkerDrag() }
    guard let place = groundCoordinate(at: foot), place != drag.marker.position else { return }
    drag.marker.position = place
    delegate?.mapView(self, didDrag: drag.marker)
  }

  /// Ends the drag where it is; nothing happens without one.
  func endMarkerDrag() {
    guard let drag = markerDrag else { return }
    markerDrag = nil
    host?.setCursor(.arrow)
    delegate?.mapView(self, didEndDragging: drag.marker)
  }
}
