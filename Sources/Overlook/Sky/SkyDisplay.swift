import Foundation
import OverlookAstronomy
import OverlookGeometry
import OverlookLayout
import OverlookStyledMap
import OverlookSupport

/// The light of a map: follows its clock, and says what of the Sun a frame shows.
@MainActor final class SkyDisplay: MapComponent {
  let clock = MapClock()
  var sunLight = SunLight.off
  var nightStyle: MapStyle?
  /// Of the present moment; nil for that of the style alone.
  private(set) var daylight: Daylight?
  /// For what knows the light of a style alone.
  private(set) var light: StyleLight?
  /// Whether `nightStyle` is shown.
  private(set) var isNight = false
  private weak var map: MapView?
  private var shownVersion = 0

  /// What was computed last.
  private var sun: (key: SunKey, position: SkyPosition?)?

  private struct SunKey: Equatable {
    var latitude: Double
    var longitude: Double
    /// Whole seconds.
    var seconds: Double
  }

  func didAttach(to map: MapView) {
    self.map = map
    clock.onChange = { [weak map] in map?.requestFrame(.interface) }
  }

  func didDetach(from map: MapView) { self.map = nil }

  func update(_ frame: MapFrame) -> RedrawReasons {
    clock.step(now: frame.now)
    if clock.version != shownVersion {
      shownVersion = clock.version
      map?.forEachComponent { component in map.map { component.clockDidChange(in: $0) } }
    }
    guard sunLight != .off || nightStyle != nil else {
      isNight = false
      return show(nil)
    }
    let position = sunPosition(over: frame.view.camera.target)
    follow(night: position)
    switch sunLight {
    case .off: return show(nil)
    case .style:
      guard let map else { return show(nil) }
      let zoom = frame.view.camera.zoom - 1
      return show(Daylight(map.styledMap?.light ?? StyleLight(), zoom: zoom, bearing: frame.view.camera.bearing))
    case .now, .date: return show(position.flatMap { Daylight(azimuth: $0.azimuth, altitude: $0.altitude) })
    }
  }

  var needsFrame: Bool { clock.isPlaying }

  func nextDeadline(now: Double) -> Double? {
    sunLight == .now || nightStyle != nil && sunLight == .off ? clock.nextMinute(now: now) : nil
  }

  /// Where the Sun stands; nil for times of which nothing is known.
  private func sunPosition(over place: LocationCoordinate) -> SkyPosition? {
    var date = clock.date
    if case .date(let chosen) = sunLight { date = chosen }
    // The machine's clock makes a frame a minute, not one with every other reason.
    let step = clock.isLive && sunLight == .now ? MapClock.liveSeconds : 1
    let key = SunKey(
      latitude: (place.latitude * 50).rounded() / 50, longitude: (place.normalized.longitude * 50).rounded() / 50,
      seconds: (date.timeIntervalSince1970 / step).rounded() * step)
    if let sun, sun.key == key { return sun.position }
    let observer = SkyObserver(LocationCoordinate(latitude: key.latitude, longitude: key.longitude))
    let position = try? Ephemeris.position(of: .sun, at: Date(timeIntervalSince1970: key.seconds), observer: observer)
    sun = (key, position)
    return position
  }

  private func follow(night position: SkyPosition?) {
    guard nightStyle != nil, let position else { return }
    // No style comes and goes with a Sun that hardly moves.
    let limit = isNight ? -3.5 : -4
    let isNight = position.altitude < limit
    guard isNight != self.isNight else { return }
    self.isNight = isNight
    map?.applyMapType()
  }

  private func show(_ new: Daylight?) -> RedrawReasons {
    guard new != daylight else { return [] }
    daylight = new
    light = new.flatMap { $0.isTinted ? $0.styleLight : nil }
    return .tiles
  }
}
