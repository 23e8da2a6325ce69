package import Overlook

/// The lines above the map, of several owners.
@MainActor package struct NoticeBoard {
  private var notices: [String: [MapNotice]] = [:]
  private weak var map: MapView?

  init(_ map: MapView) { self.map = map }

  /// The lines of an owner, by its name; nil for none.
  package subscript(owner owner: String) -> [MapNotice]? {
    get { notices[owner] }
    set {
      guard notices[owner] ?? [] != newValue ?? [] else { return }
      notices[owner] = newValue
      map?.notices = notices.sorted { $0.key < $1.key }.flatMap(\.value)
    }
  }
}
