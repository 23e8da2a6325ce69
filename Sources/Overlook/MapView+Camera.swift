public import OverlookCamera
public import OverlookGeometry
import OverlookSupport

extension MapView {
  /// Where the camera is, during an animation in between; setting it jumps there within the limits and stops an animation.
  public var camera: CameraPosition {
    get { cameraController.camera }
    set {
      cancelQueuedMotion()
      cameraController.setCamera(newValue)
      cameraChanged()
    }
  }

  /// The mapping between coordinates and points of the view, as the next frame will draw it.
  public var projection: Projection { Projection(cameraController.view) }

  /// Whether the camera is on its way or may be in a moment: an animation, inertia, a key's glide, a click that may become two.
  package var isCameraMoving: Bool { queuedMotion != nil || cameraController.needsStep || gestures.nextDeadline != nil }

  /// Size of the view in points.
  public var size: ScreenSize { cameraController.size }

  /// Distances of the visible region from the edges, in points: controls and credits stay inside, the camera's target lies in the
  /// middle of it, `fit` respects it. Default zero.
  public var padding: EdgeInsets {
    get { cameraController.padding }
    set {
      cameraController.setPadding(newValue)
      interface.padding = padding
      requestFrame(.interface)
      cameraChanged()
    }
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
  /// not valid.
  public func camera(for bounds: CoordinateBounds, insets: EdgeInsets = .zero) -> CameraPosition? {
    guard bounds.isValid else { return nil }
    return CameraUpdate.fit(bounds, edgeInsets: insets).camera(from: cameraController.view, limits: cameraController.limits)
  }

  /// Applies `update` at once.
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

/// Animations. Each comes in two forms: one that starts and returns, and one to `await`, which answers how it ended: `.finished`,
/// or `.interrupted` by a gesture, another move, or the cancellation of the awaiting task. While the map cannot be seen (a
/// minimised window, `stopRendering()`) no time passes for it: the animation goes on when it is shown again.
extension MapView {
  /// Animates to `camera` along the short way.
  public func animate(to camera: CameraPosition, seconds: Double = animationSeconds) {
    start(.ease(to: camera, seconds: seconds))
  }

  /// As the other form; answers when the animation has ended.
  @discardableResult
  public func animate(to camera: CameraPosition, seconds: Double = animationSeconds) async -> MotionOutcome {
    await run(.ease(to: camera, seconds: seconds))
  }

  /// Flies to `camera`: out, across and in again, along the path of van Wijk and Nuij; `seconds` nil takes as long as the way is
  /// far.
  public func fly(to camera: CameraPosition, seconds: Double? = nil) {
    start(.fly(to: camera, seconds: seconds))
  }

  /// As the other form; answers when the flight has ended.
  @discardableResult
  public func fly(to camera: CameraPosition, seconds: Double? = nil) async -> MotionOutcome {
    await run(.fly(to: camera, seconds: seconds))
  }

  /// Animates the target only.
  public func animate(toLocation target: LocationCoordinate) {
    animate(with: .setTarget(target))
  }

  /// Animates the zoom only, within the limits.
  public func animate(toZoom zoom: Double) {
    animate(with: .zoom(to: zoom))
  }

  /// Animates the bearing only, the short way round; degrees.
  public func animate(toBearing bearing: Double) {
    animate(to: CameraPosition(target: camera.target, zoom: camera.zoom, bearing: bearing, viewingAngle: camera.viewingAngle))
  }

  /// Animates the viewing angle only, within the limit of the zoom; degrees.
  public func animate(toViewingAngle angle: Double) {
    animate(to: CameraPosition(target: camera.target, zoom: camera.zoom, bearing: camera.bearing, viewingAngle: angle))
  }

  /// Animates to what `update` makes of the camera.
  public func animate(with update: CameraUpdate, seconds: Double = animationSeconds) {
    start(.update(update, seconds: seconds))
  }

  /// As the other form; answers when the animation has ended.
  @discardableResult
  public func animate(with update: CameraUpdate, seconds: Double = animationSeconds) async -> MotionOutcome {
    await run(.update(update, seconds: seconds))
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

  func startQueuedMotion(now: Double) {
    guard let queued = queuedMotion else { return }
    queuedMotion = nil
    cameraController.start(queued.motion, now: now, onOutcome: queued.onOutcome)
  }

  func cancelQueuedMotion() {
    let queued = queuedMotion
    queuedMotion = nil
    queued?.onOutcome?(.interrupted)
  }

  private func run(_ motion: CameraMotion) async -> MotionOutcome {
    let ticket = AnimationTicket()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: .interrupted) }
        ticket.isActive = true
        start(motion) { outcome in
          ticket.isActive = false
          continuation.resume(returning: outcome)
        }
      }
    } onCancel: {
      Task { @MainActor [weak self] in
        if ticket.isActive { self?.stopAnimation() }
      }
    }
  }

  /// Takes over a camera that was changed at once.
  func cameraChanged() {
    requestFrame(.camera)
    deliverCameraEvents()
  }
}

/// Whether the animation that a task waits for still runs.
@MainActor private final class AnimationTicket {
  var isActive = false
  nonisolated init() {}
}
