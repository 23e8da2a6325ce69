import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookRoads
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookRouting

/// What all the servers have in common: the same way in three forms is the same route, and what is wrong is a sentence.
@Suite struct RoutingServerTests {
  enum Form: String, CaseIterable {
    case osrm, valhalla, graphHopper

    var answer: String {
      switch self {
      case .osrm: ServerAnswers.osrm
      case .valhalla: ServerAnswers.valhalla
      case .graphHopper: ServerAnswers.graphHopper
      }
    }

    func provider(_ http: any HTTPFetching, address: String = "http://127.0.0.1:9") throws -> any RoutingProvider {
      switch self {
      case .osrm: try OSRMRouting(address: address, http: http, retrying: impatient)
      case .valhalla: try ValhallaRouting(address: address, http: http, retrying: impatient)
      case .graphHopper: try GraphHopperRouting(address: address, http: http, retrying: impatient)
      }
    }

    func routes(_ answer: JSONValue, _ request: RouteRequest = TestRequest.request()) throws(RoutingError) -> [Route] {
      let answer = ServerAnswer(answer, path: "host")
      switch self {
      case .osrm: return try OSRMAnswer(answer, request: request).routes()
      case .valhalla: return try ValhallaAnswer(answer, request: request).routes()
      case .graphHopper: return try GraphHopperAnswer(answer, request: request).routes()
      }
    }

    var root: [String] {
      switch self {
      case .osrm: ["routes", "0"]
      case .valhalla: ["trip"]
      case .graphHopper: ["paths", "0"]
      }
    }

    var steps: [String] {
      switch self {
      case .osrm: ["routes", "0", "legs", "0", "steps"]
      case .valhalla: ["trip", "legs", "0", "maneuvers"]
      case .graphHopper: ["paths", "0", "instructions"]
      }
    }

    var lengthName: String { self == .valhalla ? "length" : "distance" }
    var timeName: String { self == .osrm ? "duration" : "time" }
  }

  @Test(arguments: Form.allCases) func aRouteIsRead(form: Form) async throws {
    let routes = try await form.provider(fixture(form.answer)).routes(for: TestRequest.request())
    let route = try #require(routes.first)
    #expect(routes.count == 1 && route.legs.count == 1 && route.geometry.count == 4)
    #expect(abs(route.distance - 900.5) < 1e-6 && abs(route.duration - 120.25) < 1e-6 && route.mode == .car)
    for (place, other) in zip(route.geometry, TestRequest.places) {
      #expect(SphericalGeometry.distance(from: place, to: other) < 1)
    }
    let steps = route.legs[0].steps
    #expect(steps.map(\.maneuver.kind) == [.depart, .turn, .arrive])
    #expect(steps.map(\.range) == [0...2, 2...3, 3...3])
    #expect(steps[0].name == "Ringstraße" && steps[0].ref == "B 96" && steps[1].name == "Weg")
    #expect(steps[1].maneuver.modifier == .left)
    #expect(steps[1].destinations.suffix(2) == ["Berlin", "Rostock"])
    #expect(abs(steps[1].maneuver.bearingBefore - 67) < 2 && abs(steps[1].maneuver.bearingAfter - 8) < 2)
    #expect(steps.allSatisfy { !$0.instruction.isEmpty })
    #expect(abs(steps[0].distance - 500.5) < 1e-6 && steps[1].duration == 60)
  }

  @Test(arguments: [Form.osrm, .valhalla]) func lanesAndExitsAreRead(form: Form) async throws {
    let step = try await form.provider(fixture(form.answer)).routes(for: TestRequest.request())[0].legs[0].steps[1]
    #expect(step.exitNumber == "12a")
    #expect(step.lanes.map(\.isValid) == [true, true, false] && step.lanes.map(\.isActive) == [true, false, false])
    #expect(step.lanes[0].indications == [.left] && Set(step.lanes[1].indications) == [.left, .straight])
    #expect(step.lanes[2].indications == [])
  }

  @Test func limitsAndFerriesAreRead() throws {
    let steps = try Form.graphHopper.routes(JSONParser.parse(Array(ServerAnswers.graphHopper.utf8)))[0].legs[0].steps
    #expect(steps.map(\.speedLimit) == [50, nil, nil] && steps.map(\.isFerry) == [false, true, false])
    let limits = try Form.osrm.routes(JSONParser.parse(Array(ServerAnswers.osrm.utf8)))[0].legs[0].steps.map(\.speedLimit)
    let second = try #require(limits[1])
    #expect(limits[0] == 50 && abs(second - 32.19) < 0.01)
  }

  /// What a step must have, must have the form, must lie in its range.
  @Test(arguments: Form.allCases) func whatIsWrongWithAnAnswerIsASentence(form: Form) throws {
    let good = try JSONParser.parse(Array(form.answer.utf8))
    var faults: [([String], JSONValue?)] = [
      (form.root, nil), (form.root, .array([])), (form.steps, nil), (form.steps, .array([])), (form.steps, .number(7)),
      (form.steps + ["0"], .null), (form.steps + ["1", form.lengthName], .number(-5)),
      (form.steps + ["1", form.timeName], .string("soon")), (form.steps + ["1", form.timeName], .number(1e300)),
    ]
    switch form {
    case .osrm:
      faults += [
        (form.steps + ["1", "maneuver"], nil), (form.steps + ["1", "geometry"], .string("")),
        (form.steps + ["1", "geometry"], .string("garbage\u{7F}")), (form.steps + ["2", "maneuver", "type"], .string("turn")),
        (form.steps + ["1", "intersections", "0", "lanes"], .string("two")),
        (form.steps + ["1", "intersections", "0", "lanes", "0"], .number(3)), (["code"], nil),
        (form.steps + ["1", "maneuver", "exit"], .number(1.5)), (form.steps + ["1", "maneuver", "bearing_after"], .number(1e9)),
        // Elsewhere on Earth.
        (
          form.steps + ["1", "geometry"],
          .string(Path([LocationCoordinate(latitude: 1, longitude: 1)]).encodedPath(precision: .six))
        ),
      ]
    case .valhalla:
      faults += [
        (["trip", "legs", "0", "shape"], .string("")), (["trip", "legs", "0", "shape"], .string("~")),
        (["trip", "summary"], nil),
        (form.steps + ["1", "begin_shape_index"], .number(3.5)), (form.steps + ["1", "end_shape_index"], .number(9)),
        (form.steps + ["2", "begin_shape_index"], .number(0)), (form.steps + ["1", "lanes", "0", "valid"], .number(-1)),
        (form.steps + ["0", "type"], .number(15)),
      ]
    case .graphHopper:
      faults += [
        (["paths", "0", "points"], .string("")), (form.steps + ["1", "interval"], .array([.number(2)])),
        (form.steps + ["1", "interval"], .array([.number(2), .number(99)])), (form.steps + ["2", "sign"], .number(0)),
        (form.steps + ["1", "sign"], nil), (["paths", "0", "details", "max_speed"], .array([.number(1)])),
      ]
    }
    _ = try form.routes(good)
    for (path, value) in faults {
      let error = #expect(throws: RoutingError.self, "\(path)") { try form.routes(replaced(good, at: path, with: value)) }
      if let error, case .unusable(let text) = error {
        #expect(text.hasPrefix("host") && text.count > 10)
      } else if error != nil {
        Issue.record("\(path): \(String(describing: error))")
      }
    }
  }

  @Test(arguments: Form.allCases) func lanesThatLeadNowhereAreLeftOut(form: Form) throws {
    guard form != .graphHopper else { return }
    let good = try JSONParser.parse(Array(form.answer.utf8))
    let path = form.steps + (form == .osrm ? ["1", "intersections", "0", "lanes"] : ["1", "lanes"])
    let lane = try JSONParser.parse(Array(#"{"valid":false,"indications":["left"],"directions":8}"#.utf8))
    let closed = form == .osrm ? lane : replaced(lane, at: ["valid"], with: .number(0))
    let routes = try form.routes(replaced(good, at: path, with: .array([closed, closed])))
    #expect(routes[0].legs[0].steps[1].lanes.isEmpty)
  }

  @Test(arguments: Form.allCases) func anAnswerCutAnywhereIsAFault(form: Form) async throws {
    let text = Array(form.answer.utf8)
    for count in stride(from: 0, to: text.count - 1, by: 37) {
      let provider = try form.provider(fixture(String(decoding: text.prefix(count), as: UTF8.self)))
      await #expect(throws: RoutingError.self, "\(count)") { try await provider.routes(for: TestRequest.request()) }
    }
  }

  @Test func stepsWithoutEndAreRefused() throws {
    var object = try #require(JSONParser.parse(Array(ServerAnswers.valhalla.utf8))["trip"]?.object)
    let leg = try #require(object["legs"]?.array?.first?.object)
    var steps = try #require(leg["maneuvers"]?.array)
    steps.insert(contentsOf: repeatElement(steps[1], count: 100_000), at: 1)
    var long = leg
    long["maneuvers"] = .array(steps)
    object["legs"] = .array([.object(long)])
    let answer = RouteDocument.object([("trip", .object(object))])
    let error = #expect(throws: RoutingError.self) { try Form.valhalla.routes(answer) }
    #expect("\(try #require(error))".contains("more than 50000 steps"))
  }

  @Test(arguments: [
    (Form.osrm, 400, #"{"code":"NoRoute","message":"Impossible route"}"#, "no_route"),
    (.osrm, 400, #"{"code":"NoSegment","message":"Could not find a matching segment"}"#, "no_road"),
    (.osrm, 400, #"{"code":"InvalidQuery","message":"Query string malformed"}"#, "bad_request"),
    (.valhalla, 400, #"{"error_code":442,"error":"No path could be found for input","status_code":400}"#, "no_route"),
    (.valhalla, 400, #"{"error_code":171,"error":"No suitable edges near location"}"#, "no_road"),
    (.valhalla, 400, #"{"error_code":154,"error":"Path distance exceeds the max distance limit"}"#, "bad_request"),
    (
      .graphHopper, 400,
      #"{"message":"Connection not found","hints":[{"details":"com.graphhopper.util.exceptions.ConnectionNotFoundException"}]}"#,
      "no_route"
    ),
    (
      .graphHopper, 400, #"{"message":"Point 0 is out of bounds","hints":[{"details":"x.PointOutOfBoundsException"}]}"#, "no_road"
    ),
    (.graphHopper, 400, #"{"message":"profile parameter required"}"#, "bad_request"),
    (.osrm, 401, "", "not_authorized"), (.graphHopper, 429, "{}", "quota_exceeded"), (.valhalla, 500, "", "network_error"),
    (.valhalla, 404, "<html>", "unusable"), (.osrm, 200, "{}", "unusable"), (.valhalla, 200, "[]", "unusable"),
  ]) func refusalsHaveAStatus(form: Form, status: Int, body: String, word: String) async throws {
    let provider = try form.provider(fixture(body, status: status))
    let error = await #expect(throws: RoutingError.self) { try await provider.routes(for: TestRequest.request()) }
    #expect(error?.status == word, "\(String(describing: error))")
  }

  @Test func requestsThatMakeNoSenseReachNobody() async throws {
    let http = fixture(ServerAnswers.osrm)
    let provider = try Form.osrm.provider(http)
    var far = TestRequest.request()
    far.waypoints[1].location = .invalid
    let many = RouteRequest(waypoints: Array(repeating: TestRequest.request().waypoints[0], count: 101))
    for request in [RouteRequest(waypoints: []), TestRequest.request(1), far, many] {
      let error = await #expect(throws: RoutingError.self) { try await provider.routes(for: request) }
      #expect(error?.status == "bad_request")
    }
    #expect(http.requests.isEmpty)
    #expect(throws: RoutingError.self) { try Form.osrm.provider(http, address: "file:///etc/passwd") }
    #expect(throws: RoutingError.self) { try Form.osrm.provider(http, address: "nowhere") }
  }

  @Test func osrmIsAskedInItsForm() async throws {
    let http = fixture(ServerAnswers.osrm)
    var request = TestRequest.request(4)
    request.waypoints[1].isStop = false
    request.waypoints[2].side = .curb
    request.waypoints[0].heading = -10
    request.options = RoutingOptions(avoidsTolls: true, avoidsFerries: true, alternatives: 2)
    _ = try? await OSRMRouting(address: "http://127.0.0.1:9/osrm/?key=s%20ecret", http: http).routes(for: request)
    #expect(
      http.requests.first?.url
        == "http://127.0.0.1:9/osrm/route/v1/driving/13.25,53.55;13.252,53.551;13.256,53.552;13.257,53.556?key=s%20ecret&steps=true"
        + "&overview=false&geometries=polyline6&alternatives=2&exclude=toll,ferry&waypoints=0;2;3&bearings=350,45;;;"
        + "&approaches=unrestricted;unrestricted;curb;unrestricted")
  }

  @Test func valhallaIsAskedInItsForm() throws {
    var request = TestRequest.request(3)
    request.waypoints[1].isStop = false
    request.mode = .truck
    request.options = RoutingOptions(
      avoidsMotorways: true, language: "de-AT", vehicle: VehicleDimensions(height: 3.9, weight: .nan))
    let body = ValhallaRouting.body(request)
    let kinds = body["locations"]?.array?.compactMap { $0["type"]?.string }
    #expect(kinds == ["break", "through", "break"])
    #expect(body["costing"]?.string == "truck" && body["language"]?.string == "de")
    let options = try #require(body["costing_options"]?["truck"]?.object)
    #expect(options["height"]?.number == 3.9 && options["weight"] == nil && options["exclude_highways"]?.bool == true)
  }

  @Test func graphHopperIsAskedInItsForm() throws {
    var request = TestRequest.request(2)
    request.mode = .bicycle
    request.options = RoutingOptions(avoidsUnpaved: true, alternatives: 1, language: "fi")
    let body = GraphHopperRouting.body(request)
    #expect(body["profile"]?.string == "bike" && body["locale"]?.string == "fi" && body["ch.disable"]?.bool == true)
    #expect(body["alternative_route.max_paths"]?.number == 2)
    let conditions = body["custom_model"]?["priority"]?.array?.compactMap { $0["if"]?.string } ?? []
    #expect(
      conditions.count == 2 && conditions.contains { $0.contains("UNPAVED") } && conditions.contains { $0.contains("FERRY") })
    #expect(body["custom_model"]?["distance_influence"] == nil)
    #expect(body["points"]?.array?.first?.array?.first?.number == 13.25)
  }

  @Test(arguments: Form.allCases) func ferriesAreAskedForWhereThereIsNoWayWithoutThem(form: Form) async throws {
    let http = LeavingOutFetcher(answer: form.answer)
    let routes = try await form.provider(http).routes(for: TestRequest.request())
    #expect(routes.count == 1 && http.wishes == [true, false])
    var request = TestRequest.request()
    request.options.avoidsFerries = false
    _ = try await form.provider(http).routes(for: request)
    #expect(http.wishes == [true, false, false])
    // What is wrong otherwise is no reason to ask again.
    let refusing = fixture("{}", status: 403)
    let error = await #expect(throws: RoutingError.self) { try await form.provider(refusing).routes(for: TestRequest.request()) }
    #expect(error?.status == "not_authorized" && refusing.requests.count == 1)
  }

  @Test func serversAreAskedForTheShortestInTheirForms() async throws {
    var request = TestRequest.request()
    request.options = RoutingOptions(avoidsFerries: false, strategy: .shortest)
    #expect(ValhallaRouting.body(request)["costing_options"]?["auto"]?["shortest"]?.bool == true)
    let model = GraphHopperRouting.body(request)["custom_model"]
    #expect((model?["distance_influence"]?.number ?? 0) > 3600 && model?["priority"] == nil)
    // The shorter one of two routes that are offered comes first, and one is wanted.
    let answer = try JSONParser.parse(Array(ServerAnswers.osrm.utf8), thing: "answer")
    let first = try #require(answer["routes"]?.array?.first)
    let length = try #require(first["distance"]?.number)
    let longer = replaced(first, at: ["distance"], with: .number(length * 1.05))
    let http = fixture(JSONWriter.text(replaced(answer, at: ["routes"], with: .array([longer, first]))))
    let routes = try await Form.osrm.provider(http).routes(for: request)
    #expect(routes.map(\.distance) == [length] && http.requests.first?.url.contains("alternatives=3") == true)
    request.options.strategy = .fastest
    #expect(try await Form.osrm.provider(http).routes(for: request).map(\.distance) == [length * 1.05])
  }

  @Test func aTaskThatIsCancelledEndsItsRequest() async throws {
    let server = try #require(LoopbackServer { _ in .silence })
    let client = CurlClient()
    let provider = try ValhallaRouting(address: server.url(""), http: client)
    let task = Task { () -> RoutingError? in
      do throws(RoutingError) {
        _ = try await provider.routes(for: TestRequest.request())
        return nil
      } catch {
        return error
      }
    }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(server.requests[0].hasPrefix("POST /route "))
    task.cancel()
    #expect(await task.value == .cancelled)
    client.shutdown()
    server.stop()
  }

  @Test func serversOfTheWebAreAskedOnceASecond() async throws {
    let start = MonotonicClock.now()
    let own = RequestPace.shared(host: "pace.example", seconds: 0.2)
    for _ in 0..<3 { try await own.wait() }
    #expect(MonotonicClock.now() - start >= 0.4)
    let web = try RoutingServer(address: "https://router.example.org", http: fixture(""))
    let near = try RoutingServer(address: "http://127.0.0.1:8002", http: fixture(""))
    #expect(web.pace.secondsBetween == 1 && near.pace.secondsBetween == 0)
    let again = try RoutingServer(address: "https://router.example.org/v1", http: fixture(""))
    #expect(again.pace === web.pace)
  }
}

/// A server that has no route without ferries.
private final class LeavingOutFetcher: HTTPFetching {
  private let answer: String
  private let asked = Mutex<[Bool]>([])
  let news: NetworkNews? = nil

  init(answer: String) { self.answer = answer }

  /// Whether each request wanted no ferries.
  var wishes: [Bool] { asked.withLock { $0 } }

  func fetch(
    _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    let text = request.url + (request.body.map { "\($0)" } ?? "")
    let leavesOut = text.contains("exclude=ferry") || text.contains("exclude_ferries") || text.contains("FERRY")
    asked.withLock { $0.append(leavesOut) }
    let refusal =
      #"{"code":"NoRoute","error_code":442,"error":"No path could be found for input","message":"Connection between locations not found","hints":[{"message":"Connection between locations not found","details":"com.graphhopper.util.exceptions.ConnectionNotFoundException"}]}"#
    let body = Array((leavesOut ? refusal : answer).utf8)
    completion(.success(HTTPResponse(status: leavesOut ? 400 : 200, body: body)))
  }
}
