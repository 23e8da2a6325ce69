// A million points as one overlay, coloured by what they stand for; a click tells which one it hit.
import Overlook

final class Reader: MapViewDelegate {
  func mapView(_ mapView: MapView, didTapAt coordinate: LocationCoordinate) {
    print("no point within reach of \(coordinate.latitude), \(coordinate.longitude)")
  }

  func mapView(_ mapView: MapView, didTap overlay: Overlay) {
    print("a point of \(overlay.title ?? "the layer")")
  }
}

var random = SystemRandomNumberGenerator()
/// Dense in the middle: the sum of evenly spread numbers.
@MainActor func spread() -> Double {
  (0..<4).reduce(0) { sum, _ in sum + Double.random(in: -1...1, using: &random) }
}
let places = (0..<1_000_000).map { _ in LocationCoordinate(latitude: 48 + 3 * spread(), longitude: 10 + 5 * spread()) }
let palette = [Color.red, .blue, Color(red: 0.1, green: 0.6, blue: 0.2)]

let points = PointLayer(positions: places)
points.title = "a million points"
points.radius = .constant(2)
points.fillColor = .column(places.indices.map { palette[$0 % palette.count].withAlpha(0.5) })
points.isTappable = true

let reader = Reader()
let map = MapView(camera: CameraPosition(latitude: 48, longitude: 10, zoom: 6))
map.delegate = reader
points.map = map
try map.run(title: "A million points")
