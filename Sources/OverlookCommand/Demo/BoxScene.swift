import Overlook

/// A box that turns and grows above the map, where the map is.
@MainActor final class BoxScene: DemoScene {
  let camera = CameraPosition(latitude: 46.8, longitude: 8.2, zoom: 7, viewingAngle: 28)

  func add(to map: MapView) throws {
    let box = ModelOverlay(model: try DemoModels.box(), position: LocationCoordinate(latitude: 46.8, longitude: 8.2))
    box.scale = 120_000
    box.opacity = 0.9
    box.animation = ModelAnimation(clip: 0, time: 0.7)
    box.map = map
  }
}
