import OverlookGeometry
import Testing

@testable import OverlookCamera

/// Where on a way a place of the map lies.
@Suite struct TravelPathPlaceTests {
  private static let start = LocationCoordinate(latitude: 50, longitude: 10)
  private static func place(_ east: Double, _ north: Double) -> LocationCoordinate {
    SphericalGeometry.offset(
      from: SphericalGeometry.offset(from: start, distanceMeters: north, headingDegrees: 0), distanceMeters: east,
      headingDegrees: 90)
  }

  @Test func itIsTheNearestAndOfTwoPassesTheLaterWhereThatIsAskedFor() throws {
    let path = TravelPath([Self.place(0, 0), Self.place(1000, 0), Self.place(1000, 20), Self.place(0, 20)])
    let beside = WorldPoint(Self.place(300, 4))
    #expect(abs(try #require(path.nearest(to: beside)) - 300) < 1)
    #expect(abs(try #require(path.nearest(to: beside, from: 900)) - 1720) < 2)
    #expect(abs(try #require(path.nearest(to: WorldPoint(Self.place(-50, 0))))) < 1)
    #expect(TravelPath([]).nearest(to: beside) == nil && path.nearest(to: beside, from: .nan) == nil)
  }

  @Test func overTheEdgeOfTheWorldItIsFoundToo() throws {
    let path = TravelPath([
      LocationCoordinate(latitude: 0, longitude: 179.99), LocationCoordinate(latitude: 0, longitude: -179.99),
    ])
    let found = try #require(path.nearest(to: WorldPoint(LocationCoordinate(latitude: 0.001, longitude: -179.995))))
    #expect(abs(found - path.length * 0.75) < 2)
  }
}
