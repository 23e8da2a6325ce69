import Foundation
import OverlookCamera
import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookLocation
import OverlookSupport

/// The own location on a map: a dot that glides from fix to fix, how exact it is, where it looks, and the button that leads to it.
@MainActor final class OwnLocation: MapComponent {
  /// What of a route the place lies on, for those who guide.
  struct Guided {
    var update: GlidingPlace.Update
    /// Metres to the next maneuver; nil for none.
    var turnMeters: Double?
    /// How much faster than the clock everything goes.
    var timeFactor = 1.0

    /// Whether one stands where one stood: nothing of it is seen to move.
    func stands(like other: Guided) -> Bool {
      let (a, b) = (update, other.update)
      return max(a.metersPerSecond, b.metersPerSecond) < GlidingPlace.standingSpeed && a.place == b.place && a.course == b.course
        && a.accuracyMeters == b.accuracyMeters && a.pathMeters == b.pathMeters && a.path?.length == b.path?.length
        && turnMeters == other.turnMeters
    }
  }

  /// Whether the dot is drawn.
  var isEnabled = false {
    didSet { if isEnabled != oldValue { listen() } }
  }
  /// Who says where one is; nil for nobody.
  var provider: (any LocationProvider)? {
    didSet { if provider !== oldValue { listen() } }
  }
  /// The last fix while the dot is drawn.
  private(set) var fix: LocationFix? {
    didSet { if fix != oldValue { onFix?() } }
  }
  /// Where the dot is drawn: the fix, or the place of those who guide, with what the fix says of it; nil where none is drawn.
  var location: LocationFix? {
    guard let guided else { return fix }
    let place = guided.update.place.coordinate
    var location = fix ?? LocationFix(place, time: Date().timeIntervalSince1970)
    (location.coordinate, location.course, location.speed) = (place, guided.update.course, guided.update.metersPerSecond)
    location.accuracy = guided.update.accuracyMeters
    return location
  }
  /// How the provider fares.
  private(set) var status = LocationStatus.stopped
  /// Where a navigator says that one is; nil while none does.
  var guided: Guided? {
    didSet {
      if let guided, let oldValue, guided.stands(like: oldValue) { return }
      guidedChanged(oldValue != nil)
    }
  }
  /// Called when `location` is another one.
  var onFix: (() -> Void)?

  private(set) lazy var follower = CameraFollower(self)
  let locate = LocateControl()

  private weak var map: MapView?
  private var subscription: LocationRelay.Subscription?
  private var glide: GlidingPlace?
  /// What came since the last look at the clock of the frames.
  private var news: GlidingPlace.Update?
  private var lastCourse: Double?
  private var shown: GlidingPlace.State?
  /// Of the last look at it, in seconds of the frames.
  private var lastTime = 0.0
  private let drawing = LocationDotDrawing()

  isolated deinit {
    subscription?.end()
  }

  var controls: [any Control] { [locate] }

  func didAttach(to map: MapView) {
    self.map = map
    map.connectLocation()
    map.cameraController.guide = follower
    locate.onClick = { [weak self, weak map] in
      if let map, map.delegate?.mapViewDidTapMyLocationButton(map) == true { return }
      self?.follower.goOn()
    }
  }

  /// Whether frames become pictures, in which nothing is on its way.
  var isStill: Bool { map?.isStill == true }

  /// Whether there is something to draw.
  private var isShown: Bool { isEnabled || guided != nil }

  private func listen() {
    subscription?.end()
    subscription = nil
    guard isEnabled, let provider else {
      status = .stopped
      fix = nil
      if guided == nil { forget() }
      map?.requestFrame(.interface)
      return
    }
    subscription = LocationRelay.subscribe(to: provider) { [weak self] in self?.take($0) }
    map?.requestFrame(.interface)
  }

  private func forget() {
    (glide, news, shown, lastCourse) = (nil, nil, nil, nil)
    follower.release()
  }

  private func take(_ update: LocationUpdate) {
    switch update {
    case .status(let status): self.status = status
    case .fix(let fix):
      guard fix.coordinate.isValid else { return }
      self.fix = fix
      if guided == nil { take(fix) }
    }
    map?.requestFrame(.interface)
  }

  private func take(_ fix: LocationFix) {
    let speed = fix.speed ?? 0
    // One who stands looks where one went.
    if let course = fix.course, course.isFinite, speed > GlidingPlace.standingSpeed || lastCourse == nil {
      lastCourse = Angle.bearingDegrees(course)
    }
    news = GlidingPlace.Update(
      place: WorldPoint(fix.coordinate), course: lastCourse, metersPerSecond: speed, accuracyMeters: fix.accuracy ?? 0)
  }

  private func guidedChanged(_ wasGuided: Bool) {
    if let guided { news = guided.update } else if wasGuided { fix.map(take) ?? forget() }
    if guided != nil || wasGuided { onFix?() }
    map?.requestFrame(.interface)
  }

  // MARK: Frames

  /// What is shown at a time of the frames; nil where nothing is known.
  func state(at now: Double) -> GlidingPlace.State? {
    guard isShown else { return nil }
    if let news {
      self.news = nil
      if glide == nil { glide = GlidingPlace(news, now: now) } else { glide?.take(news, now: now) }
    }
    return glide?.state(at: now)
  }

  /// What a camera follows at a time of the frames.
  func subject(at now: Double) -> FollowingCamera.Subject? {
    guard let state = state(at: now), let glide else { return nil }
    return FollowingCamera.Subject(
      place: state.place, course: state.course, metersPerSecond: glide.metersPerSecond / (guided?.timeFactor ?? 1),
      turnMeters: guided?.turnMeters)
  }

  /// Whether nothing moves at a time of the frames.
  func rests(at now: Double) -> Bool { news == nil && glide?.rests(at: now) != false }

  func update(_ frame: MapFrame) -> RedrawReasons {
    updateButton()
    let state = state(at: frame.now)
    lastTime = frame.now
    guard Self.differs(state, shown) else { return [] }
    let wasSeen = shown.map { isSeen($0, frame.view) } ?? false
    shown = state
    return wasSeen || state.map { isSeen($0, frame.view) } == true ? .interface : []
  }

  /// Whether two states look different: what damps goes on without end.
  private static func differs(_ a: GlidingPlace.State?, _ b: GlidingPlace.State?) -> Bool {
    guard let a, let b else { return a != b }
    let tolerance = 0.01 / Mercator.metersPerWorldUnit(atLatitude: a.place.coordinate.latitude)
    let turn = Angle.shortestTurn(fromDegrees: a.course ?? 0, toDegrees: b.course ?? 0)
    return abs(a.place.x - b.place.x) > tolerance || abs(a.place.y - b.place.y) > tolerance || abs(turn) > 0.05
      || abs(a.accuracyMeters - b.accuracyMeters) > 0.05 || (a.course == nil) != (b.course == nil)
  }

  var needsFrame: Bool {
    guard let map, let shown, isShown, !map.isStill else { return false }
    return !rests(at: lastTime) && isSeen(shown, map.cameraController.view)
  }

  /// Out of sight it is looked at now and then.
  func nextDeadline(now: Double) -> Double? { isShown && !rests(at: now) ? now + 0.25 : nil }

  private func isSeen(_ state: GlidingPlace.State, _ view: ViewTransform) -> Bool {
    guard let point = view.screenPoint(for: view.nearestCopy(of: state.place)) else { return false }
    let reach =
      60 + state.accuracyMeters / Mercator.metersPerWorldUnit(atLatitude: state.place.coordinate.latitude) * view.pointsPerWorld
    return point.x > -reach && point.y > -reach && point.x < view.size.width + reach && point.y < view.size.height + reach
  }

  private func updateButton() {
    guard let map else { return }
    let isEnabled = map.settings.myLocationButton
    let state: LocateControl.State =
      if follower.mode == .following {
        follower.perspective == .topDownNorthUp ? .northUp : .courseUp
      } else {
        // Where nobody is asked, nothing is waited for.
        isEnabled && provider != nil && glide == nil && news == nil ? .unknown : .off
      }
    if locate.isEnabled != isEnabled { locate.isEnabled = isEnabled }
    if locate.state != state { locate.state = state }
  }

  func draw(on canvas: Canvas, _ frame: MapFrame) {
    guard isShown, let state = state(at: frame.now) else { return }
    drawing.draw(state, isGuided: guided != nil, isDark: map?.shownTheme == .dark, on: canvas, frame.view)
  }
}
