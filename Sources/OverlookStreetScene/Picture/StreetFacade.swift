import Glibc

/// Windows in rows on a wall: what a map does not know and a street is not without.
struct StreetFacade {
  private let surface: StreetMesh.Surface
  private let light: StreetLight
  private let storeys: Float
  private let columns: Float

  init(_ surface: StreetMesh.Surface, _ light: StreetLight) {
    self.surface = surface
    self.light = light
    storeys = max((surface.height / 3.3).rounded(), 1)
    columns = (surface.length / 2.7).rounded(.down)
  }

  func color(
    _ place: SIMD3<Float>, _ direction: SIMD3<Float>, _ normal: SIMD3<Float>, _ footprint: Float, _ glow: inout SIMD3<Float>
  ) -> SIMD3<Float> {
    let along = (place - surface.foot).dot(surface.along)
    let height = place.z - surface.foot.z
    let plaster = surface.color * (0.94 + 0.12 * StreetNoise.smooth(along * 0.5 + Float(surface.seed % 97), height * 0.5))
    // Sheds and gables have none.
    guard columns >= 1, surface.height > 2.4, height < surface.height else { return plaster }
    let (cellWidth, cellHeight) = (surface.length / columns, surface.height / storeys)
    let (column, row) = (floorf(along / cellWidth), floorf(height / cellHeight))
    let x = along - (column + 0.5) * cellWidth
    let y = height - (row + 0.55) * cellHeight
    let soft = max(footprint, 1e-4)
    func inside(_ value: Float, _ half: Float) -> Float { min(max((half - abs(value)) / soft + 0.5, 0), 1) }
    let (halfWidth, halfHeight) = (min(0.62, cellWidth * 0.3), min(0.80, cellHeight * 0.3))
    let frame = inside(x, halfWidth + 0.09) * inside(y, halfHeight + 0.09)
    let glass = inside(x, halfWidth) * inside(y, halfHeight) * (1 - inside(x, 0.03))
    // Storeys are told apart by a course of stone above the ground floor.
    let course = storeys > 1 ? inside(height - cellHeight, 0.12) : 0
    let wall = plaster * (1 - 0.18 * course)
    let seed = StreetNoise.hash(surface.seed &+ UInt32(max(column, 0)), UInt32(max(row, 0)) &+ surface.seed)
    let mirrored = light.sky((direction - normal * (2 * direction.dot(normal))).normalized)
    let share = glass * 0.45
    glow = mirrored * share
    if light.night > 0, StreetNoise.unit(seed) < 0.35 { glow += SIMD3(1.0, 0.72, 0.38) * (glass * light.night * 0.55) }
    let pane = SIMD3<Float>(0.05, 0.06, 0.07)
    return wall.mixed(with: SIMD3(0.80, 0.79, 0.76), frame * 0.8).mixed(with: pane, glass)
  }
}
