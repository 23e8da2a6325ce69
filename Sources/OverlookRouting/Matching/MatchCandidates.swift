import Foundation
import OverlookGeometry
import OverlookRoads

/// An arc that a fix may lie on.
struct MatchCandidate {
  var arc: Int32
  var fraction: Float
  /// Metres of the arc before the place.
  var before: Float
  /// Degrees, longitude and latitude.
  var place: SIMD2<Double>
  /// Metres from the fix.
  var distance: Float
  /// The logarithm of how likely the fix is there.
  var emission: Float
  /// Of the best way to here.
  var score: Float = 0
  /// Among the candidates of the fix before; negative at a beginning.
  var previous: Int32 = -1
  /// Whether the best way to here never left the arc.
  var staysOnArc = false
}

/// Finds the arcs that a fix may lie on.
struct MatchCandidateSearch {
  let network: MatchNetwork
  let options: MatchOptions
  /// Segments around `center`, as far as `reach`.
  private var area: [Int32] = []
  private var center = LocationCoordinate.invalid
  private var reach = 0.0
  private var last = LocationCoordinate.invalid

  /// Metres on the ground of a degree of latitude.
  static let metersPerDegree = SphericalGeometry.earthRadiusMeters * .pi / 180
  /// What is asked for at once, beyond what a fix needs, metres: the next fixes are near.
  private static let lookAhead = 120.0
  private static let limit = 24
  /// Logarithms of likelihood below the best candidate of a fix from which on nothing makes up for it.
  private static let hopeless: Float = 30

  init(network: MatchNetwork, options: MatchOptions) {
    self.network = network
    self.options = options
  }

  /// The standard deviation of a fix, metres.
  func noise(of fix: TraceFix) -> Double {
    guard let accuracy = fix.accuracy, accuracy.isFinite, accuracy > 0 else { return options.noise }
    return min(max(accuracy, 2), 50)
  }

  /// Appends the candidates of a fix, the nearest ones.
  mutating func append(_ fix: TraceFix, to candidates: inout [MatchCandidate]) {
    let noise = noise(of: fix)
    let radius = min(max(options.radius, 4 * noise), 200)
    if !(reach > 0) || SphericalGeometry.distance(from: center, to: fix.coordinate) + radius > reach {
      center = fix.coordinate
      // Where fixes lie far apart, the next one is not near.
      let isDense = !last.isValid || SphericalGeometry.distance(from: last, to: center) < Self.lookAhead / 3
      reach = radius + (isDense ? Self.lookAhead : 0)
      area = network.segments(near: center, within: reach)
    }
    last = fix.coordinate
    let first = candidates.count
    let place = SIMD2(fix.coordinate.longitude, fix.coordinate.latitude)
    let scale = SIMD2(cos(fix.coordinate.latitude * .pi / 180), 1) * Self.metersPerDegree
    for segment in area { append(Int(segment), place, scale, radius, noise, fix, to: &candidates) }
    candidates[first...].sort { $0.emission > $1.emission }
    guard candidates.count > first else { return }
    let least = candidates[first].emission - Self.hopeless
    let nearest = candidates[first...].prefix(Self.limit)
    let end = nearest.firstIndex { $0.emission < least } ?? nearest.endIndex
    candidates.removeLast(candidates.count - end)
  }

  @inline(__always) private func append(
    _ segment: Int, _ place: SIMD2<Double>, _ scale: SIMD2<Double>, _ radius: Double, _ noise: Double, _ fix: TraceFix,
    to candidates: inout [MatchCandidate]
  ) {
    let range = network.pointRange(segment)
    var best = radius * radius
    var (before, direction, length, spot) = (0.0, SIMD2<Double>.zero, 0.0, SIMD2<Double>.zero)
    var isFound = false
    var last = (network.points[range.lowerBound] - place) * scale
    for index in range.dropFirst() {
      var next = (network.points[index] - place) * scale
      // Over the antimeridian.
      if abs(next.x) > 1e7 { next.x -= next.x > 0 ? 360 * scale.x : -360 * scale.x }
      let way = next - last
      let square = (way * way).sum()
      let part = square > 0 ? min(max(-(last * way).sum() / square, 0), 1) : 0
      let nearest = last + way * part
      let distance = (nearest * nearest).sum()
      let size = square.squareRoot()
      if distance < best { (best, before, direction, spot, isFound) = (distance, length + size * part, way, nearest, true) }
      length += size
      last = next
    }
    guard isFound else { return }
    let distance = best.squareRoot()
    let emission = -0.5 * best / (noise * noise)
    let fraction = length > 0 ? before / length : 0
    spot = spot / scale + place
    for arc in [2 * segment, 2 * segment + 1] where network.metric.isOpen(arc) {
      let part = arc & 1 == 0 ? fraction : 1 - fraction
      let heading = headingScore(fix, direction, isForward: arc & 1 == 0)
      candidates.append(
        MatchCandidate(
          arc: Int32(clamping: arc), fraction: Float(part), before: Float(part * network.length(arc)), place: spot,
          distance: Float(distance), emission: Float(emission + heading)))
    }
  }

  /// Slower ones have no course that could be trusted, metres per second.
  private static let leastSpeed = 2.0
  private static let courseNoise = 40.0

  @inline(__always) private func headingScore(_ fix: TraceFix, _ direction: SIMD2<Double>, isForward: Bool) -> Double {
    guard let course = fix.course, course.isFinite, fix.speed ?? .infinity >= Self.leastSpeed else { return 0 }
    let bearing = atan2(direction.x, direction.y) * 180 / .pi + (isForward ? 0 : 180)
    let turn = Angle.shortestTurn(fromDegrees: bearing, toDegrees: course) / Self.courseNoise
    return -0.5 * turn * turn
  }
}
