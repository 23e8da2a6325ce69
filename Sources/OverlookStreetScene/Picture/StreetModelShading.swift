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
        emission: look.emission.map { StreetTexture($0) })
    }
  }

  /// In linear light, without haze.
  func color(_ triangle: StreetMesh.Triangle, look: Int32, at spot: Spot, _ light: StreetLight) -> SIMD3<Float> {
    guard paints.indices.contains(Int(look)), corners.indices.contains(Int(triangle.corners)) else { return light.horizon }
    let (paint, corners) = (paints[Int(look)], corners[Int(triangle.corners)])
    let material = paint.material
    let weights = triangle.weights(at: spot.place)
    let place = corners.a.place * weights.x + corners.b.place * weights.y + corners.c.place * weights.z
    let extent = spot.footprint * Self.density(triangle, corners)
    let mixed =
      Self.color(corners.a.color) * weights.x + Self.color(corners.b.color) * weights.y
      + Self.color(corners.c.color) * weights.z
    var base = SIMD3(material.color.x, material.color.y, material.color.z) * mixed
    if let texel = paint.color?.color(place, extent: extent) { base *= SIMD3(texel.x, texel.y, texel.z).linearLight }
    var (metallic, roughness, open) = (material.metallic, material.roughness, Float(1))
    if let texel = paint.surface?.color(place, extent: extent) {
      metallic *= texel.z
      roughness *= texel.y
      open = 1 - material.occlusion * (1 - texel.x)
    }
    var emission = material.emission
    if let texel = paint.emission?.color(place, extent: extent) { emission *= SIMD3(texel.x, texel.y, texel.z).linearLight }
    let smooth = corners.a.normal * weights.x + corners.b.normal * weights.y + corners.c.normal * weights.z
    if material.isUnlit || smooth.length == 0 { return base + emission }
    var normal = smooth.normalized
    if normal.dot(spot.normal) < 0 { normal = -normal }
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
    return (diffuse + gloss * surroundings * (1 - 0.55 * roughness * (1 - metallic))) * open
      + shine * light.sunColor * spot.sunlight + emission
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
