import Foundation
import OverlookGeometry
import OverlookRoads

/// The roads around traces in the form that matching asks for again and again: filled as traces go along, and kept for the next ones. One
/// thread at a time.
final class MatchNetwork {
  let graph: RoadGraph
  let metric: RoadMetric
  private let turnBack: Double
  /// Into `successors`, by arc; negative where nobody has asked yet.
  private var firstSuccessor: [Int32]
  private var successorCount: [UInt8]
  private var successors: [Successor] = []
  /// Into `points`, by segment; negative where nobody has asked yet.
  private var firstPoint: [Int32]
  private var pointCount: [Int32]
  /// Degrees, longitude and latitude.
  private(set) var points: [SIMD2<Double>] = []

  struct Successor {
    let arc: Int32
    let length: Float
    /// Metres that the turn counts beside the way.
    let extra: Float
  }

  init(metric: RoadMetric, turnBack: Double) {
    self.metric = metric
    self.turnBack = turnBack
    graph = metric.graph
    firstSuccessor = [Int32](repeating: -1, count: graph.arcCount)
    successorCount = [UInt8](repeating: 0, count: graph.arcCount)
    firstPoint = [Int32](repeating: -1, count: graph.segmentCount)
    pointCount = [Int32](repeating: 0, count: graph.segmentCount)
  }

  func length(_ arc: Int) -> Double { graph.length(arc) }

  /// Where arcs that may follow one lie in `successor`.
  @inline(__always) func successorRange(_ arc: Int) -> Range<Int> {
    if firstSuccessor[arc] < 0 { fillSuccessors(arc) }
    let first = Int(firstSuccessor[arc])
    return first..<(first + Int(successorCount[arc]))
  }

  @inline(__always) func successor(_ index: Int) -> Successor { successors[index] }

  private func fillSuccessors(_ arc: Int) {
    firstSuccessor[arc] = Int32(clamping: successors.count)
    var count: UInt8 = 0
    for out in graph.outgoing(graph.head(arc)) where metric.isOpen(out) && count < UInt8.max {
      guard metric.turn(from: arc, to: out) < RoadMetric.closed else { continue }
      successors.append(
        Successor(
          arc: Int32(clamping: out), length: Float(graph.length(out)),
          // Of two ways as long as each other, people take the one with fewer turns: a metre for each second of them.
          extra: Float(metric.turnDuration(from: arc, to: out)) + (out == graph.opposite(arc) ? Float(turnBack) : 0)))
      count += 1
    }
    successorCount[arc] = count
  }

  /// Where the places of a segment lie in `points`.
  @inline(__always) func pointRange(_ segment: Int) -> Range<Int> {
    if firstPoint[segment] < 0 { fillPoints(segment) }
    let first = Int(firstPoint[segment])
    return first..<(first + Int(pointCount[segment]))
  }

  private func fillPoints(_ segment: Int) {
    let shape = graph.shape(of: segment * 2)
    firstPoint[segment] = Int32(clamping: points.count)
    pointCount[segment] = Int32(clamping: shape.count)
    points += shape.map { SIMD2($0.longitude, $0.latitude) }
  }

  /// The segments within reach of a place, some farther ones among them.
  func segments(near place: LocationCoordinate, within radius: Double) -> [Int32] {
    graph.segments(around: place, within: radius).filter { segment in
      metric.isOpen(Int(segment) * 2) || metric.isOpen(Int(segment) * 2 + 1)
    }
  }
}
