import OverlookGeometry
import OverlookLocation
import OverlookRoads
import OverlookRouting

@testable import OverlookNavigation

/// Routes made by hand, of places in metres east and north of a corner.
struct TestRoute {
  static let origin = LocationCoordinate(latitude: 50, longitude: 10)

  static func place(_ east: Double, _ north: Double) -> LocationCoordinate {
    let there = SphericalGeometry.offset(from: origin, distanceMeters: north, headingDegrees: 0)
    return SphericalGeometry.offset(from: there, distanceMeters: east, headingDegrees: 90)
  }

  var points: [(Double, Double)]
  /// The maneuvers at points between the ends of legs.
  var turns: [Int: Maneuver.Kind] = [:]
  /// Points where a leg ends, without the last.
  var stops: [Int] = []
  /// Metres per second.
  var speed = 12.0
  var mode = TravelMode.car
  var ferries: Set<Int> = []
  var speedLimit: Double?

  init(_ points: [(Double, Double)], turns: [Int: Maneuver.Kind] = [:]) {
    self.points = points
    self.turns = turns
  }

  /// A street to the east, a turn to the left at its end, and as far to the north.
  static func corner(_ meters: Double = 2000) -> TestRoute {
    TestRoute([(0, 0), (meters, 0), (meters, meters)], turns: [1: .turn])
  }

  var route: Route {
    let geometry = points.map { Self.place($0.0, $0.1) }
    var legs: [RouteLeg] = []
    var begin = 0
    for end in stops + [points.count - 1] {
      let places = [begin] + (begin..<end).dropFirst().filter { turns[$0] != nil } + [end]
      var steps: [RouteStep] = []
      for (number, first) in places.enumerated() {
        let last = number + 1 < places.count ? places[number + 1] : first
        let kind: Maneuver.Kind = number == 0 ? .depart : first == end ? .arrive : turns[first] ?? .turn
        steps.append(step(kind, geometry, first...max(last, first)))
      }
      legs.append(
        RouteLeg(steps: steps, distance: steps.map(\.distance).reduce(0, +), duration: steps.map(\.duration).reduce(0, +)))
      begin = end
    }
    return Route(
      geometry: geometry, legs: legs, distance: legs.map(\.distance).reduce(0, +), duration: legs.map(\.duration).reduce(0, +),
      mode: mode)
  }

  private func step(_ kind: Maneuver.Kind, _ geometry: [LocationCoordinate], _ range: ClosedRange<Int>) -> RouteStep {
    let length = SphericalGeometry.length(of: Path(geometry[range]))
    let maneuver = Maneuver(
      kind: kind, modifier: kind == .depart || kind == .arrive ? nil : .left, location: geometry[range.lowerBound],
      bearingBefore: 0,
      bearingAfter: 0)
    return RouteStep(
      maneuver: maneuver, range: range, name: "Road \(range.lowerBound)", mode: mode, isFerry: ferries.contains(range.lowerBound),
      distance: length, duration: length / speed, speedLimit: speedLimit, instruction: "\(kind) \(range.lowerBound)")
  }

  func session(_ settings: NavigationSettings = NavigationSettings()) throws -> NavigationSession {
    try NavigationSession(routes: [route], settings: settings)
  }
}

/// A traveller that a test moves.
struct Traveller {
  var session: NavigationSession
  var now = 1_000_000.0
  private(set) var events: [NavigationEvent] = []
  /// The last fix.
  private var last = LocationCoordinate.invalid

  init(_ session: NavigationSession) {
    self.session = session
  }

  /// Goes to a place in metres, with a fix a second at a speed.
  @discardableResult mutating func go(_ points: (Double, Double)..., speed: Double = 12, accuracy: Double = 5)
    -> [NavigationEvent]
  {
    var happened: [NavigationEvent] = []
    for point in points {
      let target = TestRoute.place(point.0, point.1)
      if !last.isValid { happened += fix(target, speed: 0, course: nil, accuracy: accuracy) }
      while SphericalGeometry.distance(from: last, to: target) > 0.01 {
        let left = SphericalGeometry.distance(from: last, to: target)
        let course = SphericalGeometry.heading(from: last, to: target)
        let next =
          left <= speed ? target : SphericalGeometry.offset(from: last, distanceMeters: speed, headingDegrees: course)
        happened += fix(next, speed: speed, course: course, accuracy: accuracy)
      }
    }
    return happened
  }

  @discardableResult mutating func fix(
    _ place: LocationCoordinate, speed: Double?, course: Double?, accuracy: Double? = 5, seconds: Double = 1
  ) -> [NavigationEvent] {
    now += seconds
    last = place
    let happened = session.update(LocationFix(place, time: now, accuracy: accuracy, speed: speed, course: course), now: now)
    events += happened
    return happened
  }

  /// Stands where it is for so many seconds.
  @discardableResult mutating func stand(_ seconds: Int) -> [NavigationEvent] {
    (0..<seconds).flatMap { _ in fix(last, speed: 0, course: nil) }
  }

  /// Time passes without fixes.
  @discardableResult mutating func wait(_ seconds: Int) -> [NavigationEvent] {
    var happened: [NavigationEvent] = []
    for _ in 0..<seconds {
      now += 1
      happened += session.tick(now: now)
    }
    events += happened
    return happened
  }
}

extension [NavigationEvent] {
  var names: [String] { map(\.name).filter { $0 != "location" && $0 != "progress" } }

  var instructions: [NavigationInstruction] {
    compactMap { event in
      if case .instruction(let instruction) = event { return instruction }
      return nil
    }
  }

  var requests: [RerouteRequest] {
    compactMap { event in
      if case .rerouteWanted(let request) = event { return request }
      return nil
    }
  }

  func has(_ name: String) -> Bool { contains { $0.name == name } }
}
