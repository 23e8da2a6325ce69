import OverlookCamera
package import OverlookGeometry
import OverlookScene
import OverlookSupport

/// Vertices and indices of lines and fills in drawing order, in the layout that `shape_vertex.glsl` reads.
///
/// Both kinds share the arrays, so that one draw shows them in their order. A vertex is a place and a style. An index is four
/// times the number of a vertex plus a corner: of a fill's vertex always 0, of a line's piece the corner of its quad (bit 0: left
/// or right, bit 1: start or end). A piece runs from its vertex to the next one and looks at the one before and the one after
/// these for its joins.
package struct ShapeStream {
  /// High part of x and y, low part of x and y.
  package private(set) var positions = ContiguousArray<SIMD4<Float>>()
  /// Of a line's piece: colour at its start, colour at its end, `StyleBits`, and how far along the line it starts as a Float's
  /// bits. Of a fill's vertex: colour, 0 or the row of a `PatternPaint` and 1, `StyleBits`, the directions of the edges that meet
  /// there.
  package private(set) var styles = ContiguousArray<SIMD4<UInt32>>()
  package private(set) var indices = ContiguousArray<UInt32>()
  /// Lines that are measured on the screen, in the order of their vertices.
  package private(set) var distances = ContiguousArray<LineDistances>()
  /// In the order of their indices.
  package private(set) var pictures = ContiguousArray<PictureStart>()
  /// Added to the numbers of vertices in indices, for a stream that replaces a part of another one.
  package var firstVertex = 0

  package init() {}

  package var vertexCount: Int { positions.count }

  package mutating func removeAll() {
    positions.removeAll(keepingCapacity: true)
    styles.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    distances.removeAll(keepingCapacity: true)
    pictures.removeAll(keepingCapacity: true)
  }

  package mutating func append(_ point: WorldPoint, style: SIMD4<UInt32>) {
    positions.append(point.split)
    styles.append(style)
  }

  /// Where a vertex lies, in world units.
  func point(_ vertex: Int) -> SIMD2<Double> {
    let p = positions[vertex]
    return SIMD2(Double(p.x) + Double(p.z), Double(p.y) + Double(p.w))
  }

  mutating func addStyleBits(_ bits: UInt32, toVertex vertex: Int) {
    styles[vertex].z |= bits
  }

  mutating func setDistance(_ distance: Float, ofVertex vertex: Int) {
    styles[vertex].w = distance.bitPattern
  }

  mutating func append(_ line: LineDistances) {
    distances.append(line)
  }

  /// What is appended from now on shows `image`.
  mutating func startPicture(_ image: Image) {
    if pictures.last?.image !== image { pictures.append(PictureStart(firstIndex: indices.count, image: image)) }
  }

  /// The quad of the piece that starts at `vertex`.
  mutating func appendQuad(atVertex vertex: Int) {
    let corner = UInt32(truncatingIfNeeded: 4 * (firstVertex + vertex))
    indices.append(corner)
    indices.append(corner + 1)
    indices.append(corner + 2)
    indices.append(corner + 2)
    indices.append(corner + 1)
    indices.append(corner + 3)
  }

  mutating func appendTriangle(_ a: Int, _ b: Int, _ c: Int) {
    indices.append(UInt32(truncatingIfNeeded: 4 * (firstVertex + a)))
    indices.append(UInt32(truncatingIfNeeded: 4 * (firstVertex + b)))
    indices.append(UInt32(truncatingIfNeeded: 4 * (firstVertex + c)))
  }

  /// Vertices and degenerate triangles until the counts are reached.
  package mutating func pad(vertices: Int, indices indexCount: Int) {
    while positions.count < vertices {
      positions.append(.zero)
      styles.append(.zero)
    }
    while indices.count < indexCount { indices.append(0) }
  }

  /// Puts `other` in the place of what begins at the two numbers.
  mutating func replace(fromVertex vertex: Int, fromIndex index: Int, with other: ShapeStream) {
    for i in other.positions.indices {
      positions[vertex + i] = other.positions[i]
      styles[vertex + i] = other.styles[i]
    }
    for i in other.indices.indices { indices[index + i] = other.indices[i] }
    replaceDistances(from: vertex, count: other.vertexCount, with: other)
  }

  private mutating func replaceDistances(from vertex: Int, count: Int, with other: ShapeStream) {
    guard !distances.isEmpty || !other.distances.isEmpty else { return }
    let first = firstDistances(atLeast: vertex)
    let end = firstDistances(atLeast: vertex + count)
    let moved = other.distances.map { line in
      var line = line
      line.vertices = line.vertices.lowerBound + vertex..<line.vertices.upperBound + vertex
      return line
    }
    distances.replaceSubrange(first..<end, with: moved)
  }

  /// Number of the first line whose vertices begin at or after `vertex`.
  private func firstDistances(atLeast vertex: Int) -> Int {
    var (low, high) = (0, distances.count)
    while low < high {
      let middle = (low + high) / 2
      if distances[middle].vertices.lowerBound < vertex { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The third number of a style.
enum StyleBits {
  /// Of a line of one colour. Bits 0 ... 15: half of the width in points, times 32.
  static func line(widthPoints: Double) -> UInt32 {
    UInt32(min(max(widthPoints * 16, 0), 65535).rounded())
  }

  /// Of a line with a row of `ShapePaints`: its number in bits 0 ... 15 and 22 ... 27, and bit 29.
  static func painted(row: Int) -> UInt32 {
    let row = UInt32(truncatingIfNeeded: row)
    return 1 << 29 | row & 0xFFFF | (row >> 16 & 63) << 22
  }

  /// Bits 16 ... 18 and 19 ... 21: what is at the start and at the end of the piece: a `StrokeJoin`, or 3 plus a `StrokeCap`.
  static func ends(start: UInt32, end: UInt32) -> UInt32 { start << 16 | end << 19 }

  static func join(_ join: StrokeJoin) -> UInt32 { join.rawValue }
  static func cap(_ cap: StrokeCap) -> UInt32 { 3 + cap.rawValue }

  static let fill: UInt32 = 1 << 31
  /// The vertex is moved out of the fill by a pixel and is clear.
  static let feather: UInt32 = 1 << 30
}
