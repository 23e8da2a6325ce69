// A map of the world in a window, which flies to a city and says what goes wrong.
import Overlook

final class Watcher: MapViewDelegate {
  func mapView(_ mapView: MapView, didFailWith error: MapError) {
    print("the map could not do something: \(error)")
  }
}

let watcher = Watcher()
let map = MapView()
map.delegate = watcher
map.settings.compassButton = true
map.fly(to: CameraPosition(latitude: 60.17, longitude: 24.94, zoom: 13, viewingAngle: 40))
try map.run(title: "First map")
