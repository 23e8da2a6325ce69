import OverlookGeometry
import OverlookRouting
import Testing

@testable import OverlookNavigation

/// Traffic of roads where it lies on a route: two kilometres to the east, then two to the north, at 12 metres a second.
@Suite struct RouteTrafficTests {
  private func traffic(
    _ lines: [([(Double, Double)], TrafficLevel)], incidents: [PlaceAhead] = []
  ) -> RouteTraffic {
    var traffic = RoadTraffic()
    traffic.lines = lines.map { RoadTraffic.Line($0.0.map { TestRoute.place($0.0, $0.1) }, $0.1) }
    traffic.incidents = incidents
    return RouteTraffic(traffic, on: TestRoute.corner().route)
  }

  @Test func aLineAlongTheRouteIsASpanOfIt() throws {
    let found = traffic([([(500, 4), (1100, 4)], .heavy)])
    #expect(found.spans.count == 1)
    let span = try #require(found.spans.first)
    #expect(span.level == .heavy)
    #expect(abs(span.range.lowerBound - 500) <= 15 && abs(span.range.upperBound - 1100) <= 15)
  }

  @Test func whatCrossesRunsTheOtherWayOrBesideIsAnotherRoad() {
    #expect(traffic([([(1000, -300), (1000, 300)], .severe)]).spans.isEmpty)
    #expect(traffic([([(1100, 4), (500, 4)], .severe)]).spans.isEmpty)
    #expect(traffic([([(500, 40), (1100, 40)], .severe)]).spans.isEmpty)
  }

  @Test func linesOfOneLevelJoinAndTheWorseOfTwoIsShown() {
    let joined = traffic([([(200, 0), (500, 0)], .moderate), ([(510, 0), (800, 0)], .moderate)])
    #expect(joined.spans.count == 1)
    let worse = traffic([([(200, 0), (800, 0)], .low), ([(400, 0), (600, 0)], .severe)])
    #expect(worse.spans.map(\.level) == [.low, .severe, .low])
  }

  /// 1,200 m at 12 m/s are 100 s; at 0.4 of that speed they are 250.
  @Test func aJamIsToldWithWhatItCostsByThePlanOfTheRoute() throws {
    let found = traffic([([(500, 0), (1700, 0)], .heavy)])
    let jam = try #require(found.places.first)
    #expect(jam.kind == .congestion)
    #expect(abs(try #require(jam.delay) - 150) < 5)
    #expect(abs(found.delay - 150) < 5)
    #expect(SphericalGeometry.distance(from: jam.coordinate, to: TestRoute.place(500, 0)) < 20)
    #expect(traffic([([(500, 0), (600, 0)], .heavy)]).places.isEmpty)
  }

  @Test func whereNobodyPassesIsToldHoweverShort() {
    #expect(traffic([([(500, 0), (530, 0)], .closed)]).places.map(\.kind) == [.closure])
  }

  @Test func incidentsFarFromTheRouteAreLeftOut() {
    let near = PlaceAhead(.accident, at: TestRoute.place(900, 5))
    let far = PlaceAhead(.accident, at: TestRoute.place(90_000, 5))
    let none = PlaceAhead(.danger, at: LocationCoordinate(latitude: .nan, longitude: 0))
    #expect(traffic([], incidents: [near, far, none]).places == [near])
  }

  @Test func brokenLinesAndLargeOnesEndNothing() {
    let places = [LocationCoordinate(latitude: .nan, longitude: 10), TestRoute.place(0, 0), TestRoute.place(0, 0)]
    var broken = RoadTraffic()
    broken.lines = [RoadTraffic.Line(places, .severe), RoadTraffic.Line([], .low)]
    #expect(RouteTraffic(broken, on: TestRoute.corner().route).spans.isEmpty)
    let around = (0..<100_000).map { (number: Int) -> ([(Double, Double)], TrafficLevel) in
      let x = Double(number % 2000)
      return ([(x, 0), (x + 900_000, 0)], .low)
    }
    let clock = ContinuousClock()
    let time = clock.measure { #expect(traffic(around).spans.count <= 1) }
    #expect(time < .seconds(20))
  }

  @Test func theDelayIsToldWhenItIsKnownWhenItChangesAndEveryTenMinutes() {
    var prompts = TrafficPrompts()
    let delays: [(now: Double, delay: Double, isTold: Bool)] = [
      (0, 30, false), (10, 300, true), (20, 300, false), (60, 500, false), (130, 350, false), (140, 500, true), (700, 520, false),
      (740, 520, true), (800, 0, false), (1340, 0, false), (1350, .nan, false), (1400, .infinity, false), (1500, 60, true),
    ]
    for step in delays { #expect(prompts.tells(delay: step.delay, now: step.now) == step.isTold, "\(step)") }
  }
}
