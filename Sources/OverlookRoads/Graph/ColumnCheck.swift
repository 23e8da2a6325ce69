internal import OverlookFormats

/// Looks whether every number of a graph's columns points to something, so that no later access can fail.
struct ColumnCheck {
  let columns: RoadColumns
  let thing: String

  func run() throws(FormatError) {
    try checkTexts()
    try checkNodes()
    try checkSegments()
    try checkArcs()
    try checkRows()
    try checkRestrictions()
    try checkOrder()
  }

  private func demand(_ condition: Bool, _ fault: @autoclosure () -> String) throws(FormatError) {
    if !condition { throw .malformed(thing, fault: fault()) }
  }

  /// Starts of runs: from 0 on, never back, up to the end.
  private func checkStarts(_ starts: [UInt32], count: Int, total: Int, _ name: String) throws(FormatError) {
    try demand(starts.count == count + 1, "\(starts.count) starts of \(name) for \(count)")
    try demand(starts.first == 0 && Int(starts[count]) == total, "\(name) that do not fill their table")
    for number in 0..<count where starts[number] > starts[number + 1] {
      try demand(false, "\(name) that end before they start")
    }
  }

  private func checkBelow(_ values: [UInt32], _ limit: Int, _ name: String) throws(FormatError) {
    let limit = UInt32(clamping: limit)
    try demand(values.allSatisfy { $0 < limit }, "a number of \(name) that does not exist")
  }

  private func checkTexts() throws(FormatError) {
    try demand(columns.textStart.count >= 2 && columns.textStart[1] == 0, "texts without the empty one")
    try checkStarts(columns.textStart, count: columns.textStart.count - 1, total: columns.textBytes.count, "texts")
  }

  private var textCount: Int { columns.textStart.count - 1 }

  private func checkNodes() throws(FormatError) {
    let count = columns.nodeCount
    try demand(count < 1 << 31, "too many nodes")
    try demand(
      columns.longitudes.count == count && columns.nodeTraits.count == count
        && (columns.heights.isEmpty || columns.heights.count == count), "columns of nodes that differ in length")
    try demand(columns.latitudes.allSatisfy { abs(Int($0)) <= 900_000_000 }, "a latitude beyond a pole")
    try demand(columns.longitudes.allSatisfy { abs(Int($0)) <= 1_800_000_000 }, "a longitude beyond 180 degrees")
    let labels = columns.labelNodes.count
    try demand(columns.labelRefs.count == labels && columns.labelNames.count == labels, "labels of nodes that differ in length")
    try checkBelow(columns.labelNodes, count, "a node")
    try checkBelow(columns.labelRefs, textCount, "a text")
    try checkBelow(columns.labelNames, textCount, "a text")
  }

  private func checkSegments() throws(FormatError) {
    let count = columns.segmentCount
    try demand(count < 1 << 30, "too many segments")
    try demand(
      columns.segmentTo.count == count && columns.segmentRow.count == count && columns.lengths.count == count
        && columns.bearings.count == count && columns.stops.count == count && columns.ways.count == count,
      "columns of segments that differ in length")
    try checkBelow(columns.segmentFrom, columns.nodeCount, "a node")
    try checkBelow(columns.segmentTo, columns.nodeCount, "a node")
    try demand(columns.rows.count % RoadRow.stride == 0, "rows of attributes that are cut")
    try checkBelow(columns.segmentRow, columns.rows.count / RoadRow.stride, "a row of attributes")
    try checkStarts(columns.shapeStart, count: count, total: columns.shapeBytes.count, "shapes")
    for segment in 0..<count {
      let (from, to) = (Int(columns.shapeStart[segment]), Int(columns.shapeStart[segment + 1]))
      try demand(ShapeCoding.isValid(columns.shapeBytes, from..<to), "a shape that is cut")
    }
  }

  /// Every arc starts at the node that lists it, and each is listed once.
  private func checkArcs() throws(FormatError) {
    let arcCount = 2 * columns.segmentCount
    try demand(columns.outArcs.count == arcCount, "\(columns.outArcs.count) arcs of nodes where there are \(arcCount)")
    try checkStarts(columns.firstOut, count: columns.nodeCount, total: arcCount, "arcs of nodes")
    try checkBelow(columns.outArcs, arcCount, "an arc")
    var isListed = [Bool](repeating: false, count: arcCount)
    for node in 0..<columns.nodeCount {
      for place in Int(columns.firstOut[node])..<Int(columns.firstOut[node + 1]) {
        let arc = Int(columns.outArcs[place])
        let tail = arc & 1 == 0 ? columns.segmentFrom[arc >> 1] : columns.segmentTo[arc >> 1]
        try demand(tail == UInt32(node) && !isListed[arc], "an arc that does not start at its node")
        isListed[arc] = true
      }
    }
  }

  private func checkRows() throws(FormatError) {
    try demand(columns.conditions.count % RoadCondition.stride == 0, "conditions that are cut")
    try demand(columns.times.count % RoadTimes.stride == 0, "times that are cut")
    let conditionCount = columns.conditions.count / RoadCondition.stride
    for row in stride(from: 0, to: columns.rows.count, by: RoadRow.stride) {
      for text in RoadRow.Text.allCases {
        try demand(Int(columns.rows[row + text.rawValue]) < textCount, "a number of a text that does not exist")
      }
      let end = Int(columns.rows[row + 18]) + Int(columns.rows[row + 19])
      try demand(end <= conditionCount, "a number of a condition that does not exist")
    }
    let timeCount = columns.times.count / RoadTimes.stride
    for start in stride(from: 0, to: columns.conditions.count, by: RoadCondition.stride) {
      let end = Int(columns.conditions[start + 1]) + Int(columns.conditions[start + 2])
      try demand(end <= timeCount, "a number of a time that does not exist")
    }
  }

  /// Each restriction is a way that one could go: two arcs at least, each where the one before ends.
  private func checkRestrictions() throws(FormatError) {
    let count = columns.restrictionModes.count
    try checkStarts(columns.restrictionStart, count: count, total: columns.restrictionArcs.count, "restrictions")
    try checkBelow(columns.restrictionArcs, 2 * columns.segmentCount, "an arc")
    try demand(
      columns.restrictionTimes.count == count && columns.restrictionTimeCounts.count == count,
      "columns of restrictions that differ in length")
    let timeCount = columns.times.count / RoadTimes.stride
    for number in 0..<count {
      let arcs = columns.restrictionArcs[Int(columns.restrictionStart[number])..<Int(columns.restrictionStart[number + 1])]
      try demand(arcs.count >= 2 && arcs.count <= RoadColumns.restrictionLimit, "a restriction of \(arcs.count) arcs")
      for (arc, next) in zip(arcs, arcs.dropFirst()) {
        let head = arc & 1 == 0 ? columns.segmentTo[Int(arc >> 1)] : columns.segmentFrom[Int(arc >> 1)]
        let tail = next & 1 == 0 ? columns.segmentFrom[Int(next >> 1)] : columns.segmentTo[Int(next >> 1)]
        try demand(head == tail, "a restriction with a gap")
      }
      let end = Int(columns.restrictionTimes[number]) + Int(columns.restrictionTimeCounts[number])
      try demand(end <= timeCount, "a number of a time that does not exist")
    }
  }
}

extension ColumnCheck {
  /// None, or one of all arcs, each once.
  private func checkOrder() throws(FormatError) {
    guard !columns.arcOrder.isEmpty else { return }
    let arcCount = 2 * columns.segmentCount
    try demand(columns.arcOrder.count == arcCount, "an order of \(columns.arcOrder.count) arcs where there are \(arcCount)")
    try checkBelow(columns.arcOrder, arcCount, "an arc")
    var isListed = [Bool](repeating: false, count: arcCount)
    for arc in columns.arcOrder {
      try demand(!isListed[Int(arc)], "an order with an arc in two places")
      isListed[Int(arc)] = true
    }
  }
}

extension RoadColumns {
  /// Arcs of the longest restriction; real ones have a handful.
  static let restrictionLimit = 64
}
