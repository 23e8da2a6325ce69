import Foundation
import Overlook

/// A midsummer's day over Helsinki: shadows move over streets and roofs, and Sun and Moon along their ways.
@MainActor final class SunScene: DemoScene {
  let camera = CameraPosition(latitude: 60.1690, longitude: 24.9440, zoom: 16.3, bearing: 20, viewingAngle: 50)
  let style: String? = "day"

  /// 2026-06-21, 19:00 in Helsinki.
  private static let evening = Date(timeIntervalSince1970: 1_782_057_600)

  func add(to map: MapView) {
    map.clock.secondsFromGMT = 3 * 3600
    map.clock.date = Self.evening
    map.sunLight = .now
    let path = SunPath(at: camera.target, date: Self.evening)
    path.secondsFromGMT = 3 * 3600
    path.radiusPoints = 200
    path.bodies = [.sun, .moon]
    path.followsClock = true
    map.add(path)
    // Still pictures show one moment.
    guard !map.isStill else { return }
    map.nightStyle = try? MapStyle(named: "night")
    map.clock.showsControls = true
    map.clock.play()
  }
}
