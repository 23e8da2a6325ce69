/// Something that follows `MapServices.isOffline`.
@MainActor protocol OfflineListener: AnyObject {
  func applyOffline()
}

/// Who follows `MapServices.isOffline` in this process, each held weakly.
@MainActor enum OfflineListeners {
  private final class Entry {
    weak var listener: (any OfflineListener)?

    init(_ listener: any OfflineListener) {
      self.listener = listener
    }
  }

  private static var entries: [Entry] = []

  static func add(_ listener: any OfflineListener) {
    entries.removeAll { $0.listener == nil }
    entries.append(Entry(listener))
  }

  static func notify() {
    for listener in entries.compactMap(\.listener) { listener.applyOffline() }
  }
}
