internal import Foundation
internal import OverlookGeometry

/// An order of a graph's arcs in which they can be contracted: the graph is halved by lines across it again and again, each where few roads
/// are cut, and what is cut comes after all that it parts (nested dissection; cuts of roads are separators of arcs, after Buchhold, Wagner,
/// Zeitz and Zündorf 2020). It holds for every metric.
package struct ArcOrder: Sendable {
  /// From the last to be contracted to the first.
  let descending: [UInt32]

  /// `descending`: all arcs of a graph, each once.
  init(descending: [UInt32]) {
    self.descending = descending
  }

  /// Directions of the lines that are tried.
  private static let directions = 4
  /// How unequal the halves may be.
  private static let balance = 0.3

  package init(_ graph: RoadGraph) {
    var dissection = Dissection(graph, directions: Self.directions, balance: Self.balance)
    dissection.run()
    descending = dissection.order
  }
}

/// The halving.
private struct Dissection {
  private let graph: RoadGraph
  private let balance: Double
  private(set) var order: [UInt32] = []
  private let points: [SIMD2<Float>]
  private let axes: [SIMD2<Float>]
  /// Nodes, cell by cell.
  private var nodes: [UInt32]
  private var cellOfNode: [UInt32]
  private var place: [UInt32]

  init(_ graph: RoadGraph, directions: Int, balance: Double) {
    self.graph = graph
    self.balance = balance
    let latitude = (graph.bounds?.southWest.latitude ?? 0) * .pi / 180
    let (west, south) = (graph.columns.longitudes.first ?? 0, graph.columns.latitudes.first ?? 0)
    points = (0..<graph.nodeCount).map { node in
      let east = Double(Int(graph.columns.longitudes[node]) - Int(west)) * max(cos(latitude), 0.01)
      return SIMD2(Float(east), Float(Int(graph.columns.latitudes[node]) - Int(south)))
    }
    axes = (0..<directions).map { number in
      let angle = Double(number) * .pi / Double(directions)
      return SIMD2(Float(cos(angle)), Float(sin(angle)))
    }
    nodes = (0..<UInt32(clamping: graph.nodeCount)).map { $0 }
    cellOfNode = [UInt32](repeating: 0, count: graph.nodeCount)
    place = cellOfNode
    order.reserveCapacity(graph.arcCount)
  }

  mutating func run() {
    var open = [0..<nodes.count]
    var cellCount: UInt32 = 1
    while let range = open.popLast() {
      guard range.count > 1 else {
        if let node = range.first.map({ Int(nodes[$0]) }) { appendLoops(at: node) }
        continue
      }
      let cell = cellOfNode[Int(nodes[range.lowerBound])]
      let middle = split(range, cell)
      for number in middle..<range.upperBound { cellOfNode[Int(nodes[number])] = cellCount }
      appendCut(range.lowerBound..<middle, to: cellCount)
      cellCount += 1
      open.append(range.lowerBound..<middle)
      open.append(middle..<range.upperBound)
    }
  }

  /// Arcs that lead back to where they start belong to no cut.
  private mutating func appendLoops(at node: Int) {
    for arc in graph.outgoing(node) where graph.head(arc) == node { order.append(UInt32(clamping: arc)) }
  }

  /// The arcs from one side to the other, and then those back.
  private mutating func appendCut(_ side: Range<Int>, to cell: UInt32) {
    var back: [UInt32] = []
    for number in side {
      for arc in graph.outgoing(Int(nodes[number])) where cellOfNode[graph.head(arc)] == cell {
        order.append(UInt32(clamping: arc))
        back.append(UInt32(clamping: arc ^ 1))
      }
    }
    order += back
  }

  /// Sorts the nodes of a cell along the line that cuts it best, and says where.
  private mutating func split(_ range: Range<Int>, _ cell: UInt32) -> Int {
    var best = (worth: Double.infinity, middle: range.lowerBound + range.count / 2, nodes: ArraySlice<UInt32>())
    for axis in axes {
      let sorted = sorted(range, along: axis)
      for (number, node) in sorted.enumerated() { place[Int(node)] = UInt32(truncatingIfNeeded: number) }
      let (worth, middle) = cheapest(sorted, cell)
      if worth < best.worth { best = (worth, range.lowerBound + middle, ArraySlice(sorted)) }
      // Small cells are cut well enough by any line.
      if range.count < 8 { break }
    }
    nodes.replaceSubrange(range, with: best.nodes)
    return best.middle
  }

  private func sorted(_ range: Range<Int>, along axis: SIMD2<Float>) -> [UInt32] {
    // Whole numbers are sorted much quicker than pairs; those of places are below 2^33 in either direction.
    var keys = nodes[range].map { node in
      UInt64(max((points[Int(node)] * axis).sum() / 8 + Float(1 << 31), 0)) << 32 | UInt64(node)
    }
    keys.sort()
    return keys.map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Where few roads cross, for how even the halves are.
  private func cheapest(_ sorted: [UInt32], _ cell: UInt32) -> (worth: Double, middle: Int) {
    let count = sorted.count
    var changes = [Int32](repeating: 0, count: count + 1)
    for (number, node) in sorted.enumerated() {
      for index in graph.outRange(Int(node)) {
        let head = graph.head(Int(graph.columns.outArcs[index]))
        guard cellOfNode[head] == cell, Int(place[head]) > number else { continue }
        changes[number] += 1
        changes[Int(place[head])] -= 1
      }
    }
    let first = max(Int(Double(count) * balance), 1)
    var best = (worth: Double.infinity, middle: count / 2)
    var cut: Int32 = 0
    for number in 0..<count - 1 {
      cut += changes[number]
      let middle = number + 1
      guard middle >= first, middle <= count - first else { continue }
      let worth = (Double(cut) + 0.5) / Double(min(middle, count - middle)).squareRoot()
      if worth < best.worth { best = (worth, middle) }
    }
    return best
  }
}
