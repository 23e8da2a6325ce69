import OverlookFiles
import OverlookGeometry
import Testing

@Suite struct TrackProfileTests {
  /// Along the equator, where a hundredth of a degree is 1113.19 m: up 100 m, down 50 m, with a rest of a minute.
  private func profile() throws -> TrackProfile {
    let points = [
      (0.0, 100.0, "10:00:00"), (0.01, 200, "10:10:00"), (0.01, 200, "10:11:00"), (0.02, 150, "10:21:00"),
      (0.03, 150, "10:31:00"),
    ]
    let text = points.map { "<trkpt lat='0' lon='\($0.0)'><ele>\($0.1)</ele><time>2024-05-01T\($0.2)Z</time></trkpt>" }.joined()
    let document = try FileFormats.read(
      FileInput(name: "a.gpx", bytes: Array("<gpx><trk><trkseg>\(text)</trkseg></trk></gpx>".utf8)))
    return TrackProfile(try #require(TrackStatistics(document.shapes, feature: 0)), document.shapes)
  }

  @Test func distancesLeadToPlaces() throws {
    let profile = try profile()
    #expect(abs(profile.lengthMeters - 3339.58) < 0.1)
    let place = try #require(profile.place(atDistance: 556.6))
    #expect(abs(place.coordinate.longitude - 0.005) < 1e-5 && abs((place.height ?? 0) - 150) < 0.1)
    #expect(place.time == 1_714_557_600 + 300 || abs((place.time ?? 0) - 1_714_557_900) < 1)
    #expect(
      profile.place(atDistance: -5)?.coordinate.longitude == 0 && profile.place(atDistance: 1e9)?.coordinate.longitude == 0.03)
    #expect(profile.place(atDistance: .nan) == nil)
  }

  @Test func timesLeadToPlaces() throws {
    let profile = try profile()
    #expect(profile.period == 1_714_557_600...1_714_559_460)
    let place = try #require(profile.place(atTime: 1_714_557_600 + 300))
    #expect(abs(place.coordinate.longitude - 0.005) < 1e-9)
    // At rest.
    #expect(profile.place(atTime: 1_714_557_600 + 630)?.coordinate.longitude == 0.01)
    #expect(profile.place(atTime: 1_714_557_599) == nil && profile.place(atTime: 1_714_559_461) == nil)
  }

  @Test func placesLeadToDistances() throws {
    let profile = try profile()
    let found = try #require(profile.nearest(to: LocationCoordinate(latitude: 0.001, longitude: 0.015)))
    #expect(abs(found.place.distanceMeters - 1669.79) < 0.5 && abs(found.metersAway - 111.2) < 0.2)
    #expect(try #require(profile.nearest(to: LocationCoordinate(latitude: 0, longitude: -1))).place.distanceMeters == 0)
  }

  @Test func aSectionHasFiguresOfItsOwn() throws {
    let profile = try profile()
    let section = try #require(profile.section(556.6...2226.4))
    #expect(abs(section.lengthMeters - 1669.8) < 0.1)
    #expect(section.ascentMeters.map { abs($0 - 50) < 0.1 } == true && section.descentMeters.map { abs($0 - 50) < 0.1 } == true)
    #expect(section.seconds.map { abs($0 - 960) < 1 } == true)
    #expect(abs(section.bounds.southWest.longitude - 0.005) < 1e-5)
  }

  @Test func noSummitIsLostInADrawing() throws {
    let profile = try profile()
    let columns = profile.outline(0...profile.lengthMeters, count: 10)
    #expect(columns.map(\.high).max() == 200 && columns.map(\.low).min().map { $0 <= 110 } == true && columns.count == 10)
    #expect(profile.outline(0...0, count: 10).isEmpty && profile.outline(0...1, count: 0).isEmpty)
  }

  @Test func aTrackWithoutTimesAndHeightsHasNone() throws {
    let document = try FileFormats.read(
      FileInput(
        name: "a.gpx",
        bytes: Array("<gpx><trk><trkseg><trkpt lat='0' lon='0'/><trkpt lat='1' lon='0'/></trkseg></trk></gpx>".utf8)))
    let profile = TrackProfile(try #require(TrackStatistics(document.shapes, feature: 0)), document.shapes)
    #expect(profile.period == nil && !profile.hasHeights && profile.outline(0...profile.lengthMeters, count: 5).isEmpty)
    #expect(profile.section(0...1000)?.ascentMeters == nil)
  }
}
