package import OverlookGeometry

/// The only writer of a map's camera: takes jumps, gestures' deltas and motions, keeps the limits, and tells what happened.
///
/// Time enters as an argument: nothing moves but in `step(now:)` and in the calls that change the camera at once. No input can
/// make the camera leave its ranges or hold a number that is not finite.
@MainActor package final class CameraController {
  package private(set) var camera: CameraPosition
  package private(set) var size: ScreenSize
  package private(set) var padding: EdgeInsets
  /// Applied to every later change; the camera of the moment is left alone.
  package var limits: CameraLimits
  /// The mapping of the camera of the moment.
  package private(set) var view: ViewTransform
  /// Counts up whenever `view` changes.
  package private(set) var version: UInt64 = 0

  private var motion: RunningMotion?
  private var nextMotion: UInt64 = 1
  /// When the running motion was last looked at.
  private var lastTime = 0.0
  private var isGestureHeld = false
  /// The cause of the movement that `willMove` announced and `idle` has not ended.
  private var movement: Cause?
  private var events: [CameraEvent] = []
  /// Holds the events while they are handed over, and the room of their array afterwards.
  private var drained: [CameraEvent] = []

  private enum Cause {
    case gesture, program
  }

  package init(
    camera: CameraPosition = CameraPosition(latitude: 0, longitude: 0, zoom: 1), size: ScreenSize, padding: EdgeInsets = .zero,
    limits: CameraLimits = CameraLimits()
  ) {
    self.limits = limits
    self.camera = limits.clamped(camera)
    view = ViewTransform(camera: self.camera, size: size, padding: padding)
    self.size = view.size
    self.padding = view.padding
  }

  // MARK: Explicit changes

  /// Jumps to `camera`, brought into the limits; interrupts a running motion.
  package func setCamera(_ camera: CameraPosition) {
    let interrupted = takeMotion()
    move(to: limits.clamped(camera), padding: padding, cause: .program, always: true)
    interrupted?.onOutcome?(.interrupted)
  }

  /// Applies `update` at once.
  package func apply(update: CameraUpdate) {
    setCamera(update.camera(from: view, limits: limits))
  }

  /// The view's new size in points; the camera stays (the target stays in the middle), and so does a running motion.
  package func setSize(_ size: ScreenSize) {
    replaceView(camera: camera, size: size, padding: padding)
  }

  /// The new padding at once; the target moves to the middle of the visible region.
  package func setPadding(_ padding: EdgeInsets) {
    replaceView(camera: camera, size: size, padding: padding)
  }

  // MARK: Gestures

  /// A gesture takes hold of the map: a running motion stops where it is.
  package func beginGesture() {
    isGestureHeld = true
    stop()
  }

  /// The gesture let go; `idle` follows in the next step unless a motion runs by then.
  package func endGesture() {
    isGestureHeld = false
  }

  /// Applies a gesture's change at once; interrupts a running motion in place.
  package func apply(_ delta: CameraDelta) {
    let interrupted = takeMotion()
    move(to: delta.camera(from: view, limits: limits), padding: padding, cause: .gesture)
    interrupted?.onOutcome?(.interrupted)
  }

  // MARK: Motions

  /// Whether a motion runs.
  package var isMoving: Bool { motion != nil }

  /// Whether `step(now:)` has something to do: a motion, or an `idle` to tell.
  package var needsStep: Bool { motion != nil || (movement != nil && !isGestureHeld) }

  /// Starts `motion` from the camera of the moment and interrupts the one that runs. `onOutcome` is called once, on the main
  /// thread, after the controller is in its new state.
  @discardableResult
  package func start(
    _ motion: CameraMotion, now: Double, byGesture: Bool = false, onOutcome: ((MotionOutcome) -> Void)? = nil
  ) -> MotionID {
    let id = MotionID(rawValue: nextMotion)
    nextMotion &+= 1
    // An event lies between two frames: the new motion starts where the old one is then.
    if now > lastTime { advance(to: now) }
    let previous = takeMotion()
    let cause: Cause = byGesture ? .gesture : .program
    // A gesture goes on with what gestures began; an animation it stops where it is.
    let continued = previous?.cause == cause ? previous : nil
    let path = motion.path(
      from: view, limits: limits, continuing: continued?.path, elapsed: continued.map { max(now - $0.start, 0) } ?? 0)
    self.motion = RunningMotion(id: id, path: path, start: now.isFinite ? now : 0, cause: cause, onOutcome: onOutcome)
    previous?.onOutcome?(.interrupted)
    return id
  }

  /// Moves the camera to where the running motion is at `now` (seconds of the clock that `start` was given). True when the camera
  /// changed or something is left to do in a later step.
  package func step(now: Double) -> Bool {
    guard now.isFinite else { return needsStep }
    let before = version
    advance(to: now)
    if motion == nil, !isGestureHeld, movement != nil {
      movement = nil
      events.append(.idle(camera))
    }
    return version != before || needsStep
  }

  private func advance(to now: Double) {
    guard let motion, now.isFinite else { return }
    lastTime = now
    let elapsed = now - motion.start
    let isOver = !(elapsed < motion.path.seconds)
    let state = motion.path.state(at: isOver ? motion.path.seconds : max(elapsed, 0), view: view, limits: limits)
    move(to: state.camera, padding: state.padding ?? padding, cause: motion.cause)
    if isOver { takeMotion()?.onOutcome?(.finished) }
  }

  /// Interrupts the running motion where it is.
  package func stop() {
    takeMotion()?.onOutcome?(.interrupted)
  }

  /// Interrupts the motion `id` if it still runs.
  package func cancel(_ id: MotionID) {
    if motion?.id == id { stop() }
  }

  // MARK: Events

  /// Hands over what happened since the last call, in order; changes in a row come as the last of them. What `body` does to the
  /// camera is handed over by the next call. To be called every frame: events are kept until then. Allocates nothing in the long
  /// run.
  package func drainEvents(_ body: (CameraEvent) -> Void) {
    guard !events.isEmpty, drained.isEmpty else { return }
    swap(&events, &drained)
    for event in drained { body(event) }
    drained.removeAll(keepingCapacity: true)
  }

  // MARK: The one place that writes

  private func move(to camera: CameraPosition, padding: EdgeInsets, cause: Cause, always: Bool = false) {
    guard always || camera != self.camera || padding != self.padding else { return }
    if movement != cause {
      movement = cause
      events.append(.willMove(byGesture: cause == .gesture))
    }
    replaceView(camera: camera, size: size, padding: padding)
    if case .didChange = events.last { events.removeLast() }
    events.append(.didChange(camera))
  }

  private func replaceView(camera: CameraPosition, size: ScreenSize, padding: EdgeInsets) {
    let view = ViewTransform(camera: camera, size: size, padding: padding)
    guard view != self.view else { return }
    self.view = view
    self.camera = camera
    self.size = view.size
    self.padding = view.padding
    version &+= 1
  }

  /// The running motion, which runs no more. Who takes it tells its outcome once the camera is where it should be.
  private func takeMotion() -> RunningMotion? {
    defer { motion = nil }
    return motion
  }

  private struct RunningMotion {
    let id: MotionID
    let path: MotionPath
    let start: Double
    let cause: Cause
    let onOutcome: ((MotionOutcome) -> Void)?
  }
}
