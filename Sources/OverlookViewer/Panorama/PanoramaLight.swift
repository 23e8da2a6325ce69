import Foundation
import Overlook
import OverlookSupport
import Synchronization

/// The light of the panoramas that are made of streets: that of the map where it follows a clock, else that of an afternoon.
final class PanoramaLight: Sendable {
  private let time = Mutex<Date?>(nil)

  /// Of the machine's clock, which goes on: a Sun that has moved by two degrees is worth another picture, and not before.
  private static let liveSeconds = 600.0

  /// Nil for an afternoon.
  var date: Date? { time.withLock { $0 } }

  @MainActor func take(_ map: MapView?) {
    let date = Self.wanted(by: map)
    time.withLock { $0 = date }
  }

  /// Which one a map has now.
  @MainActor static func wanted(by map: MapView?) -> Date? {
    switch map?.sunLight {
    case .now:
      guard let clock = map?.clock else { return nil }
      let seconds = clock.date.timeIntervalSince1970
      return clock.isLive ? Date(timeIntervalSince1970: (seconds / liveSeconds).rounded() * liveSeconds) : clock.date
    case .date(let date): return date
    case .style, .off, nil: return nil
    }
  }
}

/// Follows the light of a map: when another one has stood for a moment, the pictures of streets are made anew.
@MainActor final class PanoramaLightFollower: MapComponent {
  /// While the clock is moved nothing is made.
  private static let restSeconds = 0.4

  private weak var map: MapView?
  private let light: PanoramaLight
  /// What the map has, and since when, where it is not the one that was taken.
  private var waiting: (date: Date?, until: Double)?
  /// Called when another one was taken; false where it has to be called once more.
  var onChange: @MainActor () -> Bool = { true }

  init(_ light: PanoramaLight) { self.light = light }

  func didAttach(to map: MapView) { self.map = map }

  func update(_ frame: MapFrame) -> RedrawReasons {
    let wanted = PanoramaLight.wanted(by: map)
    if let waiting, waiting.date == wanted {
      guard frame.now >= waiting.until else { return [] }
      light.take(map)
      self.waiting = onChange() ? nil : (wanted, frame.now + Self.restSeconds)
    } else {
      waiting = wanted == light.date ? nil : (wanted, frame.now + Self.restSeconds)
    }
    return []
  }

  func nextDeadline(now: Double) -> Double? { waiting?.until }
}
