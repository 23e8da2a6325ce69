import OverlookRoads

/// What guidance allows to a way of travelling, in seconds with floors in metres.
struct GuidanceLimits: Sendable {
  /// Metres from the route from where on it is left, however good the receiver is.
  var offRouteMeters: Double
  /// Metres from the route that count as off it where the course leads elsewhere, too.
  var strayMeters: Double
  /// Metres that are gone the wrong way before it is told.
  var wrongWayMeters: Double
  /// Metres before a stop within which it is reached.
  var arrivalMeters: Double
  /// Metres before a stop within which it is reached by standing there for `standingSeconds`.
  var parkingMeters: Double
  /// Metres per second from where on a course can be believed.
  var courseSpeed: Double
  /// Metres per second: nobody is faster.
  var topSpeed: Double
  /// Metres per second where a route does not say how fast it is.
  var usualSpeed: Double
  /// When each kind of announcement is made, from the first to the last.
  var stages: [AnnouncementStage]
  /// Seconds from one maneuver to the next within which both are told in one sentence.
  var linkSeconds: Double

  static let standingSeconds = 5.0

  init(_ mode: TravelMode, isFerry: Bool = false) {
    self = isFerry ? Self.ferry : Self.limits(mode)
  }

  private static func limits(_ mode: TravelMode) -> GuidanceLimits {
    switch mode {
    case .car, .truck: car
    case .bicycle: bicycle
    case .foot, .wheelchair: foot
    }
  }

  private static let car = GuidanceLimits(
    offRouteMeters: 30, strayMeters: 12, wrongWayMeters: 50, arrivalMeters: 25, parkingMeters: 60, courseSpeed: 1.5, topSpeed: 90,
    usualSpeed: 12, stages: [.early(3000, 240), .prepare(700, 60), .turn(150, 15), .now(30, 4)], linkSeconds: 12)
  private static let bicycle = GuidanceLimits(
    offRouteMeters: 25, strayMeters: 12, wrongWayMeters: 50, arrivalMeters: 15, parkingMeters: 30, courseSpeed: 1.5, topSpeed: 30,
    usualSpeed: 4.5, stages: [.prepare(220, 45), .turn(60, 15), .now(15, 4)], linkSeconds: 12)
  private static let foot = GuidanceLimits(
    offRouteMeters: 25, strayMeters: 15, wrongWayMeters: 40, arrivalMeters: 12, parkingMeters: 20, courseSpeed: 0.8, topSpeed: 15,
    usualSpeed: 1.3, stages: [.prepare(60, 50), .turn(22, 16), .now(8, 4)], linkSeconds: 12)
  /// A ship keeps to no line, and nobody on it has anything to do before it lands.
  private static let ferry = GuidanceLimits(
    offRouteMeters: 3000, strayMeters: 3000, wrongWayMeters: 3000, arrivalMeters: 50, parkingMeters: 100, courseSpeed: 2,
    topSpeed: 40, usualSpeed: 8, stages: [.turn(300, 60), .now(30, 4)], linkSeconds: 12)

  private init(
    offRouteMeters: Double, strayMeters: Double, wrongWayMeters: Double, arrivalMeters: Double, parkingMeters: Double,
    courseSpeed: Double, topSpeed: Double, usualSpeed: Double, stages: [AnnouncementStage], linkSeconds: Double
  ) {
    self.offRouteMeters = offRouteMeters
    self.strayMeters = strayMeters
    self.wrongWayMeters = wrongWayMeters
    self.arrivalMeters = arrivalMeters
    self.parkingMeters = parkingMeters
    self.courseSpeed = courseSpeed
    self.topSpeed = topSpeed
    self.usualSpeed = usualSpeed
    self.stages = stages
    self.linkSeconds = linkSeconds
  }
}

/// When an announcement of a kind is due: within so many metres of the maneuver, or so many seconds at the present speed.
struct AnnouncementStage: Hashable, Sendable {
  var kind: NavigationInstruction.Kind
  var meters: Double
  var seconds: Double

  static func early(_ meters: Double, _ seconds: Double) -> Self { Self(kind: .early, meters: meters, seconds: seconds) }
  static func prepare(_ meters: Double, _ seconds: Double) -> Self { Self(kind: .prepare, meters: meters, seconds: seconds) }
  static func turn(_ meters: Double, _ seconds: Double) -> Self { Self(kind: .turn, meters: meters, seconds: seconds) }
  static func now(_ meters: Double, _ seconds: Double) -> Self { Self(kind: .now, meters: meters, seconds: seconds) }
}
