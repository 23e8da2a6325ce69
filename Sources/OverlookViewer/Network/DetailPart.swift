import Overlook
import OverlookStyledMap
import OverlookTiles

/// Says where the world that is built in ends, and neither a region nor a server goes on from there.
@MainActor final class DetailPart: ViewerPart {
  private weak var window: ViewerWindow?
  private let hint = DetailHint()

  /// From here on the outlines of the whole world are too coarse, and fade.
  private static let leastZoom = 10.5

  func didAttach(to window: ViewerWindow) {
    self.window = window
    hint.onClick = { [weak self] in self?.offer() }
    window.map.add(hint)
    window.component.steps.append { [weak self] _ in self?.update() }
  }

  private func update() {
    guard let window else { return }
    let map = window.map
    guard map.camera.zoom >= Self.leastZoom, window.part(NetworkPart.self)?.shownAddress == nil, map.tileLayers.isEmpty,
      let counts = map.styledMap?.standing(ofSource: MapStyle.regionSource)?.counts
    else { return hint.show(false) }
    // What is on its way may have something; until it is here, nothing changes.
    guard counts.loading == 0 else { return }
    hint.show(counts.ready == 0 && !isInTheWay(window))
  }

  /// Whether something else needs the place.
  private func isInTheWay(_ window: ViewerWindow) -> Bool {
    let area = window.map.controlArea
    let place = hint.place(in: area)
    return window.map.controls.contains { control in
      guard control !== hint, let other = control.frame(in: area) else { return false }
      return other.origin.x < place.maxX && place.origin.x < other.maxX && other.origin.y < place.maxY
        && place.origin.y < other.maxY
    }
  }

  /// Asks for the network where it was not allowed; else shows the settings, with the server that is asked.
  private func offer() {
    guard let window else { return }
    if window.part(NetworkPart.self)?.askAgain() != true { window.togglePage("settings") }
  }
}
