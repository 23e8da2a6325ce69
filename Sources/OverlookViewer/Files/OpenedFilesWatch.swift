import Overlook

/// Looks whether other files are open, and where the pointer is, while somebody wants to know.
@MainActor final class OpenedFilesWatch: MapComponent {
  var isOn = false
  var onChange: () -> Void = {}
  var onPoint: (ScreenPoint) -> Void = { _ in }
  private weak var map: MapView?
  private var seen = 0

  func update(_ frame: MapFrame) -> RedrawReasons {
    guard isOn, let components = map?.components else { return [] }
    // Lists and lazy sequences take memory in every frame.
    var now = 0
    for index in components.indices {
      guard let layer = components[index] as? FileLayer else { continue }
      now = now &* 31 &+ ObjectIdentifier(layer).hashValue &+ (layer.problem == nil ? layer.loadedCount : -1)
    }
    if now != seen {
      seen = now
      onChange()
    }
    return []
  }

  func didAttach(to map: MapView) { self.map = map }
  func didDetach(from map: MapView) { self.map = nil }

  /// The map asks at each move of the pointer; nothing of this is clicked.
  func isInteractive(at point: ScreenPoint, in map: MapView) -> Bool {
    if isOn { onPoint(point) }
    return false
  }
}
