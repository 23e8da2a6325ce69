import Glibc

/// The shadows around the eye, and those farther away. A class: asked for each pixel, a value would count who holds its arrays.
final class StreetShadows {
  private let near: SunShadow
  private let far: SunShadow

  init(near: SunShadow, far: SunShadow) { (self.near, self.far) = (near, far) }

  /// How much of the sun is seen from what a pixel shows, 0 ... 1.
  func light(at spot: SunlitSpot) -> Float { near.knows(spot.place) ? near.light(at: spot) : far.light(at: spot) }
}

/// The colour of a place on a surface.
struct StreetShading {
  let mesh: StreetMesh
  let light: StreetLight
  let shadows: StreetShadows?
  private let models: StreetModelShading

  init(mesh: StreetMesh, light: StreetLight, shadows: StreetShadows?) {
    (self.mesh, self.light, self.shadows) = (mesh, light, shadows)
    models = StreetModelShading(mesh)
  }

  /// What is seen of a surface at `place` from an eye `distance` metres away in `direction` (from the eye, of length 1).
  /// `sample`: metres that a sample covers there, across the view. `sunlight`: as the function of this name tells it.
  func color(
    _ triangle: StreetMesh.Triangle, at place: SIMD3<Float>, direction: SIMD3<Float>, distance: Float, sample: Float,
    sunlight: Float
  ) -> SIMD3<Float> {
    guard mesh.surfaces.indices.contains(Int(triangle.surface)) else { return light.horizon }
    if let seen = clear(triangle, at: place, direction: direction, distance: distance, sample: sample, sunlight: sunlight) {
      return seen.color
    }
    let surface = mesh.surfaces[Int(triangle.surface)]
    var normal = triangle.normal
    if normal.dot(direction) > 0 { normal = -normal }
    var glow = SIMD3<Float>()
    let footprint = sample / max(abs(normal.dot(direction)), 0.06)
    let base = pattern(surface, place, direction, normal, footprint, &glow)
    let sun = max(normal.dot(light.toSun), 0) * sunlight
    // The sky from above, a little from the ground below, less of both at the feet of houses.
    let open = 0.55 + (normal.z < 0 ? 0.2 : 0.45) * normal.z
    let corner = surface.material == .wall ? 0.62 + 0.38 * min(max(place.z / 4, 0), 1) : 1
    let leaves: Float = surface.material == .leaves ? 0.75 : 1
    let lit = base * (light.sunColor * sun + light.ambient * (open * corner * leaves)) + glow
    return light.hazed(lit, distance: distance)
  }

  /// The same of a surface of a model, and how much of it one sees, 0 ... 1; nil for other surfaces.
  func clear(
    _ triangle: StreetMesh.Triangle, at place: SIMD3<Float>, direction: SIMD3<Float>, distance: Float, sample: Float,
    sunlight: Float
  ) -> (color: SIMD3<Float>, alpha: Float)? {
    guard mesh.surfaces.indices.contains(Int(triangle.surface)) else { return nil }
    let surface = mesh.surfaces[Int(triangle.surface)]
    guard surface.look >= 0 else { return nil }
    var normal = triangle.normal
    if normal.dot(direction) > 0 { normal = -normal }
    let spot = StreetModelShading.Spot(
      place: place, direction: direction, normal: normal, footprint: sample / max(abs(normal.dot(direction)), 0.06),
      sunlight: sunlight)
    let (color, alpha) = models.color(triangle, look: surface.look, at: spot, light)
    return (light.hazed(color, distance: distance), alpha)
  }

  /// How much of the sun is seen from the spot of a triangle that a pixel shows, whose middle lies at `place`, 0 ... 1; 0 where the
  /// triangle faces away from it. `sample`: metres from the middle of the pixel to its rim, across the view.
  func sunlight(
    _ triangle: StreetMesh.Triangle, at place: SIMD3<Float>, direction: SIMD3<Float>, distance: Float, sample: Float
  ) -> Float {
    var normal = triangle.normal
    if normal.dot(direction) > 0 { normal = -normal }
    // Lines and points look to the eye, not where their light comes from.
    if mesh.surfaces.indices.contains(Int(triangle.surface)), mesh.surfaces[Int(triangle.surface)].isStroke {
      normal = light.toSun
    }
    guard normal.dot(light.toSun) > 0, light.altitude > -0.6 else { return 0 }
    guard let shadows else { return 1 }
    // Off the surface by what its place may be wrong, so that it does not hide the sun from itself.
    let place = place + normal * (0.01 + distance * 2e-4)
    return shadows.light(at: SunlitSpot(place: place, normal: normal, direction: direction, radius: sample))
  }

  private func pattern(
    _ surface: StreetMesh.Surface, _ eyePlace: SIMD3<Float>, _ direction: SIMD3<Float>, _ normal: SIMD3<Float>,
    _ footprint: Float,
    _ glow: inout SIMD3<Float>
  ) -> SIMD3<Float> {
    let place = eyePlace + SIMD3(mesh.anchor.x, mesh.anchor.y, 0)
    // Noise finer than a pixel is noise in the picture.
    func grain(_ size: Float, _ amount: Float) -> Float {
      let share = amount * min(max(size / max(footprint, 1e-4) - 1, 0), 1)
      return 1 + share * (StreetNoise.smooth(place.x / size, place.y / size) - 0.5)
    }
    switch surface.material {
    case .wall: return StreetFacade(surface, light).color(eyePlace, direction, normal, footprint, &glow)
    case .water:
      let wave = (StreetNoise.smooth(place.x * 0.7, place.y * 0.7) - 0.5) * 0.05
      let mirrored = SIMD3(direction.x + wave, direction.y + wave, abs(direction.z)).normalized
      // Schlick's approximation of what water mirrors.
      let share = 0.02 + 0.98 * powf(1 - abs(direction.z), 5)
      glow = light.sky(mirrored) * share
      return surface.color * (1 - share)
    case .paving:
      let joint = max(Self.line(place.x, 0.6, 0.03, footprint), Self.line(place.y, 0.6, 0.03, footprint))
      return surface.color * (grain(0.6, 0.15) * (1 - 0.28 * joint))
    case .asphalt: return surface.color * (grain(0.03, 0.16) * grain(0.4, 0.05) * grain(5, 0.10))
    case .grass, .wood, .farmland: return surface.color * (grain(0.12, 0.7) * grain(2.5, 0.35))
    case .ground, .gravel, .sand, .rock: return surface.color * (grain(0.15, 0.25) * grain(4, 0.12))
    case .leaves: return surface.color * (0.75 + 0.5 * StreetNoise.smooth(place.x * 2.2 + place.z * 1.7, place.y * 2.2 - place.z))
    case .paint, .rail, .roof, .trunk, .model: return surface.color
    }
  }

  /// How much of a line of a width, every so many metres, lies in a pixel, 0 ... 1.
  private static func line(_ value: Float, _ spacing: Float, _ width: Float, _ footprint: Float) -> Float {
    let phase = value / spacing - floorf(value / spacing)
    let distance = min(phase, 1 - phase) * spacing
    let soft = max(footprint, 1e-4)
    let covered = min(max((width / 2 - distance) / soft + 0.5, 0), 1)
    // Far away what is left is their mean.
    let far = min(max(soft / spacing * 2 - 0.5, 0), 1)
    return covered + (width / spacing - covered) * far
  }
}
