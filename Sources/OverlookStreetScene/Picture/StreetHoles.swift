import OverlookSupport

/// What is cut out of the triangles of models, by the alpha of their pictures.
struct StreetHoles {
  private struct Mask {
    let texture: StreetTexture
    /// Of the picture's alpha.
    let cutoff: Float
  }

  private let corners: [StreetMesh.Corners]
  /// Of each surface; empty where no model has holes.
  private var masks: [Int32: Mask] = [:]

  init(_ mesh: StreetMesh) {
    corners = mesh.corners
    for (number, surface) in mesh.surfaces.enumerated() where surface.look >= 0 {
      let look = mesh.looks[Int(surface.look)]
      guard let cutoff = look.cutoff, let texture = look.color else { continue }
      masks[Int32(clamping: number)] = Mask(texture: StreetTexture(texture, hasLevels: false), cutoff: cutoff)
    }
  }

  func areIn(_ triangle: StreetMesh.Triangle) -> Bool { !masks.isEmpty && masks[triangle.surface] != nil }

  /// Whether there is something of a triangle at a place in its plane.
  func isThere(_ triangle: StreetMesh.Triangle, at place: SIMD3<Float>) -> Bool {
    guard let mask = masks[triangle.surface], corners.indices.contains(Int(triangle.corners)) else { return true }
    let corners = corners[Int(triangle.corners)]
    let weights = triangle.weights(at: place)
    let spot = corners.a.place * weights.x + corners.b.place * weights.y + corners.c.place * weights.z
    return mask.texture.color(spot, extent: 0).w >= mask.cutoff
  }
}

extension StreetMesh.Triangle {
  /// How much each corner counts at a place in its plane; together 1.
  func weights(at place: SIMD3<Float>) -> SIMD3<Float> {
    let (first, second, way) = (b - a, c - a, place - a)
    let (d00, d01, d11) = (first.dot(first), first.dot(second), second.dot(second))
    let (d20, d21) = (way.dot(first), way.dot(second))
    let area = d00 * d11 - d01 * d01
    guard area > 0 else { return SIMD3(1, 0, 0) }
    let v = (d11 * d20 - d01 * d21) / area
    let w = (d00 * d21 - d01 * d20) / area
    return SIMD3(1 - v - w, v, w)
  }
}
