import Foundation
import OverlookGeometry

/// The way that was gone, without places that lie on the line between their neighbours.
struct TravelledPath: Sendable {
  /// Metres from the line within which a place lies on it.
  private static let tolerance = 1.0
  /// Places that are looked at again for each new one.
  private static let openLimit = 48
  /// Beyond them, every second place of what lies behind is dropped.
  private static let placeLimit = 100_000

  private var kept: [LocationCoordinate] = []
  /// Behind the last kept one, all near the line to the last of them.
  private var open: [LocationCoordinate] = []

  var coordinates: [LocationCoordinate] { kept + open.suffix(1) }

  mutating func append(_ place: LocationCoordinate) {
    guard place.isValid, place != (open.last ?? kept.last) else { return }
    guard let base = kept.last else {
      kept.append(place)
      return
    }
    if let last = open.last, open.count >= Self.openLimit || open.contains(where: { !Self.lies($0, from: base, to: place) }) {
      kept.append(last)
      open = [place]
      if kept.count > Self.placeLimit { kept = kept.enumerated().filter { $0.offset % 2 == 0 }.map(\.element) }
    } else {
      open.append(place)
    }
  }

  /// Whether a place lies on the straight way between two others, on a plane about the first.
  private static func lies(_ place: LocationCoordinate, from: LocationCoordinate, to: LocationCoordinate) -> Bool {
    let scale = SphericalGeometry.earthRadiusMeters * Angle.radiansPerDegree
    let shrink = cos(from.latitude * Angle.radiansPerDegree)
    func local(_ other: LocationCoordinate) -> SIMD2<Double> {
      SIMD2(
        Angle.shortestTurn(fromDegrees: from.longitude, toDegrees: other.longitude) * shrink, other.latitude - from.latitude)
        * scale
    }
    let (way, offset) = (local(to), local(place))
    let square = (way * way).sum()
    let fraction = square > 0 ? min(max((way * offset).sum() / square, 0), 1) : 0
    let away = offset - way * fraction
    return (away * away).sum() <= tolerance * tolerance
  }
}
