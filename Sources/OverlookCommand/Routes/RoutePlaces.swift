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
    var places: [LocationCoordinate] = []
    do {
      for text in texts { places.append(try coordinate(of: text, near: places.last)) }
    } catch let failure as CommandFailure {
      if isJSON { print(JSONWriter.text(RouteDocument.value(RoutingError.badRequest(failure.description)))) }
      throw failure
    }
    return places
  }

  /// Opens nothing before a text is looked up, and then once.
  private static let places = InstalledPlaces()

  private static func coordinate(of text: String, near: LocationCoordinate?) throws -> LocationCoordinate {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    if parts.allSatisfy({ Double($0.drop { $0 == " " }) != nil }) { return try CoordinateArgument.parse(text).coordinate }
    do throws(PlaceError) {
      if let place = try places.placesHere(for: SearchRequest(text, near: near, limit: 1)).first { return place.coordinate }
    } catch {
      throw CommandFailure(description: error.description)
    }
    throw CommandFailure(description: "no place is found for '\(OutsideText.cleaned(text))'")
  }
}
