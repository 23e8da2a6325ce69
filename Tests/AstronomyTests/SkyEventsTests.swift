import Foundation
import OverlookAstronomy
import OverlookGeometry
import Testing

@Suite struct SkyEventsTests {
  /// Against risings, settings and twilights on the ephemeris DE421.
  @Test func timesAreThoseOfAnIndependentEphemeris() throws {
    let rows = try Reference.rows("events")
    #expect(rows.count > 500)
    var compared: [String: Int] = [:]
    for row in rows {
      let body = try #require(CelestialBody(rawValue: row[0]))
      let observer = SkyObserver(LocationCoordinate(latitude: try row.number(1), longitude: try row.number(2)))
      let events = try SkyEvents(of: body, from: Date(timeIntervalSince1970: try row.number(3)), observer: observer)
      let kind = try #require(SkyEvent.Kind(rawValue: row[4]))
      let seconds = try row.number(5)
      let nearest = events.events.filter { $0.kind == kind }.map { abs($0.date.timeIntervalSince1970 - seconds) }.min()
      let error = try #require(nearest, "no \(row)")
      // At high latitudes the horizon is crossed slowly.
      #expect(error < (abs(observer.location.latitude) < 60.5 ? 10 : 60), "\(row)")
      compared[row[0], default: 0] += 1
    }
    #expect(compared["sun", default: 0] > 300 && compared["moon", default: 0] > 80)
  }

  /// Svalbard, 78 degrees north.
  @Test func thePolarDayAndThePolarNightAreTold() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 78.22, longitude: 15.65))
    func visibility(_ seconds: Double) throws -> SkyEvents.Visibility {
      try SkyEvents(of: .sun, from: Date(timeIntervalSince1970: seconds), observer: observer).visibility
    }
    // 2026-06-21, 2026-12-21, 2026-09-25.
    #expect(try visibility(1_782_000_000) == .alwaysAbove)
    #expect(try visibility(1_797_811_200) == .alwaysBelow)
    #expect(try visibility(1_790_294_400) == .risesOrSets)
  }

  /// As the polar night ends the Sun shows for some minutes.
  @Test func aDayOfMinutesHasItsRiseAndSet() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 69.65, longitude: 18.96))
    var shortest = Double.infinity
    for day in 0..<40 {
      // From 2027-01-01 on.
      let start = Date(timeIntervalSince1970: 1_798_761_600 + Double(day) * 86_400)
      let events = try SkyEvents(of: .sun, from: start, observer: observer)
      guard let rise = events.first(.rise), let set = events.first(.set) else { continue }
      shortest = min(shortest, set.date.timeIntervalSince(rise.date))
    }
    #expect(shortest > 60 && shortest < 3600)
  }

  @Test func theGoldenHourLiesAroundTheRise() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 48.85, longitude: 2.35))
    let events = try SkyEvents(of: .sun, from: Date(timeIntervalSince1970: 1_774_828_800), observer: observer)
    let order: [SkyEvent.Kind] = [
      .astronomicalDawn, .nauticalDawn, .civilDawn, .goldenMorningBegin, .rise, .goldenMorningEnd, .transit,
      .goldenEveningBegin, .set, .goldenEveningEnd, .civilDusk, .nauticalDusk, .astronomicalDusk, .lowerTransit,
    ]
    #expect(events.events.map(\.kind) == order)
    #expect(events.events.first { $0.kind == .goldenMorningEnd }.map { abs($0.altitude - 6.15) < 0.1 } == true)
  }

  @Test func aYearHasItsEvents() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 48.85, longitude: 2.35))
    let events = try SkyEvents(
      of: .sun, from: Date(timeIntervalSince1970: 1_767_225_600), seconds: 365 * 86_400, observer: observer)
    #expect(events.events.count { $0.kind == .rise } == 365)
    #expect(events.events.count { $0.kind == .transit } == 365)
  }

  @Test(arguments: [Double.nan, -1])
  func spansThatAreNoneAreRefused(_ seconds: Double) {
    let observer = SkyObserver(LocationCoordinate(latitude: 0, longitude: 0))
    #expect(throws: AstronomyError.timeOutOfRange) {
      try SkyEvents(of: .sun, from: Date(timeIntervalSince1970: 0), seconds: seconds, observer: observer)
    }
  }

  @Test func anEndlessSpanEndsAtItsLimit() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 0, longitude: 0))
    let events = try SkyEvents(of: .moon, from: Date(timeIntervalSince1970: 0), seconds: .infinity, observer: observer)
    #expect(events.events.allSatisfy { $0.date.timeIntervalSince1970 <= SkyEvents.longestSeconds })
    #expect(events.events.count { $0.kind == .transit } > 380)
  }
}

@Suite struct SeasonsTests {
  /// Published by the United States Naval Observatory, UTC to the minute.
  @Test(
    arguments: [
      (2000, "2000-03-20T07:35:00Z", "2000-06-21T01:48:00Z", "2000-09-22T17:28:00Z", "2000-12-21T13:37:00Z"),
      (2020, "2020-03-20T03:50:00Z", "2020-06-20T21:44:00Z", "2020-09-22T13:31:00Z", "2020-12-21T10:02:00Z"),
      (2026, "2026-03-20T14:46:00Z", "2026-06-21T08:24:00Z", "2026-09-23T00:05:00Z", "2026-12-21T20:50:00Z"),
    ])
  func seasonsBeginWhenTheyArePublished(
    _ year: Int, _ march: String, _ june: String, _ september: String, _ december: String
  ) throws {
    let seasons = try Seasons(year: year)
    let found = [seasons.marchEquinox, seasons.juneSolstice, seasons.septemberEquinox, seasons.decemberSolstice]
    for (date, text) in zip(found, [march, june, september, december]) {
      let published = try Date(text, strategy: .iso8601)
      // A minute of rounding, and a minute for the theory.
      #expect(abs(date.timeIntervalSince(published)) < 90, "\(text): \(date)")
    }
  }

  @Test(arguments: [1599, 2601, Int.max, Int.min])
  func yearsOfOtherTimesAreRefused(_ year: Int) {
    #expect(throws: AstronomyError.timeOutOfRange) { try Seasons(year: year) }
  }
}

@Suite struct MoonPhaseTests {
  /// The eclipses of 2023 to 2026 of the catalogues of NASA (F. Espenak), and their new and full Moons to the hour.
  @Test func eclipsesAreThoseOfTheCatalogue() throws {
    let start = try Date("2023-01-01T00:00:00Z", strategy: .iso8601)
    let phases = try MoonPhase.phases(from: start, seconds: 4 * 365.25 * 86_400)
    let found = phases.compactMap { phase in phase.eclipse.map { "\(phase.date.formatted(.iso8601).prefix(10)) \($0.rawValue)" } }
    #expect(
      found == [
        "2023-04-20 totalSolar", "2023-05-05 penumbralLunar", "2023-10-14 annularSolar", "2023-10-28 partialLunar",
        "2024-03-25 penumbralLunar", "2024-04-08 totalSolar", "2024-09-18 partialLunar", "2024-10-02 annularSolar",
        "2025-03-14 totalLunar", "2025-03-29 partialSolar", "2025-09-07 totalLunar", "2025-09-21 partialSolar",
        "2026-02-17 annularSolar", "2026-03-03 totalLunar", "2026-08-12 totalSolar", "2026-08-28 partialLunar",
      ])
  }

  /// Published by the United States Naval Observatory, UTC to the minute.
  @Test func phasesComeWhenTheyArePublished() throws {
    let start = try Date("2024-01-01T00:00:00Z", strategy: .iso8601)
    let phases = try MoonPhase.phases(from: start, seconds: 31 * 86_400)
    let published: [(MoonPhase.Kind, String)] = [
      (.lastQuarter, "2024-01-04T03:30:00Z"), (.new, "2024-01-11T11:57:00Z"), (.firstQuarter, "2024-01-18T03:53:00Z"),
      (.full, "2024-01-25T17:54:00Z"),
    ]
    #expect(phases.map(\.kind) == published.map(\.0))
    for (phase, (_, text)) in zip(phases, published) {
      #expect(abs(phase.date.timeIntervalSince(try Date(text, strategy: .iso8601))) < 90, "\(text): \(phase.date)")
    }
  }

  @Test func aThousandYearsHaveTheirMonths() throws {
    let start = try Date("1600-01-02T00:00:00Z", strategy: .iso8601)
    let phases = try MoonPhase.phases(from: start, seconds: MoonPhase.longestSeconds)
    let months = MoonPhase.longestSeconds / 86_400 / 29.530588
    #expect(abs(Double(phases.count { $0.kind == .full }) - months) < 2)
    #expect(zip(phases, phases.dropFirst()).allSatisfy { ($0.kind.rawValue + 1) % 4 == $1.kind.rawValue && $0.date < $1.date })
  }

  /// J. Meeus, "Astronomical Algorithms", example 48.a: 1992-04-12, 0h TD, lit by 0.6786, bright limb at 285.0 degrees.
  @Test func theMoonIsLitAsInTheBook() throws {
    let date = try Date("1992-04-11T23:59:01Z", strategy: .iso8601)
    let light = try Ephemeris.moonlight(at: date, observer: SkyObserver(LocationCoordinate(latitude: 0, longitude: 0)))
    #expect(abs(light.illuminatedFraction - 0.6786) < 0.0005)
    #expect(abs(light.brightLimbAngle - 285.0) < 0.2)
    #expect(light.elongation > 90 && light.elongation < 180)
  }
}

@Suite struct SkyFinderTests {
  /// In Manhattan the Sun sets along the streets, which run at 299.1 degrees, about May 29 and July 12.
  @Test func theSunSetsAlongTheStreetsTwiceAYear() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 40.7536, longitude: -73.9832))
    let start = try Date("2025-01-01T05:00:00Z", strategy: .iso8601)
    let found = try Ephemeris.passages(
      of: .sun, azimuth: 299.1, altitude: 0.4, tolerance: 0.3, from: start, seconds: 365 * 86_400, observer: observer)
    let days = Set(found.map { $0.date.formatted(.iso8601).prefix(7) })
    #expect(days == ["2025-05", "2025-07"])
    #expect(found.allSatisfy { $0.distance <= 0.3 && abs($0.position.azimuth - 299.1) < 0.5 })
  }

  @Test func whereTheSunNeverStandsNothingIsFound() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 60, longitude: 25))
    let start = try Date("2025-01-01T00:00:00Z", strategy: .iso8601)
    #expect(
      try Ephemeris.passages(of: .sun, azimuth: 0, altitude: 80, from: start, seconds: 86_400 * 30, observer: observer).isEmpty)
    #expect(
      try Ephemeris.passages(of: .sun, azimuth: .nan, altitude: 80, from: start, seconds: 86_400, observer: observer).isEmpty)
  }
}
