import Overlook

/// Models in a city.
@MainActor final class ModelsScene: DemoScene {
  let camera = CameraPosition(latitude: 60.1700, longitude: 24.9500, zoom: 16.2, bearing: 20, viewingAngle: 60)
  let style: String? = "day"

  func add(to map: MapView) {}
}
