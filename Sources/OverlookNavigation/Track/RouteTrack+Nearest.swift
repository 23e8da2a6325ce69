import Foundation
import OverlookGeometry

/// Where a fix may lie on a route.
struct TrackMatch: Hashable, Sendable {
  /// Metres from the start of the route.
  var meters: Double
  var index: Int
  var fraction: Double
  /// Metres from the fix.
  var offset: Double
  /// Degrees clockwise from north.
  var bearing: Double
}

extension RouteTrack {
  /// The places between two distances that lie nearer to `place` than the route on both sides of them, and within `radius` metres.
  func matches(near place: LocationCoordinate, radius: Double, in range: ClosedRange<Double>, into found: inout [TrackMatch]) {
    let last = segment(at: range.upperBound)
    let scale = SphericalGeometry.earthRadiusMeters * Angle.radiansPerDegree
    let shrink = max(cos(place.latitude * Angle.radiansPerDegree), 1e-6)
    let (latitudes, longitudes) = (radius / scale, min(radius / (scale * shrink), 360))
    // Of the segment before, when it was looked at: whether its nearest place is its end.
    var before: (match: TrackMatch, isAtEnd: Bool)?
    var index = segment(at: range.lowerBound)
    func add(_ match: TrackMatch) {
      if match.offset <= radius { found.append(match) }
    }
    while index <= last {
      guard self.index.mayLie(index, near: place, latitudes: latitudes, longitudes: longitudes) else {
        if let before, before.isAtEnd { add(before.match) }
        before = nil
        index = (index / SegmentBoxes.run + 1) * SegmentBoxes.run
        continue
      }
      let match = match(index, to: place, range: range, scale: SIMD2(scale * shrink, scale))
      // At an end, the segment beside it is nearer, or meets it there; a place that two share is told once.
      let isSlope = match.fraction <= 0 && before?.isAtEnd == false
      if match.fraction < 1, !isSlope { add(match) }
      before = (match, match.fraction >= 1)
      index += 1
    }
    if let before, before.isAtEnd { add(before.match) }
  }

  /// The nearest place of a segment, on a plane about `place`.
  private func match(_ index: Int, to place: LocationCoordinate, range: ClosedRange<Double>, scale: SIMD2<Double>) -> TrackMatch {
    func local(_ other: LocationCoordinate) -> SIMD2<Double> {
      SIMD2(
        Angle.shortestTurn(fromDegrees: place.longitude, toDegrees: other.longitude), other.latitude - place.latitude) * scale
    }
    let (a, b) = (local(places[index]), local(places[index + 1]))
    let way = b - a
    let square = (way * way).sum()
    let piece = meters[index + 1] - meters[index]
    var fraction = square > 0 ? min(max(-(a * way).sum() / square, 0), 1) : 0
    if piece > 0 {
      let (low, high) = ((range.lowerBound - meters[index]) / piece, (range.upperBound - meters[index]) / piece)
      fraction = min(max(fraction, min(max(low, 0), 1)), min(max(high, 0), 1))
    }
    let nearest = a + way * fraction
    return TrackMatch(
      meters: meters[index] + piece * fraction, index: index, fraction: fraction, offset: (nearest * nearest).sum().squareRoot(),
      bearing: square > 0 ? Angle.bearingDegrees(atan2(way.x, way.y) * Angle.degreesPerRadian) : bearing(index))
  }
}
