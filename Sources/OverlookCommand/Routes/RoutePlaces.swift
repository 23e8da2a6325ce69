import ArgumentParser
import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookRouting
import OverlookSearch
import OverlookSupport

/// Places of a route as people write them: LAT,LON, or a text that search understands.
enum RoutePlaces {
  /// A text is looked up by what is on this machine; what lies near the place before it goes first. `isJSON`: whether a place that is not
  /// found is told in JSON, too.
  static func coordinates(of texts: [String], isJSON: Bool = false) throws -> [LocationCoordinate] {
    try places(of: texts, isJSON: isJSON).map(\.location)
  }

  /// The same with the names of those that were looked up.
  static func places(of texts: [String], isJSON: Bool = false) throws -> [NavigationWaypoint] {
    var places: [NavigationWaypoint] = []
    do {
      for text in texts { places.append(try place(of: text, near: places.last?.location)) }
    } catch let failure as CommandFailure {
      if isJSON { print(JSONWriter.text(RouteDocument.value(RoutingError.badRequest(failure.description)))) }
      throw failure
    }
    return places
  }

  /// Opens nothing before a text is looked up, and then once.
  private static let installed = InstalledPlaces()

  private static func place(of text: String, near: LocationCoordinate?) throws -> NavigationWaypoint {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.allSatisfy({ Double($0.drop { $0 == " " }) != nil }) {
      return NavigationWaypoint(location: try CoordinateArgument.parse(text).coordinate)
    }
    do throws(PlaceError) {
      if let place = try installed.placesHere(for: SearchRequest(text, near: near, limit: 1)).first {
        return NavigationWaypoint(location: place.coordinate, title: OutsideText.cleaned(place.name, limit: 200))
      }
    } catch {
      throw CommandFailure(description: error.description)
    }
    throw CommandFailure(description: "no place is found for '\(OutsideText.cleaned(text))'")
  }
}
