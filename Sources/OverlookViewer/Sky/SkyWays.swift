import Foundation
import Overlook

/// The ways of Sun and Moon over the map and over the panorama beside it, at the time of the map's clock.
@MainActor final class SkyWays: MapComponent {
  private let onMap = SunPath()
  /// Over a panorama.
  let onPanorama = PanoramaSunPath(bodies: [.sun, .moon])
  private weak var map: MapView?
  /// Whether somebody else goes by `onClock` at the moment.
  var isWatched: @MainActor () -> Bool = { false }
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
    onMap.bodies = [.sun, .moon]
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

  private var isFollowed: Bool { areShown || isWatched() }

  func didClear(_ map: MapView) { areShown = false }

  func clockDidChange(in map: MapView) {
    let (date, seconds) = (map.clock.date, map.clock.offsetSeconds)
    (onPanorama.date, onPanorama.secondsFromGMT, onMap.secondsFromGMT) = (date, seconds, seconds)
    onClock()
  }
}
