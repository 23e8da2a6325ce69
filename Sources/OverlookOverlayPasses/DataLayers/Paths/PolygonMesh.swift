import OverlookGeometry
import OverlookScene

/// The polygons of a layer as the driver takes them: places by number, and triangles between them.
struct PolygonMesh {
  /// x, y, number of the polygon, and twice the number of the ring, with 1 added where the ring has to be walked the other way to
  /// have the inside to its right. Behind the rings' places lie those where edges cross.
  private(set) var vertices = ContiguousArray<SIMD4<UInt32>>()
  /// Three a triangle, counter-clockwise from above.
  private(set) var indices = ContiguousArray<UInt32>()
  /// Where the triangles and the places of each polygon begin; one more than there are polygons.
  private(set) var firstIndices: ContiguousArray<Int> = [0]
  private(set) var firstVertices: ContiguousArray<Int> = [0]
  /// Polygons that could not be cut into triangles.
  private(set) var faultCount = 0

  @MainActor init(_ columns: PolygonColumns) {
    let sequences = columns.rings.sequences
    vertices.reserveCapacity(sequences.places.count)
    var crossings = ContiguousArray<SIMD4<UInt32>>()
    for polygon in 0..<columns.count {
      let rings = columns.rings(of: polygon)
      add(polygon, rings, sequences, &crossings)
      firstVertices.append(vertices.count)
      firstIndices.append(indices.count)
    }
    // One of no ring, for those that look ahead.
    vertices.append(SIMD4(0, 0, 0, .max))
    let first = UInt32(vertices.count)
    vertices.append(contentsOf: crossings)
    for index in indices.indices where indices[index] & Self.crossing != 0 {
      indices[index] = indices[index] & ~Self.crossing + first
    }
  }

  /// Drops what lies in the driver's memory now.
  mutating func removeUploaded() {
    vertices = []
    indices = []
  }

  /// Marks numbers of crossings until it is known where they lie. There are fewer than 2^29 places.
  private static let crossing: UInt32 = 1 << 31

  private mutating func add(
    _ polygon: Int, _ rings: Range<Int>, _ sequences: PlaceSequences, _ crossings: inout ContiguousArray<SIMD4<UInt32>>
  ) {
    guard let origin = rings.lazy.compactMap({ sequences.range(of: $0).first }).first.map({ sequences.places.elements[$0] })
    else { return }
    let first = vertices.count
    var points: [WorldPoint] = []
    var starts: [Int] = []
    for ring in rings {
      let range = sequences.range(of: ring)
      guard range.count > 3 else { continue }
      starts.append(points.count)
      addRing(sequences.places.elements, range, origin, into: &points)
      let isReversed = (Self.area(points[(starts.last ?? 0)...]) < 0) == (starts.count == 1)
      let mark = UInt32(truncatingIfNeeded: ring) << 1 | (isReversed ? 1 : 0)
      for index in range {
        let place = sequences.places.elements[index]
        vertices.append(SIMD4(place.x, place.y, UInt32(truncatingIfNeeded: polygon), mark))
      }
    }
    let triangulation = Triangulator.triangulation(of: points, ringStarts: starts)
    if !triangulation.isComplete { faultCount += 1 }
    let all = points + triangulation.addedPoints
    func number(_ index: UInt32) -> UInt32 {
      Int(index) < points.count
        ? UInt32(first) + index : Self.crossing | UInt32(crossings.count + Int(index) - points.count)
    }
    for corner in stride(from: 0, to: triangulation.indices.count - 2, by: 3) {
      let (a, b, c) = (triangulation.indices[corner], triangulation.indices[corner + 1], triangulation.indices[corner + 2])
      // What turns clockwise on a map whose y grows south is seen from below.
      let isBelow = Self.turn(all[Int(a)], all[Int(b)], all[Int(c)]) > 0
      indices.append(number(a))
      indices.append(number(isBelow ? c : b))
      indices.append(number(isBelow ? b : c))
    }
    for point in triangulation.addedPoints {
      let (x, y) = (Int64(point.x.rounded()), Int64(point.y.rounded() / 2))
      crossings.append(
        SIMD4(
          origin.x &+ UInt32(truncatingIfNeeded: x), UInt32(clamping: Int64(origin.y) + y),
          UInt32(truncatingIfNeeded: polygon), 0))
    }
  }

  /// Adds the places of a ring in steps from `origin`, which are whole numbers.
  private func addRing(
    _ places: ContiguousArray<FixedPlace>, _ range: Range<Int>, _ origin: FixedPlace, into points: inout [WorldPoint]
  ) {
    var before = origin
    var east = Int64(0)
    for (number, index) in range.enumerated() {
      let place = places[index]
      // A ring begins the shorter way from the polygon's first place.
      east = number == 0 ? Int64(Int32(bitPattern: place.x &- origin.x)) : east + Int64(Int32(bitPattern: place.x &- before.x))
      before = place
      points.append(WorldPoint(x: Double(east), y: 2 * (Double(place.y) - Double(origin.y))))
    }
  }

  /// Above 0 where the inside lies to the right, on a map whose y grows south.
  private static func area(_ ring: ArraySlice<WorldPoint>) -> Double {
    guard let first = ring.first else { return 0 }
    var (sum, before) = (0.0, first)
    for point in ring {
      sum += (before.x - first.x) * (point.y - first.y) - (point.x - first.x) * (before.y - first.y)
      before = point
    }
    return sum
  }

  private static func turn(_ a: WorldPoint, _ b: WorldPoint, _ c: WorldPoint) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }
}
