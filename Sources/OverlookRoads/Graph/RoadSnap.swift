package import OverlookGeometry
internal import Foundation

/// A place on an arc.
package struct RoadPosition: Hashable, Sendable {
  package var arc: Int
  /// How much of the arc lies before it, 0 ... 1.
  package var fraction: Double

  package init(arc: Int, fraction: Double) {
    self.arc = arc
    self.fraction = min(max(fraction, 0), 1)
  }

  /// The same place on the arc of the other direction.
  package var opposite: RoadPosition { RoadPosition(arc: arc ^ 1, fraction: 1 - fraction) }
}

/// The place of a segment that is nearest to somewhere.
package struct RoadSnap: Hashable, Sendable {
  /// On the segment's forward arc; `position.opposite` is on the other.
  package var position: RoadPosition
  package var coordinate: LocationCoordinate
  /// Metres from where it was looked from.
  package var distance: Double
  /// On which side of the forward arc that is.
  package var side: Side
  /// The compass bearing of the forward arc there, degrees.
  package var bearing: Double

  package enum Side: Hashable, Sendable {
    case left, right
    /// Closer to the line than can be told.
    case onLine
  }

  package var segment: Int { position.arc >> 1 }
}

extension RoadGraph {
  /// The nearest place on each segment within `radius` metres (at most 50,000) of a coordinate, the nearest first. Segments that
  /// `isWanted` refuses are left out. An invalid coordinate has none.
  package func snaps(
    near coordinate: LocationCoordinate, within radius: Double, limit: Int = .max, isWanted: (Int) -> Bool = { _ in true }
  ) -> [RoadSnap] {
    guard coordinate.isValid, radius >= 0 else { return [] }
    let coordinate = coordinate.normalized
    let radius = min(radius, 50_000)
    var snaps: [RoadSnap] = []
    let seeker = SnapSeeker(around: coordinate)
    index.search(seeker.box(radius: radius)) { segment in
      guard isWanted(segment), let snap = seeker.snap(to: segment, of: self, within: radius) else { return }
      snaps.append(snap)
    }
    snaps.sort { $0.distance != $1.distance ? $0.distance < $1.distance : $0.position.arc < $1.position.arc }
    if snaps.count > limit { snaps.removeLast(snaps.count - limit) }
    return snaps
  }

  /// The numbers of all segments within `radius` metres (at most 50,000) of a coordinate, and of some that lie farther away, unsorted.
  package func segments(around coordinate: LocationCoordinate, within radius: Double) -> [Int32] {
    guard coordinate.isValid, radius >= 0 else { return [] }
    var found: [Int32] = []
    index.search(SnapSeeker(around: coordinate.normalized).box(radius: min(radius, 50_000))) { found.append(Int32(clamping: $0)) }
    return found
  }

  /// The nearest snap, looking further and further; nil when there is none within `radius` metres.
  package func nearest(
    to coordinate: LocationCoordinate, within radius: Double, isWanted: (Int) -> Bool = { _ in true }
  ) -> RoadSnap? {
    var reach = min(60, radius)
    while true {
      if let snap = snaps(near: coordinate, within: reach, limit: 1, isWanted: isWanted).first { return snap }
      if reach >= radius { return nil }
      reach = min(reach * 4, radius)
    }
  }

  /// The place on the Earth of a position.
  package func coordinate(of position: RoadPosition) -> LocationCoordinate {
    let points = shape(of: position.arc)
    let lengths = zip(points, points.dropFirst()).map { SphericalGeometry.distance(from: $0, to: $1) }
    var rest = lengths.reduce(0, +) * position.fraction
    for (number, length) in lengths.enumerated() {
      if rest <= length, length > 0 {
        return points[number].toward(points[number + 1], rest / length)
      }
      rest -= length
    }
    return points[points.count - 1]
  }
}

extension LocationCoordinate {
  /// On the straight line of degrees between two places that are near each other, the short way round.
  func toward(_ other: LocationCoordinate, _ fraction: Double) -> LocationCoordinate {
    let turn = Angle.shortestTurn(fromDegrees: longitude, toDegrees: other.longitude)
    return LocationCoordinate(
      latitude: latitude + (other.latitude - latitude) * fraction,
      longitude: Angle.wrappedDegrees(longitude + turn * fraction))
  }
}

/// Looks for the nearest place on lines, on a plane that touches the Earth where one looks from.
struct SnapSeeker {
  /// Metres of a ten-millionth of a degree of latitude.
  static let metersPerUnit = SphericalGeometry.earthRadiusMeters * .pi / 180 / 1e7

  private let origin: LocationCoordinate
  private let latitude: Double
  private let longitude: Double
  /// Of a parallel's length to a meridian's.
  private let narrowing: Double

  init(around coordinate: LocationCoordinate) {
    origin = coordinate
    latitude = coordinate.latitude * 1e7
    longitude = coordinate.longitude * 1e7
    narrowing = max(cos(coordinate.latitude * .pi / 180), 1e-6)
  }

  /// A little more than `radius` metres around.
  func box(radius: Double) -> SegmentIndex.Box {
    let reach = radius / Self.metersPerUnit / 10 * 1.01 + 2
    let wide = min(reach / max(narrowing - reach / 57_000_000, 1e-3), 180_000_000)
    func clamped(_ value: Double) -> Int32 { Int32(min(max(value, -360_000_000), 360_000_000)) }
    return SegmentIndex.Box(
      south: clamped(latitude / 10 - reach), west: clamped(longitude / 10 - wide), north: clamped(latitude / 10 + reach),
      east: clamped(longitude / 10 + wide))
  }

  /// Metres east and north.
  @inline(__always) private func plane(_ latitude: Double, _ longitude: Double) -> SIMD2<Double> {
    var turn = longitude - self.longitude
    if turn > 1.8e9 { turn -= 3.6e9 } else if turn < -1.8e9 { turn += 3.6e9 }
    return SIMD2(turn * narrowing, latitude - self.latitude) * Self.metersPerUnit
  }

  func snap(to segment: Int, of graph: RoadGraph, within radius: Double) -> RoadSnap? {
    let columns = graph.columns
    let (from, to) = (Int(columns.segmentFrom[segment]), Int(columns.segmentTo[segment]))
    var line = NearestOnLine(start: plane(Double(columns.latitudes[from]), Double(columns.longitudes[from])))
    columns.eachShapePoint(of: segment) { line.add(plane(Double($0) * 10, Double($1) * 10)) }
    line.add(plane(Double(columns.latitudes[to]), Double(columns.longitudes[to])))
    let distance = line.squaredDistance.squareRoot()
    guard distance <= radius else { return nil }
    let heading = Angle.bearingDegrees(atan2(line.direction.x, line.direction.y) * 180 / .pi)
    // Where one looks from is the plane's origin.
    let cross = line.direction.x * -line.nearest.y + line.direction.y * line.nearest.x
    let size = (line.direction * line.direction).sum().squareRoot()
    let side: RoadSnap.Side = size == 0 || abs(cross) < 0.5 * size ? .onLine : cross > 0 ? .left : .right
    let place = LocationCoordinate(
      latitude: origin.latitude + line.nearest.y / Self.metersPerUnit / 1e7,
      longitude: Angle.wrappedDegrees(origin.longitude + line.nearest.x / Self.metersPerUnit / narrowing / 1e7))
    return RoadSnap(
      position: RoadPosition(arc: 2 * segment, fraction: line.length > 0 ? line.before / line.length : 0), coordinate: place,
      distance: distance, side: side, bearing: heading)
  }
}

/// The point of a line that is nearest to the origin.
private struct NearestOnLine {
  private var last: SIMD2<Double>
  private(set) var length = 0.0
  private(set) var squaredDistance: Double
  private(set) var nearest: SIMD2<Double>
  /// Of the piece that it is on.
  private(set) var direction = SIMD2<Double>.zero
  /// Metres of the line before it.
  private(set) var before = 0.0

  init(start: SIMD2<Double>) {
    last = start
    nearest = start
    squaredDistance = (start * start).sum()
  }

  mutating func add(_ point: SIMD2<Double>) {
    let way = point - last
    let square = (way * way).sum()
    let part = square > 0 ? min(max(-(last * way).sum() / square, 0), 1) : 0
    let candidate = last + way * part
    let distance = (candidate * candidate).sum()
    let size = square.squareRoot()
    if distance < squaredDistance || direction == .zero {
      squaredDistance = distance
      nearest = candidate
      direction = way
      before = length + size * part
    }
    length += size
    last = point
  }
}
