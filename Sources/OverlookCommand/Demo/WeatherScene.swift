import Overlook

/// Rain that moves over the map.
@MainActor final class WeatherScene: DemoScene {
  let camera = CameraPosition(latitude: 54.5, longitude: -3.5, zoom: 5)

  func add(to map: MapView) {}
}
