import OverlookNavigation
import OverlookSearch

extension NavigationWaypoint {
  /// The waypoints, with a place for those of which the identifier alone is known.
  static func located(
    _ waypoints: [NavigationWaypoint], by places: any PlaceProvider, language: String
  ) async throws(PlaceError) -> [NavigationWaypoint] {
    var located = waypoints
    for index in located.indices {
      guard let id = located[index].placeID, !located[index].location.isValid else { continue }
      let place = try await places.place(id: id, language: language)
      located[index].stop.location = place.coordinate
      located[index].stop.title = located[index].title ?? place.name
    }
    return located
  }
}
