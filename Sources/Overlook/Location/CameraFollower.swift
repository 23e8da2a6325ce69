import OverlookCamera
import OverlookGeometry
import OverlookSupport

/// What the camera of a map follows: nothing, the own location, or what is left of a route.
@MainActor final class CameraFollower: CameraGuide {
  private(set) var mode = CameraMode.free
  var perspective: FollowingPerspective {
    get { following.perspective }
    set {
      guard newValue != following.perspective else { return }
      following.perspective = newValue
      onChange?()
    }
  }
  /// What of the view is covered, in points; asked in each frame.
  var insets: () -> EdgeInsets = { .zero }
  /// What is to be seen in the overview; nil for nothing.
  var overview: CoordinateBounds? {
    didSet { if mode == .overview, overview != oldValue { isOverviewOutdated = true } }
  }
  /// Called when mode or perspective are others.
  var onChange: (() -> Void)?

  private unowned let location: OwnLocation
  private var following = FollowingCamera(.topDownNorthUp)
  private var ease: CameraEase?
  private var isOverviewOutdated = false

  init(_ location: OwnLocation) {
    self.location = location
  }

  /// Begins to follow, or to show the overview; a free camera stays where it is.
  func begin(_ mode: CameraMode) {
    let isOther = mode != self.mode
    self.mode = mode
    ease = nil
    switch mode {
    case .free: break
    case .following: following.begin()
    case .overview: isOverviewOutdated = true
    }
    if isOther { onChange?() }
  }

  /// There is nothing left to follow.
  func release() {
    if mode == .following { begin(.free) }
  }

  /// What a click on the button of the location does: following, and then turning with the traveller.
  func goOn() {
    guard mode == .following else {
      if perspective != .tilted || location.guided == nil { perspective = .topDownNorthUp }
      return begin(.following)
    }
    perspective = perspective == .topDownNorthUp ? (location.guided == nil ? .topDownHeadingUp : .tilted) : .topDownNorthUp
  }

  // MARK: CameraGuide

  func camera(at now: Double, in view: ViewTransform, limits: CameraLimits) -> CameraPosition? {
    switch mode {
    case .free: nil
    case .following: follow(at: now, in: view, limits: limits)
    case .overview: overview(at: now, in: view, limits: limits)
    }
  }

  private func follow(at now: Double, in view: ViewTransform, limits: CameraLimits) -> CameraPosition? {
    guard let subject = location.subject(at: now) else { return nil }
    let insets = insets()
    if location.rests(at: now), following.rests(at: subject, in: view, insets: insets) { return nil }
    return following.camera(at: now, of: subject, in: view, insets: insets, limits: limits)
  }

  private func overview(at now: Double, in view: ViewTransform, limits: CameraLimits) -> CameraPosition? {
    if isOverviewOutdated, let overview, overview.isValid {
      isOverviewOutdated = false
      var goal = CameraUpdate.fit(overview, edgeInsets: Self.grown(insets())).camera(from: view, limits: limits)
      goal.zoom = min(goal.zoom, 17)
      if location.isStill { return goal }
      ease = CameraEase(from: view, to: goal, limits: limits, now: now)
    }
    guard let ease else { return nil }
    if ease.isOver(at: now) { self.ease = nil }
    return ease.camera(at: now, in: view, limits: limits)
  }

  private static func grown(_ insets: EdgeInsets) -> EdgeInsets {
    EdgeInsets(top: insets.top + 56, left: insets.left + 56, bottom: insets.bottom + 56, right: insets.right + 56)
  }

  func cameraWasTaken(byGesture: Bool) {
    if mode != .free { begin(.free) }
  }
}
