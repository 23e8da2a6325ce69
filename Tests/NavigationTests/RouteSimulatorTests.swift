import OverlookGeometry
import OverlookLocation
import OverlookRouting
import OverlookSupport
import Testing

@testable import OverlookNavigation

@Suite struct RouteSimulatorTests {
  private func fixes(_ options: RouteSimulator.Options, _ count: Int = 400) throws -> [LocationFix] {
    var simulator = try RouteSimulator(TestRoute.corner().route, options: options, time: 100)
    return (0..<count).map { _ in simulator.next() }
  }

  @Test func itDrivesAtTheSpeedOfTheStepsAndStandsAtTheEnd() throws {
    let fixes = try fixes(RouteSimulator.Options())
    #expect(fixes[0].time == 100 && fixes[10].time == 110 && fixes[10].speed == 12)
    #expect(SphericalGeometry.distance(from: fixes[10].coordinate, to: TestRoute.place(120, 0)) < 1)
    #expect(SphericalGeometry.distance(from: fixes[399].coordinate, to: TestRoute.place(2000, 2000)) < 1 && fixes[399].speed == 0)
    var fast = RouteSimulator.Options()
    (fast.factor, fast.interval) = (3, 0.5)
    let quick = try self.fixes(fast)
    #expect(quick[10].time == 105 && abs(SphericalGeometry.distance(from: quick[10].coordinate, to: TestRoute.place(180, 0))) < 1)
  }

  @Test func noiseIsThatOfItsSeedAndAsLargeAsAsked() throws {
    var options = RouteSimulator.Options()
    (options.noise, options.seed) = (10, 5)
    let exact = try fixes(RouteSimulator.Options(), 300)
    let noisy = try fixes(options, 300)
    #expect(noisy == (try fixes(options, 300)))
    options.seed = 6
    #expect(noisy != (try fixes(options, 300)))
    let squares = zip(exact, noisy).map { SphericalGeometry.distance(from: $0.coordinate, to: $1.coordinate) }.map { $0 * $0 }
    // Two sides of ten metres each.
    let error = (squares.reduce(0, +) / 300 / 2).squareRoot()
    #expect(error > 8.5 && error < 11.5)
  }

  @Test func biasIsToTheRight() throws {
    var options = RouteSimulator.Options()
    options.bias = 20
    let fix = try fixes(options, 20)[10]
    #expect(SphericalGeometry.distance(from: fix.coordinate, to: TestRoute.place(120, -20)) < 1)
  }

  @Test func aManeuverIsMissedOnDemand() throws {
    var simulator = try RouteSimulator(TestRoute.corner().route, time: 0)
    simulator.missNextManeuver(by: 300)
    for _ in 0..<250 { _ = simulator.next() }
    #expect(SphericalGeometry.distance(from: simulator.coordinate, to: TestRoute.place(2300, 0)) < 15 && !simulator.hasArrived)
    try simulator.follow(TestRoute([(2300, 0), (2300, 100)]).route)
    for _ in 0..<20 { _ = simulator.next() }
    #expect(simulator.hasArrived)
  }

  @Test func optionsThatCannotBeAreHeldToWhatCan() throws {
    var options = RouteSimulator.Options()
    (options.factor, options.noise, options.bias, options.interval) = (.nan, -5, .infinity, 0)
    for fix in try fixes(options, 50) { #expect(fix.coordinate.isValid && fix.time.isFinite) }
  }
}
