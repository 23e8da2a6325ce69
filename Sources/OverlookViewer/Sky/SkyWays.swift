import Foundation
import Overlook

/// The ways of Sun and Moon over the map and over the panorama beside it, at the time of the map's clock; while the sky is dark that of the
/// Milky Way's centre, too.
@MainActor final class SkyWays: MapComponent {
  private let onMap = SunPath()
  /// Over a panorama.
  let onPanorama = PanoramaSunPath()
  private weak var map: MapView?
  /// Whether somebody else goes by `onClock` at the moment.
  var isWatched: @MainActor () -> Bool = { false }
  /// Whether somebody else goes by it until it is set to false.
  var isFollowedAlways = false
  /// Called when the clock shows another time, once a minute where that is the machine's.
  var onClock: @MainActor () -> Void = {}
  /// Called when they are shown, or no longer.
  var onChange: @MainActor () -> Void = {}

  var areShown = false {
    didSet {
      guard areShown != oldValue else { return }
      if let map {
        clockDidChange(in: map)
        if areShown { map.add(onMap) } else { map.remove(onMap) }
      }
      onChange()
    }
  }

  init() {
    onMap.followsClock = true
  }

  func didAttach(to map: MapView) {
    self.map = map
    clockDidChange(in: map)
  }

  /// The machine's clock goes on without a word.
  func update(_ frame: MapFrame) -> RedrawReasons {
    if let map, isFollowed, map.clock.isAhead(of: onPanorama.date) { clockDidChange(in: map) }
    return []
  }

  func nextDeadline(now: Double) -> Double? { isFollowed ? map?.clock.nextMinute(now: now) : nil }

  private var isFollowed: Bool { areShown || isFollowedAlways || isWatched() }

  func didClear(_ map: MapView) { areShown = false }

  func clockDidChange(in map: MapView) {
    let (date, seconds) = (map.clock.date, map.clock.offsetSeconds)
    (onPanorama.date, onPanorama.secondsFromGMT, onMap.secondsFromGMT) = (date, seconds, seconds)
    let bodies: Set<CelestialBody> = isDark(date, map.camera.target) ? [.sun, .moon, .galacticCenter] : [.sun, .moon]
    (onPanorama.bodies, onMap.bodies) = (bodies, bodies)
    onClock()
  }

  /// Whether the nautical twilight is over: then the Milky Way can be seen.
  private func isDark(_ date: Date, _ place: LocationCoordinate) -> Bool {
    guard place.isValid, let sun = try? Ephemeris.position(of: .sun, at: date, observer: SkyObserver(place)) else { return false }
    return sun.altitude < -12
  }
}
