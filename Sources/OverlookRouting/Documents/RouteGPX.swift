import OverlookFormats
import OverlookGeometry

/// Routes as GPX 1.1: of each a route of its maneuvers, for devices that guide, and a track of its geometry, which is the way itself.
package enum RouteGPX {
  package static func text(_ routes: [Route]) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Overlook" xmlns="http://www.topografix.com/GPX/1/1">

      """
    // The schema wants all routes before all tracks.
    for (index, route) in routes.enumerated() { text += self.route(route, name: name(index, of: routes.count)) }
    for (index, route) in routes.enumerated() { text += track(route, name: name(index, of: routes.count)) }
    return text + "</gpx>\n"
  }

  private static func name(_ index: Int, of count: Int) -> String { count == 1 ? "Route" : "Route \(index + 1)" }

  private static func route(_ route: Route, name: String) -> String {
    var text = "  <rte>\n    <name>\(name)</name>\n"
    for step in route.legs.flatMap(\.steps) {
      text +=
        "    <rtept \(attributes(step.maneuver.location))><name>\(XMLEscape.text(step.name.isEmpty ? step.ref : step.name))</name>"
      text += "<desc>\(XMLEscape.text(step.instruction))</desc><type>\(step.maneuver.kind.rawValue)</type></rtept>\n"
    }
    return text + "  </rte>\n"
  }

  private static func track(_ route: Route, name: String) -> String {
    var text = "  <trk>\n    <name>\(name)</name>\n    <trkseg>\n"
    for place in route.geometry { text += "      <trkpt \(attributes(place))/>\n" }
    return text + "    </trkseg>\n  </trk>\n"
  }

  /// GPX knows longitudes from -180 to below 180 alone.
  private static func attributes(_ place: LocationCoordinate) -> String {
    let place = place.normalized
    let (latitude, longitude) = ((place.latitude * 1e7).rounded() / 1e7, (place.longitude * 1e7).rounded() / 1e7)
    return "lat=\"\(JSONWriter.text(latitude))\" lon=\"\(JSONWriter.text(longitude >= 180 ? -180 : longitude))\""
  }
}
