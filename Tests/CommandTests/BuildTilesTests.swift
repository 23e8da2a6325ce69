import OverlookTestSupport
import Testing

extension CommandTests {
  /// `overlook build-tiles`.
  @Suite struct BuildTilesTests {
    @Test func refusesWhatIsNoExtract() async throws {
      let place = try Workplace()
      let file = try place.file("a.osm.pbf", Array("no extract".utf8))
      let outcome = try await place.overlook(["build-tiles", file, "-o", "a.pmtiles"])
      outcome.expectError("no OpenStreetMap data")
      #expect(try place.names == ["a.osm.pbf"])
    }
  }
}
