package import OverlookGeometry
import OverlookRouting

/// A place on the geometry of a route.
package struct TrackPlace: Hashable, Sendable {
  /// Metres along the route from its start.
  package var meters: Double
  /// The place lies behind this one of the geometry.
  package var index: Int
  /// How far it is to the next one, 0 ... 1.
  package var fraction: Double
  package var coordinate: LocationCoordinate
  /// Where the route leads there, degrees clockwise from north.
  package var bearing: Double
}

extension RouteTrack {
  /// Metres.
  package var length: Double { meters.last ?? 0 }
  /// Seconds.
  package var duration: Double { steps.last.map { $0.time + $0.duration } ?? 0 }

  func step(_ index: Int) -> RouteStep { route.legs[steps[index].leg].steps[steps[index].number] }

  /// The segment that lies so many metres from the start.
  func segment(at meters: Double) -> Int {
    var (low, high) = (0, max(places.count - 2, 0))
    while low < high {
      let middle = (low + high + 1) / 2
      if self.meters[middle] <= meters { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The place so many metres from the start; the ends for what lies beyond them.
  package func place(at meters: Double) -> TrackPlace {
    let along = min(max(meters.isFinite ? meters : 0, 0), length)
    let index = segment(at: along)
    let piece = self.meters[index + 1] - self.meters[index]
    let fraction = piece > 0 ? min(max((along - self.meters[index]) / piece, 0), 1) : 0
    return TrackPlace(
      meters: along, index: index, fraction: fraction, coordinate: coordinate(index, fraction), bearing: bearing(index))
  }

  func coordinate(_ index: Int, _ fraction: Double) -> LocationCoordinate {
    let (a, b) = (places[index], places[index + 1])
    if fraction <= 0 { return a }
    if fraction >= 1 { return b }
    guard meters[index + 1] - meters[index] < 1000 else {
      return SphericalGeometry.interpolate(from: a, to: b, fraction: fraction)
    }
    let turn = Angle.shortestTurn(fromDegrees: a.longitude, toDegrees: b.longitude)
    return LocationCoordinate(
      latitude: a.latitude + (b.latitude - a.latitude) * fraction, longitude: Angle.wrappedDegrees(a.longitude + turn * fraction))
  }

  /// Of a segment; where it has no length, of the next one that has, or else of the last one before it.
  func bearing(_ index: Int) -> Double {
    var begin = segment(at: meters[index])
    if meters[begin + 1] <= meters[begin] { begin = max(firstPlace(at: meters[begin]) - 1, 0) }
    return SphericalGeometry.heading(from: places[begin], to: places[begin + 1])
  }

  /// The first place that lies so many metres from the start, or farther.
  private func firstPlace(at meters: Double) -> Int {
    var (low, high) = (0, places.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if self.meters[middle] < meters { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Seconds from the start to a place, as the route plans them.
  func time(at meters: Double, step: Int) -> Double {
    let part = steps[step]
    let fraction = part.length > 0 ? min(max((meters - part.start) / part.length, 0), 1) : 1
    return part.time + part.duration * fraction
  }

  /// Seconds from the start to the place so many metres from there, as the route plans them.
  package func time(at meters: Double) -> Double {
    let along = min(max(meters.isFinite ? meters : 0, 0), length)
    return time(at: along, step: stepIndex(at: along))
  }

  /// The step that is travelled so many metres from the start.
  func stepIndex(at meters: Double) -> Int {
    var (low, high) = (0, max(steps.count - 1, 0))
    while low < high {
      let middle = (low + high + 1) / 2
      if steps[middle].start <= meters { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Metres from the start to the end of a leg: to where its arrival is, or where its last step ends that is none.
  func end(ofLeg leg: Int) -> Double {
    guard let last = legSteps[leg].last else { return length }
    return steps[last].kind == .arrive ? steps[last].start : steps[last].end
  }

  /// Seconds from the start to the end of a leg, as the route plans them.
  func endTime(ofLeg leg: Int) -> Double {
    guard let last = legSteps[leg].last else { return duration }
    return steps[last].kind == .arrive ? steps[last].time : steps[last].time + steps[last].duration
  }

  /// The last step of a leg that somebody travels: what an arrival stands behind.
  func lastTravelledStep(ofLeg leg: Int) -> Int {
    let own = legSteps[leg]
    let last = max(own.upperBound - 1, own.lowerBound)
    return steps[last].kind == .arrive ? max(last - 1, own.lowerBound) : last
  }

  /// The bounds of what lies ahead of a place.
  package func bounds(from meters: Double) -> CoordinateBounds {
    let place = place(at: meters)
    return CoordinateBounds([place.coordinate] + places[min(place.index + 1, places.count - 1)...])
  }
}
