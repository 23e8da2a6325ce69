import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookRoads
@testable import OverlookRouting

/// What is sent to servers of each form, and what is written of routes.
@Suite struct RoutingFormTests {
  private static func routes() throws -> [Route] {
    try RoutingServerTests.Form.osrm.routes(JSONParser.parse(Array(ServerAnswers.osrm.utf8)))
  }

  @Test(arguments: RoutingServerForm.allCases) func everyFormAsksAndReads(_ form: RoutingServerForm) async throws {
    let text =
      switch form {
      case .valhalla: ServerAnswers.valhalla
      case .osrm: ServerAnswers.osrm
      case .graphHopper: ServerAnswers.graphHopper
      }
    let provider = try form.provider(address: "http://127.0.0.1:9", http: fixture(text), retrying: impatient)
    let request = TestRequest.request()
    let asked = try await provider.routes(for: request)
    let read = try form.routes(in: Array(text.utf8), for: request, thing: "answer")
    #expect(asked.map(\.distance) == read.map(\.distance) && asked.map(\.geometry) == read.map(\.geometry) && asked.count == 1)
    do {
      _ = try form.routes(in: Array("{".utf8), for: request, thing: "answer.json")
      Issue.record("it was read")
    } catch { #expect("\(error)".contains("answer.json")) }
    #expect(throws: RoutingError.self) { try form.provider(address: "ftp://127.0.0.1", http: fixture(text)) }
  }

  @Test func aTruckTellsGraphHopperItsMeasures() throws {
    var request = TestRequest.request()
    request.mode = .truck
    request.options.avoidsFerries = false
    request.options.vehicle = VehicleDimensions(height: 4, width: -1, weight: 12.5)
    request.waypoints[0].heading = 90
    request.waypoints[0].side = .curb
    request.waypoints[1].side = .opposite
    let body = GraphHopperRouting.body(request)
    let conditions = body["custom_model"]?["priority"]?.array?.compactMap { $0["if"]?.string }
    #expect(conditions == ["max_height < 4.0", "max_weight < 12.5"] && body["ch.disable"] == .bool(true))
    #expect(body["headings"]?.array == [.number(90), .null])
    #expect(body["curbsides"]?.array?.map(\.string) == ["right", "left"])
    request.waypoints[1].side = .either
    #expect(GraphHopperRouting.body(request)["curbsides"]?.array?.map(\.string) == ["right", "any"])
    request.mode = .car
    #expect(GraphHopperRouting.body(request)["custom_model"] == nil)
  }

  @Test func whatIsNotKnownOfATruckIsThatOfAUsualOne() {
    let size = VehicleSize(
      VehicleDimensions(height: 3.5, width: .nan, length: -2, weight: .infinity, carriesHazardousGoods: true))
    let usual = VehicleSize.truck
    #expect(size.height == 3.5 && size.carriesHazmat)
    #expect([size.width, size.length, size.weight, size.axleLoad] == [usual.width, usual.length, usual.weight, usual.axleLoad])
  }

  // MARK: Texts

  @Test(arguments: [
    (0.4, DistanceUnits.metric, "0 m"), (999.4, .metric, "999 m"), (1000, .metric, "1.0 km"), (99_940, .metric, "99.9 km"),
    (100_000, .metric, "100 km"), (30.48, .feet, "100 ft"), (160.9, .feet, "528 ft"), (1609.344, .feet, "1.0 mi"),
    (160_934.4, .feet, "100 mi"), (91.44, .yards, "100 yd"), (804.672, .yards, "0.5 mi"),
  ]) func lengthsAreWrittenInTheirUnits(_ meters: Double, _ units: DistanceUnits, _ text: String) {
    #expect(RouteText.length(meters, units) == text)
  }

  @Test(arguments: [(0.0, "1 min"), (29, "1 min"), (91, "2 min"), (3569, "59 min"), (3570, "1 h 00 min"), (9000, "2 h 30 min")])
  func timesAreWrittenInMinutes(_ seconds: Double, _ text: String) {
    #expect(RouteText.time(seconds) == text)
  }

  /// The way of the sample: 500.5 m, 400 m, and the end.
  @Test func aRouteIsAListOfWhatToDo() throws {
    let routes = try Self.routes()
    let lines = RouteText.text(of: routes).split(separator: "\n").map(String.init)
    let steps = routes[0].legs[0].steps
    #expect(lines.count == 4 && lines[0] == "901 m, 2 min" || lines[0] == "900 m, 2 min", "\(lines)")
    for (line, step) in zip(lines.dropFirst(), steps) {
      // Nine letters are for lengths, which the end has none of.
      let column = step.maneuver.kind == .arrive ? "" : RouteText.length(step.distance)
      #expect(line == column.padding(toLength: 9, withPad: " ", startingAt: 0) + " " + step.instruction)
    }
    let two = RouteText.text(of: routes + routes).components(separatedBy: "\n\n")
    #expect(two.count == 2 && two[0].hasPrefix("route 1: ") && two[1].hasPrefix("route 2: "))
  }

  @Test func areasThatAreReachedAreFeatures() throws {
    func ring(_ half: Double) -> [LocationCoordinate] {
      [(-half, -half), (half, -half), (half, half), (-half, -half)].map { LocationCoordinate(latitude: $0.1, longitude: $0.0) }
    }
    var town = TestTown()
    town.node("a", 0, 0)
    town.node("b", 500, 0)
    town.way("a b", "Weg")
    let metric = RoadMetric(graph: try town.graph(), options: PathOptions(mode: .bicycle))
    let reached = try Isochrone(from: try metric.ends(at: PathPlace(town.place("a"))), limit: 60, metric: metric)
    var (one, none) = (reached, reached)
    one.areas = [Isochrone.Area(outer: ring(2), holes: [ring(1)])]
    none.areas = []
    let value = IsochroneGeoJSON.value([(5, one), (10, none)], mode: .bicycle)
    let features = value["features"]?.array ?? []
    #expect(value["type"]?.string == "FeatureCollection" && features.count == 2)
    #expect(features.map { $0["properties"]?["minutes"]?.number } == [5, 10])
    #expect(features.allSatisfy { $0["properties"]?["mode"]?.string == "bicycle" })
    let rings = features[0]["geometry"]?["coordinates"]?.array?.first?.array ?? []
    #expect(features[0]["geometry"]?["type"]?.string == "MultiPolygon" && rings.count == 2)
    let hole = rings.last?.array?.map { $0.array?.compactMap(\.number) ?? [] } ?? []
    #expect(hole == [[-1, -1], [1, -1], [1, 1], [-1, -1]])
    #expect(features[1]["geometry"]?["coordinates"]?.array == [])
    // Where the roads lead, an area.
    #expect(!reached.areas.isEmpty && reached.length > 0)
  }
}
