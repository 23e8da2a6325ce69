/// A FlatGeobuf file of points with a packed R-tree, made by hand from the description of the format (flatgeobuf.org).
package struct IndexedPoints: Sendable {
  package let places: [(x: Double, y: Double)]
  private static let nodeSize = 16
  private let epsg: Int?

  /// A walk in rows over a square of `side` x `side` hundredths: near in the file, near on the ground.
  ///
  /// - Parameter epsg: The reference system that the file names; nil for one that says nothing.
  package init(side: Int, origin: (x: Double, y: Double) = (0, 0), epsg: Int? = nil) {
    self.epsg = epsg
    places = (0..<side * side).map { number in
      let (column, row) = (Double(number % side), Double(number / side))
      return (x: origin.x + column * 0.01, y: origin.y + row * 0.01)
    }
  }

  package var bytes: [UInt8] {
    var features: [UInt8] = []
    var leaves: [[UInt8]] = []
    for (number, place) in places.enumerated() {
      leaves.append(Self.node((place.x, place.y, place.x, place.y), UInt64(features.count)))
      features += Self.feature(place, UInt32(number))
    }
    var levels: [[[UInt8]]] = [leaves]
    repeat {
      let below = levels[levels.count - 1]
      var level: [[UInt8]] = []
      for start in stride(from: 0, to: below.count, by: Self.nodeSize) {
        let children = below[start..<min(start + Self.nodeSize, below.count)]
        let boxes = children.map { Self.box($0) }
        // Where the first child lies is known once all levels are: it is put in below.
        level.append(
          Self.node(
            (boxes.map(\.0).min() ?? 0, boxes.map(\.1).min() ?? 0, boxes.map(\.2).max() ?? 0, boxes.map(\.3).max() ?? 0),
            UInt64(start)))
      }
      levels.append(level)
    } while levels[levels.count - 1].count > 1
    // No index of nothing.
    if places.isEmpty { levels = [] }
    var index: [UInt8] = []
    var before = 0
    for (number, level) in levels.enumerated().reversed() {
      let next = before + level.count
      for node in level {
        let child = number == 0 ? Self.number(node[32...]) : Self.number(node[32...]) + UInt64(next)
        index += node[..<32] + Self.bytes(child)
      }
      before = next
    }
    return [0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0] + header(UInt64(places.count)) + index + features
  }

  private static func bytes<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * Number($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

  private static func node(_ box: (Double, Double, Double, Double), _ offset: UInt64) -> [UInt8] {
    [box.0, box.1, box.2, box.3].flatMap { bytes($0.bitPattern) } + bytes(offset)
  }

  private static func box(_ node: [UInt8]) -> (Double, Double, Double, Double) {
    func value(_ at: Int) -> Double { Double(bitPattern: number(node[8 * at..<8 * at + 8])) }
    return (value(0), value(1), value(2), value(3))
  }

  /// As `header`, with a table of a reference system (10) behind all others, whose code is its field 1.
  private func header(_ count: UInt64) -> [UInt8] {
    guard let epsg else { return Self.header(count) }
    // Where fields lie takes two bytes more, and two that nothing needs; the table four more.
    var table = Self.bytes(UInt32(4 + 28)) + Self.bytes(UInt16(26)) + Self.bytes(UInt16(32))
    for offset in [0, 0, 4, 0, 0, 0, 0, 20, 8, 16, 24, 0] as [UInt16] { table += Self.bytes(offset) }
    table += Self.bytes(Int32(28)) + [1, 0, 0, 0] as [UInt8]
    table += Self.bytes(count) + Self.bytes(UInt16(Self.nodeSize)) + [0, 0] as [UInt8]
    // Columns begin behind the two places; the system behind the one column, which takes 34 bytes.
    table += Self.bytes(UInt32(12)) + Self.bytes(UInt32(8 + 34 + 8)) + Self.bytes(UInt32(0)) + Self.column
    for half in [8, 8, 0, 4] as [UInt16] { table += Self.bytes(half) }
    table += Self.bytes(Int32(8)) + Self.bytes(Int32(epsg))
    return Self.bytes(UInt32(table.count)) + table
  }

  /// Columns: one, which names itself "n" and is of kind 6 (UInt).
  private static var column: [UInt8] {
    var table = bytes(UInt32(1)) + bytes(UInt32(4 + 8))
    for half in [8, 12, 4, 8] as [UInt16] { table += bytes(half) }
    table += bytes(Int32(8)) + bytes(UInt32(8)) + [6, 0, 0, 0] as [UInt8]
    return table + bytes(UInt32(1)) + Array("n".utf8) + [0] as [UInt8]
  }

  /// Size, root, a table of: a geometry kind (2), columns (7), a count (8), a node size (9).
  private static func header(_ count: UInt64) -> [UInt8] {
    var table = bytes(UInt32(4 + 24))
    // Where fields lie: size of this list, size of the table, then ten fields of two bytes.
    table += bytes(UInt16(24)) + bytes(UInt16(28))
    for offset in [0, 0, 4, 0, 0, 0, 0, 20, 8, 16] as [UInt16] { table += bytes(offset) }
    // The table: how far back that list lies; kind and padding; the count; node size and padding; where the columns are.
    table += bytes(Int32(24)) + [1, 0, 0, 0] as [UInt8]
    table += bytes(count) + bytes(UInt16(nodeSize)) + [0, 0] as [UInt8]
    table += bytes(UInt32(8)) + bytes(UInt32(0))
    return bytes(UInt32(table.count + column.count)) + table + column
  }

  private static func feature(_ place: (x: Double, y: Double), _ number: UInt32) -> [UInt8] {
    // The feature: geometry (0) and properties (1). The geometry: coordinates (1).
    var table = bytes(UInt32(4 + 8))
    for half in [8, 12, 4, 8] as [UInt16] { table += bytes(half) }
    for word in [8, 28, 4, 6] as [UInt32] { table += bytes(word) }
    table += bytes(UInt16(0)) + bytes(number) + [0, 0] as [UInt8]
    for half in [8, 8, 0, 4] as [UInt16] { table += bytes(half) }
    for word in [8, 4, 2] as [UInt32] { table += bytes(word) }
    table += bytes(place.x.bitPattern) + bytes(place.y.bitPattern)
    return bytes(UInt32(table.count)) + table
  }
}
