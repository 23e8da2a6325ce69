import Observation
public import OverlookCamera
public import OverlookGeometry
import OverlookSupport

extension MapView {
  /// Where the camera is, during an animation in between; setting it jumps there within the limits and stops an animation.
  public var camera: CameraPosition {
    get {
      observation.access(self, keyPath: \.camera)
      return cameraController.camera
    }
    set {
      cancelQueuedMotion()
      cameraController.setCamera(newValue)
      cameraChanged()
    }
  }

  /// The mapping between coordinates and points of the view, as the next frame will draw it.
  public var projection: Projection {
    observation.access(self, keyPath: \.projection)
    return Projection(cameraController.view)
  }

  /// Whether the camera is on its way or may be in a moment: an animation, inertia, a key's glide, a drag that is held, a click
  /// that may become two.
  package var isCameraMoving: Bool {
    queuedMotion != nil || cameraController.needsStep || cameraController.isGestureHeld || gestures.nextDeadline != nil
  }

  /// Size of the view in points: that of its window or picture, before there is one that of `init(size:camera:mapType:)`, else 0.
  public var size: ScreenSize {
    observation.access(self, keyPath: \.size)
    return cameraController.hasSize ? cameraController.size : ScreenSize(width: 0, height: 0)
  }

  /// Distances of the visible region from the edges, in points: controls and credits stay inside, the camera's target lies in the
  /// middle of it, `fit` respects it. Set within a `LayerTransaction` it moves there, else at once. Default zero.
  public var padding: EdgeInsets {
    get {
      observation.access(self, keyPath: \.padding)
      return cameraController.padding
    }
    set { layer.setPadding(newValue) }
  }

  /// The farthest that the camera may be.
  public var minZoom: Double { cameraController.limits.minimumZoom }

  /// The closest that the camera may be.
  public var maxZoom: Double { cameraController.limits.maximumZoom }

  /// Sets both limits of the zoom; the camera is brought into them with its next move. Throws when `minZoom` > `maxZoom`.
  public func setMinZoom(_ minZoom: Double, maxZoom: Double) throws(CameraError) {
    try cameraController.limits.setZoomRange(minimum: minZoom, maximum: maxZoom)
  }

  /// The largest viewing angle at a zoom, degrees; by default 30 up to zoom 10, 65 from zoom 16, straight between.
  public var maximumViewingAngle: @Sendable (_ zoom: Double) -> Double {
    get { cameraController.limits.maximumViewingAngle }
    set { cameraController.limits.maximumViewingAngle = newValue }
  }

  /// A camera that shows all of `bounds` within `insets` of the visible region, north up and untilted; nil when the bounds are
  /// not valid, and while the size of the view is not known: `moveCamera(.fit(bounds))` waits for it.
  public func camera(for bounds: CoordinateBounds, insets: EdgeInsets = .zero) -> CameraPosition? {
    guard bounds.isValid, cameraController.hasSize else { return nil }
    return CameraUpdate.fit(bounds, edgeInsets: insets).camera(from: cameraController.view, limits: cameraController.limits)
  }

  /// Applies `update` at once. While the size of the view is not known (`size` is 0), an update that depends on it, such as `fit`,
  /// is kept and applied when it is, unless the camera is set before.
  public func moveCamera(_ update: CameraUpdate) {
    cancelQueuedMotion()
    cameraController.apply(update: update)
    cameraChanged()
  }

  /// Shows a region: its centre and how many degrees are seen around it.
  public func setRegion(center: LocationCoordinate, latitudeDelta: Double, longitudeDelta: Double, animated: Bool) {
    let update = CameraUpdate.setRegion(center: center, latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta)
    if animated {
      start(.update(update, seconds: Self.animationSeconds))
    } else {
      moveCamera(update)
    }
  }

  /// Whether two cameras draw the same picture to within a fraction of a pixel.
  public static func areEqualForRendering(_ a: CameraPosition, _ b: CameraPosition) -> Bool {
    CameraPosition.areEqualForRendering(a, b)
  }

  /// Length of an animation for which no other is given.
  public static let animationSeconds = 0.5
}

/// Animations. Each starts with the next frame and interrupts the one before it; what is answered tells how it ends:
/// `await map.animate(to: camera).outcome`. Lengths of time are in seconds, 0 or less arrives at once. While the map cannot be seen
/// (a minimised window, `stopRendering()`) no time passes for it: the animation goes on when it is shown again. A goal with a
/// number that is not finite leaves the camera where it is.
extension MapView {
  /// Animates to `camera` along the short way; with `padding`, that of the view becomes another on the way.
  @discardableResult
  public func animate(
    to camera: CameraPosition, padding: EdgeInsets? = nil, seconds: Double = animationSeconds, easing: Easing = .easeInOut
  ) -> CameraAnimation {
    startAnimation(.ease(to: camera, padding: padding, seconds: seconds, easing: easing))
  }

  /// Flies to `camera`: out, across and in again, along the path of van Wijk and Nuij; `seconds` nil takes as long as the way is
  /// far. `easing` is the course along that path, without going beyond its ends.
  @discardableResult
  public func fly(
    to camera: CameraPosition, padding: EdgeInsets? = nil, seconds: Double? = nil, easing: Easing = .easeInOut
  ) -> CameraAnimation {
    startAnimation(.fly(to: camera, padding: padding, seconds: seconds, easing: easing))
  }

  /// Animates to what `update` makes of the camera, within `padding` where it is given.
  @discardableResult
  public func animate(
    with update: CameraUpdate, padding: EdgeInsets? = nil, seconds: Double = animationSeconds, easing: Easing = .easeInOut
  ) -> CameraAnimation {
    startAnimation(.update(update, padding: padding, seconds: seconds, easing: easing))
  }

  /// Animates the padding only: the target moves to the middle of what becomes visible.
  @discardableResult
  public func animate(
    toPadding padding: EdgeInsets, seconds: Double = animationSeconds, easing: Easing = .easeInOut
  ) -> CameraAnimation {
    animate(to: camera, padding: padding, seconds: seconds, easing: easing)
  }

  /// Animates the target only.
  @discardableResult
  public func animate(
    toLocation target: LocationCoordinate, seconds: Double = animationSeconds, easing: Easing = .easeInOut
  ) -> CameraAnimation {
    animate(with: .setTarget(target), seconds: seconds, easing: easing)
  }

  /// Animates the zoom only, within the limits.
  @discardableResult
  public func animate(
    toZoom zoom: Double, seconds: Double = animationSeconds, easing: Easing = .easeInOut
  ) -> CameraAnimation {
    animate(with: .zoom(to: zoom), seconds: seconds, easing: easing)
  }

  /// Animates the bearing only, the short way round; degrees.
  @discardableResult
  public func animate(
    toBearing bearing: Double, seconds: Double = animationSeconds, easing: Easing = .easeInOut
  ) -> CameraAnimation {
    var goal = camera
    goal.bearing = bearing
    return animate(to: goal, seconds: seconds, easing: easing)
  }

  /// Animates the viewing angle only, within the limit of the zoom; degrees.
  @discardableResult
  public func animate(
    toViewingAngle angle: Double, seconds: Double = animationSeconds, easing: Easing = .easeInOut
  ) -> CameraAnimation {
    var goal = camera
    goal.viewingAngle = angle
    return animate(to: goal, seconds: seconds, easing: easing)
  }

  /// Stops an animation where it is.
  public func stopAnimation() {
    cancelQueuedMotion()
    cameraController.stop()
    cameraChanged()
  }
}

extension MapView {
  /// A motion that begins with the next frame, whose time it takes; the frame loop may have slept for long.
  struct QueuedMotion {
    let motion: CameraMotion
    let onOutcome: ((MotionOutcome) -> Void)?
  }

  func start(_ motion: CameraMotion, onOutcome: ((MotionOutcome) -> Void)? = nil) {
    cancelQueuedMotion()
    queuedMotion = QueuedMotion(motion: motion, onOutcome: onOutcome)
    requestFrame(.animation)
  }

  /// How long a flight to `camera` takes by itself, as far as the way is; seconds.
  package func flightSeconds(to camera: CameraPosition) -> Double {
    CameraMotion.fly(to: camera).seconds(from: cameraController.view, limits: cameraController.limits)
  }

  func startAnimation(_ motion: CameraMotion) -> CameraAnimation {
    let animation = CameraAnimation(map: self)
    start(motion) { animation.end($0) }
    return animation
  }

  func startQueuedMotion(now: Double) {
    guard let queued = queuedMotion else { return }
    queuedMotion = nil
    let motion = reducesMotion ? queued.motion.atOnce : queued.motion
    cameraController.start(motion, now: now, onOutcome: queued.onOutcome)
  }

  func cancelQueuedMotion() {
    let queued = queuedMotion
    queuedMotion = nil
    queued?.onOutcome?(.interrupted)
  }

  /// Tells whoever watches the map of a view that shows something else.
  func viewChanged() {
    observation.withMutation(of: self, keyPath: \.camera) {}
    observation.withMutation(of: self, keyPath: \.projection) {}
  }

  /// Takes over a padding that was set, or moves along with an animation.
  func takePadding() {
    guard controlLayer.area.insets != cameraController.padding else { return }
    observation.withMutation(of: self, keyPath: \.padding) { controlLayer.area.insets = cameraController.padding }
  }

  /// Takes over a padding that was changed at once.
  func paddingChanged() {
    takePadding()
    viewChanged()
    requestFrame(.interface)
    cameraChanged()
  }

  /// Takes over a camera that was changed at once.
  func cameraChanged() {
    requestFrame(.camera)
    deliverCameraEvents()
  }
}
