import Glibc
package import OverlookGeometry

/// Writes triangulated regions into a stream.
package struct FillBaker {
  package var color: UInt32
  /// Whether the edges get a margin of one pixel that fades out, which antialiases them.
  package var isFeathered: Bool
  /// Of a fill with a pattern, which has the colours; nil: a plain one.
  package var paintRow: Int?
  private var polygon: [WorldPoint] = []
  private var scratch: [WorldPoint] = []

  package init(color: UInt32, isFeathered: Bool) {
    self.color = color
    self.isFeathered = isFeathered
  }

  /// Appends `region`, moved by `shift` whole worlds; `clip` (before the move) cuts it, nil does not.
  package mutating func append(
    _ region: WorldRegion, _ triangles: Triangulation, clip: WorldRect?, shift: Double, to stream: inout ShapeStream
  ) {
    // Where edges cross, inside and outside change sides along the way, and a margin would be drawn over the fill.
    let feathers = isFeathered && triangles.addedPoints.isEmpty
    if let clip {
      appendClipped(region, triangles, clip, shift, to: &stream)
      if feathers { appendClippedFeather(region, clip, shift, to: &stream) }
    } else {
      let first = stream.vertexCount
      appendWhole(region, triangles, shift, to: &stream)
      if feathers { appendFeather(region, firstPoint: first, shift, to: &stream) }
    }
  }

  private var style: SIMD4<UInt32> { SIMD4(color, paint, StyleBits.fill, 0) }
  private var paint: UInt32 { paintRow.map { UInt32(truncatingIfNeeded: $0 + 1) } ?? 0 }

  private func appendWhole(_ region: WorldRegion, _ triangles: Triangulation, _ shift: Double, to stream: inout ShapeStream) {
    let first = stream.vertexCount
    for p in region.points { stream.append(WorldPoint(x: p.x + shift, y: p.y), style: style) }
    for p in triangles.addedPoints { stream.append(WorldPoint(x: p.x + shift, y: p.y), style: style) }
    for i in stride(from: 0, to: triangles.indices.count - 2, by: 3) {
      stream.appendTriangle(
        first + Int(triangles.indices[i]), first + Int(triangles.indices[i + 1]), first + Int(triangles.indices[i + 2]))
    }
  }

  private mutating func appendClipped(
    _ region: WorldRegion, _ triangles: Triangulation, _ clip: WorldRect, _ shift: Double, to stream: inout ShapeStream
  ) {
    func point(_ index: UInt32) -> WorldPoint {
      let i = Int(index)
      return i < region.points.count ? region.points[i] : triangles.addedPoints[i - region.points.count]
    }
    for i in stride(from: 0, to: triangles.indices.count - 2, by: 3) {
      polygon.removeAll(keepingCapacity: true)
      for corner in 0..<3 { polygon.append(point(triangles.indices[i + corner])) }
      WorldClip.clip(&polygon, to: clip, scratch: &scratch)
      guard polygon.count > 2 else { continue }
      let first = stream.vertexCount
      for p in polygon { stream.append(WorldPoint(x: p.x + shift, y: p.y), style: style) }
      for corner in 2..<polygon.count { stream.appendTriangle(first, first + corner - 1, first + corner) }
    }
  }

  // MARK: The margin

  private func featherStyle(_ directions: UInt32) -> SIMD4<UInt32> {
    SIMD4(color, paint, StyleBits.fill | StyleBits.feather, directions)
  }

  private func appendFeather(_ region: WorldRegion, firstPoint: Int, _ shift: Double, to stream: inout ShapeStream) {
    for ring in region.ringStarts.indices {
      let edges = RingEdges(region, ring: ring)
      let first = stream.vertexCount
      for i in edges.range {
        let p = region.points[i]
        stream.append(WorldPoint(x: p.x + shift, y: p.y), style: featherStyle(edges.directions(at: i)))
      }
      for i in edges.range where region.isBorder[i] {
        let next = edges.next(i)
        let (outer, outerNext) = (first + i - edges.range.lowerBound, first + next - edges.range.lowerBound)
        stream.appendTriangle(firstPoint + i, firstPoint + next, outer)
        stream.appendTriangle(outer, firstPoint + next, outerNext)
      }
    }
  }

  private func appendClippedFeather(_ region: WorldRegion, _ clip: WorldRect, _ shift: Double, to stream: inout ShapeStream) {
    for ring in region.ringStarts.indices {
      let edges = RingEdges(region, ring: ring)
      for i in edges.range where region.isBorder[i] {
        let (a, b) = (region.points[i], region.points[edges.next(i)])
        guard let piece = WorldClip.piece(a, b, in: clip), piece.a != piece.b else { continue }
        let own = edges.directions(ofEdge: i)
        let first = stream.vertexCount
        let (from, to) = (
          WorldPoint(x: piece.a.x + shift, y: piece.a.y), WorldPoint(x: piece.b.x + shift, y: piece.b.y)
        )
        stream.append(from, style: style)
        stream.append(to, style: style)
        stream.append(from, style: featherStyle(piece.a == a ? edges.directions(at: i) : own))
        stream.append(to, style: featherStyle(piece.b == b ? edges.directions(at: edges.next(i)) : own))
        stream.appendTriangle(first, first + 1, first + 2)
        stream.appendTriangle(first + 2, first + 1, first + 3)
      }
    }
  }
}

extension WorldRegion {
  /// Whether the region lies to the right of the edges of a ring, as the map is seen.
  func isInteriorRight(ofRing ring: Int) -> Bool {
    let start = ringStarts[ring]
    let end = ring + 1 < ringStarts.count ? ringStarts[ring + 1] : points.count
    var area = 0.0
    for i in start..<end {
      let (a, b) = (points[i], points[i + 1 < end ? i + 1 : start])
      area += (a.x - points[start].x) * (b.y - points[start].y)
      area -= (b.x - points[start].x) * (a.y - points[start].y)
    }
    // y runs south: a positive area is clockwise on the map.
    return (area > 0) == (ring == 0)
  }
}

/// The edges of one ring of a region, walked so that the outside lies to the right.
private struct RingEdges {
  let region: WorldRegion
  let range: Range<Int>
  private let isReversed: Bool

  init(_ region: WorldRegion, ring: Int) {
    self.region = region
    let start = region.ringStarts[ring]
    let end = ring + 1 < region.ringStarts.count ? region.ringStarts[ring + 1] : region.points.count
    range = start..<end
    isReversed = region.isInteriorRight(ofRing: ring)
  }

  func next(_ i: Int) -> Int { i + 1 < range.upperBound ? i + 1 : range.lowerBound }

  private func previous(_ i: Int) -> Int { i > range.lowerBound ? i - 1 : range.upperBound - 1 }

  func directions(ofEdge i: Int) -> UInt32 {
    let angle = angle(ofEdge: i)
    return Self.pack(angle, angle)
  }

  /// Those of the two edges that meet in point `i`, where these belong to the border.
  func directions(at i: Int) -> UInt32 {
    let before = previous(i)
    let incoming = angle(ofEdge: region.isBorder[before] ? before : i)
    let outgoing = angle(ofEdge: region.isBorder[i] ? i : before)
    return Self.pack(incoming, outgoing)
  }

  private func angle(ofEdge i: Int) -> Double {
    let (a, b) = (region.points[i], region.points[next(i)])
    return isReversed ? atan2(a.y - b.y, a.x - b.x) : atan2(b.y - a.y, b.x - a.x)
  }

  /// Two angles of 16 bits, pi being 32767.
  private static func pack(_ a: Double, _ b: Double) -> UInt32 {
    let (low, high) = (Int16((a / .pi * 32767).rounded()), Int16((b / .pi * 32767).rounded()))
    return UInt32(UInt16(bitPattern: low)) | UInt32(UInt16(bitPattern: high)) << 16
  }
}
