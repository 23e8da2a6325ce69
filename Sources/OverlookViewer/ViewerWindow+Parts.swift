import Foundation
package import Overlook
import OverlookSupport

// What a window does with the parts of the viewer: the one place that names them all.
extension ViewerWindow {
  /// A window for `map` with the parts of the viewer.
  package convenience init(map: MapView, options: Options = Options()) {
    self.init(map: map, parts: Self.makeParts(), options: options)
  }

  /// The parts, in the order of the menu.
  private static func makeParts() -> [any ViewerPart] {
    [
      PlacePart(), PinPart(), LocationPart(), DirectionsPart(), MeasurePart(), DrawPart(), BookmarkPart(), ComparisonPart(),
      TablesPart(), TracksPart(), PanoramaPart(), SunPart(), PastedTextPart(), LayersPart(), PrintPart(), SettingsPart(),
      ThemePart(), NetworkPart(), DetailPart(), SessionPart(), HelpPart(),
    ]
  }

  /// Keeps the session, and a name that is being typed; to be called when the window closes.
  package func close() {
    part(BookmarkPart.self)?.keepName()
    part(SessionPart.self)?.keep()
  }

  /// Draws the standard base map anew: its colours or its tiles changed.
  func applyStyle() { part(ThemePart.self)?.applyStyle() }

  /// Lets requests go to servers that the person has named, and to no others.
  func allowNamedServers() {
    guard !namesServers else { return }
    namesServers = true
    part(NetworkPart.self)?.follow()
  }

  /// Opens the menu of directions from and to a marker.
  func openDirections(for marker: Marker) { part(DirectionsPart.self)?.openMenu(for: marker) }

  // MARK: Files

  /// Looks around in what a path names; false where that is no panorama.
  package func openPanorama(_ path: String) -> Bool { part(PanoramaPart.self)?.open(path) ?? false }

  /// Gives a file or a text to the parts, the first of which takes it; says so where none does.
  @discardableResult package func open(_ path: String) -> Bool {
    for part in parts where part.open(path) { return true }
    say(localized("{file} is nothing that Overlook can open", ["file": OutsideText.shown(Self.shortened(path))]), isFault: true)
    return false
  }

  /// Opens files that were dropped: each by the part whose kind it is, the others as layers.
  func open(_ files: FileDrop) {
    guard let layers = part(LayersPart.self) else { return }
    let others = parts.filter { $0 !== layers }
    // Each part looks into a file before it says no.
    let paths = files.paths.prefix(LayerOpener.limit)
    let left = files.paths.count - paths.count + files.omittedCount
    layers.open(paths.filter { path in !others.contains { $0.open(path) } }, omitted: left)
  }
}
