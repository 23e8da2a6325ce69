import Overlook
import OverlookFiles
import OverlookInput
import OverlookSupport

/// Tracks of opened files: figures and the profile of heights beside the map, each showing on the other where the pointer is, and
/// playing by the map's clock.
@MainActor final class TracksPart: ViewerPart, MapViewDelegate {
  let page = TracksPage()
  let playback = TrackPlayback()
  private(set) var tracks: [Track] = []
  private(set) var chosen: Int?
  private weak var window: ViewerWindow?
  /// Where the pointer is on the profile.
  let marker = Marker()
  private let watch = OpenedFilesWatch()
  private var isShown = false

  /// Metres on the ground that the pointer may be off a track, for each point of the screen.
  private static let reachPoints = 12.0

  func didAttach(to window: ViewerWindow) {
    self.window = window
    let map = window.map
    marker.icon = Self.dot
    marker.groundAnchor = .center
    marker.zIndex = 2000
    map.add(playback)
    map.add(watch)
    watch.onChange = { [unowned self] in refresh() }
    watch.onPoint = { [unowned self] in follow($0) }
    page.onAppear = { [unowned self] isShown in
      self.isShown = isShown
      watch.isOn = isShown
      if isShown { refresh() } else { mark(nil) }
    }
    page.onChoose = { [unowned self] in choose($0) }
    page.onPlay = { [unowned self] in togglePlaying() }
    page.onShow = { [unowned self] in showChosen() }
    page.profile.onHover = { [unowned self] in mark($0) }
    page.profile.onSelect = { [unowned self] range in
      page.set(section: range.flatMap { range in track?.profile.section(range) })
    }
  }

  var pages: [any SidePage] { [page] }

  var commands: [ViewerCommand] {
    [
      ViewerCommand(
        name: "tracks.show", section: .tools, title: { localized("Tracks and heights") },
        keys: [KeyChord(key: .t, modifiers: .control)], isChecked: { [weak self] in self?.isShown == true },
        perform: { [weak self] in self?.window?.togglePage("tracks") }),
      ViewerCommand(
        name: "tracks.play", section: .tools, title: { localized("Play tracks") },
        isEnabled: { [weak self] in self?.canPlay == true }, isChecked: { [weak self] in self?.playback.isOn == true },
        perform: { [weak self] in self?.togglePlaying() }),
    ]
  }

  private var track: Track? { chosen.flatMap { tracks.indices.contains($0) ? tracks[$0] : nil } }

  private var canPlay: Bool {
    guard let window else { return false }
    return playback.isOn || window.map.fileLayers.contains { $0.document?.shapes.times.isEmpty == false }
  }

  /// Looks at the opened files again.
  func refresh() {
    guard let window else { return }
    let old = track.map { ($0.layer, $0.feature) }
    tracks = Track.all(on: window.map)
    // One with a profile to look at comes before routes that are planned ways alone.
    chosen =
      tracks.firstIndex { $0.layer === old?.0 && $0.feature == old?.1 } ?? tracks.firstIndex { $0.profile.hasHeights }
      ?? (tracks.isEmpty ? nil : 0)
    page.set(tracks, chosen: chosen, isPlaying: playback.isOn)
    window.map.requestFrame(.interface)
  }

  func choose(_ index: Int) {
    guard tracks.indices.contains(index) else { return }
    chosen = index
    page.set(tracks, chosen: chosen, isPlaying: playback.isOn)
    showChosen()
  }

  func togglePlaying() {
    if playback.isOn {
      playback.stop()
    } else {
      if let window, tracks.isEmpty { tracks = Track.all(on: window.map) }
      if playback.play(tracks) { showPlayed() }
    }
    page.set(tracks, chosen: chosen, isPlaying: playback.isOn)
  }

  private func showChosen() {
    if let track { window?.look(at: track.bounds) }
  }

  /// Brings the tracks that are played into sight, unless each place where one begins is in it: not below the sheet.
  private func showPlayed() {
    guard let window else { return }
    let room = window.freeRect
    let played = playback.markers.values.map(\.track)
    let starts = played.compactMap(\.profile.places.first)
    guard starts.contains(where: { !room.contains(window.map.projection.point(for: $0)) }) else { return }
    window.look(at: CoordinateBounds(played.flatMap(\.profile.places)))
  }

  /// Shows a place of the way on the map.
  private func mark(_ distance: Double?) {
    guard let map = window?.map else { return }
    guard let distance, let place = track?.profile.place(atDistance: distance) else {
      marker.map = nil
      return
    }
    marker.position = place.coordinate
    if marker.map !== map { marker.map = map }
  }

  /// Shows in the profile where the pointer is on the map, if it is near the track.
  private func follow(_ point: ScreenPoint) {
    guard isShown, let track, let map = window?.map else { return }
    let coordinate = map.projection.coordinate(for: point)
    let beside = map.projection.coordinate(for: ScreenPoint(x: point.x + 1, y: point.y))
    guard coordinate.isValid, beside.isValid, let found = track.profile.nearest(to: coordinate) else { return }
    let reach = Self.reachPoints * SphericalGeometry.distance(from: coordinate, to: beside)
    let distance = found.metersAway <= reach ? found.place.distanceMeters : nil
    guard page.profile.marked != distance else { return }
    page.profile.marked = distance
    mark(distance)
  }

  private static let dot = Image(width: 28, height: 28, scale: 2) { column, row in
    let (x, y) = (Double(column) - 13.5, Double(row) - 13.5)
    let radius = (x * x + y * y).squareRoot()
    let edge = UInt8(min(max((13.5 - radius) * 255, 0), 255))
    return radius < 9 ? SIMD4(30, 110, 230, 255) : SIMD4(edge, edge, edge, edge)
  }
}
