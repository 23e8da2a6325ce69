package import OverlookGeometry
package import OverlookRoads

/// A path over the roads with its places, and what lies before each of its arcs.
struct PathWalk {
  let graph: RoadGraph
  let metric: RoadMetric
  let arcs: [Int]
  /// From start to end.
  private(set) var shape: [LocationCoordinate] = []
  /// Where in the shape each arc begins, and at last where the path ends.
  private(set) var starts: [Int] = []
  /// Metres before each arc, and of the whole at last.
  private(set) var distances: [Double] = [0]
  /// Seconds before each arc, without the turn into it, and of the whole at last.
  private(set) var times: [Double] = [0]

  init(_ path: RoadPath, metric: RoadMetric) {
    self.metric = metric
    graph = metric.graph
    arcs = path.arcs
    for index in arcs.indices { add(index, path) }
    starts.append(max(shape.count - 1, 0))
  }

  private mutating func add(_ index: Int, _ path: RoadPath) {
    let arc = arcs[index]
    let from = index == 0 ? path.startFraction : 0
    let to = index == arcs.count - 1 ? path.endFraction : 1
    let part = max(to - from, 0)
    var points = graph.shape(of: arc)
    if from > 0 || to < 1 { points = ShapePart.part(of: points, from: from, to: max(to, from)) }
    starts.append(max(shape.count - 1, 0))
    shape += shape.isEmpty ? points[...] : points.dropFirst()
    let turn = index > 0 ? metric.turnDuration(from: arcs[index - 1], to: arc) : 0
    distances.append((distances.last ?? 0) + graph.length(arc) * part)
    times.append((times.last ?? 0) + metric.duration(arc) * part + turn)
  }

  var distance: Double { distances.last ?? 0 }
  var duration: Double { times.last ?? 0 }

  func road(_ index: Int) -> RoadAttributes { graph.attributes(arcs[index]) }

  /// Degrees from the way into an arc of the path to the way out of another, to the right positive.
  func turn(from: Int, to: Int) -> Double {
    graph.turnAngle(from: arcs[from], to: arcs[to])
  }

  func length(_ range: Range<Int>) -> Double { distances[range.upperBound] - distances[range.lowerBound] }
}

/// Parts of lines.
enum ShapePart {
  /// The places of a line between two fractions of its length; both ends are there, even where the part has no length.
  static func part(of points: [LocationCoordinate], from: Double, to: Double) -> [LocationCoordinate] {
    guard points.count > 1 else { return points }
    let lengths = zip(points, points.dropFirst()).map { SphericalGeometry.distance(from: $0, to: $1) }
    let total = lengths.reduce(0, +)
    var result: [LocationCoordinate] = []
    var before = 0.0
    for (index, length) in lengths.enumerated() {
      let (start, end) = (from * total - before, to * total - before)
      if result.isEmpty, start <= length || index == lengths.count - 1 {
        result.append(place(points[index], points[index + 1], length > 0 ? min(start / length, 1) : 0))
      }
      if !result.isEmpty {
        if end <= length || index == lengths.count - 1 {
          result.append(place(points[index], points[index + 1], length > 0 ? min(max(end / length, 0), 1) : 0))
          break
        }
        result.append(points[index + 1])
      }
      before += length
    }
    return result
  }

  private static func place(_ a: LocationCoordinate, _ b: LocationCoordinate, _ fraction: Double) -> LocationCoordinate {
    if fraction <= 0 { return a }
    if fraction >= 1 { return b }
    return SphericalGeometry.interpolate(from: a, to: b, fraction: fraction)
  }
}

extension RoadPath {
  /// The places of a path, from its start to its end.
  package func shape(in metric: RoadMetric) -> [LocationCoordinate] { PathWalk(self, metric: metric).shape }
}
