// Markers with windows, one of them drawn by the app; a long press sets another.
import Overlook

final class Visitor: MapViewDelegate {
  func mapView(_ mapView: MapView, markerInfoContents marker: Marker) -> (any CanvasView)? {
    guard let population = marker.userData as? Int else { return nil }
    return LabelView("\(marker.title ?? ""): \(population) people")
  }

  func mapView(_ mapView: MapView, didLongPressAt coordinate: LocationCoordinate) {
    let marker = Marker(position: coordinate)
    marker.title = "A place of your own"
    marker.isDraggable = true
    marker.appearAnimation = .pop
    marker.map = mapView
  }
}

let cities: [(name: String, latitude: Double, longitude: Double, population: Int)] = [
  ("Helsinki", 60.17, 24.94, 658_000), ("Stockholm", 59.33, 18.07, 985_000), ("Tallinn", 59.44, 24.75, 454_000),
]

let visitor = Visitor()
let map = MapView()
map.delegate = visitor
var bounds = CoordinateBounds.empty
for city in cities {
  let marker = Marker(position: LocationCoordinate(latitude: city.latitude, longitude: city.longitude))
  marker.title = city.name
  marker.userData = city.population
  marker.map = map
  map.selectedMarker = marker
  bounds = bounds.including(marker.position)
}
// There is no window yet: the map fits the markers as soon as there is one.
map.moveCamera(.fit(bounds, padding: 120))
try map.run(title: "Markers and windows")
