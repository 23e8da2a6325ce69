import Glibc
import OverlookGeometry
import OverlookScene

/// The polygons of a layer as the driver takes them: places by number, and triangles between them.
struct PolygonMesh {
  /// x, y, number of the polygon, and twice the number of the ring, with 1 added where the ring has to be walked the other way to
  /// have the inside to its right; of a mesh with soft edges in place of that number how wide the polygon is, as the bits of a Float
  /// of steps to the east, 0 where it has none. Behind the rings' places lie those where edges cross.
  private(set) var vertices = ContiguousArray<SIMD4<UInt32>>()
  /// Three a triangle, counter-clockwise from above; with soft edges twice the number of a place, and 1 more for what lies outside.
  private(set) var indices = ContiguousArray<UInt32>()
  /// Where the triangles and the places of each polygon begin; one more than there are polygons.
  private(set) var firstIndices: ContiguousArray<Int> = [0]
  private(set) var firstVertices: ContiguousArray<Int> = [0]
  /// Polygons that could not be cut into triangles.
  private(set) var faultCount = 0

  /// Whether triangles that fade lie along the edges.
  let hasSoftEdges: Bool

  /// Corners of all polygons beyond which soft edges would take more memory than they are worth: 36 bytes a corner.
  private static let mostSoftCorners = 4_000_000

  /// `hasSoftEdges`: they are asked for.
  @MainActor init(_ columns: PolygonColumns, hasSoftEdges: Bool) {
    let sequences = columns.rings.sequences
    self.hasSoftEdges = hasSoftEdges && sequences.places.count <= Self.mostSoftCorners
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
    let scale: UInt32 = self.hasSoftEdges ? 2 : 1
    for index in indices.indices where indices[index] & Self.crossing != 0 {
      indices[index] = (indices[index] & ~Self.crossing + first) * scale
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
    var points: [WorldPoint] = []
    var starts: [Int] = []
    var numbers: [UInt32] = []
    let firstVertex = vertices.count
    for ring in rings {
      let range = sequences.range(of: ring)
      guard range.count > 3 else { continue }
      starts.append(points.count)
      addRing(sequences.places.elements, range, origin, into: &points)
      let isReversed = (Self.area(points[(starts.last ?? 0)...]) < 0) == (starts.count == 1)
      let mark = UInt32(truncatingIfNeeded: ring) << 1 | (isReversed ? 1 : 0)
      addPlaces(sequences.places.elements, range, polygon, mark, into: &numbers)
    }
    let triangulation = Triangulator.triangulation(of: points, ringStarts: starts)
    if !triangulation.isComplete { faultCount += 1 }
    let all = points + triangulation.addedPoints
    let scale: UInt32 = hasSoftEdges ? 2 : 1
    func number(_ index: UInt32) -> UInt32 {
      Int(index) < points.count
        ? numbers[Int(index)] * scale : Self.crossing | UInt32(crossings.count + Int(index) - points.count)
    }
    for corner in stride(from: 0, to: triangulation.indices.count - 2, by: 3) {
      let (a, b, c) = (triangulation.indices[corner], triangulation.indices[corner + 1], triangulation.indices[corner + 2])
      // What turns clockwise on a map whose y grows south is seen from below.
      let isBelow = Self.turn(all[Int(a)], all[Int(b)], all[Int(c)]) > 0
      indices.append(number(a))
      indices.append(number(isBelow ? c : b))
      indices.append(number(isBelow ? b : c))
    }
    if hasSoftEdges {
      let width = triangulation.isComplete && triangulation.addedPoints.isEmpty ? Self.width(points, starts) : 0
      setWidth(width, from: firstVertex)
      if width > 0 { addSoftEdges(numbers, starts) }
    }
    for point in triangulation.addedPoints {
      let (x, y) = (Int64(point.x.rounded()), Int64(point.y.rounded() / 2))
      crossings.append(
        SIMD4(
          origin.x &+ UInt32(truncatingIfNeeded: x), UInt32(clamping: Int64(origin.y) + y),
          UInt32(truncatingIfNeeded: polygon), 0))
    }
  }

  /// Adds the places of a ring, whose last is its first, and notes their numbers. With soft edges the one before the first and the one
  /// behind the last lie there too.
  private mutating func addPlaces(
    _ places: ContiguousArray<FixedPlace>, _ range: Range<Int>, _ polygon: Int, _ mark: UInt32, into numbers: inout [UInt32]
  ) {
    func vertex(_ index: Int) -> SIMD4<UInt32> {
      SIMD4(places[index].x, places[index].y, UInt32(truncatingIfNeeded: polygon), mark)
    }
    if hasSoftEdges { vertices.append(vertex(range.upperBound - 2)) }
    for index in range {
      numbers.append(UInt32(truncatingIfNeeded: vertices.count))
      vertices.append(vertex(index))
    }
    if hasSoftEdges { vertices.append(vertex(range.lowerBound + 1)) }
  }

  private mutating func setWidth(_ width: Float, from first: Int) {
    for index in first..<vertices.count { vertices[index].w = width.bitPattern & ~1 | vertices[index].w & 1 }
  }

  /// Two triangles along each edge, from half a pixel inside to half a pixel outside.
  private mutating func addSoftEdges(_ numbers: [UInt32], _ starts: [Int]) {
    for (ring, start) in starts.enumerated() {
      let end = ring + 1 < starts.count ? starts[ring + 1] : numbers.count
      for corner in start..<max(end - 1, start) {
        let (own, next) = (2 * numbers[corner], 2 * numbers[corner + 1])
        indices.append(own)
        indices.append(own + 1)
        indices.append(next)
        indices.append(next)
        indices.append(own + 1)
        indices.append(next + 1)
      }
    }
  }

  /// About how wide a polygon is, in steps to the east: of a long one its width, of a square half of its side.
  private static func width(_ points: [WorldPoint], _ starts: [Int]) -> Float {
    var (inside, around) = (0.0, 0.0)
    for (ring, start) in starts.enumerated() {
      let points = points[start..<(ring + 1 < starts.count ? starts[ring + 1] : points.count)]
      inside += (ring == 0 ? 1 : -1) * abs(area(points))
      for (a, b) in zip(points, points.dropFirst()) { around += hypot(b.x - a.x, b.y - a.y) }
    }
    // `area` is twice the area.
    return around > 0 && inside > 0 ? Float(inside / around) : 0
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
