import Glibc
import OverlookCamera
import OverlookGeometry
public import OverlookInput
import OverlookRender
import OverlookSupport

// Input on its way through the map: the router brings an event, the recogniser makes values of it, and the values end here.
extension MapView {
  /// Shows `listener` a copy of every event, without taking part. Held weakly.
  public func addOverlayListener(_ listener: any OverlayListener) {
    router.add(listener: listener)
  }

  /// Ends `addOverlayListener(_:)`.
  public func removeOverlayListener(_ listener: any OverlayListener) {
    router.remove(listener: listener)
  }

  /// Lets `claimant` own drags that start on it, before the map sees them. The last one added is asked first. Held weakly.
  public func addDragClaimant(_ claimant: any DragClaimant) {
    router.add(claimant: claimant)
  }

  /// Ends `addDragClaimant(_:)`.
  public func removeDragClaimant(_ claimant: any DragClaimant) {
    router.remove(claimant: claimant)
  }

  /// Does what the recogniser made of events, in order.
  func respondToGestures(now: Double) {
    guard !gestures.outputs.isEmpty else { return }
    // Swapped, because a delegate may feed events while it is told of one.
    var outputs: [GestureOutput] = []
    gestures.exchange(&outputs)
    for output in outputs { respond(to: output, now: now) }
    outputs.removeAll(keepingCapacity: true)
    if gestures.outputs.isEmpty { gestures.exchange(&outputs) }
    deliverCameraEvents()
  }

  private func respond(to output: GestureOutput, now: Double) {
    switch output {
    case .halt:
      cancelQueuedMotion()
      cameraController.stop()
    case .began:
      cancelQueuedMotion()
      cameraController.beginGesture()
    case .delta(let delta): cameraController.apply(delta)
    case .motion(let motion): startGestureMotion(motion, now: now)
    case .snapToNorth(let degrees): snapToNorth(withinDegrees: degrees)
    case .ended: cameraController.endGesture()
    case .tap(let point): tap(at: point)
    case .longPress(let point): longPress(at: point)
    case .contextMenu(let point): contextMenu(at: point)
    case .boxZoomChanged(let box):
      show(zoomBox: box)
      host?.setCursor(box == nil ? .arrow : .crosshair)
    case .boxZoom(let box): zoom(toBox: box)
    case .command(let command): perform(command)
    }
  }

  private func startGestureMotion(_ motion: CameraMotion, now: Double) {
    // A map that is thrown goes on only for the look of it.
    if reducesMotion, case .inertia = motion { return }
    cameraController.start(reducesMotion ? motion.atOnce : motion, now: now, byGesture: true) { [weak self] outcome in
      self?.gestureMotionEnded(outcome)
    }
    requestFrame(.animation)
  }

  /// A bearing that a turn by hand left close to north becomes north, once its inertia has run out.
  private func snapToNorth(withinDegrees degrees: Double) {
    guard cameraController.isMoving else { return turnNorth(within: degrees) }
    gestures.pendingNorthSnapDegrees = degrees
  }

  private func gestureMotionEnded(_ outcome: MotionOutcome) {
    guard let degrees = gestures.pendingNorthSnapDegrees else { return }
    gestures.pendingNorthSnapDegrees = nil
    if outcome == .finished { turnNorth(within: degrees) }
  }

  private func turnNorth(within degrees: Double) {
    let bearing = camera.bearing
    if bearing != 0, min(bearing, 360 - bearing) < degrees { animate(toBearing: 0) }
  }

  /// Does what a key of the map does.
  package func perform(_ command: KeyCommand) {
    switch command {
    case .home: showWholeScene()
    case .northUp: turn(bearing: 0)
    case .lookDown: turn(viewingAngle: 0)
    case .reset: turn(bearing: 0, viewingAngle: 0)
    case .cancel:
      stopAnimation()
      forEachComponent { $0.dismiss() }
      forEachComponent { $0.didTap(usedBy: nil, in: self) }
    case .toggleHUD: isHUDVisible.toggle()
    case .nextDebugView: debugView = debugView.next
    case .nextHUDPage: showNextHUDPage()
    case .toggleFullscreen: host?.toggleFullscreen()
    case .quit: host?.requestClose()
    case .toggleRecording: onRecordingToggled?()
    case .find: placeFinder?.focus()
    case .goBack: show(gestures.history.goBack())
    case .goForward: show(gestures.history.goForward())
    }
  }

  /// Goes to a place where the camera was.
  private func show(_ position: CameraPosition?) {
    if let position { start(.ease(to: position, seconds: Self.animationSeconds)) }
  }

  /// Turns to what is named; a turn that such a command began before goes on besides.
  private func turn(bearing: Double? = nil, viewingAngle: Double? = nil) {
    let base = gestures.turnGoal ?? camera
    let goal = CameraPosition(
      target: base.target, zoom: base.zoom, bearing: bearing ?? base.bearing, viewingAngle: viewingAngle ?? base.viewingAngle)
    gestures.turnGoal = goal
    start(.ease(to: goal, seconds: Self.animationSeconds)) { [weak self] _ in
      if self?.gestures.turnGoal == goal { self?.gestures.turnGoal = nil }
    }
  }

  /// What the map makes of a tap at `point`: it is for the topmost component that uses it, else the delegate hears of the place.
  func tap(at point: ScreenPoint) {
    forEachComponent { $0.dismiss() }
    let user = componentList.components.reversed().first { componentList.contains($0) && $0.tap(at: point, in: self) }
    if user == nil, let place = groundCoordinate(at: point) { delegate?.mapView(self, didTapAt: place) }
    forEachComponent { $0.didTap(usedBy: user, in: self) }
  }

  private func longPress(at point: ScreenPoint) {
    let user = componentList.components.reversed().first {
      componentList.contains($0) && $0.longPress(at: point, in: self)
    }
    if user != nil { return }
    let place = groundCoordinate(at: point)
    if onContextMenu?(point, place) == true { return }
    if let place { delegate?.mapView(self, didLongPressAt: place) }
  }

  func contextMenu(at point: ScreenPoint) {
    let place = groundCoordinate(at: point)
    if onContextMenu?(point, place) == true { return }
    if let place { delegate?.mapView(self, didOpenContextMenuAt: place) }
  }

  /// The place seen at `point`; nil above the horizon and beyond the map's edge in the north and south.
  package func groundCoordinate(at point: ScreenPoint) -> LocationCoordinate? {
    guard let place = cameraController.view.worldPoint(at: point), (0...1).contains(place.y) else { return nil }
    return place.coordinate.normalized
  }

  /// Zooms to what lies in a box that a person drew; turned and tilted views keep their bearing and tilt.
  private func zoom(toBox box: ScreenRect) {
    let view = cameraController.view
    let middle = ScreenPoint(x: box.origin.x + box.size.width / 2, y: box.origin.y + box.size.height / 2)
    guard box.size.width > 0, box.size.height > 0, let target = view.worldPoint(at: middle) else { return }
    let factor = min(view.size.width / box.size.width, view.size.height / box.size.height)
    let goal = CameraPosition(
      target: target.coordinate, zoom: view.camera.zoom + log2(factor), bearing: view.camera.bearing,
      viewingAngle: view.camera.viewingAngle)
    start(.ease(to: goal, seconds: Self.animationSeconds))
  }

  /// Zooms about the middle as the keys do.
  package func zoomStep(by levels: Double) {
    var sum = levels
    // Two in one interval are two.
    if case .step(let step, about: nil, seconds: GestureNumbers.zoomStepSeconds, _)? = queuedMotion?.motion { sum += step.zoom }
    start(.step(CameraStep(zoom: sum), seconds: GestureNumbers.zoomStepSeconds))
  }

  /// A single marker has no extent that a zoom could follow: streets around it are shown.
  private static let closestHomeZoom = 16.0

  /// The world from side to side, which leaves nothing of a view of this size empty.
  package static func worldCamera(in size: ScreenSize) -> CameraPosition {
    CameraPosition(latitude: 25, longitude: 10, zoom: max(log2(max(size.width, size.height, 1) / 256), 1))
  }

  /// Shows everything that is on the map, or the whole world when it is empty (key Home).
  private func showWholeScene() {
    let bounds = componentList.contentBounds
    if bounds.isValid {
      var goal = CameraUpdate.fit(bounds).camera(from: cameraController.view, limits: cameraController.limits)
      goal.zoom = min(goal.zoom, Self.closestHomeZoom)
      start(.ease(to: goal, seconds: Self.animationSeconds))
    } else {
      start(.ease(to: Self.worldCamera(in: size), seconds: Self.animationSeconds))
    }
  }
}

/// The map as the lowest layer of its router.
extension MapView: EventResponder {
  /// Recognises gestures and carries them out; a button press takes the pointer until its release.
  public func respond(to event: InputEvent) -> EventDisposition {
    for component in componentList.components.reversed() where componentList.contains(component) {
      if let disposition = component.respond(to: event, in: self) { return disposition }
    }
    switch event.kind {
    case .filesDropped(let drop, let point):
      delegate?.mapView(self, didDrop: drop, at: groundCoordinate(at: point))
      return .handled
    case .scrolled(let x, let y, let point, _) where abs(x) > abs(y):
      let user = componentList.components.reversed().first {
        componentList.contains($0) && $0.scrollSideways(by: x, at: point, in: self)
      }
      if user != nil { return .handled }
    default: break
    }
    gestures.handle(event, settings: settings.gestures)
    respondToGestures(now: event.timeSeconds)
    if case .buttonPressed = event.kind { return .captured }
    return .handled
  }
}
