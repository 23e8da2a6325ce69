import Glibc

extension StreetMesh {
  mutating func add(_ tree: StreetTree, seed: UInt32) {
    let size = Float(tree.height) * (0.85 + 0.3 * StreetNoise.unit(seed))
    let foot = SIMD3<Float>(tree.place, height: 0)
    let trunk = addSurface(Surface(material: .trunk, color: StreetMaterial.trunk.color))
    addCone(foot, radius: size * 0.028, top: size * 0.022, from: 0, to: size * 0.45, sides: 6, trunk)
    let shade = 0.8 + 0.4 * StreetNoise.unit(StreetNoise.hash(seed, 3))
    let leaves = addSurface(Surface(material: .leaves, color: StreetMaterial.leaves.color * shade, seed: seed, isCrowd: true))
    if tree.isConifer {
      for layer in 0..<4 {
        let base = size * (0.18 + 0.19 * Float(layer))
        addCone(foot, radius: size * (0.22 - 0.045 * Float(layer)), top: 0, from: base, to: base + size * 0.32, sides: 10, leaves)
      }
    } else {
      addCrown(foot + SIMD3(0, 0, size * 0.64), radius: size * 0.34, seed: seed, leaves)
    }
  }

  private mutating func addCone(
    _ foot: SIMD3<Float>, radius: Float, top: Float, from low: Float, to high: Float, sides: Int, _ surface: Int32
  ) {
    func corner(_ number: Int, _ radius: Float, _ height: Float) -> SIMD3<Float> {
      let angle = 2 * Float.pi * Float(number) / Float(sides)
      return foot + SIMD3(cosf(angle) * radius, sinf(angle) * radius, height)
    }
    for number in 0..<sides {
      addQuad(
        corner(number, radius, low), corner(number + 1, radius, low), corner(number + 1, top, high), corner(number, top, high),
        surface)
    }
  }

  /// A ball with bumps.
  private mutating func addCrown(_ center: SIMD3<Float>, radius: Float, seed: UInt32, _ surface: Int32) {
    let (columns, rows) = (14, 9)
    func corner(_ column: Int, _ row: Int) -> SIMD3<Float> {
      let column = column % columns
      let (azimuth, height) = (2 * Float.pi * Float(column) / Float(columns), Float.pi * (Float(row) / Float(rows) - 0.5))
      let isPole = row == 0 || row == rows
      let bump = 0.84 + 0.32 * StreetNoise.unit(StreetNoise.hash(seed &+ UInt32(isPole ? 0 : column), UInt32(row)))
      let direction = SIMD3(cosf(height) * cosf(azimuth), cosf(height) * sinf(azimuth), sinf(height) * 0.95)
      return center + direction * radius * bump
    }
    for row in 0..<rows {
      for column in 0..<columns {
        addQuad(
          corner(column, row), corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1), surface)
      }
    }
  }
}
