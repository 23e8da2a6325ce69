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

/// Decodes the commands of one feature (MVT 2.1, section 4.3).
///
/// Nearly all coordinates need no more than a shift to be in their frame. They are decoded so, and what they were before the
/// shift is gathered in a few bits; where these say that one lay too far out, the feature is decoded once more, each coordinate
/// with care.
struct GeometryDecoder<Scalar: FixedWidthInteger & SignedInteger & SIMDScalar> {
  private let frame: VectorTileFrame
  private let isCareful: Bool
  private var pen: GeometryPen
  private var isClamped = false

  /// Appends x and y of each point to `coordinates`, and the number of points at the end of each part to `partStarts`; nil when
  /// all commands are good. The points stay within `pointLimit`. `ringAreas` becomes twice the area of each ring, positive for
  /// one that turns clockwise on a screen. After a fault the arrays hold a part of the feature.
  static func decode(
    _ bytes: [UInt8], _ range: Range<Int>, _ kind: VectorTileFeature.Kind, _ frame: VectorTileFrame, pointLimit: Int,
    into coordinates: inout [Scalar], _ partStarts: inout [Int32], ringAreas: inout [Int64], isClamped: inout Bool
  ) -> GeometryFault? {
    let (firstCoordinate, firstPart) = (coordinates.count, partStarts.count)
    let limit = coordinates.count / 2 + pointLimit
    ringAreas.removeAll(keepingCapacity: true)
    var decoder = GeometryDecoder(frame, isCareful: frame.shift == nil)
    var fault = decoder.run(bytes, range, kind, limit, &coordinates, &partStarts, &ringAreas)
    if decoder.pen.isTooFar {
      coordinates.removeLast(coordinates.count - firstCoordinate)
      partStarts.removeLast(partStarts.count - firstPart)
      ringAreas.removeAll(keepingCapacity: true)
      decoder = GeometryDecoder(frame, isCareful: true)
      fault = decoder.run(bytes, range, kind, limit, &coordinates, &partStarts, &ringAreas)
    }
    isClamped = isClamped || decoder.isClamped
    return fault
  }

  private init(_ frame: VectorTileFrame, isCareful: Bool) {
    self.frame = frame
    self.isCareful = isCareful
    pen = GeometryPen(frame)
  }

  @inline(__always)
  private mutating func run(
    _ bytes: [UInt8], _ range: Range<Int>, _ kind: VectorTileFeature.Kind, _ limit: Int, _ coordinates: inout [Scalar],
    _ partStarts: inout [Int32], _ ringAreas: inout [Int64]
  ) -> GeometryFault? {
    ProtobufReader.read(bytes, range) { reader in
      while !reader.isAtEnd {
        let start = coordinates.count
        let fault =
          kind == .points
          ? readPoints(&reader, limit, &coordinates) : readPart(&reader, limit, isRing: kind == .polygons, &coordinates)
        if let fault { return fault }
        if kind == .polygons { ringAreas.append(isCareful ? Self.doubledArea(coordinates[start...]) : pen.doubledArea) }
        partStarts.append(Int32(clamping: coordinates.count / 2))
        if kind == .points { return reader.isAtEnd ? nil : .order }
      }
      return nil
    }
  }

  // MARK: Commands

  /// A single MoveTo with all points.
  private mutating func readPoints(
    _ reader: inout ProtobufReader, _ limit: Int, _ coordinates: inout [Scalar]
  ) -> GeometryFault? {
    guard let command = GeometryCommand(&reader) else { return .cut }
    if let fault = command.fault(unless: .moveTo, atLeast: 1) { return fault }
    return append(command.count, &reader, limit, &coordinates, startsAtPen: false)
  }

  /// MoveTo one point, LineTo the others of a line or ring, and for a ring ClosePath.
  @inline(__always)
  private mutating func readPart(
    _ reader: inout ProtobufReader, _ limit: Int, isRing: Bool, _ coordinates: inout [Scalar]
  ) -> GeometryFault? {
    guard let start = GeometryCommand(&reader) else { return .cut }
    if let fault = start.fault(unless: .moveTo, atLeast: 1, atMost: 1) { return fault }
    guard let dx = try? reader.varint(), let dy = try? reader.varint() else { return .cut }
    pen.move(UInt32(truncatingIfNeeded: dx), UInt32(truncatingIfNeeded: dy))
    pen.begin()
    guard let line = GeometryCommand(&reader) else { return .cut }
    if let fault = line.fault(unless: .lineTo, atLeast: isRing ? 2 : 1) { return fault }
    if let fault = append(line.count, &reader, limit, &coordinates, startsAtPen: true) { return fault }
    guard isRing else { return nil }
    guard let end = GeometryCommand(&reader) else { return .cut }
    return end.fault(unless: .closePath, atLeast: 1, atMost: 1)
  }

  /// The pen's place first, if that is a point too, and `count` points from the reader.
  @inline(__always)
  private mutating func append(
    _ count: Int, _ reader: inout ProtobufReader, _ limit: Int, _ coordinates: inout [Scalar], startsAtPen: Bool
  ) -> GeometryFault? {
    // A point takes two bytes at least: a count that lies allocates nothing.
    guard count <= reader.remaining / 2 else { return .cut }
    let all = count + (startsAtPen ? 1 : 0)
    guard all <= limit - coordinates.count / 2 else { return .pointLimit }
    let start = coordinates.count
    coordinates.append(contentsOf: repeatElement(0, count: 2 * all))
    let isWhole = coordinates.withUnsafeMutableBufferPointer { buffer in
      // Invariant: `target` has 2 * all elements, which were just appended, and points are written below its count alone.
      let target = UnsafeMutableBufferPointer(rebasing: buffer[start...])
      let first = startsAtPen ? 2 : 0
      if isCareful {
        if startsAtPen { put(target, 0) }
        return fill(target, from: first, &reader)
      }
      if startsAtPen { pen.put(target, 0) }
      return pen.fill(target, from: first, &reader)
    }
    return isWhole ? nil : .cut
  }

  // MARK: Points

  /// Writes the pen's place to `target[index]` and the element behind it, with care.
  private mutating func put(_ target: UnsafeMutableBufferPointer<Scalar>, _ index: Int) {
    target[index] = placed(pen.x)
    target[index + 1] = placed(pen.y)
  }

  private mutating func placed(_ coordinate: Int64) -> Scalar {
    let limit = VectorTileLimits.coordinate
    let kept = min(max(coordinate, -limit), limit)
    isClamped = isClamped || kept != coordinate
    return Scalar(clamping: frame.placed(kept))
  }

  /// As the pen's `fill`, for the rare points that lie far outside and frames that are no shift away.
  private mutating func fill(
    _ target: UnsafeMutableBufferPointer<Scalar>, from first: Int, _ reader: inout ProtobufReader
  ) -> Bool {
    for index in stride(from: first, to: target.count - 1, by: 2) {
      guard let dx = try? reader.varint(), let dy = try? reader.varint() else { return false }
      pen.move(UInt32(truncatingIfNeeded: dx), UInt32(truncatingIfNeeded: dy))
      put(target, index)
    }
    return true
  }
}

extension GeometryDecoder {
  /// Of a ring of points as they were written. Exact in the frames whose coordinates are of 15 bits, which alone use areas.
  fileprivate static func doubledArea(_ ring: ArraySlice<Scalar>) -> Int64 {
    guard var beforeX = ring.dropLast().last.map({ Int64($0) }), var beforeY = ring.last.map({ Int64($0) }) else { return 0 }
    var sum: Int64 = 0
    for index in stride(from: ring.startIndex, to: ring.endIndex - 1, by: 2) {
      let (x, y) = (Int64(ring[index]), Int64(ring[index + 1]))
      sum &+= beforeX &* y &- x &* beforeY
      (beforeX, beforeY) = (x, y)
    }
    return sum
  }
}

/// Where the drawing of a geometry stands, in units of the tile, and how its points are shifted into their frame.
///
/// Invariant: who calls `put` says a place of which `target` has two elements. A value of its own, so that all of it fits
/// registers.
private struct GeometryPen {
  /// Int64: the sum of 5 million differences of 32 bits stays far below its end.
  var x: Int64 = 0
  var y: Int64 = 0
  /// Has a bit above `safeBits` when a point lay too far out for a mere shift.
  private var reach: Int64 = 0
  /// Twice the area that the line from the origin to the pen has swept since `begin`.
  private var swept: Int64 = 0
  private var startX: Int64 = 0
  private var startY: Int64 = 0
  private let shift: Int64
  private let safeBits: Int64

  init(_ frame: VectorTileFrame) {
    shift = frame.shift ?? 0
    safeBits = frame.safeBits
  }

  var isTooFar: Bool { reach >> (safeBits + 1) != 0 }

  /// A part begins at the pen's place.
  @inline(__always)
  mutating func begin() {
    (swept, startX, startY) = (0, x, y)
  }

  /// Twice the area of the part, with the way back to where it began, in units of the frame. Right unless `isTooFar`.
  @inline(__always)
  var doubledArea: Int64 { (swept &+ x &* startY &- y &* startX) &<< (2 &* shift) }

  @inline(__always)
  mutating func move(_ dx: UInt32, _ dy: UInt32) {
    x &+= Int64(ProtobufReader.unzigzag(dx))
    y &+= Int64(ProtobufReader.unzigzag(dy))
  }

  /// Writes the place to `target[index]` and the element behind it.
  @inline(__always)
  mutating func put<Scalar: FixedWidthInteger>(_ target: UnsafeMutableBufferPointer<Scalar>, _ index: Int) {
    let margin: Int64 = 1 &<< safeBits
    reach |= (x &+ margin) | (y &+ margin)
    target[index] = Scalar(truncatingIfNeeded: x &<< shift)
    target[index &+ 1] = Scalar(truncatingIfNeeded: y &<< shift)
  }

  /// Reads points until `target` is full; false when the bytes end first.
  ///
  /// Twice over the same memory: the steps are read into it many at once, as no step depends on another, and then added up to
  /// places.
  mutating func fill<Scalar: FixedWidthInteger & SignedInteger & SIMDScalar>(
    _ target: UnsafeMutableBufferPointer<Scalar>, from first: Int, _ reader: inout ProtobufReader
  ) -> Bool {
    guard let bits = reader.readSteps(into: target, from: first) else { return false }
    // A step of more bits than a coordinate leads from or to a place too far out.
    if bits >> UInt32(Scalar.bitWidth - 1) > 1 { reach |= .max }
    addUp(target, from: first)
    return true
  }

  @inline(never)
  private mutating func addUp<Scalar: FixedWidthInteger & SignedInteger>(
    _ target: UnsafeMutableBufferPointer<Scalar>, from first: Int
  ) {
    var pen = self
    defer { self = pen }
    for index in stride(from: first, to: target.count &- 1, by: 2) {
      let (dx, dy) = (Int64(target[index]), Int64(target[index &+ 1]))
      pen.swept &+= pen.x &* dy &- pen.y &* dx
      pen.x &+= dx
      pen.y &+= dy
      pen.put(target, index)
    }
  }
}

/// A command and how often it is to be done.
private struct GeometryCommand {
  enum Name: UInt32 {
    case moveTo = 1
    case lineTo = 2
    case closePath = 7
  }

  private let id: UInt32
  let count: Int

  @inline(__always)
  init?(_ reader: inout ProtobufReader) {
    guard let value = try? reader.varint() else { return nil }
    id = UInt32(truncatingIfNeeded: value & 7)
    count = Int((value & 0xFFFF_FFFF) >> 3)
  }

  @inline(__always)
  func fault(unless expected: Name, atLeast least: Int, atMost most: Int = .max) -> GeometryFault? {
    if id != expected.rawValue { return Name(rawValue: id) == nil ? .command : .order }
    return count < least || count > most ? .count : nil
  }
}
