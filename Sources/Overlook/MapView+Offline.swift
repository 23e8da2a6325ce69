import OverlookStyledMap
import OverlookSupport
import OverlookTiles

/// The maps of the process, for what is set for all of them.
@MainActor enum MapRegistry {
  private final class Entry {
    weak var map: MapView?

    init(_ map: MapView) {
      self.map = map
    }
  }

  private static var entries: [Entry] = []

  static var maps: [MapView] { entries.compactMap(\.map) }

  static func add(_ map: MapView) {
    entries.removeAll { $0.map == nil }
    entries.append(Entry(map))
  }
}

extension MapView {
  /// Tells the network whether it may be used; when it may again, what could not be had is asked for.
  func applyOffline() {
    let isOffline = isOffline || MapServices.isOffline
    guard isOffline != workshop.fetcher.isOffline else { return }
    workshop.fetcher.setOffline(isOffline)
    guard !isOffline else { return }
    for component in components { component.retry() }
    requestFrame(.tiles)
  }
}
