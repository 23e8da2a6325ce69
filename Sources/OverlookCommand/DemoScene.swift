import Glibc
import Overlook

/// The overlays that the viewer shows when it is started without files: one of each kind, at places worth a look.
@MainActor struct DemoScene {
  /// Adds the scene to `map`; the overlays stay as long as the map holds them.
  static func add(to map: MapView) {
    addStorm(to: map)
    addRegions(to: map)
    addRoutes(to: map)
    addCities(to: map)
  }

  /// Where the viewer starts: the North Atlantic, with every kind of overlay in sight.
  static let camera = CameraPosition(latitude: 38, longitude: -32, zoom: 3.1)

  private static let cities: [(name: String, latitude: Double, longitude: Double)] = [
    ("London", 51.5074, -0.1278), ("New York", 40.7128, -74.0060), ("Tokyo", 35.6762, 139.6503), ("Cape Town", -33.9249, 18.4241),
    ("Rio de Janeiro", -22.9068, -43.1729), ("San Francisco", 37.7749, -122.4194), ("Sydney", -33.8688, 151.2093),
    ("Nairobi", -1.2921, 36.8219), ("Delhi", 28.6139, 77.2090), ("Lima", -12.0464, -77.0428), ("Reykjavik", 64.1466, -21.9426),
    ("Dakar", 14.7167, -17.4677),
  ]

  private static func addCities(to map: MapView) {
    let hub = Color(red: 0.92, green: 0.26, blue: 0.21)
    let destination = Color(red: 0.10, green: 0.45, blue: 0.91)
    for (index, city) in cities.enumerated() {
      let marker = Marker(position: LocationCoordinate(latitude: city.latitude, longitude: city.longitude))
      marker.title = city.name
      marker.icon = Marker.markerImage(color: index == 0 ? hub : destination)
      marker.map = map
    }
  }

  private static func addRoutes(to map: MapView) {
    guard let hub = cities.first else { return }
    let from = Color(red: 0.92, green: 0.26, blue: 0.21)
    let to = Color(red: 1.0, green: 0.80, blue: 0.25)
    for city in cities.dropFirst() {
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

  private static func addRegions(to map: MapView) {
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

  private static func addStorm(to map: MapView) {
    guard let image = StormPicture.image(side: 512) else { return }
    let bounds = CoordinateBounds(
      coordinate: LocationCoordinate(latitude: 21, longitude: -60), coordinate: LocationCoordinate(latitude: 42, longitude: -36))
    let storm = GroundOverlay(bounds: bounds, icon: image)
    storm.opacity = 0.92
    storm.title = "A storm"
    storm.isTappable = true
    storm.map = map
  }

  private static func path(_ points: [(Double, Double)]) -> Path {
    var path = MutablePath()
    for (latitude, longitude) in points { path.add(latitude: latitude, longitude: longitude) }
    return Path(path: path)
  }

}

/// A cyclone seen from above: cloud wound around a clear eye, the same at every run.
enum StormPicture {
  /// `side` in pixels, 1 to 4096; nil outside.
  static func image(side: Int) -> Image? {
    guard (1...4096).contains(side) else { return nil }
    var pixels = [UInt8](repeating: 0, count: 4 * side * side)
    for row in 0..<side {
      for column in 0..<side {
        let x = (Double(column) + 0.5) / Double(side) * 2 - 1
        let y = (Double(row) + 0.5) / Double(side) * 2 - 1
        let (cover, light) = cloud(x, y)
        let offset = 4 * (row * side + column)
        let value = UInt8(clamping: Int((cover * light * 255).rounded()))
        for channel in 0..<3 { pixels[offset + channel] = value }
        pixels[offset + 3] = UInt8(clamping: Int((cover * 255).rounded()))
      }
    }
    return Image(width: side, height: side, premultipliedRGBA: pixels)
  }

  /// How much cloud lies at a place of the picture (-1 ... 1 both ways) and how bright it is, both 0 ... 1.
  private static func cloud(_ x: Double, _ y: Double) -> (cover: Double, light: Double) {
    let radius = hypot(x, y)
    guard radius < 1 else { return (0, 0) }
    // Wound up: what lies nearer to the eye has turned farther.
    let turn = 3.2 * log(radius + 0.06)
    let (windX, windY) = (x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn))
    let texture = fractalNoise(windX * 5 + 7, windY * 5 + 3)
    let detail = fractalNoise(windX * 13 + 31, windY * 13 + 11)
    let arms = 0.5 + 0.5 * cos(2 * (atan2(y, x) + turn) + 0.6)
    let disc = exp(-pow(radius / 0.34, 2))
    let eye = smoothstep(0.03, 0.075, radius)
    let edge = 1 - smoothstep(0.55, 0.98, radius)
    let amount = 0.75 * disc + 0.62 * arms * texture + 0.45 * texture - 0.28
    let cover = smoothstep(0.06, 0.62, amount) * eye * edge
    return (min(cover, 0.97), min(0.80 + 0.26 * detail, 1))
  }

  /// Four octaves of value noise, about 0 ... 1.
  private static func fractalNoise(_ x: Double, _ y: Double) -> Double {
    var sum = 0.0
    var (scale, weight) = (1.0, 0.5)
    for _ in 0..<4 {
      sum += weight * valueNoise(x * scale, y * scale)
      scale *= 2.1
      weight *= 0.5
    }
    return sum / 0.9375
  }

  /// Random values at whole coordinates, smoothly joined.
  private static func valueNoise(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (smoothstep(0, 1, x - left), smoothstep(0, 1, y - top))
    let upper = random(left, top) * (1 - u) + random(left + 1, top) * u
    let lower = random(left, top + 1) * (1 - u) + random(left + 1, top + 1) * u
    return upper * (1 - v) + lower * v
  }

  private static func random(_ x: Double, _ y: Double) -> Double {
    let value = sin(x * 127.1 + y * 311.7) * 43_758.5453
    return value - value.rounded(.down)
  }

  private static func smoothstep(_ low: Double, _ high: Double, _ value: Double) -> Double {
    let t = min(max((value - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
  }
}
