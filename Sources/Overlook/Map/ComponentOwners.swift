/// Which map each component is on, among all maps of the process: it can be on one at a time.
@MainActor enum ComponentOwners {
  private final class Entry {
    weak var map: MapView?
    weak var component: (any MapComponent)?

    init(_ map: MapView, _ component: any MapComponent) {
      self.map = map
      self.component = component
    }
  }

  private static var entries: [ObjectIdentifier: Entry] = [:]
  /// Entries of objects that are gone are looked for when there are so many.
  private static var countToSweepAt = 64

  /// The map that has `component`; nil for none.
  static func map(of component: any MapComponent) -> MapView? {
    // The object of an entry may be gone, and another have its address.
    entries[ObjectIdentifier(component)].flatMap { $0.component === component ? $0.map : nil }
  }

  static func set(_ map: MapView?, of component: any MapComponent) {
    entries[ObjectIdentifier(component)] = map.map { Entry($0, component) }
    guard entries.count >= countToSweepAt else { return }
    entries = entries.filter { $0.value.map != nil && $0.value.component != nil }
    countToSweepAt = max(64, 2 * entries.count)
  }
}
