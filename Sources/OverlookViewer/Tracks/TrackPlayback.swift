import Foundation
import Overlook
import OverlookFiles
import OverlookSupport

/// Follows tracks by the map's clock: a marker of each stands where the track was at the time that the map shows. Whatever else follows
/// the clock goes along.
@MainActor final class TrackPlayback: MapComponent {
  private(set) var markers: [ObjectIdentifier: (track: Track, marker: Marker)] = [:]
  private weak var map: MapView?
  private var before: (speed: Double, showsControls: Bool)?

  /// A whole track takes so long at first.
  private static let seconds = 60.0

  var isOn: Bool { !markers.isEmpty }

  func didAttach(to map: MapView) { self.map = map }

  func didDetach(from map: MapView) { stop() }

  /// Plays the tracks that have times, from the start of the earliest. False where none has any.
  @discardableResult func play(_ tracks: [Track]) -> Bool {
    stop()
    guard let map else { return false }
    let timed = tracks.compactMap { track in track.profile.period.map { (track, $0) } }
    guard let start = timed.map(\.1.lowerBound).min(), let end = timed.map(\.1.upperBound).max() else { return false }
    for (track, _) in timed {
      let marker = Marker()
      marker.icon = Marker.pinImage(PinOptions())
      marker.title = track.title
      marker.zIndex = 1000
      markers[ObjectIdentifier(track)] = (track, marker)
    }
    let clock = map.clock
    before = (clock.speed, clock.showsControls)
    clock.period = Date(timeIntervalSince1970: start)...Date(timeIntervalSince1970: end)
    clock.date = Date(timeIntervalSince1970: start)
    clock.speed = max(((end - start) / Self.seconds).rounded(), 1)
    clock.showsControls = true
    clock.play()
    place()
    return true
  }

  func stop() {
    guard isOn else { return }
    for (_, marker) in markers.values { marker.map = nil }
    markers = [:]
    guard let clock = map?.clock else { return }
    clock.period = nil
    clock.pause()
    if let before { (clock.speed, clock.showsControls) = before }
    before = nil
  }

  /// What moves asks for its frames itself.
  func update(_ frame: MapFrame) -> RedrawReasons { [] }

  func clockDidChange(in map: MapView) { place() }

  private func place() {
    guard let map, isOn else { return }
    let time = map.clock.date.timeIntervalSince1970
    for (track, marker) in markers.values {
      let place = track.profile.place(atTime: time)
      if let place { marker.position = place.coordinate }
      let shown = place == nil ? nil : map
      if marker.map !== shown { marker.map = shown }
    }
  }
}
