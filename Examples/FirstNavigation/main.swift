// Guides through the town that the library brings along: a simulated drive from the station to the church, with voice off.
import Overlook

final class Guide: NavigatorDelegate, MapViewDelegate {
  func navigator(_ navigator: Navigator, didAnnounce sentence: String) { print(sentence) }

  func navigator(_ navigator: Navigator, didArriveAt waypoint: NavigationWaypoint) {
    print("arrived: \(waypoint.title ?? "the destination")")
  }

  func mapView(_ mapView: MapView, didFailWith error: MapError) { print("the map could not do something: \(error)") }
}

let guide = Guide()
let station = LocationCoordinate(latitude: 53.5622, longitude: 13.2603)
let church = NavigationWaypoint(location: LocationCoordinate(latitude: 53.5559, longitude: 13.2627), title: "Konzertkirche")

let map = MapView(camera: CameraPosition(target: station, zoom: 14))
map.delegate = guide
map.settings.compassButton = true
map.settings.myLocationButton = true

NavigationServices.showTermsAndConditionsIfNeeded(on: map) { isAccepted in
  guard isAccepted, let navigator = try? Navigator.sharedNavigator() else {
    return print("not guided: the terms were not accepted")
  }
  navigator.delegate = guide
  navigator.voiceGuidance = .silent
  navigator.startLocation = station
  map.navigator = navigator
  navigator.setDestinations([church]) { status in
    guard status == .ok else { return print("no route: \(status)") }
    navigator.showRouteOverview()
    navigator.startGuidance()
    navigator.simulateLocationsAlongExistingRoute(speed: 2)
    navigator.followMyLocation(perspective: .tilted)
  }
}
try map.run(title: "First navigation")
