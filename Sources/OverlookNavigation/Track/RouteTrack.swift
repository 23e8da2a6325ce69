import OverlookGeometry
import OverlookRoads
package import OverlookRouting

/// A route prepared for being followed: metres and seconds from its start, whatever its maker says of them. Immutable.
package struct RouteTrack: Sendable {
  package let route: Route
  /// The geometry, with the place before in the stead of one that is none.
  let places: [LocationCoordinate]
  /// Metres from the start to each place.
  let meters: [Double]
  /// All steps of all legs, in order.
  let steps: [TrackStep]
  /// For each leg the steps that are its own.
  let legSteps: [Range<Int>]
  let index: SegmentBoxes

  /// Fails for a route that nobody can follow: fewer than two places, no legs, a leg without steps.
  package init(_ route: Route) throws(RoutingError) {
    guard let first = route.geometry.first(where: \.isValid) else { throw .unusable("the route has no places") }
    guard route.geometry.count >= 2 else { throw .unusable("the route has fewer than two places") }
    guard !route.legs.isEmpty, route.legs.allSatisfy({ !$0.steps.isEmpty }) else {
      throw .unusable("the route has no legs, or a leg without maneuvers")
    }
    var (places, meters, last, total) = ([LocationCoordinate](), [Double](), first, 0.0)
    places.reserveCapacity(route.geometry.count)
    meters.reserveCapacity(route.geometry.count)
    for place in route.geometry {
      let next = place.isValid ? place : last
      total += SphericalGeometry.distance(from: last, to: next)
      places.append(next)
      meters.append(total)
      last = next
    }
    self.route = route
    self.places = places
    self.meters = meters
    index = SegmentBoxes(places)
    (steps, legSteps) = Self.steps(of: route, meters: meters)
  }

  /// Steps one behind the other, whatever their ranges say.
  private static func steps(of route: Route, meters: [Double]) -> ([TrackStep], [Range<Int>]) {
    var steps: [TrackStep] = []
    var legs: [Range<Int>] = []
    var position = 0
    for (leg, part) in route.legs.enumerated() {
      let begin = steps.count
      for (number, step) in part.steps.enumerated() {
        position = min(max(step.range.lowerBound, position), meters.count - 1)
        steps.append(TrackStep(step, leg: leg, number: number, first: position, start: meters[position]))
      }
      // Where the last one of a leg ends, the leg does.
      if let end = part.steps.last?.range.upperBound { position = min(max(end, position), meters.count - 1) }
      legs.append(begin..<steps.count)
    }
    for leg in legs {
      var worthy: Int?
      for index in leg.reversed() {
        steps[index].nextWorthy = worthy
        if steps[index].isWorthAWord { worthy = index }
      }
    }
    var time = 0.0
    for index in steps.indices {
      let end = index + 1 < steps.count ? steps[index + 1].start : meters[meters.count - 1]
      let source = route.legs[steps[index].leg].steps[steps[index].number]
      steps[index].end = max(end, steps[index].start)
      steps[index].time = time
      steps[index].duration = duration(of: source, length: steps[index].length, limits: steps[index].limits)
      time += steps[index].duration
    }
    return (steps, legs)
  }

  /// What the step says, where that can be.
  private static func duration(of step: RouteStep, length: Double, limits: GuidanceLimits) -> Double {
    let said = step.duration
    if said.isFinite, said >= 0, said <= 1e7, said > 0 || length < 1, length <= said * limits.topSpeed + 1 { return said }
    return length / limits.usualSpeed
  }
}

/// A step on a track.
struct TrackStep: Sendable {
  let leg: Int
  /// Among the steps of the leg.
  let number: Int
  let kind: Maneuver.Kind
  let isWorthAWord: Bool
  /// The next step of the leg whose maneuver somebody has to be told; nil where none follows.
  var nextWorthy: Int?
  /// The index of the place where its maneuver is.
  let first: Int
  /// Metres from the start of the route.
  let start: Double
  var end = 0.0
  /// Seconds from the start of the route to the begin of the step.
  var time = 0.0
  /// Seconds.
  var duration = 0.0
  let limits: GuidanceLimits

  init(_ step: RouteStep, leg: Int, number: Int, first: Int, start: Double) {
    kind = step.maneuver.kind
    isWorthAWord = step.isWorthAWord
    limits = GuidanceLimits(step.mode, isFerry: step.isFerry)
    self.leg = leg
    self.number = number
    self.first = first
    self.start = start
  }

  var length: Double { end - start }
  /// Metres per second at which it is planned to be travelled.
  var speed: Double { duration > 0.01 && length > 0.01 ? length / duration : limits.usualSpeed }
}
