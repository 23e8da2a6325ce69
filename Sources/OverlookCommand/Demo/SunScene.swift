import Foundation
import Overlook

/// The Sun's way over Helsinki on midsummer's day, in the afternoon.
@MainActor final class SunScene: DemoScene {
  let camera = CameraPosition(latitude: 60.1699, longitude: 24.9384, zoom: 15)
  let style: String? = "day"

  func add(to map: MapView) {
    // 2026-06-21, 17:00 in Helsinki.
    let path = SunPath(at: camera.target, date: Date(timeIntervalSince1970: 1_782_050_400))
    path.secondsFromGMT = 3 * 3600
    path.radiusPoints = 260
    map.add(path)
  }
}
