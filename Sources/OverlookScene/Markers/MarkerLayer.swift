public import OverlookCamera
public import OverlookGeometry

/// How a marker comes when it is attached to a map.
public enum MarkerAnimation: Hashable, Sendable, CaseIterable {
  /// At once.
  case none
  /// It grows out of its ground anchor, and a little beyond its size before it comes to rest.
  case pop
}

/// What of a marker moves by itself. The properties of the marker say at once where it goes; those of its layer
/// say what is shown on the way. Main thread only.
///
/// Animations begin with the next frame. A new one of the same property goes on from what is shown and interrupts the one before,
/// and so does setting the property. Longitudes and rotations take the short way round. What is set within `LayerTransaction.animate`, here
/// or of the marker, is animated over its time, and set at once outside of any; `add(_:completion:)` starts an explicit animation.
///
/// ```swift
/// LayerTransaction.animate(seconds: 2, easing: .easeOut) {
///   marker.layer.latitude = 60.2
///   map.layer.cameraZoomLevel = 12
/// }
/// ```
@MainActor public final class MarkerLayer {
  /// What an animation changes.
  struct Channels: OptionSet {
    let rawValue: UInt8
    static let latitude = Channels(rawValue: 1)
    static let longitude = Channels(rawValue: 2)
    static let rotation = Channels(rawValue: 4)
    static let opacity = Channels(rawValue: 8)
    static let size = Channels(rawValue: 16)
    static let place: Channels = [.latitude, .longitude]
    static let all: Channels = [.place, .rotation, .opacity, .size]
  }

  /// Values in place of the marker's while they are on their way.
  struct Shown {
    var latitude: Double?
    var longitude: Double?
    var rotation: Double?
    var opacity: Double?
    var size: Double?
  }

  private enum Course {
    /// From a value by a change.
    case line(Channels, from: Double, by: Double)
    case path(MarkerPath, turns: Bool)

    var channels: Channels {
      switch self {
      case .line(let channels, _, _): channels
      case .path(_, let turns): turns ? [.place, .rotation] : .place
      }
    }
  }

  private struct Animation {
    let course: Course
    let timing: LayerTransaction.Timing
    /// When the first frame showed it.
    var beginSeconds: Double?

    /// The part of its time that has passed, 0 ... 1.
    func fraction(at now: Double) -> Double {
      guard let beginSeconds else { return 0 }
      let fraction = (now - beginSeconds) / timing.seconds
      return fraction > 0 ? min(fraction, 1) : 0
    }
  }

  private weak var marker: Marker?
  private var animations: [Animation] = []
  private(set) var shown = Shown()
  /// The store that steps this layer.
  weak var stepper: OverlayStore?

  init(_ marker: Marker) {
    self.marker = marker
  }

  /// Where the marker's row is; nil while it is on no map.
  var slot: Int? { marker.flatMap { $0.store == nil ? nil : $0.slot } }

  /// Whether anything of the marker moves by itself.
  public var isAnimating: Bool { !animations.isEmpty }

  /// The latitude that is shown; setting it sets that of the marker's position.
  public var latitude: Double {
    get { shown.latitude ?? marker?.position.latitude ?? .nan }
    set { marker?.position.latitude = newValue }
  }

  /// The longitude that is shown; setting it sets that of the marker's position.
  public var longitude: Double {
    get { shown.longitude ?? marker?.position.longitude ?? .nan }
    set { marker?.position.longitude = newValue }
  }

  /// The rotation that is shown; setting it sets the marker's.
  public var rotation: Double {
    get { shown.rotation ?? marker?.rotation ?? 0 }
    set { marker?.rotation = newValue }
  }

  /// The opacity that is shown; setting it sets the marker's.
  public var opacity: Double {
    get { shown.opacity ?? marker?.opacity ?? 0 }
    set { marker?.opacity = newValue }
  }

  /// Moves the marker along `path` at an even speed over the ground, from its first point; `position` is its last one at once.
  ///
  /// The way follows the edges as a `Polyline` draws them, `geodesic` or straight on the map. With `turns`, the rotation follows
  /// the way clockwise from north, for flat icons that point up. Points that are not valid are skipped. Nothing moves, and the
  /// outcome comes at once, when the marker is on no map, none of the points is valid, or `seconds` is not more than 0.
  public func animate(
    along path: some PathProtocol, seconds: Double, easing: Easing = .linear, geodesic: Bool = false, turns: Bool = false,
    completion: ((MotionOutcome) -> Void)? = nil
  ) {
    let course = MarkerPath(path.coordinates, isGeodesic: geodesic)
    guard let marker, let last = course.places.last else {
      completion?(.interrupted)
      return
    }
    marker.position = last
    if turns, let heading = course.heading(at: 1) { marker.rotation = heading }
    run(.path(course, turns: turns), seconds, easing, completion)
  }

  /// Where a number goes: the marker's own; nil for a key that the layer has not.
  public func goal(for key: AnimatableLayer.Key) -> Double? {
    guard let marker, let channel = Self.channels[key] else { return nil }
    return switch channel {
    case .latitude: marker.position.latitude
    case .longitude: marker.position.longitude
    case .rotation: marker.rotation
    default: marker.opacity
    }
  }

  /// Starts an animation of one number, `.latitude`, `.longitude`, `.rotation` or `.opacity`; the marker's own is where it ends at once.
  /// Values beyond their limits are clamped. Other keys and numbers that are not finite start nothing: `completion` comes at once with
  /// `.interrupted`. It comes at once with `.finished` when the marker is on no map, or no time would pass.
  public func add(_ animation: LayerAnimation, completion: ((MotionOutcome) -> Void)? = nil) {
    guard let marker, let channel = Self.channels[animation.key], animation.to.isFinite, animation.from?.isFinite != false,
      animation.seconds.isFinite
    else {
      completion?(.interrupted)
      return
    }
    let from = animation.from ?? value(of: channel)
    LayerTransaction.withoutAnimation {
      switch channel {
      case .latitude: marker.position.latitude = min(max(animation.to, -90), 90)
      case .longitude: marker.position.longitude = Angle.wrappedDegrees(animation.to)
      case .rotation: marker.rotation = animation.to
      default: marker.opacity = animation.to
      }
    }
    guard from.isFinite, let goal = goal(for: animation.key) else {
      completion?(.finished)
      return
    }
    let isCyclic = channel == .longitude || channel == .rotation
    let change = isCyclic ? Angle.shortestTurn(fromDegrees: from, toDegrees: goal) : goal - from
    run(.line(channel, from: from, by: change), animation.seconds, animation.easing, completion)
  }

  /// Stops the animation of a number where it is, with all that move on the same path: the marker's properties become what is shown.
  public func removeAnimation(for key: AnimatableLayer.Key) {
    if let channel = Self.channels[key] { stop(channel) }
  }

  /// Stops every animation where it is: the marker's properties become what is shown.
  public func removeAllAnimations() { stop(.all) }

  /// The same by another name.
  public func stop() { removeAllAnimations() }

  private static let channels: [AnimatableLayer.Key: Channels] = [
    .latitude: .latitude, .longitude: .longitude, .rotation: .rotation, .opacity: .opacity,
  ]

  /// What is shown.
  private func value(of channel: Channels) -> Double {
    switch channel {
    case .latitude: latitude
    case .longitude: longitude
    case .rotation: rotation
    default: opacity
    }
  }

  private func stop(_ channels: Channels) {
    let stopped = animations.map(\.course.channels).filter { !$0.isDisjoint(with: channels) }.reduce(Channels()) { $0.union($1) }
    guard let marker, !stopped.isEmpty else { return }
    let (latitude, longitude, rotation, opacity) = (latitude, longitude, rotation, opacity)
    end(stopped)
    LayerTransaction.withoutAnimation {
      if stopped.contains(.latitude) { marker.position.latitude = latitude }
      if stopped.contains(.longitude) { marker.position.longitude = longitude }
      if stopped.contains(.rotation) { marker.rotation = rotation }
      if stopped.contains(.opacity) { marker.opacity = opacity }
    }
  }

  /// Begins an animation by itself, or tells of its end at once where nothing is to be seen of it.
  private func run(_ course: Course, _ seconds: Double, _ easing: Easing, _ completion: ((MotionOutcome) -> Void)?) {
    let group = completion.map { LayerAnimationGroup($0) }
    group?.open()
    let timing = LayerTransaction.Timing(seconds: seconds, easing: easing, group: group)
    if marker?.store != nil, timing.isTimed { begin(course, timing) }
    group?.end(.finished)
  }
}

// How animations begin and end.
extension MarkerLayer {
  /// Long enough to be seen, short enough not to be waited for.
  private static let popSeconds = 0.35
  /// Overshoots by a tenth.
  private static let popEasing = Easing.cubicBezier(x1: 0.34, y1: 1.56, x2: 0.64, y2: 1)

  /// Goes from what is shown to what the marker now says. `old` is what it said before.
  func move(from old: LocationCoordinate, to new: LocationCoordinate, _ timing: LayerTransaction.Timing) {
    guard old.isValid, new.isValid else { return set(.place) }
    if old.latitude != new.latitude {
      let from = shown.latitude ?? old.latitude
      begin(.line(.latitude, from: from, by: new.latitude - from), timing)
    }
    if old.longitude != new.longitude {
      let from = shown.longitude ?? old.longitude
      begin(.line(.longitude, from: from, by: Angle.shortestTurn(fromDegrees: from, toDegrees: new.longitude)), timing)
    }
  }

  func turn(from old: Double, to new: Double, _ timing: LayerTransaction.Timing) {
    guard old.isFinite, new.isFinite else { return set(.rotation) }
    let from = shown.rotation ?? old
    begin(.line(.rotation, from: from, by: Angle.shortestTurn(fromDegrees: from, toDegrees: new)), timing)
  }

  func fade(from old: Double, to new: Double, _ timing: LayerTransaction.Timing) {
    let from = shown.opacity ?? old
    begin(.line(.opacity, from: from, by: new - from), timing)
  }

  /// Shows at once what the marker says.
  private func set(_ channels: Channels) {
    end(channels)
    marker?.layerChanged()
  }

  /// The marker was attached.
  func appear() {
    begin(.line(.size, from: 0, by: 1), LayerTransaction.Timing(seconds: Self.popSeconds, easing: Self.popEasing))
  }

  private func begin(_ course: Course, _ timing: LayerTransaction.Timing) {
    timing.group?.open()
    end(course.channels)
    animations.append(Animation(course: course, timing: timing))
    show(course, at: 0)
    marker?.layerBegan(self)
  }

  /// Interrupts what animates one of `channels`; the marker's own values are shown then.
  func end(_ channels: Channels) {
    guard animations.contains(where: { !$0.course.channels.isDisjoint(with: channels) }) else { return }
    var groups: [LayerAnimationGroup] = []
    animations.removeAll { animation in
      guard !animation.course.channels.isDisjoint(with: channels) else { return false }
      if let group = animation.timing.group { groups.append(group) }
      return true
    }
    showAll(now: nil)
    marker?.layerChanged()
    for group in groups { group.end(.interrupted) }
  }

  /// Brings what is shown to the time `now`, or `toEnd`; false when nothing is left to do.
  func step(now: Double, toEnd: Bool) -> Bool {
    for index in animations.indices where animations[index].beginSeconds == nil { animations[index].beginSeconds = now }
    var groups: [LayerAnimationGroup] = []
    animations.removeAll { animation in
      guard toEnd || animation.fraction(at: now) >= 1 else { return false }
      if let group = animation.timing.group { groups.append(group) }
      return true
    }
    showAll(now: now)
    marker?.layerChanged()
    for group in groups { group.end(.finished) }
    return isAnimating && marker?.store != nil
  }

  private func showAll(now: Double?) {
    let before = shown
    shown = Shown()
    for animation in animations {
      if let now {
        show(animation.course, at: animation.timing.easing.progress(at: animation.fraction(at: now)))
      } else {
        keep(animation.course.channels, of: before)
      }
    }
  }

  private func keep(_ channels: Channels, of before: Shown) {
    if channels.contains(.latitude) { shown.latitude = before.latitude }
    if channels.contains(.longitude) { shown.longitude = before.longitude }
    if channels.contains(.rotation) { shown.rotation = before.rotation }
    if channels.contains(.opacity) { shown.opacity = before.opacity }
    if channels.contains(.size) { shown.size = before.size }
  }

  private func show(_ course: Course, at progress: Double) {
    switch course {
    case .path(let path, let turns):
      let place = path.place(at: progress)
      (shown.latitude, shown.longitude) = (place.latitude, place.longitude)
      if turns { shown.rotation = path.heading(at: progress) }
    case .line(let channels, let start, let change):
      let value = start + change * progress
      switch channels {
      // An easing may overshoot.
      case .latitude: shown.latitude = min(max(value, -90), 90)
      case .longitude: shown.longitude = Angle.wrappedDegrees(value)
      case .rotation: shown.rotation = value
      case .opacity: shown.opacity = min(max(value, 0), 1)
      default: shown.size = max(value, 0)
      }
    }
  }
}

extension AnimatableLayer.Key {
  /// `MarkerLayer.latitude`.
  public static let latitude = Self(rawValue: "latitude")
  /// `MarkerLayer.longitude`.
  public static let longitude = Self(rawValue: "longitude")
  /// `MarkerLayer.rotation`.
  public static let rotation = Self(rawValue: "rotation")
  /// `MarkerLayer.opacity`.
  public static let opacity = Self(rawValue: "opacity")
}
