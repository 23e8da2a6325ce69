import OverlookFormats
import OverlookGeometry
import OverlookRoads
import Testing

@testable import OverlookRouting

@Suite struct RouteDocumentTests {
  private func sample() throws -> [Route] {
    var routes = try RoutingServerTests.Form.osrm.routes(JSONParser.parse(Array(ServerAnswers.osrm.utf8)))
    routes[0].legs[0].steps[1].isFerry = true
    routes[0].legs[0].steps[1].rotaryName = "Place <de> l'Étoile & \"more\""
    routes[0].legs[0].steps[1].instruction = "A & B < C"
    return routes
  }

  private func parsed(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  @Test func theDocumentHasTheMembersThatProgramsRead() throws {
    let value = RouteDocument.value(try sample())
    #expect(value["status"]?.string == "ok")
    let route = try #require(value["routes"]?.array?.first)
    #expect(route["distance_m"]?.number == 900.5 && route["duration_s"]?.number == 120.3)
    #expect(route["geometry"]?.array?.first?.array?.map(\.number) == [13.25, 53.55])
    let step = try #require(route["legs"]?.array?.first?["steps"]?.array?[1])
    let maneuver = try #require(step["maneuver"])
    #expect(maneuver["type"]?.string == "turn" && maneuver["modifier"]?.string == "left" && maneuver["exit"] == .null)
    #expect(maneuver["location"]?.array?.map(\.number) == [13.256, 53.552])
    #expect(maneuver["bearing_before"]?.number == 67 && maneuver["bearing_after"]?.number == 8)
    #expect(step["name"]?.string == "Weg" && step["mode"]?.string == "ferry" && step["speed_limit_kmh"]?.number == 32.2)
    #expect(step["destinations"]?.array?.map(\.string) == ["A 20", "Berlin", "Rostock"])
    let lane = try #require(step["lanes"]?.array?.first)
    #expect(lane["indications"]?.array == [.string("left")] && lane["valid"] == .bool(true) && lane["active"] == .bool(true))
  }

  @Test func aRouteThatWasKeptIsReadAgain() throws {
    let routes = try sample()
    let text = JSONWriter.text(RouteDocument.value(routes))
    let again = try RouteReader.routes(Array(text.utf8))
    #expect(JSONWriter.text(RouteDocument.value(again)) == text)
    #expect(again[0].legs[0].steps[1].lanes == routes[0].legs[0].steps[1].lanes)
    #expect(again[0].legs[0].steps[1].isFerry && again[0].legs[0].steps.map(\.range) == routes[0].legs[0].steps.map(\.range))
  }

  @Test func whatOthersLeaveOutIsMadeUp() throws {
    var value = RouteDocument.value(try sample())
    for index in ["0", "1", "2"] {
      let step = ["routes", "0", "legs", "0", "steps", index]
      for name in ["geometry_range", "instruction", "lanes", "destinations", "ref"] {
        value = replaced(value, at: step + [name], with: nil)
      }
      value = replaced(value, at: step + ["maneuver", "bearing_after"], with: nil)
    }
    let route = try RouteReader.routes(Array(JSONWriter.text(value).utf8), language: "de")[0]
    #expect(route.legs[0].steps.map(\.range) == [0...2, 2...3, 3...3])
    #expect(route.legs[0].steps[0].instruction == "Nach Nordosten losfahren: Ringstraße")
    #expect(abs(route.legs[0].steps[1].maneuver.bearingAfter - 8) < 2)
  }

  @Test(
    arguments: [
      (["routes"], nil), (["routes"], .array([])), (["routes", "0", "geometry"], .array([])),
      (["routes", "0", "geometry", "1"], .array([.number(1)])),
      (["routes", "0", "geometry", "1"], .array([.number(0), .number(91)])),
      (["routes", "0", "legs"], .array([])),
      (["routes", "0", "legs", "0", "steps", "1", "geometry_range"], .array([.number(9), .number(9)])),
      (["routes", "0", "legs", "0", "steps", "1", "maneuver", "type"], .string("jump")),
      (["routes", "0", "legs", "0", "steps", "1", "distance_m"], .number(-1)), (["routes", "0", "duration_s"], nil),
      (["routes", "0", "legs", "0", "steps", "2", "geometry_range"], .array([.number(2), .number(2)])),
    ] as [([String], JSONValue?)]) func whatIsNoRouteIsNamed(path: [String], value: JSONValue?) throws
  {
    let text = JSONWriter.text(replaced(RouteDocument.value(try sample()), at: path, with: value))
    let error = #expect(throws: RoutingError.self) { try RouteReader.routes(Array(text.utf8), thing: "trip.json") }
    #expect("\(try #require(error))".hasPrefix("trip.json"))
  }

  @Test func errorsAreDocumentsToo() {
    let value = RouteDocument.value(RoutingError.noRoute("the ferry does not run"))
    #expect(value["status"]?.string == "no_route" && value["message"]?.string == "the ferry does not run")
    #expect(value["routes"]?.array?.isEmpty == true)
  }

  @Test func geoJSONHasALineForEachRouteAndAPointForEachManeuver() throws {
    let value = RouteGeoJSON.value(try sample() + sample())
    let features = try #require(value["features"]?.array)
    #expect(features.count == 2 * (1 + 3))
    #expect(features[0]["geometry"]?["type"]?.string == "LineString" && features[1]["geometry"]?["type"]?.string == "Point")
    #expect(features[4]["properties"]?["route"]?.number == 1)
    #expect(features[2]["properties"]?["instruction"]?.string == "A & B < C")
  }

  @Test func gpxHasARouteAndATrackAndIsXML() throws {
    var routes = try sample()
    routes[0].geometry[1].longitude = 180
    let text = RouteGPX.text(routes)
    let document = try XMLReader.document(Array(text.utf8), thing: "gpx")
    #expect(document.root.name == "gpx" && document.root.attribute("version") == "1.1")
    let points = try #require(document.root.first("rte")).children("rtept")
    #expect(points.count == 3 && points[1].text(of: "desc") == "A & B < C")
    let track = try #require(document.root.first(at: "trk", "trkseg")).children("trkpt")
    #expect(track.count == 4 && track[0].attribute("lat") == "53.55" && track[1].attribute("lon") == "-180")
  }
}
