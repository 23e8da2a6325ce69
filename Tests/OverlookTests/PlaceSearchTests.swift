import Foundation
import Overlook
import OverlookSearch
import OverlookSupport
import Testing

/// Places as an app asks for them, with the index that the library brings along and no network.
@Suite @MainActor struct PlaceSearchTests {
  @Test func theBestKnownPlacesComeFirst() async throws {
    let search = PlaceSearch()
    search.language = "en"
    for (text, name) in [
      ("Seattle", "Seattle"), ("Miami", "Miami"), ("par", "Paris"), ("東京", "Tokyo"), ("San Fransisco", "San Francisco"),
    ] {
      #expect(try await search.search(text, limit: 3).first?.name == name)
    }
    let berlin = try #require(try await search.search("berlin germany", limit: 1).first)
    #expect(berlin.kind == "city" && berlin.address.country == "Germany" && berlin.bounds.contains(berlin.coordinate))
    #expect(
      SphericalGeometry.distance(from: berlin.coordinate, to: LocationCoordinate(latitude: 52.52, longitude: 13.405)) < 10_000)
  }

  @Test func whatLiesNearGoesFirst() async throws {
    let search = PlaceSearch()
    let texas = LocationCoordinate(latitude: 33.6, longitude: -95.5)
    let paris = try #require(try await search.search("Paris", near: texas, limit: 1).first)
    #expect(try #require(paris.distance) < 30_000)
  }

  @Test func coordinatesAreReadInTheirUsualForms() async throws {
    let found = try await PlaceSearch().search("52°31'12\"N 13°24'18\"E")
    let first = try #require(found.first)
    #expect(first.kind == "coordinate" && abs(first.coordinate.latitude - 52.52) < 1e-9)
  }

  @Test func onlyTheLastSuggestionIsTold() async throws {
    let search = PlaceSearch()
    let names = await withCheckedContinuation { continuation in
      for text in ["B", "Be", "Ber", "Berl", "Berli"] {
        search.suggest(text) { _ in Issue.record("\(text) was answered") }
      }
      search.suggest("Berlin") { results in continuation.resume(returning: results.map(\.name)) }
    }
    #expect(names.first == "Berlin")
    #expect(!PlaceSearch(provider: .nominatim(address: "http://127.0.0.1:9")).allowsSuggestions)
  }

  @Test func whatCannotBeOpenedIsALine() async {
    await #expect(throws: PlaceSearch.Problem.self) {
      try await PlaceSearch(provider: .region("/nowhere/x.region")).search("a")
    }
    await #expect(throws: PlaceSearch.Problem.self) {
      try await PlaceSearch(provider: .photon(address: "no address")).search("a")
    }
  }
}

/// Places of an app's own.
struct OfficePlaces: PlaceProvider {
  static let office = PlaceResult(
    name: "Office", kind: "office", coordinate: LocationCoordinate(latitude: 53.56, longitude: 13.27), bounds: .empty, score: 1,
    source: "app", placeID: "office-1")
  var error: PlaceError?

  func places(for request: SearchRequest) async throws(PlaceError) -> [PlaceResult] {
    if let error { throw error }
    return request.text.hasPrefix("off") ? [Self.office, Self.office, Self.office] : []
  }

  func places(at coordinate: LocationCoordinate, limit: Int, language: String) async throws(PlaceError) -> [PlaceResult] {
    if let error { throw error }
    return [Self.office]
  }

  func place(id: String, language: String) async throws(PlaceError) -> PlaceResult {
    if let error { throw error }
    guard id == "office-1" else { throw .notFound("there is no such office") }
    return Self.office
  }
}

@Suite @MainActor struct OwnPlacesTests {
  @Test func anAppAnswersWithPlacesOfItsOwn() async throws {
    let search = PlaceSearch(provider: OfficePlaces())
    #expect(search.allowsSuggestions)
    #expect(try await search.search("off", limit: 2).map(\.name) == ["Office", "Office"])
    #expect(try await search.search("x").isEmpty)
    #expect(try await search.place(id: "office-1").placeID == "office-1")
    let problem = await #expect(throws: PlaceSearch.Problem.self) { try await search.place(id: "office-2") }
    #expect(problem?.description == "there is no such office")
    let suggested = await withCheckedContinuation { continuation in
      search.suggest("off", limit: 1) { continuation.resume(returning: $0) }
    }
    #expect(suggested.map(\.placeID) == ["office-1"])
    let geocoder = Geocoder(provider: OfficePlaces())
    #expect(try await geocoder.reverseGeocode(LocationCoordinate(latitude: 1, longitude: 1)).results().count == 1)
    let failing = Geocoder(provider: OfficePlaces(error: .unreachable("the office is closed")))
    await #expect(throws: Geocoder.Problem.internal) {
      try await failing.reverseGeocode(LocationCoordinate(latitude: 1, longitude: 1))
    }
    #expect(failing.lastFault == "the office is closed")
  }

  @Test func placesOfTheMachineAreFoundAgainByTheirIdentifiers() async throws {
    let search = PlaceSearch()
    let berlin = try #require(try await search.search("Berlin", limit: 1).first)
    let id = try #require(berlin.placeID)
    #expect(try await search.place(id: id).coordinate == berlin.coordinate)
    await #expect(throws: PlaceSearch.Problem.self) { try await search.place(id: "osm:node/1") }
    // No server of Photon knows identifiers, and nobody is asked.
    await #expect(throws: PlaceSearch.Problem.self) {
      try await PlaceSearch(provider: .photon(address: "http://127.0.0.1:9")).place(id: "osm:node/1")
    }
  }

  /// A state or province is found by what it is called elsewhere, and told in the language of who asks.
  @Test(arguments: [
    ("Bavière", "fr", "Bavière"), ("Baviera", "it", "Baviera"), ("Baviera", "de", "Bayern"), ("Bavaria", "en", "Bavaria"),
    ("Бавария", "ru", "Бавария"), ("Kalifornien", "de", "Kalifornien"), ("Californie", "en", "California"),
  ])
  func aStateIsFoundInLanguages(text: String, language: String, name: String) async throws {
    let found = try await InstalledPlaces().places(for: SearchRequest(text, limit: 5, language: language))
    #expect(found.first { $0.kind == "state" }?.name == name)
  }

  /// The lists of names have a city's state behind a comma in Persian, and pages about templates.
  @Test func whatACityLiesInAndPagesAreNoNamesOfIt() async throws {
    let arkansas = try await InstalledPlaces().places(for: SearchRequest("آرکانزاس", limit: 5))
    #expect(arkansas.first?.kind == "state" && arkansas.first?.name == "Arkansas", "\(arkansas.map(\.name))")
    #expect(try await InstalledPlaces().places(for: SearchRequest("TabelKapoLauCarta", limit: 5)).isEmpty)
    // Colons within words are letters of some languages.
    #expect(try await InstalledPlaces().places(for: SearchRequest("S:t Martens", limit: 5)).contains { $0.name == "Marttila" })
  }

  /// A search that nobody waits for any more ends, and does not answer.
  @Test func aSearchThatIsCancelledIsNotAnswered() async {
    let task = Task { () -> Bool in
      let found = try? await InstalledPlaces().places(for: SearchRequest("Berlin"))
      return found == nil
    }
    task.cancel()
    #expect(await task.value)
  }

  /// The asker's own ticket ends it, and so does the end of its task while that ticket stands.
  @Test(arguments: [false, true]) func aSearchWithATicketOfItsOwnEndsWithEither(cancelsTask: Bool) async {
    var request = SearchRequest("Berlin")
    let ticket = WorkTicket()
    request.ticket = ticket
    let task = Task { [request] () -> PlaceError? in
      do throws(PlaceError) {
        _ = try await InstalledPlaces().places(for: request)
        return nil
      } catch {
        return error
      }
    }
    if cancelsTask { task.cancel() } else { ticket.cancel() }
    #expect(await task.value == .cancelled)
    #expect(ticket.isCancelled != cancelsTask)
  }
}

@Suite @MainActor struct GeocoderTests {
  @Test func tellsTheTownAtAPlace() async throws {
    let geocoder = Geocoder.geocoder()
    geocoder.language = "de"
    let response = try await geocoder.reverseGeocode(LocationCoordinate(latitude: 48.137, longitude: 11.575))
    let address = try #require(response.firstResult())
    #expect(address.locality == "München" && address.country == "Deutschland" && address.countryCode == "DE")
    #expect(response.results().first == address && address.addressLine1() == "München" && address.addressLine2() == "Bayern")
    #expect(address.coordinate.isValid)
  }

  @Test func aPlaceThatIsNoneIsAProblem() async {
    await #expect(throws: Geocoder.Problem.invalidCoordinate) {
      try await Geocoder().reverseGeocode(.invalid)
    }
    #expect(Geocoder.Problem.invalidCoordinate.rawValue == 1 && Geocoder.Problem.internal.rawValue == 2)
  }

  @Test func completionsComeWithAnAnswerOrAProblem() async {
    let geocoder = Geocoder()
    let hasAnswer = await withCheckedContinuation { continuation in
      geocoder.reverseGeocode(LocationCoordinate(latitude: 60.17, longitude: 24.94)) { response, problem in
        continuation.resume(returning: response?.firstResult() != nil && problem == nil)
      }
    }
    #expect(hasAnswer)
    let problem = await withCheckedContinuation { continuation in
      geocoder.reverseGeocode(.invalid) { _, problem in continuation.resume(returning: problem) }
    }
    #expect(problem == .invalidCoordinate)
  }

  @Test func theSeaHasNoAddress() async throws {
    let response = try await Geocoder().reverseGeocode(LocationCoordinate(latitude: -48, longitude: -120))
    #expect(response.firstResult() == nil && response.results().isEmpty)
  }
}
