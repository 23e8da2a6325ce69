import Foundation
import OverlookAstronomy
import OverlookGeometry
import Testing

@Suite struct EphemerisTests {
  /// Against the JPL ephemeris DE421 and astronomy-engine, without air.
  @Test(arguments: [(CelestialBody.sun, 0.005), (.moon, 0.01)])
  func placesAreThoseOfIndependentEphemerides(_ body: CelestialBody, _ limit: Double) throws {
    let rows = try ReferencePosition.all().filter { $0.body == body && (1900...2100).contains($0.year) }
    #expect(rows.count > 250)
    for row in rows {
      let position = try Ephemeris.position(of: body, at: row.date, observer: row.observer)
      let error = separation(position.azimuth, position.airlessAltitude, row.azimuth, row.airlessAltitude)
      #expect(error <= limit, "\(row)")
      #expect(abs(position.distanceKilometers - row.kilometers) / row.kilometers < 2e-4)
    }
  }

  /// How far the Earth has turned is told otherwise by others there: what is left is less than a minute of its turning.
  @Test func placesOfOtherCenturiesAreNear() throws {
    let rows = try ReferencePosition.all().filter { !(1900...2100).contains($0.year) }
    #expect(rows.count > 80)
    for row in rows {
      let position = try Ephemeris.position(of: row.body, at: row.date, observer: row.observer)
      let error = separation(position.azimuth, position.airlessAltitude, row.azimuth, row.airlessAltitude)
      #expect(error <= 0.05, "\(row)")
    }
  }

  @Test func theAirLiftsAsOthersSayAboveFiveDegrees() throws {
    let rows = try ReferencePosition.all().filter { $0.airlessAltitude > 5 && $0.altitude != nil }
    #expect(rows.count > 100)
    for row in rows {
      let position = try Ephemeris.position(of: row.body, at: row.date, observer: row.observer)
      let altitude = try #require(row.altitude)
      #expect(abs(position.altitude - position.airlessAltitude - (altitude - row.airlessAltitude)) < 0.002, "\(row)")
    }
  }

  @Test func withoutAirNothingIsLifted() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 50, longitude: 8), pressureHectopascals: 0)
    let position = try Ephemeris.position(of: .sun, at: Date(timeIntervalSince1970: 1_750_000_000), observer: observer)
    #expect(position.altitude == position.airlessAltitude)
  }

  /// The Sun is 32' wide and the Moon 29' to 34'.
  @Test func discsHaveTheirWidths() throws {
    for day in 0..<60 {
      let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(day) * 6 * 86_400)
      let observer = SkyObserver(LocationCoordinate(latitude: 20, longitude: 100))
      let sun = try Ephemeris.position(of: .sun, at: date, observer: observer).angularDiameter * 60
      let moon = try Ephemeris.position(of: .moon, at: date, observer: observer).angularDiameter * 60
      #expect((31.4...32.6).contains(sun) && (29...34.2).contains(moon))
    }
  }

  /// Sydney, 2013-12-20, an hour before the Sun sets at 240.9 degrees (timeanddate.com: sunset 20:05, 241 degrees).
  @Test func theSunSetsInTheSouthWestOfSydney() throws {
    let sydney = SkyObserver(LocationCoordinate(latitude: -33.8688, longitude: 151.2093))
    // 2013-12-20 00:00 in the time of Sydney in summer, UTC+11.
    let start = Date(timeIntervalSince1970: 1_387_458_000)
    let set = try #require(try SkyEvents(of: .sun, from: start, observer: sydney).first(.set))
    #expect(abs(set.date.timeIntervalSince(start) - (20 * 3600 + 5 * 60)) < 60)
    #expect(abs(set.azimuth - 241) < 0.5)
  }

  /// The Milky Way's centre culminates at 90 degrees less the distance of its declination, -29.0 degrees, from the latitude.
  @Test func theMilkyWaysCentreCulminatesAtItsHeight() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: -23, longitude: -67), pressureHectopascals: 0)
    let events = try SkyEvents(of: .galacticCenter, from: Date(timeIntervalSince1970: 1_780_000_000), observer: observer)
    let transit = try #require(events.first(.transit))
    #expect(abs(transit.altitude - (90 - (29.01 - 23))) < 0.05)
    #expect(abs(separation(transit.azimuth, 0, 180, 0)) < 0.05)
  }

  @Test func manyPositionsAreThoseOfOne() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 12, longitude: 77))
    let dates = (0..<50).map { Date(timeIntervalSince1970: Double($0) * 1e7) }
    let together = try Ephemeris.positions(of: .moon, at: dates, observer: observer)
    for (date, position) in zip(dates, together) {
      #expect(try Ephemeris.position(of: .moon, at: date, observer: observer) == position)
    }
  }

  @Test(arguments: [-.infinity, .infinity, .nan, 1e18, -1e18, 19_912_435_200, -11_676_096_001])
  func timesThatTheTheoriesDoNotKnowAreRefused(_ seconds: Double) {
    let observer = SkyObserver(LocationCoordinate(latitude: 0, longitude: 0))
    #expect(throws: AstronomyError.timeOutOfRange) {
      try Ephemeris.position(of: .sun, at: Date(timeIntervalSince1970: seconds), observer: observer)
    }
  }

  @Test(arguments: [(90.1, 0), (.nan, 0), (0, .infinity), (-1e308, 0)] as [(Double, Double)])
  func placesThatAreNoneAreRefused(_ latitude: Double, _ longitude: Double) {
    let observer = SkyObserver(LocationCoordinate(latitude: latitude, longitude: longitude))
    #expect(throws: AstronomyError.invalidLocation) {
      try Ephemeris.position(of: .moon, at: Date(timeIntervalSince1970: 0), observer: observer)
    }
  }

  @Test func airAndHeightsThatAreNoneAreRefused() {
    let place = LocationCoordinate(latitude: 0, longitude: 0)
    for observer in [
      SkyObserver(place, heightMeters: .nan), SkyObserver(place, heightMeters: 1e9),
      SkyObserver(place, pressureHectopascals: -1), SkyObserver(place, temperatureCelsius: -273),
    ] {
      #expect(throws: AstronomyError.self) {
        try Ephemeris.position(of: .sun, at: Date(timeIntervalSince1970: 0), observer: observer)
      }
    }
  }

  @Test(arguments: [90.0, -90])
  func thePolesAndTurnsOfLongitudeHavePositions(_ latitude: Double) throws {
    let observer = SkyObserver(LocationCoordinate(latitude: latitude, longitude: 1e6))
    let position = try Ephemeris.position(of: .sun, at: Date(timeIntervalSince1970: 1_782_000_000), observer: observer)
    // Nine days after the solstice of June: 23.2 degrees north.
    #expect(abs(position.airlessAltitude - (latitude > 0 ? 23.4 : -23.4)) < 0.3)
    #expect((0..<360).contains(position.azimuth))
  }
}
