import Overlook

/// Markers of every kind.
@MainActor final class MarkersScene: DemoScene {
  let camera = CameraPosition(latitude: 60.1700, longitude: 24.9450, zoom: 14)
  let style: String? = "day"

  func add(to map: MapView) {
    let station = Marker(position: LocationCoordinate(latitude: 60.1719, longitude: 24.9414))
    station.title = "Central Station"
    station.map = map
  }
}
