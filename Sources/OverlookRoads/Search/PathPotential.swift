internal import Foundation
internal import OverlookGeometry

/// How much at least it costs from a node to the ends, and from the starts to it: what the straight line takes at the highest speed.
struct PathPotential {
  private let starts: [SIMD2<Double>]
  private let ends: [SIMD2<Double>]
  /// Milliseconds of a radian at the top speed.
  private let scale: Double
  /// The least cosine of a latitude of the graph, squared.
  private let narrowing: Double
  private let columns: RoadColumns
  private static let radians = Double.pi / 180 / 1e7

  init(_ problem: PathProblem) {
    let graph = problem.metric.graph
    columns = graph.columns
    let bounds = graph.bounds
    let latitude = max(abs(bounds?.southWest.latitude ?? 90), abs(bounds?.northEast.latitude ?? 90))
    narrowing = max(cos(latitude * .pi / 180), 0) * max(cos(latitude * .pi / 180), 0)
    scale = SphericalGeometry.earthRadiusMeters / problem.metric.topSpeed * (1 - 1e-9)
    let columns = columns
    func point(_ node: Int) -> SIMD2<Double> {
      SIMD2(Double(columns.latitudes[node]), Double(columns.longitudes[node])) * Self.radians
    }
    // Forward costs are counted from the heads of the arcs of starts, backward ones up to the tails of those of ends.
    starts = Array(Set(problem.starts.map { point(graph.head($0.position.arc)) }))
    ends = Array(Set(problem.ends.map { point(graph.tail($0.position.arc)) }))
  }

  /// Milliseconds from a node to the nearest of the ends, and from the nearest of the starts.
  @inline(__always) func bounds(_ node: Int) -> (ahead: Double, behind: Double) {
    let here = SIMD2(Double(columns.latitudes[node]), Double(columns.longitudes[node])) * Self.radians
    return (least(here, ends), least(here, starts))
  }

  /// The haversine formula with what is never more than the sine: x - x^3 / 6.
  @inline(__always) private func least(_ here: SIMD2<Double>, _ points: [SIMD2<Double>]) -> Double {
    var least = Double.infinity
    for point in points {
      let difference = here - point
      let a = abs(difference.x) / 2
      var turn = abs(difference.y)
      if turn > .pi { turn = 2 * .pi - turn }
      let b = turn / 2
      let (sineA, sineB) = (a - a * a * a / 6, b - b * b * b / 6)
      least = min(least, sineA * sineA + narrowing * sineB * sineB)
    }
    return 2 * least.squareRoot() * scale
  }
}
