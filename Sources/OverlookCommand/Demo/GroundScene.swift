import Overlook

/// A picture that lies on the ground, half transparent.
@MainActor final class GroundScene: DemoScene {
  let camera = CameraPosition(latitude: 33, longitude: -48, zoom: 3.6)

  func add(to map: MapView) {
    let bounds = CoordinateBounds(
      coordinate: LocationCoordinate(latitude: 21, longitude: -60), coordinate: LocationCoordinate(latitude: 42, longitude: -36))
    let storm = GroundOverlay(bounds: bounds, icon: StormPicture.image(side: 512))
    storm.opacity = 0.7
    storm.map = map
  }
}
