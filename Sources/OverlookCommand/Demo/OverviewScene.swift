import Overlook

/// Flights of one airport over Europe, and what they fly around: one of each kind of overlay.
@MainActor final class OverviewScene: DemoScene {
  let camera = CameraPosition(latitude: 52.5, longitude: 7, zoom: 4.3)

  func add(to map: MapView) {
    addStorm(to: map)
    addAreas(to: map)
    addRoutes(to: map)
    addCities(to: map)
  }

  private struct City {
    let name: String
    let place: LocationCoordinate
    let minutes: Int

    init(_ name: String, _ latitude: Double, _ longitude: Double, _ minutes: Int) {
      (self.name, self.minutes) = (name, minutes)
      place = LocationCoordinate(latitude: latitude, longitude: longitude)
    }
  }

  private static let hub = City("Helsinki", 60.1699, 24.9384, 0)
  private static let cities = [
    City("Lisbon", 38.7223, -9.1393, 275), City("Madrid", 40.4168, -3.7038, 255), City("Dublin", 53.3498, -6.2603, 180),
    City("London", 51.5074, -0.1278, 175), City("Paris", 48.8566, 2.3522, 180), City("Rome", 41.9028, 12.4964, 200),
    City("Berlin", 52.52, 13.405, 115), City("Vienna", 48.2082, 16.3738, 150), City("Athens", 37.9838, 23.7275, 225),
    City("Istanbul", 41.0082, 28.9784, 200), City("Reykjavik", 64.1466, -21.9426, 215), City("Oslo", 59.9139, 10.7522, 90),
  ]
  private static let start = Color(red: 0.92, green: 0.26, blue: 0.21)
  private static let end = Color(red: 0.96, green: 0.58, blue: 0.14)

  private func addCities(to map: MapView) {
    let hub = Marker(position: Self.hub.place)
    hub.icon = Marker.markerImage(color: Self.start)
    hub.zIndex = 1
    hub.title = Self.hub.name
    hub.snippet = "\(Self.cities.count) flights"
    hub.map = map
    let dot = Self.dot(Self.end)
    for city in Self.cities {
      let marker = Marker(position: city.place)
      marker.title = city.name
      marker.snippet = "\(city.minutes / 60) h \(city.minutes % 60) min from \(Self.hub.name)"
      marker.icon = dot
      marker.groundAnchor = UnitPoint(x: 0.5, y: 0.5)
      marker.map = map
    }
  }

  /// A dot with a white ring, for two pixels a point.
  private static func dot(_ color: Color) -> Image? {
    let side = 28
    var pixels: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let (right, down) = (Double(x) + 0.5 - Double(side) / 2, Double(y) + 0.5 - Double(side) / 2)
        let distance = (right * right + down * down).squareRoot()
        let (all, inner) = (min(max(13 - distance, 0), 1), min(max(8.5 - distance, 0), 1))
        pixels += [color.red, color.green, color.blue].map { channel in
          UInt8(((1 - inner + inner * Double(channel)) * all * 255).rounded())
        }
        pixels.append(UInt8((all * 255).rounded()))
      }
    }
    return Image(width: side, height: side, scale: 2, premultipliedRGBA: pixels)
  }

  private func addRoutes(to map: MapView) {
    for city in Self.cities {
      let route = Polyline(path: Path([Self.hub.place, city.place]))
      route.geodesic = true
      route.strokeWidth = 2
      route.spans = [StyleSpan(style: .gradient(from: Self.start, to: Self.end))]
      route.title = "\(Self.hub.name) to \(city.name)"
      route.isTappable = true
      route.zIndex = 2
      route.map = map
    }
  }

  private func addAreas(to map: MapView) {
    let bank = Polygon(
      path: path([
        (54.0, 1.0), (54.6, 0.9), (55.2, 1.9), (55.6, 3.4), (55.7, 4.6), (55.3, 4.3), (54.9, 3.3), (54.4, 2.4),
      ]))
    bank.fillColor = Color(red: 0.95, green: 0.62, blue: 0.16, alpha: 0.4)
    bank.strokeColor = Color(red: 0.80, green: 0.46, blue: 0.06)
    bank.strokeWidth = 1.5
    bank.title = "Dogger Bank"
    bank.isTappable = true
    bank.zIndex = 1
    bank.map = map

    let near = Circle(position: Self.hub.place, radius: 800_000)
    near.fillColor = Color(red: 0.10, green: 0.62, blue: 0.56, alpha: 0.14)
    near.strokeColor = Color(red: 0.08, green: 0.52, blue: 0.47)
    near.strokeWidth = 1.5
    near.title = "An hour from \(Self.hub.name)"
    near.isTappable = true
    near.zIndex = 1
    near.map = map
  }

  private func addStorm(to map: MapView) {
    guard let image = StormPicture.image(side: 512) else { return }
    let bounds = CoordinateBounds(
      coordinate: LocationCoordinate(latitude: 44, longitude: -29), coordinate: LocationCoordinate(latitude: 56, longitude: -12))
    let storm = GroundOverlay(bounds: bounds, icon: image)
    storm.opacity = 0.92
    storm.title = "A storm"
    storm.isTappable = true
    storm.map = map
  }

  private func path(_ points: [(Double, Double)]) -> Path {
    Path(points.map { LocationCoordinate(latitude: $0.0, longitude: $0.1) })
  }
}
