internal import OverlookFormats
internal import OverlookGeometry
internal import Foundation

/// Roads on the way from ways to segments.
struct RoadNetwork {
  struct Place {
    var id: Int64
    var coordinate: LocationCoordinate
  }

  private struct Road {
    var way: Int64
    var row: UInt32
    var places: Range<Int>
  }

  struct Segment {
    var way: Int64
    var row: UInt32
    /// Numbers of nodes.
    var from: Int
    var to: Int
    /// Into the places, with its ends.
    var places: Range<Int>
  }

  var traits: [Int64: NodeReader] = [:]
  private var roads: [Road] = []
  private var places: [Place] = []
  /// In the order of the ways.
  private(set) var segments: [Segment] = []
  /// The segments of each way, in its order.
  private(set) var segmentsOfWay: [Int64: [Int]] = [:]
  private(set) var nodeNumbers: [Int64: Int] = [:]
  private var nodes: [Place] = []

  mutating func add(_ run: [Place], way: Int64, row: UInt32) {
    let first = places.count
    places += run
    roads.append(Road(way: way, row: row, places: first..<places.count))
  }

  static func length(_ points: some Sequence<LocationCoordinate>) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + SphericalGeometry.distance(from: $1.0, to: $1.1) }
  }

  // MARK: Cutting

  /// Cuts the roads where they meet, end, or something stands.
  mutating func cut(limit: Int, thing: String) throws(FormatError) {
    var uses: [Int64: Int] = [:]
    uses.reserveCapacity(places.count)
    for road in roads {
      for place in road.places { uses[places[place].id, default: 0] += 1 }
      uses[places[road.places.lowerBound].id, default: 0] += 2
      uses[places[road.places.upperBound - 1].id, default: 0] += 2
    }
    for road in roads {
      var first = road.places.lowerBound
      for place in road.places.dropFirst() {
        let id = places[place].id
        let isEnd = uses[id, default: 0] > 1 || traits[id]?.endsSegment == true
        guard isEnd else { continue }
        addSegment(road, first..<place + 1)
        first = place
      }
      guard segments.count < limit else { throw .tooLarge(thing, fault: "more than \(limit) pieces of road") }
    }
  }

  private mutating func addSegment(_ road: Road, _ range: Range<Int>) {
    let from = node(places[range.lowerBound])
    let to = node(places[range.upperBound - 1])
    segmentsOfWay[road.way, default: []].append(segments.count)
    segments.append(Segment(way: road.way, row: road.row, from: from, to: to, places: range))
  }

  private mutating func node(_ place: Place) -> Int {
    if let number = nodeNumbers[place.id] { return number }
    nodes.append(place)
    nodeNumbers[place.id] = nodes.count - 1
    return nodes.count - 1
  }

  func tail(_ arc: Int) -> Int { arc & 1 == 0 ? segments[arc >> 1].from : segments[arc >> 1].to }
  func head(_ arc: Int) -> Int { arc & 1 == 0 ? segments[arc >> 1].to : segments[arc >> 1].from }

  /// Arcs of a way that start at a node.
  func arcs(ofWay way: Int64, from node: Int) -> [Int] {
    let arcs = (segmentsOfWay[way] ?? []).flatMap { [2 * $0, 2 * $0 + 1] }
    return arcs.filter { tail($0) == node }
  }

  // MARK: Columns

  private static func units(_ degrees: Double) -> Int32 { Int32(clamping: Int64((degrees * 1e7).rounded())) }

  func columns(restrictions: [RoadRestriction], texts: inout WayReader) -> RoadColumns {
    var columns = RoadColumns()
    let order = SpaceOrder(nodes.map(\.coordinate))
    let nodeOrder = order.sorted
    var nodeNumber = [Int](repeating: 0, count: nodes.count)
    for (number, node) in nodeOrder.enumerated() { nodeNumber[node] = number }
    addNodes(nodeOrder, &columns, &texts)
    let middles = segments.map { places[$0.places.lowerBound + $0.places.count / 2].coordinate }
    let segmentOrder = SpaceOrder(middles).sorted
    var segmentNumber = [UInt32](repeating: 0, count: segments.count)
    for (number, segment) in segmentOrder.enumerated() {
      segmentNumber[segment] = UInt32(clamping: number)
      add(segments[segment], nodeNumber, &columns)
    }
    columns.shapeStart.append(UInt32(clamping: columns.shapeBytes.count))
    Self.addOutgoing(&columns)
    for restriction in restrictions {
      columns.restrictionArcs += restriction.arcs.map { segmentNumber[$0 >> 1] * 2 + UInt32($0 & 1) }
      columns.restrictionStart.append(UInt32(clamping: columns.restrictionArcs.count))
      columns.restrictionModes.append(restriction.modes)
      let times = texts.addTimes(restriction.times)
      columns.restrictionTimes.append(UInt32(clamping: times.lowerBound))
      columns.restrictionTimeCounts.append(UInt32(clamping: times.count))
    }
    return columns
  }

  private func addNodes(_ order: [Int], _ columns: inout RoadColumns, _ texts: inout WayReader) {
    for (number, node) in order.enumerated() {
      let place = nodes[node]
      columns.latitudes.append(Self.units(place.coordinate.latitude))
      columns.longitudes.append(Self.units(place.coordinate.longitude))
      let traits = self.traits[place.id]
      columns.nodeTraits.append(traits?.bits ?? 0)
      if let traits, traits.bits & NodeTraits.hasLabel != 0 {
        columns.labelNodes.append(UInt32(clamping: number))
        columns.labelRefs.append(texts.addText(traits.ref))
        columns.labelNames.append(texts.addText(traits.name))
      }
    }
  }

  private func add(_ segment: Segment, _ nodeNumber: [Int], _ columns: inout RoadColumns) {
    let points = places[segment.places]
    let first = points[points.startIndex].coordinate
    columns.segmentFrom.append(UInt32(clamping: nodeNumber[segment.from]))
    columns.segmentTo.append(UInt32(clamping: nodeNumber[segment.to]))
    columns.segmentRow.append(segment.row)
    columns.ways.append(segment.way)
    let length = Self.length(points.map(\.coordinate)) * 100
    columns.lengths.append(UInt32(min(max(length.rounded(), 1), Double(UInt32.max))))
    columns.bearings.append(
      UInt16(Self.turn(points.map(\.coordinate))) | UInt16(Self.turn(points.reversed().map(\.coordinate)) &+ 128) << 8)
    columns.stops.append(stops(points.dropFirst().dropLast()).packed)
    columns.shapeStart.append(UInt32(clamping: columns.shapeBytes.count))
    ShapeCoding.append(
      points.dropFirst().dropLast().map { (Self.units($0.coordinate.latitude), Self.units($0.coordinate.longitude)) },
      after: (Self.units(first.latitude), Self.units(first.longitude)), to: &columns.shapeBytes)
  }

  /// The bearing of the first ten metres of a line, in 256ths of a turn.
  private static func turn(_ points: [LocationCoordinate]) -> UInt8 {
    var target = points[points.count - 1]
    var rest = 10.0
    for (a, b) in zip(points, points.dropFirst()) {
      let length = SphericalGeometry.distance(from: a, to: b)
      if length >= rest, length > 0 {
        target = a.toward(b, rest / length)
        break
      }
      rest -= length
      target = b
    }
    let heading = SphericalGeometry.heading(from: points[0], to: target)
    let turn: Double = heading.isFinite ? heading / 360 : 0
    return UInt8(truncatingIfNeeded: Int(turn * 256 + 0.5))
  }

  private func stops(_ inner: ArraySlice<Place>) -> SegmentStops {
    var stops = SegmentStops()
    for place in inner {
      guard let traits = traits[place.id] else { continue }
      let (forward, backward) = (traits.direction >= 0 ? 1 : 0, traits.direction <= 0 ? 1 : 0)
      if traits.bits & NodeTraits.signals != 0 {
        stops.signals.forward += forward
        stops.signals.backward += backward
      }
      if traits.bits & NodeTraits.crossing != 0 { stops.crossings += 1 }
      if traits.hasSign || traits.bits & NodeTraits.miniRoundabout != 0 {
        stops.signs.forward += forward
        stops.signs.backward += backward
      }
    }
    return stops
  }

  /// The arcs that start at each node, clockwise.
  private static func addOutgoing(_ columns: inout RoadColumns) {
    var counts = [UInt32](repeating: 0, count: columns.nodeCount + 1)
    for node in columns.segmentFrom { counts[Int(node) + 1] += 1 }
    for node in columns.segmentTo { counts[Int(node) + 1] += 1 }
    for node in 0..<columns.nodeCount { counts[node + 1] += counts[node] }
    columns.firstOut = counts
    columns.outArcs = [UInt32](repeating: 0, count: 2 * columns.segmentCount)
    for segment in 0..<columns.segmentCount {
      for (node, arc) in [(columns.segmentFrom[segment], 2 * segment), (columns.segmentTo[segment], 2 * segment + 1)] {
        columns.outArcs[Int(counts[Int(node)])] = UInt32(clamping: arc)
        counts[Int(node)] += 1
      }
    }
    for node in 0..<columns.nodeCount {
      let range = Int(columns.firstOut[node])..<Int(columns.firstOut[node + 1])
      let bearings = columns.bearings
      columns.outArcs[range].sort { a, b in
        let (first, second) = (turn(a, bearings), turn(b, bearings))
        return first != second ? first < second : a < b
      }
    }
  }

  private static func turn(_ arc: UInt32, _ bearings: [UInt16]) -> UInt8 {
    let packed = bearings[Int(arc >> 1)]
    return arc & 1 == 0 ? UInt8(truncatingIfNeeded: packed) : UInt8(truncatingIfNeeded: packed >> 8) &+ 128
  }
}

/// Places along a Hilbert curve over their own box, so that neighbours have near numbers.
struct SpaceOrder {
  /// Numbers of the places in the order of the curve.
  let sorted: [Int]

  init(_ places: [LocationCoordinate]) {
    let west = places.map(\.longitude).min() ?? 0
    let east = places.map(\.longitude).max() ?? 0
    let south = places.map(\.latitude).min() ?? 0
    let north = places.map(\.latitude).max() ?? 0
    let (width, height) = (max(east - west, 1e-9), max(north - south, 1e-9))
    let keys = places.map { place in
      HilbertCurve.place(
        x: UInt32(min(max((place.longitude - west) / width * 65_535, 0), 65_535)),
        y: UInt32(min(max((place.latitude - south) / height * 65_535, 0), 65_535)))
    }
    sorted = places.indices.sorted { keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1 }
  }
}
