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
  private let landmarks: Landmarks?
  private let startNodes: [Int]
  private let endNodes: [Int]
  private static let radians = Double.pi / 180 / 1e7

  init(_ problem: PathProblem, _ landmarks: Landmarks?) {
    let graph = problem.metric.graph
    self.landmarks = landmarks
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
    startNodes = Array(Set(problem.starts.map { graph.head($0.position.arc) }))
    endNodes = Array(Set(problem.ends.map { graph.tail($0.position.arc) }))
    starts = startNodes.map(point)
    ends = endNodes.map(point)
  }

  /// Milliseconds from a node to the nearest of the ends, and from the nearest of the starts.
  @inline(__always) func bounds(_ node: Int) -> (ahead: Double, behind: Double) {
    let here = SIMD2(Double(columns.latitudes[node]), Double(columns.longitudes[node])) * Self.radians
    let (ahead, behind) = (least(here, ends), least(here, starts))
    guard let landmarks else { return (ahead, behind) }
    var (onward, back) = (Int.max, Int.max)
    for end in endNodes { onward = min(onward, landmarks.least(from: node, to: end)) }
    for start in startNodes { back = min(back, landmarks.least(from: start, to: node)) }
    return (max(ahead, Double(onward)), max(behind, Double(back)))
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
