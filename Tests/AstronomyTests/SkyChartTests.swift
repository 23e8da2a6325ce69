import Foundation
import OverlookGeometry
import Testing

@testable import OverlookAstronomy

@Suite struct SkyChartTests {
  private let helsinki = SkyObserver(LocationCoordinate(latitude: 60.17, longitude: 24.94), pressureHectopascals: 0)

  /// The arcs of the solstices culminate at 90 degrees less the latitude, 23.44 degrees higher and lower; that of the equinox between.
  @Test func theArcsOfTheSeasonsCulminateAtTheirHeights() throws {
    let chart = try SkyChart(of: .sun, at: try Date("2026-05-01T12:00:00Z", strategy: .iso8601), observer: helsinki)
    let heights = chart.seasons.map { $0.map(\.altitude).max() ?? 0 }
    #expect(heights.count == 3)
    for (height, tilt) in zip(heights, [23.44, 0, -23.44]) { #expect(abs(height - (90 - 60.17 + tilt)) < 0.2) }
  }

  /// Published for Sydney on 2013-12-20: sunset at 20:05 summer time (09:05 UTC) in 241 degrees, noon at 80 degrees in the north.
  @Test func theSunOfSydneyGoesDownInTheSouthWest() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: -33.8688, longitude: 151.2093))
    let chart = try SkyChart(of: .sun, at: try Date("2013-12-20T05:00:00Z", strategy: .iso8601), observer: observer)
    let set = try #require(chart.events.first(.set))
    #expect(abs(set.date.timeIntervalSince1970 - 1_387_530_300) < 90 && abs(set.azimuth - 241) < 1)
    let highest = try #require(chart.day.max { $0.altitude < $1.altitude })
    #expect(abs(highest.altitude - 79.6) < 0.5)
    #expect(zip(chart.day, chart.day.dropFirst()).allSatisfy { $1.date.timeIntervalSince($0.date) == 600 })
  }

  /// Up from -10 to 10 degrees around north, over 20, down again, and never up.
  @Test func aWayIsCutAtTheHorizon() throws {
    func marks(_ altitudes: [Double]) -> [SkyChart.Mark] {
      altitudes.enumerated().map { number, altitude in
        SkyChart.Mark(
          date: Date(timeIntervalSince1970: 600 * Double(number)), azimuth: Double((350 + 20 * number) % 360), altitude: altitude)
      }
    }
    let parts = SkyChart.partsAboveHorizon(of: marks([-10, 10, 20, -20, -5, 0, 5]))
    #expect(parts.map { $0.map(\.altitude) } == [[0, 10, 20, 0], [0, 0, 5]])
    let first = try #require(parts.first)
    try #require(first.count == 4)
    // Half of the way from 350 to 10 degrees is north, and so is the time between.
    #expect(abs(first[0].azimuth.remainder(dividingBy: 360)) < 1e-9 && first[0].date.timeIntervalSince1970 == 300)
    #expect(abs(first[3].azimuth - 40) < 1e-9 && first[3].date.timeIntervalSince1970 == 1_500)
    #expect(SkyChart.partsAboveHorizon(of: marks([-3, -1, -9])).isEmpty && SkyChart.partsAboveHorizon(of: []).isEmpty)
    #expect(SkyChart.partsAboveHorizon(of: marks([3, 1])).map(\.count) == [2])
  }

  @Test func theHoursAreThoseOfTheClock() throws {
    let date = try Date("2026-05-01T12:00:00Z", strategy: .iso8601)
    let chart = try SkyChart(of: .sun, at: date, observer: helsinki, secondsFromGMT: 3 * 3600)
    #expect(chart.hours.count == 25)
    #expect(chart.hours.first?.date == (try Date("2026-04-30T21:00:00Z", strategy: .iso8601)))
    // At 25 degrees east the hour nearest to mean time is two ahead of Greenwich.
    let own = try SkyChart(of: .sun, at: date, observer: helsinki)
    #expect(own.hours.first?.date == (try Date("2026-04-30T22:00:00Z", strategy: .iso8601)))
    #expect(own.day.count == 145 && own.day.last?.date == own.hours.last?.date)
  }

  /// The equation of time goes from -14 to +16 minutes: 7.6 degrees of hour angle, at noon seen in the azimuth.
  @Test func theAnalemmaIsAnEightAroundTheMeridian() throws {
    let observer = SkyObserver(LocationCoordinate(latitude: 0, longitude: 0), pressureHectopascals: 0)
    let chart = try SkyChart(of: .sun, at: try Date("2026-07-02T12:00:00Z", strategy: .iso8601), observer: observer)
    // Seen from the equator, how far east of the meridian plane a mark lies.
    let sides = chart.analemma.map { sin($0.azimuth * .pi / 180) * cos($0.altitude * .pi / 180) * 180 / .pi }
    #expect(abs((sides.max() ?? 0) - 3.4) < 0.3 && abs((sides.min() ?? 0) + 4.0) < 0.3, "\(sides)")
  }

  @Test func theMoonHasADayAndNoSeasons() throws {
    let chart = try SkyChart(of: .moon, at: Date(timeIntervalSince1970: 1_780_000_000), observer: helsinki)
    #expect(chart.seasons.isEmpty && chart.analemma.isEmpty && chart.day.count == 145)
  }

  @Test(arguments: [Double.nan, 1e300, -100_000])
  func clocksThatAreNoneAreRefused(_ offset: Double) {
    #expect(throws: AstronomyError.self) {
      try SkyChart(of: .sun, at: Date(timeIntervalSince1970: 0), observer: helsinki, secondsFromGMT: offset)
    }
  }

  @Test func theEndsOfTheTimesThatAreKnownHaveCharts() throws {
    for text in ["1600-01-20T00:00:00Z", "2600-12-20T00:00:00Z"] {
      let chart = try SkyChart(of: .sun, at: try Date(text, strategy: .iso8601), observer: helsinki)
      #expect(!chart.analemma.isEmpty && chart.analemma.count < 74)
    }
  }
}
