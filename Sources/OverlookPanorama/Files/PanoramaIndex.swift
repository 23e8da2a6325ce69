import Glibc
import OverlookGeometry

/// Finds the nearest of many places: a tree over directions from the Earth's centre, which has no poles and no date line.
struct PanoramaIndex: Sendable {
  /// Places in the order of the tree: the middle of each range divides it.
  private var entries: [(point: SIMD3<Double>, index: Int)] = []

  /// `places`: those that are valid are found again by their index.
  init(_ places: [LocationCoordinate]) {
    entries = places.enumerated().filter { $1.isValid }.map {
      (Orientation(heading: $1.longitude, pitch: $1.latitude).direction, $0)
    }
    // Each range is sorted by its axis, the largest first.
    var open = [(0..<entries.count, 0)]
    while let (range, axis) = open.popLast() {
      guard range.count > 1 else { continue }
      entries[range].sort { $0.point[axis] < $1.point[axis] }
      let middle = range.lowerBound + range.count / 2
      open.append((range.lowerBound..<middle, (axis + 1) % 3))
      open.append(((middle + 1)..<range.upperBound, (axis + 1) % 3))
    }
  }

  /// The nearest within `radius` metres, at most `count` of them, with their distances in metres.
  func nearest(to place: LocationCoordinate, radius: Double, count: Int) -> [(index: Int, meters: Double)] {
    guard place.isValid, radius >= 0, count > 0 else { return [] }
    let sought = Orientation(heading: place.longitude, pitch: place.latitude).direction
    // Distances of points of the unit sphere through it.
    func chord(_ meters: Double) -> Double { 2 * sin(min(meters / SphericalGeometry.earthRadiusMeters, .pi) / 2) }
    var limit = chord(radius)
    var found: [(index: Int, chord: Double)] = []
    var open = [(0..<entries.count, 0)]
    while let (range, axis) = open.popLast() {
      guard !range.isEmpty else { continue }
      let middle = range.lowerBound + range.count / 2
      let entry = entries[middle]
      let away = entry.point - sought
      let length = (away * away).sum().squareRoot()
      if length <= limit {
        let at = found.firstIndex { $0.chord > length } ?? found.count
        found.insert((entry.index, length), at: at)
        if found.count > count { found.removeLast() }
        if found.count == count, let last = found.last { limit = last.chord }
      }
      let side = sought[axis] - entry.point[axis]
      let (lower, upper) = (range.lowerBound..<middle, (middle + 1)..<range.upperBound)
      let next = (axis + 1) % 3
      // The nearer side is looked at first, for it comes last into the list.
      if abs(side) <= limit { open.append((side < 0 ? upper : lower, next)) }
      open.append((side < 0 ? lower : upper, next))
    }
    return found.map { ($0.index, 2 * asin(min($0.chord / 2, 1)) * SphericalGeometry.earthRadiusMeters) }
  }
}
