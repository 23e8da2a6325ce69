import OverlookGeometry
import OverlookInput
import OverlookSearch
import OverlookTestSupport
import Testing

@testable import Overlook

/// The search field on a map, over the places of the world that the program brings along.
@MainActor @Suite struct SearchBoxTests {
  private var fixture = MapFixture(camera: CameraPosition(latitude: 50, longitude: 10, zoom: 3))
  private let box = SearchBox()

  init() {
    box.search.language = "en"
    fixture.map.add(box)
  }

  /// Runs the map until there is an answer to what was typed.
  private mutating func answer(_ isThere: (SearchBox) -> Bool) async throws {
    let isAnswered = await eventually {
      fixture.run(seconds: 0.02)
      return isThere(box)
    }
    #expect(isAnswered, "no answer to \(box.text)")
  }

  /// Of five places of one name in one town a row tells which it is.
  @Test func rowsSayWhatPlacesAre() {
    func detail(_ kind: String, _ address: Address = Address(country: "Germany", countryCode: "DE")) -> String {
      let place = LocationCoordinate(latitude: 53.5, longitude: 13.3)
      return SearchBox.detail(
        of: PlaceResult(
          name: "Burg Stargard", kind: kind, coordinate: place, bounds: .empty, address: address, score: 1, source: ""))
    }
    #expect(Set(["town", "station", "museum", "hotel", "restaurant"].map { detail($0) }).count == 5)
    #expect(detail("town").hasSuffix(" · Germany"))
    #expect(detail("house") == "Germany")
    #expect(!detail("house", Address()).isEmpty)
  }

  @Test mutating func whatIsTypedIsFoundAndEnterGoesThere() async throws {
    fixture.send(.textCommitted("/"))
    #expect(fixture.map.focusedControl is TextField && box.text.isEmpty, "the key leads to the field and is not typed")
    fixture.send(.textCommitted("Reykjav"))
    try await answer { !$0.found.isEmpty }
    let first = try #require(box.found.first)
    // The position of Reykjavik in GeoNames.
    #expect(
      SphericalGeometry.distance(from: first.coordinate, to: LocationCoordinate(latitude: 64.1355, longitude: -21.8954)) < 5000)
    fixture.send(.keyPressed(.enter, []))
    #expect(fixture.map.selectedMarker?.title == first.name && fixture.map.focusedControl == nil)
    fixture.run(seconds: 12)
    #expect(SphericalGeometry.distance(from: fixture.map.camera.target, to: first.coordinate) < 20_000)
    #expect(fixture.map.camera.zoom > 8)
  }

  @Test mutating func anEmptyFieldLeavesNothingOnTheMap() async throws {
    box.focus()
    box.text = "Rome"
    try await answer { !$0.found.isEmpty }
    fixture.send(.keyPressed(.enter, []))
    let marker = try #require(fixture.map.selectedMarker)
    #expect(marker.map === fixture.map)
    box.text = ""
    #expect(marker.map == nil && box.found.isEmpty)
  }

  @Test mutating func onlyTheLastQuestionIsAnswered() async throws {
    box.text = "Paris"
    box.text = "60.17, 24.94"
    try await answer { !$0.found.isEmpty }
    #expect(box.found.first?.kind == "coordinate")
    box.text = "qqqqqqqq zzzzzzzz"
    try await answer { $0.found.isEmpty }
    fixture.map.remove(box)
    #expect(!fixture.map.controls.contains { $0 === box.controls[0] })
    fixture.send(.textCommitted("/"))
    #expect(fixture.map.focusedControl == nil)
  }
}
