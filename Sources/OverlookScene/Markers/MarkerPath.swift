import Glibc
import OverlookGeometry

/// A way for a marker, measured over the ground.
struct MarkerPath {
  /// The valid points of the way.
  let places: [LocationCoordinate]
  private let isGeodesic: Bool
  /// Metres from the start to each place, never falling.
  private let distances: [Double]

  init(_ coordinates: [LocationCoordinate], isGeodesic: Bool) {
    places = coordinates.filter(\.isValid)
    self.isGeodesic = isGeodesic
    var distances: [Double] = []
    distances.reserveCapacity(places.count)
    var length = 0.0
    for (index, place) in places.enumerated() {
      if index > 0 { length += SphericalGeometry.distance(from: places[index - 1], to: place) }
      distances.append(length)
    }
    self.distances = distances
  }

  /// Where a part of the way ends, 0 ... 1; `LocationCoordinate.invalid` on a way without places.
  func place(at part: Double) -> LocationCoordinate {
    guard let (start, end, fraction) = edge(at: part) else { return places.first ?? .invalid }
    if isGeodesic { return SphericalGeometry.interpolate(from: start, to: end, fraction: fraction) }
    let from = WorldPoint(start)
    let (dx, dy) = Self.step(from: from, to: WorldPoint(end))
    return WorldPoint(x: from.x + dx * fraction, y: from.y + dy * fraction).coordinate.normalized
  }

  /// Which way it goes there, in degrees clockwise from north; nil on a way without length.
  func heading(at part: Double) -> Double? {
    guard let (start, end, fraction) = edge(at: part) else { return nil }
    if isGeodesic {
      // At the end of an edge there is no way to it left.
      let here = SphericalGeometry.interpolate(from: start, to: end, fraction: min(fraction, 0.999))
      return SphericalGeometry.heading(from: here, to: end)
    }
    let (dx, dy) = Self.step(from: WorldPoint(start), to: WorldPoint(end))
    return dx == 0 && dy == 0 ? nil : Angle.bearingDegrees(atan2(dx, -dy) * Angle.degreesPerRadian)
  }

  /// The edge on which a part of the way ends, and how much of it is behind; nil on a way without length.
  private func edge(at part: Double) -> (LocationCoordinate, LocationCoordinate, fraction: Double)? {
    guard let length = distances.last, length > 0 else { return nil }
    // An easing may overshoot.
    let distance = min(max(part, 0), 1) * length
    // The first place beyond; the last one of the full length where there is none.
    var (low, high) = (1, places.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if distances[middle] < distance || distances[middle] == 0 { low = middle + 1 } else { high = middle }
    }
    let (start, end) = (distances[low - 1], distances[low])
    return (places[low - 1], places[low], end > start ? (distance - start) / (end - start) : 1)
  }

  /// The short way, in world units.
  private static func step(from: WorldPoint, to: WorldPoint) -> (dx: Double, dy: Double) {
    let dx = to.x - from.x
    return (dx - dx.rounded(), to.y - from.y)
  }
}
