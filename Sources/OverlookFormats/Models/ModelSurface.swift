internal import Glibc
package import OverlookGeometry
internal import OverlookSupport

/// Triangles with normals that a program computes, in the axes of glTF: y up, z to the front, x to the left of it.
package struct ModelSurface: Sendable {
  package private(set) var positions: [SIMD3<Float>] = []
  package private(set) var normals: [SIMD3<Float>] = []
  /// Three a triangle, counter-clockwise from outside.
  package private(set) var indices: [UInt32] = []

  package init() {}

  /// A box about `center`.
  package static func box(center: SIMD3<Float> = .zero, size: SIMD3<Float>) -> ModelSurface {
    var surface = ModelSurface()
    for axis in 0..<3 {
      for sign: Float in [-1, 1] {
        surface.addFace(axis: axis, sign: sign, center: center, size: size)
      }
    }
    return surface
  }

  /// One side of a box.
  package mutating func addFace(axis: Int, sign: Float, center: SIMD3<Float>, size: SIMD3<Float>) {
    var normal = SIMD3<Float>.zero
    normal[axis] = sign
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3)
    let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map { a, b in
      var corner = center
      corner[axis] += sign * size[axis] / 2
      corner[u] += sign * Float(a) * size[u] / 2
      corner[v] += Float(b) * size[v] / 2
      return corner
    }
    addQuad(corners, normals: Array(repeating: normal, count: 4))
  }

  /// What a line of points (distance from the axis, place on it) makes when it turns about the y axis; from below to above,
  /// outside is out.
  package static func turned(_ profile: [(radius: Float, y: Float)], sides: Int) -> ModelSurface {
    var surface = ModelSurface()
    for (low, high) in zip(profile, profile.dropFirst()) {
      let slope = SIMD2(high.y - low.y, low.radius - high.radius)
      let length = max((slope * slope).sum().squareRoot(), 1e-9)
      func corner(_ point: (radius: Float, y: Float), _ side: Int) -> (SIMD3<Float>, SIMD3<Float>) {
        let angle = 2 * Float.pi * Float(side) / Float(sides)
        return (
          SIMD3(point.radius * sin(angle), point.y, point.radius * cos(angle)),
          SIMD3(slope.x * sin(angle), slope.y, slope.x * cos(angle)) / length
        )
      }
      for side in 0..<sides {
        let quad = [corner(low, side), corner(low, side + 1), corner(high, side + 1), corner(high, side)]
        surface.addQuad(quad.map(\.0), normals: quad.map(\.1))
      }
    }
    return surface
  }

  /// A plate between two outlines with as many corners each, the first seen from the left of the way to the second.
  package static func loft(_ rings: [[SIMD3<Float>]]) -> ModelSurface {
    var surface = ModelSurface()
    for (a, b) in zip(rings, rings.dropFirst()) {
      for index in a.indices {
        let next = (index + 1) % a.count
        surface.addFlatQuad([a[index], a[next], b[next], b[index]])
      }
    }
    if let first = rings.first { surface.addFan(first.reversed()) }
    if let last = rings.last { surface.addFan(last) }
    return surface
  }

  /// The same, moved.
  package func moved(by matrix: Matrix4) -> ModelSurface {
    var moved = self
    let turn = matrix.normals
    moved.positions = positions.map { SIMD3<Float>((matrix * SIMD4(SIMD3<Double>($0), 1)).xyz) }
    moved.normals = normals.map { Self.unit(SIMD3<Float>((turn * SIMD4(SIMD3<Double>($0), 0)).xyz)) }
    return moved
  }

  package static func + (a: ModelSurface, b: ModelSurface) -> ModelSurface {
    var sum = a
    let first = UInt32(clamping: a.positions.count)
    sum.positions += b.positions
    sum.normals += b.normals
    sum.indices += b.indices.map { $0 + first }
    return sum
  }

  // MARK: Parts

  private mutating func addQuad(_ corners: [SIMD3<Float>], normals: [SIMD3<Float>]) {
    let first = UInt32(clamping: positions.count)
    positions += corners
    self.normals += normals
    indices += [0, 1, 2, 0, 2, 3].map { first + $0 }
  }

  private mutating func addFlatQuad(_ corners: [SIMD3<Float>]) {
    addQuad(corners, normals: Array(repeating: Self.normal(corners[0], corners[1], corners[2], corners[3]), count: 4))
  }

  private mutating func addFan(_ corners: [SIMD3<Float>]) {
    guard corners.count > 2 else { return }
    let first = UInt32(clamping: positions.count)
    let normal = Self.normal(corners[0], corners[1], corners[2], corners[corners.count - 1])
    positions += corners
    normals += Array(repeating: normal, count: corners.count)
    for index in 1..<UInt32(clamping: corners.count - 1) { indices += [first, first + index, first + index + 1] }
  }

  /// Across the diagonals, so that two corners may coincide.
  private static func normal(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ d: SIMD3<Float>) -> SIMD3<Float> {
    let (p, q) = (c - a, d - b)
    return unit(SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x))
  }

  private static func unit(_ vector: SIMD3<Float>) -> SIMD3<Float> {
    let length = (vector * vector).sum().squareRoot()
    return length > 0 ? vector / length : SIMD3(0, 1, 0)
  }
}
