/// The points of one feature in the units of its layer, and where its parts begin; the arrays are used again for the next one.
package struct VectorTileGeometry: Sendable {
  /// x and y of each point, x growing east and y south; all parts one after the other.
  package private(set) var coordinates: [Int32] = []
  /// The first point of each part, then the number of points: a part more than there are parts. A part is a line or a ring (its
  /// first point is not said again at its end); all points of a point feature are one part.
  package private(set) var partStarts: [Int32] = [0]
  /// Whether a coordinate had to be clamped to `VectorTileLimits.coordinate`.
  package private(set) var isClamped = false

  package init() {}

  package var partCount: Int { partStarts.count - 1 }
  package var pointCount: Int { coordinates.count / 2 }

  /// The points of a part, as indices of points.
  package func part(_ index: Int) -> Range<Int> {
    guard index >= 0, index < partCount else { return 0..<0 }
    return Int(partStarts[index])..<Int(partStarts[index + 1])
  }

  /// Twice the area of a ring by the surveyor's formula: positive for an exterior ring, which turns clockwise on a screen, and
  /// negative for a hole (MVT 2.1, 4.3.3.3). Exact for coordinates that a map can show.
  package func doubledArea(ofPart index: Int) -> Double {
    let range = part(index)
    guard range.count > 2 else { return 0 }
    let (originX, originY) = (Int64(coordinates[2 * range.lowerBound]), Int64(coordinates[2 * range.lowerBound + 1]))
    var sum = 0.0
    var (beforeX, beforeY) = (Int64(0), Int64(0))
    for point in range.dropFirst() {
      let x = Int64(coordinates[2 * point]) - originX
      let y = Int64(coordinates[2 * point + 1]) - originY
      sum += Double(beforeX * y - x * beforeY)
      (beforeX, beforeY) = (x, y)
    }
    return sum
  }
}

/// Why a geometry was not decoded.
enum GeometryFault: UInt8 {
  case cut, command, order, count, pointLimit

  var fault: VectorTileFault {
    switch self {
    case .cut, .pointLimit: .geometryCut
    case .command: .geometryCommand
    case .order: .geometryOrder
    case .count: .geometryCount
    }
  }
}

extension VectorTileGeometry {
  private static let moveTo: UInt32 = 1
  private static let lineTo: UInt32 = 2
  private static let closePath: UInt32 = 7

  /// Where the pen stands. Int64: the sum of 5 million differences of 32 bits stays far below its end.
  private struct Cursor {
    var x: Int64 = 0
    var y: Int64 = 0
  }

  /// Decodes the commands in `range` (MVT 2.1, section 4.3); nil when all of them are good. The points stay within `pointLimit`.
  mutating func decode(
    _ bytes: [UInt8], _ range: Range<Int>, kind: VectorTileFeature.Kind, pointLimit: Int
  ) -> GeometryFault? {
    coordinates.removeAll(keepingCapacity: true)
    partStarts.removeAll(keepingCapacity: true)
    partStarts.append(0)
    isClamped = false
    return ProtobufReader.read(bytes, range) { reader in
      var cursor = Cursor()
      while !reader.isAtEnd {
        let fault =
          kind == .points
          ? decodePoints(&reader, &cursor, pointLimit) : decodePart(&reader, &cursor, pointLimit, isRing: kind == .polygons)
        if let fault { return fault }
      }
      return nil
    }
  }

  /// A single MoveTo with all points, and nothing else.
  private mutating func decodePoints(_ reader: inout ProtobufReader, _ cursor: inout Cursor, _ limit: Int) -> GeometryFault? {
    guard let command = Self.command(&reader) else { return .cut }
    if let fault = command.fault(unless: Self.moveTo, atLeast: 1) { return fault }
    if let fault = appendPoints(command.count, &reader, &cursor, limit) { return fault }
    partStarts.append(Int32(clamping: pointCount))
    return reader.isAtEnd ? nil : .order
  }

  /// MoveTo one point, LineTo the others of a line or ring, and for a ring ClosePath.
  private mutating func decodePart(
    _ reader: inout ProtobufReader, _ cursor: inout Cursor, _ limit: Int, isRing: Bool
  ) -> GeometryFault? {
    guard let start = Self.command(&reader) else { return .cut }
    if let fault = start.fault(unless: Self.moveTo, atLeast: 1, atMost: 1) { return fault }
    if let fault = appendPoints(1, &reader, &cursor, limit) { return fault }
    guard let line = Self.command(&reader) else { return .cut }
    if let fault = line.fault(unless: Self.lineTo, atLeast: isRing ? 2 : 1) { return fault }
    if let fault = appendPoints(line.count, &reader, &cursor, limit) { return fault }
    partStarts.append(Int32(clamping: pointCount))
    guard isRing else { return nil }
    guard let end = Self.command(&reader) else { return .cut }
    return end.fault(unless: Self.closePath, atLeast: 1, atMost: 1)
  }

  private struct Command {
    var id: UInt32
    var count: Int

    func fault(unless expected: UInt32, atLeast least: Int, atMost most: Int = .max) -> GeometryFault? {
      if id != expected { return id == moveTo || id == lineTo || id == closePath ? .order : .command }
      return count < least || count > most ? .count : nil
    }
  }

  private static func command(_ reader: inout ProtobufReader) -> Command? {
    guard let value = try? reader.varint() else { return nil }
    return Command(id: UInt32(truncatingIfNeeded: value & 7), count: Int((value & 0xFFFF_FFFF) >> 3))
  }

  private mutating func appendPoints(
    _ count: Int, _ reader: inout ProtobufReader, _ cursor: inout Cursor, _ limit: Int
  ) -> GeometryFault? {
    // A point takes two bytes at least: a count that lies allocates nothing.
    guard count <= reader.remaining / 2 else { return .cut }
    guard count <= limit - pointCount else { return .pointLimit }
    let start = coordinates.count
    coordinates.append(contentsOf: repeatElement(0, count: 2 * count))
    let outside = coordinates.withUnsafeMutableBufferPointer { buffer in
      // Invariant: `target` has 2 * count elements, which were just appended.
      Self.fill(UnsafeMutableBufferPointer(rebasing: buffer[start...]), &reader, &cursor)
    }
    guard let outside else { return .cut }
    if outside { isClamped = true }
    return nil
  }

  /// Writes as many points as fit `target`. Whether any had to be clamped, nil when the bytes end before.
  private static func fill(
    _ target: UnsafeMutableBufferPointer<Int32>, _ reader: inout ProtobufReader, _ cursor: inout Cursor
  ) -> Bool? {
    let start = reader
    var (x, y) = (cursor.x, cursor.y)
    // Has a bit above 29 as soon as a coordinate lies beyond the limit.
    var room: Int64 = 0
    var index = 0
    func put(_ dx: UInt32, _ dy: UInt32) {
      x &+= unzigzag(dx)
      y &+= unzigzag(dy)
      room |= (x &+ VectorTileLimits.coordinate) | (y &+ VectorTileLimits.coordinate)
      target[index] = Int32(truncatingIfNeeded: x)
      target[index &+ 1] = Int32(truncatingIfNeeded: y)
      index &+= 2
    }
    do throws(ProtobufFault) {
      while index &+ 1 < target.count {
        if index &+ 3 < target.count, let (dx1, dy1, dx2, dy2) = reader.shortVarints() {
          put(dx1, dy1)
          put(dx2, dy2)
        } else {
          let dx = UInt32(truncatingIfNeeded: try reader.varint())
          put(dx, UInt32(truncatingIfNeeded: try reader.varint()))
        }
      }
    } catch {
      return nil
    }
    if room >> 30 != 0 {
      var again = start
      return clamp(target, &again, &cursor)
    }
    cursor = Cursor(x: x, y: y)
    return false
  }

  /// As `fill`, for the rare points that lie far outside.
  private static func clamp(
    _ target: UnsafeMutableBufferPointer<Int32>, _ reader: inout ProtobufReader, _ cursor: inout Cursor
  ) -> Bool {
    let limit = VectorTileLimits.coordinate
    var isClamped = false
    for index in stride(from: 0, to: target.count - 1, by: 2) {
      guard let dx = try? reader.varint(), let dy = try? reader.varint() else { break }
      cursor.x += unzigzag(UInt32(truncatingIfNeeded: dx))
      cursor.y += unzigzag(UInt32(truncatingIfNeeded: dy))
      let (x, y) = (min(max(cursor.x, -limit), limit), min(max(cursor.y, -limit), limit))
      isClamped = isClamped || x != cursor.x || y != cursor.y
      target[index] = Int32(truncatingIfNeeded: x)
      target[index + 1] = Int32(truncatingIfNeeded: y)
    }
    return isClamped
  }

  @inline(__always)
  private static func unzigzag(_ value: UInt32) -> Int64 {
    Int64(Int32(bitPattern: (value >> 1) ^ (0 &- (value & 1))))
  }
}
