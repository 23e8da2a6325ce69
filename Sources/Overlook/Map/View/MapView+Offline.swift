import OverlookStyledMap
import OverlookSupport
import OverlookTiles

extension MapView: OfflineListener {
  /// Tells the network whether it may be used; when it may again, what could not be had is asked for.
  func applyOffline() {
    let isOffline = isOffline || MapServices.isOffline
    guard isOffline != threads.fetcher.isOffline else { return }
    threads.fetcher.setOffline(isOffline)
    guard !isOffline else { return }
    forEachComponent { $0.retry() }
    requestFrame(.tiles)
  }
}
