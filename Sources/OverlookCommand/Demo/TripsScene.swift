import Overlook

/// Vehicles on their ways through a city.
@MainActor final class TripsScene: DemoScene {
  let camera = CameraPosition(latitude: 60.1700, longitude: 24.9450, zoom: 13.5, viewingAngle: 45)
  let style: String? = "night"

  func add(to map: MapView) {}
}
