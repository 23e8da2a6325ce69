import OverlookGeometry

/// A motion made ready: where the camera is after any time since its start. A pure function of that time, so that the frames at
/// which it is looked at do not change the course.
enum MotionPath {
  case straight(StraightPath)
  case flight(FlightPath)
  case anchored(AnchoredPath)
  case wheel(WheelPath)
  case inertia(InertiaPath)

  /// What a motion says about the camera; `padding` nil leaves it alone.
  struct State {
    var camera: CameraPosition
    var padding: EdgeInsets?
  }

  var seconds: Double {
    switch self {
    case .straight(let path): path.seconds
    case .flight(let path): path.seconds
    case .anchored(let path): path.seconds
    case .wheel(let path): path.seconds
    case .inertia(let path): path.seconds
    }
  }

  /// `view` gives the size of the moment; its camera is not looked at.
  func state(at elapsed: Double, view: ViewTransform, limits: CameraLimits) -> State {
    switch self {
    case .straight(let path): path.state(at: elapsed, limits: limits)
    case .flight(let path): path.state(at: elapsed, limits: limits)
    case .anchored(let path): State(camera: path.camera(at: elapsed, view: view, limits: limits))
    case .wheel(let path): State(camera: path.camera(at: elapsed, view: view, limits: limits))
    case .inertia(let path): State(camera: path.camera(at: elapsed, view: view, limits: limits))
    }
  }
}

extension CameraMotion {
  /// How long it takes from the camera of `view`, in seconds.
  package func seconds(from view: ViewTransform, limits: CameraLimits) -> Double {
    path(from: view, limits: limits, continuing: nil, elapsed: 0).seconds
  }

  /// The motion from the camera of `view`; `previous` is the one it takes over from, `elapsed` seconds after its start.
  func path(from view: ViewTransform, limits: CameraLimits, continuing previous: MotionPath?, elapsed: Double) -> MotionPath {
    switch self {
    case .ease(let camera, let padding, let seconds, let easing):
      return .straight(
        StraightPath(
          from: view, to: Self.goal(camera, view, limits), padding: Self.goal(padding), seconds: Self.length(seconds),
          easing: easing))
    case .fly(let camera, let padding, let seconds, let easing):
      return .flight(
        FlightPath(
          from: view, to: Self.goal(camera, view, limits), padding: Self.goal(padding), seconds: seconds.map(Self.length),
          easing: easing, minimumZoom: limits.minimumZoom))
    case .update(let update, let padding, let seconds, let easing):
      let padding = Self.goal(padding)
      if case .zoomBy(let levels, let point) = update.kind, update.isValid, padding == nil {
        return .anchored(
          AnchoredPath(
            from: view, step: CameraStep(zoom: levels), about: point, limits: limits, seconds: Self.length(seconds),
            easing: easing))
      }
      let padded = padding.map { ViewTransform(camera: view.camera, size: view.size, padding: $0, ground: view.ground) } ?? view
      let goal = update.camera(from: padded, limits: limits)
      return .straight(StraightPath(from: view, to: goal, padding: padding, seconds: Self.length(seconds), easing: easing))
    case .step(var step, let point, let seconds, let easing):
      var seconds = Self.length(seconds)
      if case .anchored(let running) = previous {
        step = step.adding(running.remainder(at: elapsed))
        // A held key's steps take no time of their own; they must not hurry what runs beside them.
        seconds = max(seconds, running.seconds - elapsed)
      }
      return .anchored(
        AnchoredPath(from: view, step: step, about: point, limits: limits, seconds: seconds, easing: easing))
    case .wheelZoom(let levels, let point):
      guard case .wheel(let running) = previous else {
        return .wheel(WheelPath(from: view, by: levels, about: point, limits: limits, continuing: nil, elapsed: 0))
      }
      return .wheel(WheelPath(from: view, by: levels, about: point, limits: limits, continuing: running, elapsed: elapsed))
    case .inertia(let velocity, let point):
      return .inertia(InertiaPath(from: view, velocity: velocity, about: point))
    }
  }

  /// Where a motion to `camera` leads: nowhere when that is not valid.
  private static func goal(_ camera: CameraPosition, _ view: ViewTransform, _ limits: CameraLimits) -> CameraPosition {
    camera.isValid ? limits.clamped(camera) : view.camera
  }

  private static func goal(_ padding: EdgeInsets?) -> EdgeInsets? {
    padding.flatMap { $0.isFinite ? $0 : nil }
  }

  private static func length(_ seconds: Double) -> Double {
    seconds.isFinite ? max(seconds, 0) : 0
  }
}
