import OverlookCamera
import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookOverlayPasses
import OverlookRender
import OverlookScene
import OverlookSupport

/// The overlays and items of a map, what becomes of those that meet each other, and the window of the selected marker.
@MainActor final class OverlayPlane: MapComponent {
  /// Every attached overlay, as rows.
  let store = OverlayStore()
  /// Things drawn by their owner's code, in the order of adding.
  var items: [any OverlayItem] = []
  /// What becomes of markers that meet others or labels.
  var collisions = OverlayCollisions()
  /// The marker that is being moved by hand.
  var markerDrag: MarkerDrag?
  let infoWindow = InfoWindow()

  private weak var map: MapView?
  /// What markers that move by themselves need next.
  private var markerNeeds = OverlayStore.AnimationNeeds()
  /// Until when time has passed for the models, in seconds of the frame loop.
  private var lastModelTime = -Double.infinity
  /// Where the info window was drawn last.
  private var drawnWindow: ScreenRect?

  var controls: [any Control] { [infoWindow] }

  func didAttach(to map: MapView) {
    self.map = map
    store.owner = map
    store.requestRedraw = { [weak map] in map?.requestFrame(.overlays) }
    map.connectMarkers()
  }

  func update(_ frame: MapFrame) -> RedrawReasons {
    var reasons: RedrawReasons = []
    if collisions.needsFrame { reasons.insert(.overlays) }
    if stepMarkers(frame) { reasons.insert(.overlays) }
    if hasChangedView { reasons.insert(.overlays) }
    if advanceModels(frame) { reasons.insert(.overlays) }
    return reasons
  }

  func nextDeadline(now: Double) -> Double? { markerNeeds.deadline }

  var needsFrame: Bool { collisions.needsFrame || areModelsMoving }

  /// Markers that move where nobody sees them ask for no frame, and are not at rest all the same.
  var isAtRest: Bool { !needsFrame && (map?.isStill == true || !store.isAnimating) }

  /// Of every overlay.
  var contentBounds: CoordinateBounds {
    store.attachedOverlays.reduce(CoordinateBounds()) { bounds, overlay in
      store.bounds(of: overlay).map { bounds.including(CoordinateBounds(within: $0)) } ?? bounds
    }
  }

  /// Brings markers that move by themselves to the frame's time; only what is seen makes a frame.
  private func stepMarkers(_ frame: MapFrame) -> Bool {
    guard store.hasMovingMarkers else {
      markerNeeds = OverlayStore.AnimationNeeds()
      return false
    }
    let area = MarkerGather.reachedRect(frame.view, reachPoints: store.markerReachPoints)
    markerNeeds = store.stepMarkers(now: frame.now, area: area, toEnd: frame.isStill)
    return markerNeeds.needsFrame
  }

  /// Whether the view of an icon or info window changed whose marker tracks that.
  private var hasChangedView: Bool {
    guard let changed = map?.renderer?.takeChangedViews(), !changed.isEmpty else { return false }
    return changed.contains { view in
      (infoWindow.view.canvasView === view && infoWindow.marker?.tracksInfoWindowChanges == true) || store.tracksIcon(of: view)
    }
  }

  /// Lets time pass for the models that play. Pictures that are to be still show them at their times.
  private func advanceModels(_ frame: MapFrame) -> Bool {
    defer { lastModelTime = frame.now }
    guard !frame.isStill, store.modelCount > 0, lastModelTime.isFinite else { return false }
    return store.advanceModels(by: max(frame.now - lastModelTime, 0), visible: frame.view.visibleRect)
  }

  /// Whether a model moves in view.
  private var areModelsMoving: Bool {
    guard let map, !map.isStill, store.modelCount > 0 else { return false }
    return store.isModelPlaying(in: map.cameraController.view.visibleRect)
  }

  func didClear(_ map: MapView) {
    store.removeAll()
    items.removeAll()
    map.allMarkersRemoved()
  }

  /// The topmost marker, else the topmost tappable overlay.
  func tap(at point: ScreenPoint, in map: MapView) -> Bool {
    guard let overlay = map.pick(at: point, includesUntappable: false)?.overlay else { return false }
    if let marker = overlay as? Marker {
      map.tap(marker)
    } else {
      map.delegate?.mapView(map, didTap: overlay)
      map.selectedMarker = nil
    }
    return true
  }

  /// A click beside every overlay deselects, and so does Escape.
  func didTap(usedBy user: (any MapComponent)?, in map: MapView) {
    if user !== self { map.selectedMarker = nil }
  }

  func longPress(at point: ScreenPoint, in map: MapView) -> Bool { map.beginMarkerDrag(at: point) }

  func respond(to event: InputEvent, in map: MapView) -> EventDisposition? { map.dragMarker(with: event) }

  /// Where the info window lies, and with it what is under the pointer, is known when it was drawn.
  func didDrawFrame(in map: MapView) {
    map.noteStandingControls()
    guard infoWindow.panel.rect != drawnWindow else { return }
    drawnWindow = infoWindow.panel.rect
    map.lookUnderPointer()
  }
}

extension CoordinateBounds {
  /// Of a part of the world.
  fileprivate init(within rect: WorldRect) {
    let isAllRound = rect.maxX - rect.minX >= 1
    self.init(
      southWest: WorldPoint(x: isAllRound ? 0 : rect.minX, y: rect.maxY).coordinate,
      northEast: WorldPoint(x: isAllRound ? 1 : rect.maxX, y: rect.minY).coordinate)
  }
}
