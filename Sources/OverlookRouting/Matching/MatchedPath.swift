import OverlookGeometry
import OverlookRoads

/// Makes ways of the candidates that were chosen.
struct MatchedPath {
  /// A fix that counts, on its arc.
  struct Stop {
    let fix: Int
    let candidate: MatchCandidate
    let isStart: Bool
  }

  let network: MatchNetwork
  let fixes: [TraceFix]
  let chosen: [Stop]
  let routes: MatchRoutes
  let spacing: Double

  private struct Building {
    var arcs: [Int]
    var start: Double
    var end: Double
    var first: Int
    var last: Int
  }

  func trace() -> MatchedTrace {
    var trace = MatchedTrace(pieces: [], places: Array(repeating: nil, count: fixes.count))
    var building: Building?
    for (number, stop) in chosen.enumerated() {
      let arc = Int(stop.candidate.arc)
      if var current = building, !stop.isStart, join(stop, chosen[number - 1], &current) {
        building = current
      } else {
        finish(building, in: &trace)
        let fraction = Double(stop.candidate.fraction)
        building = Building(arcs: [arc], start: fraction, end: fraction, first: stop.fix, last: stop.fix)
      }
      let position = RoadPosition(arc: arc, fraction: Double(stop.candidate.fraction))
      trace.places[stop.fix] = MatchedPlace(
        position: position, coordinate: Self.coordinate(stop.candidate.place), distance: Double(stop.candidate.distance),
        piece: trace.pieces.count)
    }
    finish(building, in: &trace)
    fillStanding(in: &trace)
    return trace
  }

  private static func coordinate(_ place: SIMD2<Double>) -> LocationCoordinate {
    LocationCoordinate(latitude: place.y, longitude: Angle.wrappedDegrees(place.x))
  }

  /// Goes on to a stop; false where no way leads there.
  private func join(_ stop: Stop, _ last: Stop, _ building: inout Building) -> Bool {
    let (from, to) = (Int(last.candidate.arc), Int(stop.candidate.arc))
    let fraction = Double(stop.candidate.fraction)
    building.last = stop.fix
    if stop.candidate.staysOnArc {
      building.end = max(building.end, fraction)
      return true
    }
    routes.want([to])
    routes.search(from: [MatchRoutes.Source(arc: Int32(clamping: from), distance: 0)], limit: .infinity)
    guard routes.nearest(to: to) != nil else { return false }
    building.arcs += routes.arcs(before: to) + [to]
    building.end = fraction
    return true
  }

  private func finish(_ building: Building?, in trace: inout MatchedTrace) {
    guard let building else { return }
    let (graph, metric) = (network.graph, network.metric)
    var (length, seconds) = (0.0, 0.0)
    for (index, arc) in building.arcs.enumerated() {
      let from = index == 0 ? building.start : 0
      let to = index == building.arcs.count - 1 ? building.end : 1
      length += graph.length(arc) * max(to - from, 0)
      seconds += metric.duration(arc) * max(to - from, 0)
      if index > 0 { seconds += metric.turnDuration(from: building.arcs[index - 1], to: arc) }
    }
    trace.pieces.append(
      MatchedPiece(
        path: RoadPath(
          arcs: building.arcs, startFraction: building.start, endFraction: building.end,
          cost: UInt32(min(max(seconds * 1000, 0), Double(RoadMetric.closed - 1))), duration: seconds, length: length),
        fixes: building.first...building.last))
  }

  /// Fixes beside one that counts lie where it does.
  private func fillStanding(in trace: inout MatchedTrace) {
    var last: (fix: Int, place: MatchedPlace)?
    for index in fixes.indices {
      if let place = trace.places[index] {
        last = (index, place)
      } else if let last, fixes[index].coordinate.isValid {
        let distance = SphericalGeometry.distance(from: fixes[last.fix].coordinate, to: fixes[index].coordinate)
        guard distance < spacing else { continue }
        var place = last.place
        place.distance = SphericalGeometry.distance(from: place.coordinate, to: fixes[index].coordinate)
        trace.places[index] = place
      }
    }
  }
}
