import Overlook

/// A box that turns and grows above the map.
@MainActor final class BoxScene: DemoScene {
  let camera = CameraPosition(latitude: 46.8, longitude: 8.2, zoom: 6.5, bearing: 0, viewingAngle: 30)

  func add(to map: MapView) {}
}
