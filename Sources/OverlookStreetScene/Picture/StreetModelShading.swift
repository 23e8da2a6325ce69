import Glibc
import OverlookSupport

/// The colours of the surfaces of models, as the map's shader has them, in the light of a street.
struct StreetModelShading {
  private let corners: [StreetMesh.Corners]
  private let paints: [Paint]

  private struct Paint {
    let material: ModelMaterial
    let color: StreetTexture?
    let surface: StreetTexture?
    let emission: StreetTexture?
    let normal: StreetTexture?
  }

  /// What of a surface a sample shows.
  struct Spot {
    var place: SIMD3<Float>
    /// From the eye, of length 1.
    var direction: SIMD3<Float>
    /// Across the triangle, towards the eye, of length 1.
    var normal: SIMD3<Float>
    /// Metres that it covers of the surface.
    var footprint: Float
    /// How much of the sun reaches it.
    var sunlight: Float
  }

  init(_ mesh: StreetMesh) {
    corners = mesh.corners
    paints = mesh.looks.map { look in
      Paint(
        material: look.material, color: look.color.map { StreetTexture($0) }, surface: look.surface.map { StreetTexture($0) },
        emission: look.emission.map { StreetTexture($0) }, normal: look.normal.map { StreetTexture($0) })
    }
  }

  /// In linear light, without haze; and how much of it one sees, 0 ... 1.
  func color(
    _ triangle: StreetMesh.Triangle, look: Int32, at spot: Spot, _ light: StreetLight
  ) -> (color: SIMD3<Float>, alpha: Float) {
    guard paints.indices.contains(Int(look)), corners.indices.contains(Int(triangle.corners)) else { return (light.horizon, 1) }
    let (paint, corners) = (paints[Int(look)], corners[Int(triangle.corners)])
    let material = paint.material
    let weights = triangle.weights(at: spot.place)
    let place = corners.a.place * weights.x + corners.b.place * weights.y + corners.c.place * weights.z
    let extent = spot.footprint * Self.density(triangle, corners)
    let mixed =
      Self.color(corners.a.color) * weights.x + Self.color(corners.b.color) * weights.y
      + Self.color(corners.c.color) * weights.z
    var base = SIMD3(material.color.x, material.color.y, material.color.z) * mixed
    var alpha = material.isBlended ? material.color.w * Self.alpha(corners, weights) : 1
    if let texel = paint.color?.color(place, extent: extent) {
      base *= SIMD3(texel.x, texel.y, texel.z).linearLight
      if material.isBlended { alpha *= texel.w }
    }
    alpha = alpha > 0 ? min(alpha, 1) : 0
    var (metallic, roughness, open) = (material.metallic, material.roughness, Float(1))
    if let texel = paint.surface?.color(place, extent: extent) {
      metallic *= texel.z
      roughness *= texel.y
      open = 1 - material.occlusion * (1 - texel.x)
    }
    var emission = material.emission
    if let texel = paint.emission?.color(place, extent: extent) { emission *= SIMD3(texel.x, texel.y, texel.z).linearLight }
    let smooth = corners.a.normal * weights.x + corners.b.normal * weights.y + corners.c.normal * weights.z
    if material.isUnlit || smooth.length == 0 { return (base + emission, alpha) }
    var normal = smooth.normalized
    if normal.dot(spot.normal) < 0 { normal = -normal }
    if let texel = paint.normal?.color(place, extent: extent) {
      normal = Self.bumped(normal, texel, scale: material.normalScale, triangle, corners)
    }
    let toEye = -spot.direction
    let sun = light.sunColor * (max(normal.dot(light.toSun), 0) * spot.sunlight)
    let around = light.ambient * (0.55 + (normal.z < 0 ? 0.2 : 0.45) * normal.z)
    let mirror = SIMD3<Float>(repeating: 0.04).mixed(with: base, metallic)
    // What smooth surfaces show of the surroundings: the sky above, dim ground below.
    let reflected = spot.direction - normal * (2 * spot.direction.dot(normal))
    let reach = min(max((reflected.z + 0.25 + roughness) / (0.6 + 2 * roughness), 0), 1)
    let surroundings = light.ambient * (0.25 + 0.75 * reach * reach * (3 - 2 * reach))
    let grazing = powf(1 - max(normal.dot(toEye), 0), 5)
    let gloss = mirror + (pointwiseMax(SIMD3(repeating: 1 - roughness), mirror) - mirror) * grazing
    let shine = Self.highlight(normal, light.toSun, toEye, mirror, roughness)
    let diffuse = base * (1 - metallic) * (sun + around)
    let all =
      (diffuse + gloss * surroundings * (1 - 0.55 * roughness * (1 - metallic))) * open
      + shine * light.sunColor * spot.sunlight + emission
    return (all, alpha)
  }

  /// A normal as a picture of normals turns it, whose axes on the surface are those along which its places grow. Where they grow
  /// nowhere, and where it comes to nothing, it stays.
  private static func bumped(
    _ normal: SIMD3<Float>, _ texel: SIMD4<Float>, scale: Float, _ triangle: StreetMesh.Triangle, _ corners: StreetMesh.Corners
  ) -> SIMD3<Float> {
    let (first, second) = (triangle.b - triangle.a, triangle.c - triangle.a)
    let (u, v) = (corners.b.place - corners.a.place, corners.c.place - corners.a.place)
    let area = u.x * v.y - u.y * v.x
    guard area != 0, area.isFinite else { return normal }
    let sign: Float = area < 0 ? -1 : 1
    let (right, down) = ((first * v.y - second * u.y) * sign, (second * u.x - first * v.x) * sign)
    guard right.length > 0, down.length > 0 else { return normal }
    let bump = SIMD3(texel.x, texel.y, texel.z) * 2 - 1
    let turned =
      right.normalized * (bump.x * scale) - down.normalized * (bump.y * scale) + normal * max(bump.z, 0.1)
    let length = turned.length
    return length > 0 && length.isFinite ? turned / length : normal
  }

  private static func alpha(_ corners: StreetMesh.Corners, _ weights: SIMD3<Float>) -> Float {
    let alphas = SIMD3(Float(corners.a.color >> 24), Float(corners.b.color >> 24), Float(corners.c.color >> 24))
    return alphas.dot(weights) / 255
  }

  /// Of the picture in a metre of the surface, along a side.
  private static func density(_ triangle: StreetMesh.Triangle, _ corners: StreetMesh.Corners) -> Float {
    let (u, v) = (corners.b.place - corners.a.place, corners.c.place - corners.a.place)
    let area = (triangle.b - triangle.a).cross(triangle.c - triangle.a).length
    return area > 0 ? (abs(u.x * v.y - u.y * v.x) / area).squareRoot() : 0
  }

  private static func color(_ bytes: UInt32) -> SIMD3<Float> {
    SIMD3(Float(bytes & 255), Float(bytes >> 8 & 255), Float(bytes >> 16 & 255)) / 255
  }

  /// As in `model.frag`.
  private static func highlight(
    _ normal: SIMD3<Float>, _ toLight: SIMD3<Float>, _ toEye: SIMD3<Float>, _ mirror: SIMD3<Float>, _ roughness: Float
  ) -> SIMD3<Float> {
    let middle = (toLight + toEye).normalized
    let a2 = max(roughness * roughness * roughness * roughness, 0.002)
    let (nh, nl) = (max(normal.dot(middle), 0), max(normal.dot(toLight), 0))
    let nv = max(normal.dot(toEye), 0.01)
    let spread = nh * nh * (a2 - 1) + 1
    let shadow = nl * (nv * nv * (1 - a2) + a2).squareRoot() + nv * (nl * nl * (1 - a2) + a2).squareRoot()
    let fresnel = mirror + (1 - mirror) * powf(1 - max(middle.dot(toEye), 0), 5)
    return fresnel * (a2 / (spread * spread) * 0.5 / max(shadow, 0.001) * nl)
  }
}
