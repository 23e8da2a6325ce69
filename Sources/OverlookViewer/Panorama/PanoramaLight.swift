import Foundation
import Overlook
import Synchronization

/// The light of the panoramas that are made of streets: that of the map where it follows a clock, else that of an afternoon.
final class PanoramaLight: Sendable {
  private let time = Mutex<Date?>(nil)

  /// Nil for an afternoon.
  var date: Date? { time.withLock { $0 } }

  @MainActor func take(_ map: MapView?) {
    let date: Date? =
      switch map?.sunLight {
      case .now: map?.clock.date
      case .date(let date): date
      case .style, .off, nil: nil
      }
    time.withLock { $0 = date }
  }
}
