import Overlook

/// Rain that moves over the map.
@MainActor final class WeatherScene: DemoScene {
  let camera = CameraPosition(latitude: 54.5, longitude: -3.5, zoom: 5)

  private let rain = TimedOverlay(catalogue: .rainField(seed: 7))

  func add(to map: MapView) {
    rain.interval = 0.4
    rain.crossFade = 0.2
    rain.opacity = 0.85
    rain.followsClock = true
    rain.map = map
    rain.play()
  }
}
