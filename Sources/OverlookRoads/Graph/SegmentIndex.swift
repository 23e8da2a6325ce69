internal import OverlookGeometry
internal import Foundation

/// Boxes around runs of neighbouring segments, in levels: the segments lie in the order of a Hilbert curve, so that runs are compact.
struct SegmentIndex: Sendable {
  /// Segments in a box of the lowest level, and boxes in one of the next.
  private static let leaf = 8
  private static let fan = 8

  /// Millionths of degrees.
  struct Box: Sendable {
    var south = Int32.max
    var west = Int32.max
    var north = Int32.min
    var east = Int32.min

    mutating func add(_ latitude: Int, _ longitude: Int) {
      south = min(south, Int32(clamping: latitude))
      north = max(north, Int32(clamping: latitude))
      west = min(west, Int32(clamping: longitude))
      east = max(east, Int32(clamping: longitude))
    }

    mutating func add(_ other: Box) {
      south = min(south, other.south)
      north = max(north, other.north)
      west = min(west, other.west)
      east = max(east, other.east)
    }
  }

  /// From the lowest to the highest, which has one box.
  private var levels: [[Box]] = []
  private let segmentCount: Int

  var byteCount: Int { levels.reduce(0) { $0 + $1.count * MemoryLayout<Box>.stride } }

  init(_ columns: RoadColumns) {
    segmentCount = columns.segmentCount
    guard segmentCount > 0 else { return }
    var boxes: [Box] = []
    for start in stride(from: 0, to: segmentCount, by: Self.leaf) {
      var box = Box()
      for segment in start..<min(start + Self.leaf, segmentCount) { box.add(Self.box(of: segment, columns)) }
      boxes.append(box)
    }
    levels.append(boxes)
    while boxes.count > 1 {
      boxes = stride(from: 0, to: boxes.count, by: Self.fan).map { start in
        boxes[start..<min(start + Self.fan, boxes.count)].reduce(into: Box()) { $0.add($1) }
      }
      levels.append(boxes)
    }
  }

  private static func box(of segment: Int, _ columns: RoadColumns) -> Box {
    var box = Box()
    let (from, to) = (Int(columns.segmentFrom[segment]), Int(columns.segmentTo[segment]))
    var last = ShapeCoding.rounded(columns.longitudes[from])
    var crosses = false
    func add(_ latitude: Int, _ longitude: Int) {
      box.add(latitude, longitude)
      crosses = crosses || abs(longitude - last) > 180_000_000
      last = longitude
    }
    add(ShapeCoding.rounded(columns.latitudes[from]), last)
    columns.eachShapePoint(of: segment, add)
    add(ShapeCoding.rounded(columns.latitudes[to]), ShapeCoding.rounded(columns.longitudes[to]))
    // Over the antimeridian: all round, so that it is found from both sides.
    if crosses { (box.west, box.east) = (-180_000_000, 180_000_000) }
    return box
  }

  /// Calls `body` with every segment whose box, or whose neighbours' box, meets the query's.
  func search(_ query: Box, _ body: (Int) -> Void) {
    guard let top = levels.indices.last else { return }
    // A box that reaches over 180 degrees is looked for on both sides.
    let turn: Int32 = 360_000_000
    let isWest = query.west < -180_000_000
    let isEast = query.east > 180_000_000
    var stack: [(level: Int, box: Int)] = [(top, 0)]
    while let (level, number) = stack.popLast() {
      let box = levels[level][number]
      guard box.south <= query.north, box.north >= query.south else { continue }
      let meets =
        box.west <= query.east && box.east >= query.west || isWest && box.east >= query.west + turn
        || isEast && box.west <= query.east - turn
      guard meets else { continue }
      if level == 0 {
        for segment in number * Self.leaf..<min(number * Self.leaf + Self.leaf, segmentCount) { body(segment) }
      } else {
        let first = number * Self.fan
        for child in first..<min(first + Self.fan, levels[level - 1].count) { stack.append((level - 1, child)) }
      }
    }
  }
}
