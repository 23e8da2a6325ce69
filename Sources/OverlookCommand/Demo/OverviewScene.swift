import Overlook
import OverlookViewer

/// The overlays that the viewer shows when it is started without files: one of each kind, at places worth a look.
@MainActor final class OverviewScene: DemoScene {
  /// The North Atlantic, with every kind of overlay in sight.
  let camera = CameraPosition(latitude: 38, longitude: -32, zoom: 3.1)

  func add(to map: MapView) {
    addStorm(to: map)
    addRegions(to: map)
    addRoutes(to: map)
    addCities(to: map)
  }

  private static let cities: [(name: String, latitude: Double, longitude: Double)] = [
    ("London", 51.5074, -0.1278), ("New York", 40.7128, -74.0060), ("Tokyo", 35.6762, 139.6503), ("Cape Town", -33.9249, 18.4241),
    ("Rio de Janeiro", -22.9068, -43.1729), ("San Francisco", 37.7749, -122.4194), ("Sydney", -33.8688, 151.2093),
    ("Nairobi", -1.2921, 36.8219), ("Delhi", 28.6139, 77.2090), ("Lima", -12.0464, -77.0428), ("Reykjavik", 64.1466, -21.9426),
    ("Dakar", 14.7167, -17.4677),
  ]

  private func addCities(to map: MapView) {
    let hub = Color(red: 0.92, green: 0.26, blue: 0.21)
    let destination = Color(red: 0.10, green: 0.45, blue: 0.91)
    for (index, city) in Self.cities.enumerated() {
      let marker = Marker(position: LocationCoordinate(latitude: city.latitude, longitude: city.longitude))
      marker.title = city.name
      marker.snippet = DroppedPin.text(of: marker.position)
      marker.icon = Marker.markerImage(color: index == 0 ? hub : destination)
      marker.map = map
    }
  }

  private func addRoutes(to map: MapView) {
    guard let hub = Self.cities.first else { return }
    let from = Color(red: 0.92, green: 0.26, blue: 0.21)
    let to = Color(red: 1.0, green: 0.80, blue: 0.25)
    for city in Self.cities.dropFirst() {
      var path = MutablePath()
      path.add(latitude: hub.latitude, longitude: hub.longitude)
      path.add(latitude: city.latitude, longitude: city.longitude)
      let route = Polyline(path: Path(path: path))
      route.geodesic = true
      route.strokeWidth = 2.5
      route.spans = [StyleSpan(style: .gradient(from: from, to: to))]
      route.title = "\(hub.name) to \(city.name)"
      route.isTappable = true
      route.zIndex = 2
      route.map = map
    }
  }

  private func addRegions(to map: MapView) {
    let triangle = Polygon(path: path([(25.7617, -80.1918), (18.4655, -66.1057), (32.3078, -64.7505)]))
    triangle.holes = [path([(25.6, -71.5), (24.2, -69.0), (27.6, -68.6)])]
    triangle.fillColor = Color(red: 0.61, green: 0.15, blue: 0.69, alpha: 0.30)
    triangle.strokeColor = Color(red: 0.88, green: 0.58, blue: 0.95)
    triangle.strokeWidth = 2
    triangle.geodesic = true
    triangle.title = "Bermuda triangle"
    triangle.isTappable = true
    triangle.zIndex = 1
    triangle.map = map

    let cap = Circle(position: LocationCoordinate(latitude: 64.9, longitude: -18.6), radius: 900_000)
    cap.fillColor = Color(red: 0.15, green: 0.78, blue: 0.85, alpha: 0.22)
    cap.strokeColor = Color(red: 0.55, green: 0.93, blue: 0.97)
    cap.strokeWidth = 2
    cap.title = "900 km around Iceland"
    cap.isTappable = true
    cap.zIndex = 1
    cap.map = map
  }

  private func addStorm(to map: MapView) {
    guard let image = StormPicture.image(side: 512) else { return }
    let bounds = CoordinateBounds(
      coordinate: LocationCoordinate(latitude: 21, longitude: -60), coordinate: LocationCoordinate(latitude: 42, longitude: -36))
    let storm = GroundOverlay(bounds: bounds, icon: image)
    storm.opacity = 0.92
    storm.title = "A storm"
    storm.isTappable = true
    storm.map = map
  }

  private func path(_ points: [(Double, Double)]) -> Path {
    var path = MutablePath()
    for (latitude, longitude) in points { path.add(latitude: latitude, longitude: longitude) }
    return Path(path: path)
  }
}
