import Glibc
import OverlookCamera
import OverlookControls
import OverlookGeometry
public import OverlookInput
import OverlookPanorama
import OverlookScene
import OverlookStreetScene

extension PanoramaView {
  /// Takes one event.
  package func handle(_ event: InputEvent) {
    switch event.kind {
    case .pointerMoved(let point): pointer = point
    case .pointerLeft, .focusLost: pointer = nil
    default: break
    }
    _ = router.route(event)
  }

  /// Everything is recognised; what may be done with it is asked here.
  var gestureSettings: GestureSettings { GestureSettings() }

  func respondToGestures() {
    guard !gestureOutputs.isEmpty else { return }
    // Swapped, because a delegate may feed events while it is told of one.
    var outputs: [GestureOutput] = []
    swap(&outputs, &gestureOutputs)
    for output in outputs { respond(to: output) }
    outputs.removeAll(keepingCapacity: true)
    if gestureOutputs.isEmpty { swap(&outputs, &gestureOutputs) }
  }

  private func respond(to output: GestureOutput) {
    switch output {
    case .halt, .began:
      if motion.isMoving || layer.isAnimating {
        motion.stop()
        layer.removeAllAnimations()
        noteRest()
      }
    case .delta(let delta): apply(delta)
    case .motion(let motion): start(motion)
    case .tap(let point): tap(at: point)
    case .command(let command): perform(command)
    case .ended: noteRest()
    case .snapToNorth, .longPress, .contextMenu, .boxZoomChanged, .boxZoom: break
    }
  }

  private func apply(_ delta: CameraDelta) {
    switch delta {
    case .pan(let from, let to) where orientationGestures:
      motion.camera = dragged(from: from, to: to)
    case .rotate(let degrees, _) where orientationGestures:
      motion.camera.orientation.heading += degrees.isFinite ? degrees : 0
    case .tilt(let degrees) where orientationGestures:
      motion.camera.orientation.pitch += degrees.isFinite ? degrees : 0
    case .zoom(let levels, let point) where zoomGestures && levels.isFinite:
      motion.camera = PanoramaMotion.zoomed(camera, to: camera.zoom * exp2(levels), about: point) { self.transform(of: $0) }
    case .pan, .rotate, .tilt, .zoom: return
    }
    setNeedsDisplay()
  }

  /// What was taken hold of follows the pointer; around zenith and nadir, where a heading is little, so many degrees a point.
  private func dragged(from: ScreenPoint, to: ScreenPoint) -> PanoramaCamera {
    let transform = transform
    let (start, end) = (transform.orientation(for: from), transform.orientation(for: to))
    let isPlain = abs(start.pitch) < 70 && abs(end.pitch) < 70
    if isPlain { return PanoramaMotion.turned(camera, from: start, to: end) }
    let degrees = degreesPerPoint
    var camera = camera
    camera.orientation = Orientation(
      heading: camera.orientation.heading - (to.x - from.x) * degrees, pitch: camera.orientation.pitch + (to.y - from.y) * degrees
    )
    return camera
  }

  /// In the middle of the view.
  private var degreesPerPoint: Double { Angle.degreesPerRadian / max(transform.focalLength, 1) }

  private func start(_ wanted: CameraMotion) {
    switch wanted {
    case .inertia(let velocity, _) where orientationGestures:
      let degrees = degreesPerPoint
      let heading = velocity.bearing - velocity.panX * degrees / max(cos(camera.orientation.pitch * Angle.radiansPerDegree), 0.3)
      let pitch = velocity.viewingAngle + velocity.panY * degrees
      guard heading.isFinite, pitch.isFinite else { return }
      motion.start(.drift(heading: min(max(heading, -720), 720), pitch: min(max(pitch, -360), 360)))
    case .wheelZoom(let levels, let point) where zoomGestures: startZoom(levels, about: point, seconds: 0.2)
    case .step(let step, let point, let seconds, _): self.step(step, point, seconds)
    case .inertia, .wheelZoom, .ease, .fly, .update: return
    }
    setNeedsDisplay()
  }

  private func step(_ step: CameraStep, _ point: ScreenPoint?, _ seconds: Double) {
    // Only a double click is about a point.
    if let point, step.zoom > 0, walk(toward: orientation(for: point).heading) { return }
    if step.zoom != 0, zoomGestures { startZoom(step.zoom, about: point, seconds: seconds) }
    guard orientationGestures else { return }
    let degrees = degreesPerPoint
    motion.camera.orientation = Orientation(
      heading: camera.orientation.heading + step.scrollX * degrees + step.bearing,
      pitch: camera.orientation.pitch - step.scrollY * degrees + step.viewingAngle)
  }

  private func startZoom(_ levels: Double, about point: ScreenPoint?, seconds: Double) {
    let zoom = motion.goalZoom * exp2(levels)
    guard zoom.isFinite else { return }
    let range = PanoramaCamera.zoomRange
    motion.start(.zoom(to: min(max(zoom, range.lowerBound), range.upperBound), about: point, seconds: seconds))
  }

  private func perform(_ command: KeyCommand) {
    switch command {
    case .toggleFullscreen: host?.toggleFullscreen()
    case .quit: host?.requestClose()
    case .northUp: updateCamera(.setHeading(0), duration: 0.4)
    case .lookDown: updateCamera(.setPitch(0), duration: 0.4)
    case .reset, .home: animate(to: PanoramaCamera(heading: 0, pitch: 0), duration: 0.4)
    case .cancel, .toggleHUD, .nextDebugView, .nextHUDPage, .goBack, .goForward, .toggleRecording, .find: break
    }
  }

  // MARK: Clicks

  /// The topmost marker, then a link, then nobody's.
  private func tap(at point: ScreenPoint) {
    if let marker = markers.marker(at: point), delegate?.panoramaView(self, didTap: marker) == true { return }
    if let link = link(at: point) { return walk(along: link, turning: true) }
    delegate?.panoramaView(self, didTapAt: point)
  }

  /// Goes to the neighbour nearest to a heading, none farther from it than 60 degrees; false when there is none or nobody may.
  func walk(toward heading: Double, turning: Bool = true) -> Bool {
    guard navigationGestures, service != nil, let link = link(toward: heading, within: 60) else { return false }
    walk(along: link, turning: turning)
    return true
  }

  private func link(toward heading: Double, within degrees: Double) -> PanoramaLink? {
    guard heading.isFinite, let neighbours = panorama?.links else { return nil }
    func turn(_ link: PanoramaLink) -> Double { abs(Angle.shortestTurn(fromDegrees: heading, toDegrees: link.heading)) }
    guard let link = neighbours.min(by: { turn($0) < turn($1) }), turn(link) <= degrees else { return nil }
    return link
  }

  /// The link that a click at a point goes along: the one whose arrow lies there, else the one that leads where the ground is seen.
  private func link(at point: ScreenPoint) -> PanoramaLink? {
    guard navigationGestures, !navigationLinksHidden else { return nil }
    if let link = links.link(at: point) { return link }
    guard service != nil, let ray = transform.viewDirection(at: point) else { return nil }
    let direction = transform.worldFromView * ray
    let goal = Orientation(direction: direction)
    // Not what lies at one's feet, and no farther than the next panoramas are.
    guard goal.pitch > -55, direction.y < 0 else { return nil }
    let surroundings = currentSurroundings
    let height = surroundings?.height ?? StreetSurroundings.usualHeight
    let place = direction * (height / -direction.y)
    guard place.x * place.x + place.z * place.z < Self.farthestClick * Self.farthestClick else { return nil }
    if let surroundings, !surroundings.isSeen(SIMD3(place.x, place.z, place.y)) { return nil }
    return link(toward: goal.heading, within: 30)
  }

  /// Metres over the ground to where a click may be that walks there.
  private static let farthestClick = 40.0

  /// Shows what can be clicked.
  func updateHover() {
    let part = pointer.flatMap { controlLayer.part(at: $0) }
    let link = part == nil ? pointer.flatMap { self.link(at: $0) } : nil
    if link != links.hovered {
      links.hovered = link
      setNeedsDisplay()
    }
    let isOnMarker = part == nil && pointer.flatMap { markers.marker(at: $0) } != nil
    let wanted: PointerCursor = part == .active || link != nil || isOnMarker ? .hand : part == .text ? .text : .arrow
    guard wanted != cursor else { return }
    cursor = wanted
    host?.setCursor(wanted)
  }
}

/// The view as the lowest layer of its router.
extension PanoramaView: EventResponder {
  /// Recognises gestures and carries them out; a button press takes the pointer until its release.
  public func respond(to event: InputEvent) -> EventDisposition {
    if case .keyPressed(let key, []) = event.kind, key == .up || key == .down {
      if walk(toward: camera.orientation.heading + (key == .up ? 0 : 180), turning: key == .up) { return .handled }
    }
    gestures.handle(event, settings: gestureSettings, into: &gestureOutputs)
    respondToGestures()
    if case .buttonPressed = event.kind { return .captured }
    return .handled
  }
}
