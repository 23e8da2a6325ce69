internal import OverlookFormats
package import OverlookGeometry
internal import Synchronization

/// The roads of a region as nodes (junctions) and arcs (a piece of road between two of them, in one direction).
///
/// A piece of road is a *segment*, with two arcs: number `2 * segment` the way it is drawn, and the next one against it. Who may use an
/// arc is for the attributes and for `RoadMetric` to say. Numbers are below `nodeCount`, `segmentCount`, `arcCount`; asking for others
/// is a fault of the program. What is read from files is checked as a whole before it becomes a graph. Any thread.
package final class RoadGraph: Sendable {
  let columns: RoadColumns
  let index: SegmentIndex
  /// The box around all nodes; nil without any.
  package let bounds: CoordinateBounds?
  /// Whether traffic keeps to the left, as roundabouts tell; to the right where there is none.
  package let drivesOnLeft: Bool
  private let orderCache = Mutex<ArcOrder?>(nil)

  /// Throws when a number in the columns points nowhere.
  init(_ columns: RoadColumns, thing: String) throws(FormatError) {
    try ColumnCheck(columns: columns, thing: thing).run()
    self.columns = columns
    index = SegmentIndex(columns)
    bounds = Self.bounds(of: columns)
    drivesOnLeft = RoundaboutTurns(columns).areClockwise
  }

  package var nodeCount: Int { columns.nodeCount }
  package var segmentCount: Int { columns.segmentCount }
  package var arcCount: Int { 2 * columns.segmentCount }
  package var isEmpty: Bool { columns.segmentCount == 0 }

  /// Whether the order of its arcs came with it.
  var hasOrder: Bool { !columns.arcOrder.isEmpty }

  /// The order in which hierarchies contract the arcs: that which came with the graph, or else made when it is asked for first (seconds for
  /// a million arcs).
  package var arcOrder: ArcOrder {
    if hasOrder { return ArcOrder(descending: columns.arcOrder) }
    return orderCache.withLock { cache in
      if let cache { return cache }
      let order = ArcOrder(self)
      cache = order
      return order
    }
  }

  /// Arcs from which on the order is worth its place in the file.
  package static let orderedArcCount = 100_000

  /// The same roads with the order of their arcs, which is written into files.
  package func ordered() -> RoadGraph {
    hasOrder ? self : RoadGraph(self, order: arcOrder)
  }

  private init(_ graph: RoadGraph, order: ArcOrder) {
    var columns = graph.columns
    columns.arcOrder = order.descending
    (self.columns, index, bounds, drivesOnLeft) = (columns, graph.index, graph.bounds, graph.drivesOnLeft)
  }

  // MARK: Arcs

  @inline(__always) package func segment(of arc: Int) -> Int { arc >> 1 }
  @inline(__always) package func isForward(_ arc: Int) -> Bool { arc & 1 == 0 }
  @inline(__always) package func direction(of arc: Int) -> RoadDirection { arc & 1 == 0 ? .forward : .backward }
  /// The same road the other way.
  @inline(__always) package func opposite(_ arc: Int) -> Int { arc ^ 1 }

  /// The node where an arc starts.
  @inline(__always) package func tail(_ arc: Int) -> Int {
    Int(arc & 1 == 0 ? columns.segmentFrom[arc >> 1] : columns.segmentTo[arc >> 1])
  }

  /// The node where an arc ends.
  @inline(__always) package func head(_ arc: Int) -> Int {
    Int(arc & 1 == 0 ? columns.segmentTo[arc >> 1] : columns.segmentFrom[arc >> 1])
  }

  /// Metres.
  @inline(__always) package func length(_ arc: Int) -> Double { Double(columns.lengths[arc >> 1]) / 100 }

  /// The id of the way in OpenStreetMap.
  package func wayID(_ arc: Int) -> Int64 { columns.ways[arc >> 1] }

  /// Attributes of an arc's road, with its direction.
  package func attributes(_ arc: Int) -> RoadAttributes {
    RoadAttributes(graph: self, row: Int(columns.segmentRow[arc >> 1]) * RoadRow.stride, direction: direction(of: arc))
  }

  /// Which row of attributes: arcs that have the same have the same attributes.
  package func attributeNumber(_ arc: Int) -> Int { Int(columns.segmentRow[arc >> 1]) }

  /// The compass bearing with which one sets out on an arc, degrees; within 0.8 degrees, over its first ten metres.
  package func startBearing(_ arc: Int) -> Double { Double(startTurn(arc)) * (360 / 256) }

  /// The compass bearing with which one arrives.
  package func endBearing(_ arc: Int) -> Double { Double(endTurn(arc)) * (360 / 256) }

  @inline(__always) func startTurn(_ arc: Int) -> UInt8 {
    let packed = columns.bearings[arc >> 1]
    return arc & 1 == 0 ? UInt8(truncatingIfNeeded: packed) : UInt8(truncatingIfNeeded: packed >> 8) &+ 128
  }

  @inline(__always) func endTurn(_ arc: Int) -> UInt8 {
    let packed = columns.bearings[arc >> 1]
    return arc & 1 == 0 ? UInt8(truncatingIfNeeded: packed >> 8) : UInt8(truncatingIfNeeded: packed) &+ 128
  }

  /// Degrees that one turns from an arc into the next, -180 ..< 180, to the right positive; 0 is straight on.
  package func turnAngle(from: Int, to: Int) -> Double {
    Double(Int8(bitPattern: startTurn(to) &- endTurn(from))) * (360 / 256)
  }

  // MARK: Nodes

  package func coordinate(ofNode node: Int) -> LocationCoordinate {
    LocationCoordinate(latitude: Double(columns.latitudes[node]) / 1e7, longitude: Double(columns.longitudes[node]) / 1e7)
  }

  /// Arcs that start at a node, clockwise from north.
  package func outgoing(_ node: Int) -> some RandomAccessCollection<Int> {
    columns.outArcs[outRange(node)].lazy.map { Int($0) }
  }

  /// Arcs that end at a node.
  package func incoming(_ node: Int) -> some RandomAccessCollection<Int> {
    columns.outArcs[outRange(node)].lazy.map { Int($0 ^ 1) }
  }

  @inline(__always) func outRange(_ node: Int) -> Range<Int> {
    Int(columns.firstOut[node])..<Int(columns.firstOut[node + 1])
  }

  func traits(ofNode node: Int) -> NodeTraits { NodeTraits(bits: columns.nodeTraits[node]) }

  package func hasSignals(_ node: Int) -> Bool { traits(ofNode: node).has(NodeTraits.signals) }
  package func hasCrossing(_ node: Int) -> Bool { traits(ofNode: node).has(NodeTraits.crossing) }
  package func isMotorwayJunction(_ node: Int) -> Bool { traits(ofNode: node).has(NodeTraits.motorwayJunction) }

  /// The number of a motorway's exit or of a junction, and its name; empty where they have none.
  package func label(ofNode node: Int) -> (ref: String, name: String) {
    guard traits(ofNode: node).has(NodeTraits.hasLabel), let row = labelRow(UInt32(node)) else { return ("", "") }
    return (text(Int(columns.labelRefs[row])), text(Int(columns.labelNames[row])))
  }

  private func labelRow(_ node: UInt32) -> Int? {
    var (low, high) = (0, columns.labelNodes.count)
    while low < high {
      let middle = low + (high - low) / 2
      if columns.labelNodes[middle] < node { low = middle + 1 } else { high = middle }
    }
    return low < columns.labelNodes.count && columns.labelNodes[low] == node ? low : nil
  }

  func text(_ number: Int) -> String {
    guard number != 0 else { return "" }
    return String(decoding: columns.textBytes[Int(columns.textStart[number])..<Int(columns.textStart[number + 1])], as: UTF8.self)
  }

  private static func bounds(of columns: RoadColumns) -> CoordinateBounds? {
    guard let south = columns.latitudes.min(), let north = columns.latitudes.max(), let west = columns.longitudes.min(),
      let east = columns.longitudes.max()
    else { return nil }
    return CoordinateBounds(
      southWest: LocationCoordinate(latitude: Double(south) / 1e7, longitude: Double(west) / 1e7),
      northEast: LocationCoordinate(latitude: Double(north) / 1e7, longitude: Double(east) / 1e7))
  }

  /// Bytes that the columns take in memory.
  package var byteCount: Int {
    let c = columns
    let wordColumns: [[UInt32]] = [
      c.nodeTraits, c.firstOut, c.outArcs, c.labelNodes, c.labelRefs, c.labelNames, c.segmentFrom, c.segmentTo, c.segmentRow,
      c.lengths,
      c.shapeStart, c.rows, c.textStart, c.conditions, c.times, c.restrictionStart, c.restrictionArcs, c.restrictionModes,
      c.restrictionTimes, c.restrictionTimeCounts, c.arcOrder,
    ]
    var words = wordColumns.reduce(0) { $0 + $1.count }
    words += c.latitudes.count + c.longitudes.count + c.bearings.count + c.ways.count * 2
    return words * 4 + c.heights.count * 2 + c.shapeBytes.count + c.textBytes.count + index.byteCount
  }
}
