import OverlookGeometry
import OverlookScene
import OverlookSupport

/// A corner of an edge of a roof, in the layout that `block_edge.vert` reads.
package struct BlockEdgeVertex: BitwiseCopyable, Sendable {
  /// This end of the edge, the other one, and that of the edge which meets it here, as `BlockVertex.place`.
  package var place: SIMD4<Float>
  package var other: SIMD4<Float>
  package var before: SIMD4<Float>
  /// Above the ground, in world units.
  package var altitude: Float
  /// To which side of the way to the other end it lies, and how far: in points of the screen and in world units, one of them 0.
  package var sidePoints: Float
  package var sideWorld: Float
  /// Premultiplied, 8 bits a channel.
  package var color: UInt32
}

/// The outlines of roofs, as vertices and indices in drawing order. No GL here.
struct BlockEdges {
  private(set) var vertices = ContiguousArray<BlockEdgeVertex>()
  private(set) var indices = ContiguousArray<UInt32>()

  mutating func removeAll() {
    vertices.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
  }

  /// Adds the borders of a region at the height of its roof.
  mutating func append(_ region: WorldRegion, _ stroke: Stroke, height: Double, worldPerMeter: Double) {
    guard stroke.isVisible, let color = stroke.color, color.alpha > 0 else { return }
    let half = stroke.width / 2
    let side = stroke.style.unit == .points ? SIMD2(half, 0) : SIMD2(0, half * worldPerMeter)
    for ring in region.ringStarts.indices {
      let start = region.ringStarts[ring]
      let end = ring + 1 < region.ringStarts.count ? region.ringStarts[ring + 1] : region.points.count
      for i in start..<end where region.isBorder[i] {
        let next = i + 1 < end ? i + 1 : start
        let (a, b) = (region.points[i], region.points[next])
        guard a != b else { continue }
        let (beforeA, afterB) = (region.points[i > start ? i - 1 : end - 1], region.points[next + 1 < end ? next + 1 : start])
        let corner = UInt32(truncatingIfNeeded: vertices.count)
        // Seen from the other end the left is the right.
        for (p, q, before, sign) in [(a, b, beforeA, 1.0), (a, b, beforeA, -1), (b, a, afterB, -1), (b, a, afterB, 1)] {
          vertices.append(
            BlockEdgeVertex(
              place: p.split, other: q.split, before: before.split, altitude: Float(height * worldPerMeter),
              sidePoints: Float(sign * side.x), sideWorld: Float(sign * side.y), color: color.packedPremultiplied))
        }
        for offset: UInt32 in [0, 1, 2, 2, 1, 3] { indices.append(corner &+ offset) }
      }
    }
  }
}
