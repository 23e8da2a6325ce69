package import OverlookGeometry

/// The only writer of a map's camera: takes jumps, gestures' deltas and motions, keeps the limits, and tells what happened.
///
/// Time enters as an argument: nothing moves but in `step(now:)` and in the calls that change the camera at once. No input can
/// make the camera leave its ranges or hold a number that is not finite.
@MainActor package final class CameraController {
  package private(set) var camera: CameraPosition
  package private(set) var size: ScreenSize
  /// As it was set, without negative numbers; what of it has no room in the view is left out of `view.padding`.
  package private(set) var padding: EdgeInsets
  /// Applied to every later change; the camera of the moment is left alone.
  package var limits: CameraLimits
  /// The mapping of the camera of the moment.
  package private(set) var view: ViewTransform
  /// Counts up whenever `view` changes.
  package private(set) var version: UInt64 = 0
  /// Takes the events, in order: `willMove` at once, before the camera moves; the others from `deliverEvents`. What it does to the
  /// camera at `willMove` is done before the move goes on.
  package var onEvent: ((CameraEvent) -> Void)?

  /// Something beside the motions that moves the camera: asked with each step while `isDriven`, and answers by `drive(to:)`.
  package var driver: ((_ now: Double) -> Void)?
  /// Whether `driver` has something on its way; the movement goes on until it has not.
  package var isDriven = false
  /// Called when something else takes the camera over from `driver`.
  package var onHalt: (() -> Void)?
  /// What leads the camera while nothing else moves it; nil for nothing. Held weakly.
  package weak var guide: (any CameraGuide)?

  private var motion: RunningMotion?
  private var nextMotion: UInt64 = 1
  /// When the running motion was last looked at.
  private var lastTime = 0.0
  /// Whether a gesture has hold of the map: from `beginGesture` to `endGesture`.
  package private(set) var isGestureHeld = false
  /// Whether the size of the view is known; until then it counts as 1 x 1.
  package private(set) var hasSize: Bool
  /// What was asked of the camera before the size was known, from the first update on that needs it.
  private var pendingUpdates: [CameraUpdate] = []
  /// The cause of the movement that `willMove` announced and `idle` has not ended.
  private var movement: Cause?
  private var events: [CameraEvent] = []
  /// Holds the events while they are handed over, and the room of their array afterwards.
  private var delivering: [CameraEvent] = []
  /// How many of `delivering` were handed over.
  private var deliveredCount = 0

  private enum Cause {
    case gesture, program
  }

  /// `size` nil: not known yet. Updates that depend on it wait for `setSize`.
  package init(
    camera: CameraPosition = CameraPosition(latitude: 0, longitude: 0, zoom: 1), size: ScreenSize?, padding: EdgeInsets = .zero,
    limits: CameraLimits = CameraLimits()
  ) {
    self.limits = limits
    hasSize = size != nil
    self.camera = limits.clamped(camera)
    view = ViewTransform(camera: self.camera, size: size ?? ScreenSize(width: 1, height: 1), padding: padding)
    self.size = view.size
    self.padding = padding.clean
  }

  // MARK: Explicit changes

  /// Jumps to `camera`, brought into the limits; interrupts a running motion. A camera that is not valid changes nothing.
  package func setCamera(_ camera: CameraPosition) {
    guard camera.isValid else { return }
    halt()
    drive(to: camera)
  }

  /// As `setCamera`, for `driver`: a running motion is interrupted, the driver goes on.
  package func drive(to camera: CameraPosition) {
    pendingUpdates = []
    let interrupted = takeMotion()
    move(to: limits.clamped(camera), padding: padding, cause: .program, always: true)
    interrupted?.onOutcome?(.interrupted)
  }

  /// Whatever waits or drives gives way.
  private func halt(byGesture: Bool = false) {
    pendingUpdates = []
    if isDriven { onHalt?() }
    guide?.cameraWasTaken(byGesture: byGesture)
  }

  /// Applies `update` at once; one that is not valid changes nothing. While the size of the view is not known, an update that
  /// depends on it waits, and those after it wait in line.
  package func apply(update: CameraUpdate) {
    guard update.isValid else { return }
    if !hasSize, update.needsSize || !pendingUpdates.isEmpty {
      if pendingUpdates.count < Self.maximumPendingUpdates { pendingUpdates.append(update) }
      return
    }
    setCamera(update.camera(from: view, limits: limits))
  }

  /// A program that asks for more before there is a window is in a loop.
  private static let maximumPendingUpdates = 1000

  /// The view's new size in points; the camera stays (the target stays in the middle), and so does a running motion. The first
  /// size lets the updates that waited for it move the camera, in their order.
  package func setSize(_ size: ScreenSize) {
    replaceView(camera: camera, size: size, padding: padding)
    hasSize = true
    let pending = pendingUpdates
    pendingUpdates = []
    for update in pending { apply(update: update) }
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
    guide?.cameraWasTaken(byGesture: true)
  }

  /// The gesture let go; `idle` follows in the next step unless a motion runs by then.
  package func endGesture() {
    isGestureHeld = false
  }

  /// Applies a gesture's change at once; interrupts a running motion in place.
  package func apply(_ delta: CameraDelta) {
    halt(byGesture: true)
    let interrupted = takeMotion()
    move(to: delta.camera(from: view, limits: limits), padding: padding, cause: .gesture)
    interrupted?.onOutcome?(.interrupted)
  }

  // MARK: Motions

  /// Whether a motion runs.
  package var isMoving: Bool { motion != nil || isDriven }

  /// Whether `step(now:)` has something to do: a motion, or an `idle` to tell.
  package var needsStep: Bool { isMoving || (movement != nil && !isGestureHeld) }

  /// Starts `motion` from the camera of the moment and interrupts the one that runs. `onOutcome` is called once, on the main
  /// thread, after the controller is in its new state.
  @discardableResult
  package func start(
    _ motion: CameraMotion, now: Double, byGesture: Bool = false, onOutcome: ((MotionOutcome) -> Void)? = nil
  ) -> MotionID {
    let id = MotionID(rawValue: nextMotion)
    nextMotion &+= 1
    halt(byGesture: byGesture)
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
    if isDriven {
      guide?.cameraWasTaken(byGesture: false)
      driver?(now)
    }
    let isGuided = followGuide(now: now)
    if !isMoving, !isGuided, !isGestureHeld, movement != nil {
      movement = nil
      events.append(.idle(camera))
    }
    return version != before || needsStep
  }

  /// Goes where the guide leads; false where it lets the camera rest, or something else moves it.
  private func followGuide(now: Double) -> Bool {
    guard let guide, hasSize, !isMoving, !isGestureHeld, let goal = guide.camera(at: now, in: view, limits: limits),
      goal.isValid
    else { return false }
    move(to: limits.clamped(goal), padding: padding, cause: .program)
    return true
  }

  private func advance(to now: Double) {
    guard let motion, now.isFinite else { return }
    lastTime = now
    // A motion of the program is a movement also where it leads nowhere.
    let isNews = motion.cause == .program && !motion.isAnnounced
    if isNews {
      self.motion?.isAnnounced = true
      announce(motion.cause)
      // Who is told may start another.
      guard self.motion?.id == motion.id else { return }
    }
    let elapsed = now - motion.start
    let isOver = !(elapsed < motion.path.seconds)
    let state = motion.path.state(at: isOver ? motion.path.seconds : max(elapsed, 0), view: view, limits: limits)
    move(to: state.camera, padding: state.padding ?? padding, cause: motion.cause, always: isNews)
    if isOver, self.motion?.id == motion.id { takeMotion()?.onOutcome?(.finished) }
  }

  /// Interrupts the running motion where it is.
  package func stop() {
    if isDriven { onHalt?() }
    takeMotion()?.onOutcome?(.interrupted)
  }

  /// Interrupts the motion `id` if it still runs.
  package func cancel(_ id: MotionID) {
    if motion?.id == id { stop() }
  }

  // MARK: Events

  /// Hands over what happened since the last call, in order; changes in a row come as the last of them. What `onEvent` does to the
  /// camera is handed over by the next call. To be called every frame: events are kept until then. Allocates nothing in the long
  /// run.
  package func deliverEvents() {
    guard !events.isEmpty, delivering.isEmpty else { return }
    swap(&events, &delivering)
    finishRound()
    delivering.removeAll(keepingCapacity: true)
    deliveredCount = 0
  }

  /// Hands over the rest of the round that is going on: what comes next shall not overtake it.
  private func finishRound() {
    while deliveredCount < delivering.count {
      deliveredCount += 1
      onEvent?(delivering[deliveredCount - 1])
    }
  }

  // MARK: The one place that writes

  private func move(to camera: CameraPosition, padding: EdgeInsets, cause: Cause, always: Bool = false) {
    guard always || camera != self.camera || padding != self.padding else { return }
    announce(cause)
    replaceView(camera: camera, size: size, padding: padding)
    if case .didChange = events.last { events.removeLast() }
    events.append(.didChange(camera))
  }

  private func announce(_ cause: Cause) {
    guard movement != cause else { return }
    movement = cause
    finishRound()
    deliverEvents()
    onEvent?(.willMove(byGesture: cause == .gesture))
  }

  /// What the map lies on; views that are made from now on show it.
  package var ground: any GroundShape = FlatGround() {
    didSet { replaceView(camera: camera, size: size, padding: padding) }
  }

  private func replaceView(camera: CameraPosition, size: ScreenSize, padding: EdgeInsets) {
    let view = ViewTransform(camera: camera, size: size, padding: padding, ground: ground)
    self.padding = padding.clean
    guard view != self.view else { return }
    self.view = view
    self.camera = camera
    self.size = view.size
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
    /// Whether the movement was told of.
    var isAnnounced = false
    let onOutcome: ((MotionOutcome) -> Void)?
  }
}
