import Foundation
import OverlookGeometry
import OverlookRouting

/// How alike two routes between the same places are.
struct RouteLikeness {
  /// How much of one route lies within `reach` of the other, 0 ... 1.
  let overlap: Double
  /// How much longer the first takes than the second: 0.1 is a tenth.
  let excess: Double

  /// Metres between carriageways and lines that are drawn otherwise.
  private static let reach = 15.0
  private static let step = 5.0

  init(_ route: Route, _ other: Route) {
    excess = route.duration / max(other.duration, 1) - 1
    let points = Self.points(of: route.geometry, around: route.geometry.first)
    let others = Self.points(of: other.geometry, around: route.geometry.first)
    let cells = Dictionary(grouping: others, by: Self.cell)
    let near = points.count { point in
      let cell = Self.cell(point)
      return (-1...1).contains { x in
        (-1...1).contains { y in
          (cells[cell &+ SIMD2(x, y)] ?? []).contains { (($0 - point) * ($0 - point)).sum() <= Self.reach * Self.reach }
        }
      }
    }
    overlap = Double(near) / Double(max(points.count, 1))
  }

  private static func cell(_ point: SIMD2<Double>) -> SIMD2<Int> {
    SIMD2(Int((point.x / reach).rounded(.down)), Int((point.y / reach).rounded(.down)))
  }

  /// Every few metres, east and north of a place.
  private static func points(of line: [LocationCoordinate], around origin: LocationCoordinate?) -> [SIMD2<Double>] {
    guard let origin else { return [] }
    let meters = SphericalGeometry.earthRadiusMeters * .pi / 180
    let scale = SIMD2(cos(origin.latitude * .pi / 180), 1) * meters
    let corners = line.map { SIMD2($0.longitude - origin.longitude, $0.latitude - origin.latitude) * scale }
    return zip(corners, corners.dropFirst()).flatMap { start, end in
      let count = max(Int((((end - start) * (end - start)).sum().squareRoot() / step).rounded(.up)), 1)
      return (0..<count).map { start + (end - start) * (Double($0) / Double(count)) }
    }
  }
}
