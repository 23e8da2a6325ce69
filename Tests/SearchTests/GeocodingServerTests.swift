import Foundation
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookSearch

@Suite struct GeocodingServerTests {
  private static let nominatim = """
    [{"place_id":1,"osm_type":"way","osm_id":77,"lat":"53.5552957","lon":"13.2721100","category":"building","type":"house","importance":0.3,"addresstype":"building",
    "name":"","display_name":"12, Ziegelbergstraße, Neubrandenburg","address":{"house_number":"12","road":"Ziegelbergstraße",
    "suburb":"Innenstadt","town":"Neubrandenburg","state":"Mecklenburg-Vorpommern","postcode":"17033","country":"Deutschland",
    "country_code":"de"},"boundingbox":["53.5552","53.5554","13.2720","13.2722"]},{"lat":"x"},7]
    """
  private static let photon = """
    {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.27211,53.5552957]},
    "properties":{"osm_type":"W","osm_id":77,"osm_key":"building","osm_value":"yes","type":"house","housenumber":"12","street":"Ziegelbergstraße",
    "district":"Innenstadt","city":"Neubrandenburg","state":"Mecklenburg-Vorpommern","postcode":"17033","country":"Deutschland",
    "countrycode":"DE"}},{"type":"Feature"},{"geometry":{"coordinates":["a"]},"properties":{}}]}
    """

  private static var impatient: Retrying {
    var retrying = Retrying()
    retrying.maximumRetries = 0
    retrying.totalSeconds = 3
    return retrying
  }

  private static func body(_ service: GeocodingServer.Service) -> String { service == .nominatim ? nominatim : photon }

  private func server(
    _ service: GeocodingServer.Service, _ http: any HTTPFetching, address: String = "http://127.0.0.1:9/", pause: Double = 0
  ) throws -> GeocodingServer {
    try #require(GeocodingServer(service, address: address, http: http, pauseSeconds: pause, retrying: Self.impatient))
  }

  private final class Fixed: HTTPFetching {
    let body: String
    init(_ body: String) { self.body = body }

    func fetch(
      _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) {
      completion(.success(HTTPResponse(status: 200, body: Array(body.utf8))))
    }
  }

  @Test(arguments: GeocodingServer.Service.allCases) func anAnswerIsAPlaceWithItsAddress(service: GeocodingServer.Service)
    async throws
  {
    let near = LocationCoordinate(latitude: 53.5575, longitude: 13.261)
    let found = try await server(service, Fixed(Self.body(service))).search(SearchRequest("Ziegelbergstraße 12", near: near))
    // What is no place costs itself alone.
    #expect(found.count == 1)
    let place = try #require(found.first)
    #expect(abs(place.coordinate.latitude - 53.5552957) < 1e-9 && abs(place.coordinate.longitude - 13.27211) < 1e-9)
    #expect(place.kind == "house" && place.source == "127.0.0.1:9")
    #expect(place.address.lines == ["Ziegelbergstraße 12", "17033 Neubrandenburg", "Deutschland"])
    #expect(place.address.subLocality == "Innenstadt" && place.address.administrativeArea == "Mecklenburg-Vorpommern")
    #expect(abs((place.distance ?? 0) - 773) < 10)
    #expect(place.bounds.contains(place.coordinate))
  }

  @Test func questionsSayAllThatTheServiceKnows() async throws {
    let http = FixtureFetcher()
    let request = SearchRequest(
      "Straße & 12", near: LocationCoordinate(latitude: 53.5, longitude: 13.25), limit: 3, language: "de")
    _ = try await server(.nominatim, http).search(request)
    _ = try await server(.photon, http).search(request)
    _ = try await server(.nominatim, http).reverse(LocationCoordinate(latitude: 1.5, longitude: 2), language: "fi")
    _ = try await server(.photon, http).reverse(LocationCoordinate(latitude: 1.5, longitude: 2), limit: 2, language: "fi")
    #expect(
      http.requests.map(\.url) == [
        "http://127.0.0.1:9/search?q=Stra%C3%9Fe%20%26%2012&limit=3&format=jsonv2&addressdetails=1&accept-language=de"
          + "&viewbox=12.75,54.0,13.75,53.0",
        "http://127.0.0.1:9/api?q=Stra%C3%9Fe%20%26%2012&limit=3&lang=de&lat=53.5&lon=13.25",
        "http://127.0.0.1:9/reverse?lat=1.5&lon=2.0&format=jsonv2&addressdetails=1&zoom=18&accept-language=fi",
        "http://127.0.0.1:9/reverse?lat=1.5&lon=2.0&limit=2",
      ])
    #expect(http.requests.allSatisfy { $0.caching == .store(source: "http://127.0.0.1:9") })
  }

  @Test(arguments: GeocodingServer.Service.allCases) func nothingFoundIsNoError(service: GeocodingServer.Service) async throws {
    let empty = service == .nominatim ? "[]" : "{\"type\":\"FeatureCollection\",\"features\":[]}"
    #expect(try await server(service, Fixed(empty)).search(SearchRequest("x")).isEmpty)
    #expect(try await server(service, Fixed(Self.body(service))).search(SearchRequest("  ")).isEmpty)
    #expect(try PlaceAnswer.nominatim(Array("{\"error\":\"Unable to geocode\"}".utf8), host: "h").isEmpty)
  }

  @Test(arguments: ["", "nonsense", "{}", "null", "[[[[", "{\"features\":7}", "\u{0}"])
  func whatIsNoAnswerIsAFault(body: String) async throws {
    for service in GeocodingServer.Service.allCases {
      await #expect(throws: FetchFault.self) { _ = try await server(service, Fixed(body)).search(SearchRequest("x")) }
    }
  }

  @Test(arguments: ["status", "garbage", "half", "reset", "closed", "head", "long"])
  func everyFaultOfAServerIsASentence(fault: String) async throws {
    let loopback = try #require(
      LoopbackServer { _ in
        switch fault {
        case "status": .status(500)
        case "garbage": .raw(Array("garbage\r\n\r\n".utf8))
        case "half": .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{".utf8))
        case "reset": .reset(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{".utf8))
        case "closed": .raw([])
        case "head": .status(403)
        default: .status(200, [UInt8](repeating: 0x20, count: 5 << 20))
        }
      })
    defer { loopback.stop() }
    let client = CurlClient()
    defer { client.shutdown() }
    let server = try server(.nominatim, client, address: loopback.url(""))
    do {
      _ = try await server.search(SearchRequest("x"))
      Issue.record("no fault")
    } catch let error as FetchFault {
      #expect(error.message.contains("127.0.0.1") && !error.message.contains("q=x"))
    }
  }

  @Test func questionsKeepTheirDistance() async throws {
    let pace = RequestPace.shared(host: "one.example", seconds: 0.15)
    #expect(pace === RequestPace.shared(host: "one.example", seconds: 0.15))
    let start = MonotonicClock.now()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { try await pace.wait() } }
      try await group.waitForAll()
    }
    #expect(MonotonicClock.now() - start >= 0.45)
    #expect(GeocodingServer.Service.nominatim.pauseSeconds >= 1 && !GeocodingServer.Service.nominatim.allowsTypeAhead)
  }

  @Test func readsTheNamesOfServers() {
    #expect(GeocodingServer.parts("nominatim:https://a.example/n")?.address == "https://a.example/n")
    #expect(GeocodingServer.parts("Photon:http://a.example")?.service == .photon)
    for text in ["google:https://a.example", "nominatim:ftp://a", "nominatim", "photon:", ""] {
      #expect(GeocodingServer.parts(text) == nil)
    }
  }

  @Test(arguments: GeocodingServer.Service.allCases) func placesHaveTheNamesOfTheirElements(service: GeocodingServer.Service)
    async throws
  {
    let http = FixtureFetcher(other: .success(HTTPResponse(status: 200, body: Array(Self.body(service).utf8))))
    let server = try server(service, http)
    #expect(try await server.search(SearchRequest("x")).first?.placeID == "osm:way/77")
    guard service == .nominatim else {
      let error = await #expect(throws: PlaceError.self) { try await server.place(id: "osm:way/77") }
      #expect(error?.description.contains("Photon") == true)
      return
    }
    #expect(try await server.place(id: "osm:way/77", language: "de")?.placeID == "osm:way/77")
    #expect(
      http.requests.last?.url == "http://127.0.0.1:9/lookup?osm_ids=W77&format=jsonv2&addressdetails=1&accept-language=de")
    let count = http.requests.count
    for id in ["osm:way/77#12", "7", "index:World@/5"] { #expect(try await server.place(id: id) == nil) }
    #expect(http.requests.count == count, "the server is not asked for what is none of its names")
  }
}
