import Overlook

/// Guidance through the embedded town: a simulated drive over its ring, with voice off.
@MainActor final class NavigationScene: DemoScene {
  let camera = CameraPosition(latitude: 53.5575, longitude: 13.2610, zoom: 14.5)

  private static let start = LocationCoordinate(latitude: 53.5622, longitude: 13.2603)
  private static let stops = [
    NavigationWaypoint(location: LocationCoordinate(latitude: 53.5437, longitude: 13.2670), title: "Kulturpark"),
    NavigationWaypoint(location: LocationCoordinate(latitude: 53.5559, longitude: 13.2627), title: "Konzertkirche"),
  ]

  private let navigator = Navigator()

  func add(to map: MapView) throws {
    navigator.voiceGuidance = .silent
    navigator.startLocation = Self.start
    navigator.navigationUISettings.mode = .normal
    navigator.startControlling(map)
    map.settings.myLocationButton = true
    var options = RoutingOptions()
    options.alternatives = map.isStill ? 2 : 0
    navigator.setDestinations(map.isStill ? Array(Self.stops.suffix(1)) : Self.stops, options: options) { [navigator] status in
      // Still pictures show the choice.
      guard status == .ok, !map.isStill else { return }
      navigator.startGuidance()
      navigator.simulateLocationsAlongExistingRoute()
      navigator.followMyLocation(perspective: .tilted)
    }
  }
}
