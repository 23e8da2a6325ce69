import Overlook

/// Models in a city: wind turbines by the sea, an aeroplane above the streets, and a row of turbines in one layer.
@MainActor final class ModelsScene: DemoScene {
  let camera = CameraPosition(latitude: 60.1712, longitude: 24.9440, zoom: 16.7, bearing: 28, viewingAngle: 60)
  let style: String? = "day"

  func add(to map: MapView) throws {
    let turbine = try DemoModels.turbine()
    for (number, place) in [(60.17240, 24.94420), (60.17180, 24.94660), (60.17330, 24.94700)].enumerated() {
      let overlay = ModelOverlay(
        model: turbine, position: LocationCoordinate(latitude: place.0, longitude: place.1))
      overlay.title = "Wind turbine \(number + 1)"
      overlay.heading = 205
      overlay.isTappable = true
      overlay.animation = ModelAnimation(clip: 0, time: 3.1 * Double(number))
      overlay.map = map
    }

    let plane = ModelOverlay(model: try DemoModels.plane(), position: LocationCoordinate(latitude: 60.17000, longitude: 24.94280))
    plane.title = "An aeroplane"
    plane.altitude = 55
    plane.heading = 75
    plane.tilt = 6
    plane.roll = -18
    plane.scale = 9
    plane.isTappable = true
    plane.animation = ModelAnimation(clip: 0)
    plane.map = map

    // Many of one kind are a layer: one draw for each part, however many there are.
    let row = ModelLayer(
      model: turbine,
      positions: (0..<12).map {
        LocationCoordinate(latitude: 60.1745 + 0.0002 * Double($0 % 2), longitude: 24.9385 + 0.0013 * Double($0))
      })
    row.heading = .constant(205)
    row.scale = .each { 0.45 + 0.05 * Double($0 % 3) }
    row.animation = ModelAnimation(clip: 0, speed: 1.5)
    row.map = map
  }
}
