import ArgumentParser
import Overlook

/// What `overlook demo` shows: overlays on a map, and where they are looked at from.
@MainActor protocol DemoScene: AnyObject {
  /// Where the scene is looked at from unless the command line names another place.
  var camera: CameraPosition { get }

  /// An embedded style to draw the map with; nil, the default, for the embedded world.
  var style: String? { get }

  /// Adds the scene to `map`, which keeps its overlays; the scene itself lives as long as the map is shown.
  func add(to map: MapView) throws
}

extension DemoScene {
  var style: String? { nil }
}

/// The scenes by their names. A new one joins by a case and its type.
enum DemoName: String, CaseIterable, ExpressibleByArgument {
  case overview, ground, models, box, markers, trips, weather, sun, navigation

  @MainActor func makeScene() -> any DemoScene {
    switch self {
    case .overview: OverviewScene()
    case .ground: GroundScene()
    case .models: ModelsScene()
    case .box: BoxScene()
    case .markers: MarkersScene()
    case .trips: TripsScene()
    case .weather: WeatherScene()
    case .sun: SunScene()
    case .navigation: NavigationScene()
    }
  }
}
