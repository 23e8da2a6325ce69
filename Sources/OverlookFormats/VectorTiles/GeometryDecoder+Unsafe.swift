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
  private let room: Int
  private var pen: GeometryPen
  private var isClamped = false
  /// Where the next coordinate is put.
  private var used: Int
  private var ringCount = 0

  /// Puts x and y of each point into `coordinates`, behind those that `partStarts` knows of, and adds to `partStarts` the number of
  /// points at the end of each part; nil when all commands are good. The points stay within `pointLimit`. `ringAreas` becomes
  /// twice the area of each ring, positive for one that turns clockwise on a screen, where coordinates are of 16 bits. After a
  /// fault the arrays are as before. Where there is not enough room in `coordinates`, `room` is made at least.
  static func decode(
    _ bytes: [UInt8], _ range: Range<Int>, _ kind: VectorTileFeature.Kind, _ frame: VectorTileFrame, pointLimit: Int, room: Int,
    into coordinates: inout [Scalar], _ partStarts: inout [Int32], ringAreas: inout [Int64], isClamped: inout Bool
  ) -> GeometryFault? {
    let firstPart = partStarts.count
    let firstPoint = partStarts.last.map { Int($0) } ?? 0
    let limit = firstPoint + pointLimit
    var decoder = GeometryDecoder(frame, isCareful: frame.shift == nil, room: room, at: 2 * firstPoint)
    var fault = decoder.run(bytes, range, kind, limit, &coordinates, &partStarts, &ringAreas)
    if decoder.pen.isTooFar {
      partStarts.removeLast(partStarts.count - firstPart)
      decoder = GeometryDecoder(frame, isCareful: true, room: room, at: 2 * firstPoint)
      fault = decoder.run(bytes, range, kind, limit, &coordinates, &partStarts, &ringAreas)
    }
    isClamped = isClamped || decoder.isClamped
    if ringAreas.count > decoder.ringCount { ringAreas.removeLast(ringAreas.count - decoder.ringCount) }
    if fault != nil {
      partStarts.removeLast(partStarts.count - firstPart)
      decoder.used = 2 * firstPoint
    }
    if room == 0, coordinates.count > decoder.used { coordinates.removeLast(coordinates.count - decoder.used) }
    return fault
  }

  private init(_ frame: VectorTileFrame, isCareful: Bool, room: Int, at used: Int) {
    self.frame = frame
    self.isCareful = isCareful
    self.room = room
    self.used = used
    pen = GeometryPen(frame)
  }

  @inline(__always)
  private mutating func run(
    _ bytes: [UInt8], _ range: Range<Int>, _ kind: VectorTileFeature.Kind, _ limit: Int, _ coordinates: inout [Scalar],
    _ partStarts: inout [Int32], _ ringAreas: inout [Int64]
  ) -> GeometryFault? {
    ProtobufReader.read(bytes, range) { reader in
      while !reader.isAtEnd {
        let start = used
        let fault =
          kind == .points
          ? readPoints(&reader, limit, &coordinates) : readPart(&reader, limit, isRing: kind == .polygons, &coordinates)
        if let fault { return fault }
        if kind == .polygons, Scalar.bitWidth == 16 { add(Self.doubledArea(coordinates, start..<used), to: &ringAreas) }
        partStarts.append(Int32(truncatingIfNeeded: used / 2))
        if kind == .points { return reader.isAtEnd ? nil : .order }
      }
      return nil
    }
  }

  private mutating func add(_ area: Int64, to ringAreas: inout [Int64]) {
    if ringCount < ringAreas.count { ringAreas[ringCount] = area } else { ringAreas.append(area) }
    ringCount += 1
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
    guard all <= limit - used / 2 else { return .pointLimit }
    let start = used
    used += 2 * all
    if used > coordinates.count {
      coordinates.append(contentsOf: repeatElement(0, count: max(used - coordinates.count, room)))
    }
    let end = used
    let isWhole = coordinates.withUnsafeMutableBufferPointer { buffer in
      // Invariant: `target` has 2 * all elements, for which there is room, and points are written below its count alone.
      let target = UnsafeMutableBufferPointer(rebasing: buffer[start..<end])
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
  /// Twice the area of the ring of some points. Exact for coordinates of 15 bits.
  @inline(__always)
  fileprivate static func doubledArea(_ coordinates: [Scalar], _ range: Range<Int>) -> Int64 {
    coordinates.withUnsafeBufferPointer { buffer in
      let ring = UnsafeBufferPointer(rebasing: buffer[range])
      guard ring.count > 5, let base = ring.baseAddress else { return 0 }
      // The products of four points at once, read as they were written. Of at most 30 bits each: their lower halves and the rest
      // are gathered apart, so that the sums of as many as are taken fit.
      var (low, high) = (SIMD4<Int32>(repeating: 0), SIMD4<Int32>(repeating: 0))
      var (beforeX, beforeY) = (Int16(truncatingIfNeeded: ring[0]), Int16(truncatingIfNeeded: ring[1]))
      var index = 2
      while index &+ 7 < min(ring.count, 1 << 14) {
        // Invariant: eight elements of `ring` follow `index`.
        let here = SIMD8<Int16>(truncatingIfNeeded: UnsafeRawPointer(base + index).loadUnaligned(as: SIMD8<Scalar>.self))
        let before = SIMD8(beforeX, beforeY, here[0], here[1], here[2], here[3], here[4], here[5])
        let area =
          SIMD4<Int32>(truncatingIfNeeded: before.evenHalf) &* SIMD4<Int32>(truncatingIfNeeded: here.oddHalf)
          &- SIMD4<Int32>(truncatingIfNeeded: before.oddHalf) &* SIMD4<Int32>(truncatingIfNeeded: here.evenHalf)
        low &+= area & 0xFFFF
        high &+= area &>> 16
        (beforeX, beforeY) = (here[6], here[7])
        index &+= 8
      }
      var sum = Int64(low.wrappedSum()) &+ Int64(high.wrappedSum()) << 16
      var from = SIMD2(Int32(beforeX), Int32(beforeY))
      while index &+ 1 < ring.count {
        let place = SIMD2(Int32(truncatingIfNeeded: ring[index]), Int32(truncatingIfNeeded: ring[index &+ 1]))
        sum &+= cross(from, place)
        from = place
        index &+= 2
      }
      return sum &+ cross(from, SIMD2(Int32(truncatingIfNeeded: ring[0]), Int32(truncatingIfNeeded: ring[1])))
    }
  }

  @inline(__always)
  private static func cross(_ from: SIMD2<Int32>, _ to: SIMD2<Int32>) -> Int64 {
    Int64(from.x &* to.y &- to.x &* from.y)
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
  private let shift: Int64
  private let safeBits: Int64

  init(_ frame: VectorTileFrame) {
    shift = frame.shift ?? 0
    safeBits = frame.safeBits
  }

  @inline(__always)
  var isTooFar: Bool { reach >> (safeBits + 1) != 0 }

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

  /// Makes places of the steps from `first` on, four at once. In a step too far numbers may have gone round: since a place is within
  /// `safeBits` and a step within twice as much, the first such place is one too far out, too.
  @inline(__always)
  private mutating func addUp<Scalar: FixedWidthInteger & SignedInteger & SIMDScalar>(
    _ target: UnsafeMutableBufferPointer<Scalar>, from first: Int
  ) {
    guard let base = target.baseAddress else { return }
    let shift = Scalar(truncatingIfNeeded: shift)
    let margin = SIMD8<Scalar>(repeating: Scalar(truncatingIfNeeded: 1 &<< safeBits))
    var (x, y) = (Scalar(truncatingIfNeeded: x), Scalar(truncatingIfNeeded: y))
    var reached = SIMD8<Scalar>(repeating: 0)
    var place = SIMD8<Scalar>(x, y, x, y, x, y, x, y)
    var index = first
    while index &+ 7 < target.count {
      // Invariant: eight elements of `target` follow `index`.
      let address = UnsafeMutableRawPointer(base + index)
      var steps = address.loadUnaligned(as: SIMD8<Scalar>.self)
      steps &+= SIMD8(0, 0, steps[0], steps[1], steps[2], steps[3], steps[4], steps[5])
      steps &+= SIMD8(0, 0, 0, 0, steps[0], steps[1], steps[2], steps[3])
      place &+= steps
      reached |= place &+ margin
      address.storeBytes(of: place &<< shift, as: SIMD8<Scalar>.self)
      place = SIMD8(place[6], place[7], place[6], place[7], place[6], place[7], place[6], place[7])
      index &+= 8
    }
    (x, y) = (place[6], place[7])
    var rest: Scalar = 0
    while index &+ 1 < target.count {
      x &+= target[index]
      y &+= target[index &+ 1]
      rest |= (x &+ margin[0]) | (y &+ margin[0])
      target[index] = x &<< shift
      target[index &+ 1] = y &<< shift
      index &+= 2
    }
    for lane in 0..<8 { rest |= reached[lane] }
    reach |= Int64(truncatingIfNeeded: Scalar.Magnitude(truncatingIfNeeded: rest))
    (self.x, self.y) = (Int64(x), Int64(y))
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
