import OverlookGeometry

/// Zooms, turns and tilts with the ground under one point of the screen held there, and scrolls that ground along.
struct AnchoredPath {
  let seconds: Double
  private let easing: Easing
  private let step: CameraStep
  private let start: CameraPosition
  /// Nil holds the focus, wherever it lies.
  private let point: ScreenPoint?
  private let ground: WorldPoint
  /// World units by which the ground at `point` is another at the end.
  private let scroll: WorldPoint

  init(
    from view: ViewTransform, step: CameraStep, about point: ScreenPoint?, limits: CameraLimits, seconds: Double = 0,
    easing: Easing = .linear
  ) {
    self.seconds = seconds
    self.easing = easing
    self.step = step.sanitized
    self.start = view.camera
    self.point = point.flatMap { $0.isFinite ? $0 : nil }
    ground = self.point.map { view.grip($0) } ?? view.center
    let scrolled = view.grip(ScreenPoint(x: view.focus.x + self.step.scrollX, y: view.focus.y + self.step.scrollY))
    scroll = WorldPoint(x: scrolled.x - view.center.x, y: scrolled.y - view.center.y)
  }

  func camera(at elapsed: Double, view: ViewTransform, limits: CameraLimits) -> CameraPosition {
    camera(progress: seconds > 0 ? easing.progress(at: elapsed / seconds) : 1, view: view, limits: limits)
  }

  func end(view: ViewTransform, limits: CameraLimits) -> CameraPosition {
    camera(progress: 1, view: view, limits: limits)
  }

  /// What of the step is still to come.
  func remainder(at elapsed: Double) -> CameraStep {
    step.scaled(by: 1 - (seconds > 0 ? easing.progress(at: elapsed / seconds) : 1))
  }

  private func camera(progress: Double, view: ViewTransform, limits: CameraLimits) -> CameraPosition {
    let zoom = limits.clampedZoom(start.zoom + step.zoom * progress)
    return view.camera(
      zoom: zoom, bearing: start.bearing + step.bearing * progress,
      viewingAngle: limits.clampedViewingAngle(start.viewingAngle + step.viewingAngle * progress, atZoom: zoom),
      placing: WorldPoint(x: ground.x + scroll.x * progress, y: ground.y + scroll.y * progress), at: point ?? view.focus)
  }
}

extension CameraStep {
  /// The step without numbers that are not finite, or larger than any camera could follow.
  var sanitized: CameraStep {
    func clean(_ value: Double, _ limit: Double) -> Double {
      value.isFinite ? min(max(value, -limit), limit) : 0
    }
    return CameraStep(
      scrollX: clean(scrollX, ViewTransform.maximumSidePoints), scrollY: clean(scrollY, ViewTransform.maximumSidePoints),
      zoom: clean(zoom, CameraPosition.maximumZoom), bearing: clean(bearing, 3_600_000), viewingAngle: clean(viewingAngle, 180))
  }

  func scaled(by factor: Double) -> CameraStep {
    CameraStep(
      scrollX: scrollX * factor, scrollY: scrollY * factor, zoom: zoom * factor, bearing: bearing * factor,
      viewingAngle: viewingAngle * factor)
  }

  func adding(_ other: CameraStep) -> CameraStep {
    CameraStep(
      scrollX: scrollX + other.scrollX, scrollY: scrollY + other.scrollY, zoom: zoom + other.zoom,
      bearing: bearing + other.bearing, viewingAngle: viewingAngle + other.viewingAngle)
  }
}
