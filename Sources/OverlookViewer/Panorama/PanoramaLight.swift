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

/// Follows the light and the models of a map: when others have stood for a moment, the pictures of streets are made anew.
@MainActor final class PanoramaLightFollower: MapComponent {
  /// While the clock or a model is moved nothing is made.
  private static let restSeconds = 0.4

  /// What pictures are made of beside the streets.
  private struct Scene: Equatable {
    var date: Date?
    var modelVersion: Int
  }

  private weak var map: MapView?
  private let light: PanoramaLight
  /// The models that were taken last.
  private var modelVersion: Int?
  /// What the map has, and since when, where it is not what was taken.
  private var waiting: (scene: Scene, until: Double)?
  /// Called when another one was taken; false where it has to be called once more.
  var onChange: @MainActor () -> Bool = { true }
  /// Whether there is a panorama; it takes what the map has when it opens.
  var isShown: @MainActor () -> Bool = { true }
  /// Takes the models of the map.
  var onModels: @MainActor (MapView) -> Void = { _ in }

  init(_ light: PanoramaLight) { self.light = light }

  func didAttach(to map: MapView) { self.map = map }

  /// Takes what the map has now, for a picture that is about to be made.
  func take() {
    light.take(map)
    guard let map, map.overlayStore.modelVersion != modelVersion else { return }
    modelVersion = map.overlayStore.modelVersion
    onModels(map)
  }

  func update(_ frame: MapFrame) -> RedrawReasons {
    guard let map, isShown() else {
      waiting = nil
      return []
    }
    let wanted = Scene(date: PanoramaLight.wanted(by: map), modelVersion: map.overlayStore.modelVersion)
    if let waiting, waiting.scene == wanted {
      guard frame.now >= waiting.until else { return [] }
      take()
      self.waiting = onChange() ? nil : (wanted, frame.now + Self.restSeconds)
    } else {
      // A map that never had a model needs no word about it.
      let isTaken = wanted == Scene(date: light.date, modelVersion: modelVersion ?? 0)
      waiting = isTaken ? nil : (wanted, frame.now + Self.restSeconds)
    }
    return []
  }

  func nextDeadline(now: Double) -> Double? { waiting?.until }
}
