import Foundation
import OverlookAstronomy
import OverlookGeometry
import OverlookPanorama
import Testing

@Suite struct SkyPathsTests {
  private static let sydney = LocationCoordinate(latitude: -33.8688, longitude: 151.2093)
  /// 2013-12-20T05:00:00Z, four in the afternoon there.
  private static let date = Date(timeIntervalSince1970: 1_387_515_600)

  @Test func theSunOfSydneyGoesDownInTheSouthWest() throws {
    let paths = try SkyPaths(at: Self.sydney, date: Self.date)
    let day = try #require(paths.paths.last)
    #expect(day.body == .sun && day.kind == .day && day.points.count == 145)
    // Published for that day: sunset at 20:05 summer time (09:05 UTC), in 241 degrees; noon at 80 degrees in the north.
    let set = try #require(paths.events.first(.set))
    #expect(abs(set.date.timeIntervalSince1970 - 1_387_530_300) < 90 && abs(set.azimuth - 241) < 1)
    let highest = try #require(day.points.max { $0.orientation.pitch < $1.orientation.pitch })
    #expect(abs(highest.orientation.pitch - 79.6) < 0.5)
    #expect(zip(day.points, day.points.dropFirst()).allSatisfy { $1.date.timeIntervalSince($0.date) == 600 })
    #expect(paths.hours.count == 25)
  }

  @Test func farthestThingsComeFirst() throws {
    let paths = try SkyPaths(at: Self.sydney, date: Self.date).paths
    #expect(paths.map(\.kind) == [.analemma, .juneSolstice, .equinox, .decemberSolstice, .day, .day])
    #expect(paths.map(\.body) == [.sun, .sun, .sun, .sun, .moon, .sun])
    // In December the arc of the day lies on that of the solstice, far above that of June.
    func top(_ path: SkyPath) -> Double { path.points.map(\.orientation.pitch).max() ?? 0 }
    #expect(abs(top(paths[3]) - top(paths[5])) < 0.1 && abs(top(paths[1]) - (90 - 33.87 - 23.43)) < 0.3)
    #expect(abs(top(paths[2]) - (90 - 33.87)) < 0.5)
  }

  @Test func thePositionsAreThoseOfTheTimeItself() throws {
    let paths = try SkyPaths(at: Self.sydney, date: Self.date)
    let sun = try #require(paths.positions[.sun])
    let expected = try Ephemeris.position(of: .sun, at: Self.date, observer: SkyObserver(Self.sydney))
    #expect(sun == expected && paths.positions.count == 3)
  }

  @Test func timesAndPlacesThatAreNoneAreErrors() {
    #expect(throws: AstronomyError.self) { _ = try SkyPaths(at: .invalid, date: Self.date) }
    #expect(throws: AstronomyError.self) { _ = try SkyPaths(at: Self.sydney, date: Date(timeIntervalSince1970: 1e12)) }
    #expect(throws: AstronomyError.self) { _ = try SkyPaths(at: Self.sydney, date: Date(timeIntervalSince1970: .nan)) }
    for latitude in [90.0, -90] {
      let paths = try? SkyPaths(at: LocationCoordinate(latitude: latitude, longitude: 0), date: Self.date)
      #expect(paths?.events.visibility == (latitude > 0 ? .alwaysBelow : .alwaysAbove))
    }
  }
}
