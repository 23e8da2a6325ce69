import OverlookGeometry
import OverlookRouting
import Testing

@testable import OverlookNavigation

/// Where a route passes what lies beside it.
@Suite struct RouteBesideTests {
  @Test func thePlaceNextToTheRouteIsToldWithItsDistance() throws {
    let track = try RouteTrack(TestRoute.corner(2000).route)
    let first = try #require(track.passing(TestRoute.place(700, 40), within: 100))
    #expect(abs(first.meters - 700) < 2 && abs(first.offset - 40) < 1)
    let second = try #require(track.passing(TestRoute.place(1950, 900), within: 100))
    #expect(abs(second.meters - 2900) < 2 && abs(second.offset - 50) < 1)
    #expect(track.passing(TestRoute.place(700, 140), within: 100) == nil)
  }

  @Test func whatIsPassedAlreadyIsNotTold() throws {
    let track = try RouteTrack(TestRoute.corner(2000).route)
    #expect(track.passing(TestRoute.place(700, 40), within: 100, from: 1000) == nil)
    let again = try #require(track.passing(TestRoute.place(700, 40), within: 100, from: 650))
    #expect(abs(again.meters - 700) < 2)
  }

  @Test func ofTwoPassagesTheFirstIsToldAndOfABendItsNearestSide() throws {
    // There and back on the same road, and a bend around a place.
    let track = try RouteTrack(TestRoute([(0, 0), (3000, 0), (0, 0)], turns: [1: .turn]).route)
    #expect(abs(try #require(track.passing(TestRoute.place(1000, 30), within: 100)).meters - 1000) < 2)
    #expect(abs(try #require(track.passing(TestRoute.place(1000, 30), within: 100, from: 2000)).meters - 5000) < 3)
    let bend = try RouteTrack(TestRoute([(0, 0), (1000, 0), (1000, 100), (0, 100)], turns: [1: .turn, 2: .turn]).route)
    let inside = try #require(bend.passing(TestRoute.place(950, 80), within: 120))
    #expect(abs(inside.meters - 1150) < 3 && abs(inside.offset - 20) < 1)
  }

  @Test func numbersThatAreNoneAreNotPassed() throws {
    let track = try RouteTrack(TestRoute.corner(500).route)
    #expect(track.passing(LocationCoordinate.invalid, within: 100) == nil)
    #expect(track.passing(TestRoute.place(10, 0), within: .nan) == nil)
    #expect(track.passing(TestRoute.place(10, 0), within: 50, from: .nan) != nil)
    #expect(track.passing(TestRoute.place(10, 0), within: 50, from: 1e9) == nil)
  }
}
