import Foundation
import OverlookGeometry
import OverlookRouting
import OverlookLocation
import Testing

@testable import OverlookNavigation

/// Places of a route that lie near each other and far apart along it.
@Suite struct RouteMatcherTests {
  /// The largest error along the route of a drive over all of it, and whether anything was told of leaving it.
  private func drive(_ test: TestRoute, noise: Double = 4, seed: UInt64 = 3) throws -> (error: Double, isOff: Bool) {
    var session = try test.session()
    var options = RouteSimulator.Options()
    (options.noise, options.seed) = (noise, seed)
    var simulator = try RouteSimulator(test.route, options: options, time: 0)
    var (worst, isOff) = (0.0, false)
    while session.isActive, !simulator.hasArrived {
      let at = simulator.distanceTravelled
      let fix = simulator.next()
      let events = session.update(fix, now: fix.time)
      isOff = isOff || events.has("off_route") || events.has("wrong_way")
      worst = max(worst, abs(session.progress.distanceTravelled - at))
    }
    return (worst, isOff)
  }

  @Test func aRouteThatCrossesItselfIsFollowedInItsOrder() throws {
    let eight = TestRoute(
      [(0, 0), (600, 600), (900, 300), (600, 0), (0, 600), (-300, 300), (0, 0)], turns: [2: .turn, 3: .turn, 4: .turn, 5: .turn])
    let outcome = try drive(eight)
    #expect(outcome.error < 40 && !outcome.isOff)
  }

  @Test func aTurnBackOnTheSameRoadIsTakenWhereItIs() throws {
    let outcome = try drive(TestRoute([(0, 0), (1000, 0), (0, 0), (0, 800)], turns: [1: .continue, 2: .turn]))
    #expect(outcome.error < 40 && !outcome.isOff)
  }

  @Test func aRoadBesideItselfIsNotMistakenForTheOther() throws {
    // Out, over to a carriageway 14 metres away, and back.
    let outcome = try drive(TestRoute([(0, 0), (1500, 0), (1500, 14), (0, 14)], turns: [1: .turn, 2: .turn]), noise: 8)
    #expect(outcome.error < 60 && !outcome.isOff)
  }

  @Test func anOutlierInTheSecondLapIsNoReturnToTheFirst() throws {
    let square: [(Double, Double)] = [(0, 0), (400, 0), (400, 400), (0, 400)]
    let corners = (1...7).map { ($0, Maneuver.Kind.turn) }
    let laps = TestRoute(square + square + [(0, 0)], turns: Dictionary(uniqueKeysWithValues: corners))
    var session = try laps.session()
    var simulator = try RouteSimulator(laps.route, time: 0)
    var worst = 0.0
    while session.isActive, !simulator.hasArrived {
      let at = simulator.distanceTravelled
      var fix = simulator.next()
      // On the way to the north.
      if fix.time == 185 {
        fix.coordinate = SphericalGeometry.offset(from: fix.coordinate, distanceMeters: 80, headingDegrees: 90)
      }
      _ = session.update(fix, now: fix.time)
      worst = max(worst, abs(session.progress.distanceTravelled - at))
    }
    #expect(worst < 40, "\(worst)")
  }

  @Test func roundaboutsAreGoneRound() throws {
    let angles = stride(from: 270.0, through: 540, by: 15).map { $0 * .pi / 180 }
    let points = angles.map { (500 + 25 * sin($0), 25 * cos($0)) }
    let outcome = try drive(TestRoute([(0, 0)] + points + [(500, -600)], turns: [1: .roundabout, points.count: .exitRoundabout]))
    #expect(outcome.error < 40 && !outcome.isOff)
  }

  @Test func aReceiverThatAlwaysErrsToOneSideIsOnTheRoute() throws {
    for bias in [-15.0, 15] {
      var session = try TestRoute.corner().session()
      var options = RouteSimulator.Options()
      (options.bias, options.noise) = (bias, 3)
      var simulator = try RouteSimulator(TestRoute.corner().route, options: options, time: 0)
      var events: [NavigationEvent] = []
      while session.isActive, !simulator.hasArrived {
        let fix = simulator.next()
        events += session.update(fix, now: fix.time)
      }
      #expect(!events.has("off_route"))
      #expect(events.filter { $0.name == "arrived" }.count == 1)
    }
  }

  @Test func theNearestPlacesOfALineAreFoundAcrossTheAntimeridian() throws {
    var route = TestRoute.corner(500).route
    route.geometry = [
      LocationCoordinate(latitude: 0, longitude: 179.99), LocationCoordinate(latitude: 0, longitude: -179.99),
      LocationCoordinate(latitude: 0.01, longitude: -179.99),
    ]
    let track = try RouteTrack(route)
    var found: [TrackMatch] = []
    track.matches(
      near: LocationCoordinate(latitude: 0.0001, longitude: 180), radius: 50, in: 0...track.length, into: &found)
    let match = try #require(found.first)
    #expect(found.count == 1 && abs(match.meters - 1112) < 2 && abs(match.offset - 11.1) < 0.5)
  }
}
