import Glibc
import OverlookSupport

/// A picture on a model, in all sizes that are halves of each other, so that what is far away does not flicker.
struct StreetTexture: Sendable {
  private struct Level: Sendable {
    let width: Int
    let height: Int
    /// Premultiplied sRGB, red in the lowest byte.
    let pixels: [UInt32]
  }

  private let levels: [Level]
  private let repeats: Bool

  /// `hasLevels`: whether it is shown smaller than it is.
  init(_ texture: ModelTexture, hasLevels: Bool = true) {
    let image = texture.image
    repeats = texture.repeats
    var level = Level(
      width: image.width, height: image.height,
      pixels: (0..<image.width * image.height).map { index in
        let start = 4 * index
        return UInt32(image.pixels[start]) | UInt32(image.pixels[start + 1]) << 8 | UInt32(image.pixels[start + 2]) << 16
          | UInt32(image.pixels[start + 3]) << 24
      })
    var levels = [level]
    while hasLevels, max(level.width, level.height) > 1 {
      level = Self.halved(level)
      levels.append(level)
    }
    self.levels = levels
  }

  private static func halved(_ level: Level) -> Level {
    let (width, height) = (max(level.width / 2, 1), max(level.height / 2, 1))
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for row in 0..<height {
      let (top, bottom) = (min(2 * row, level.height - 1), min(2 * row + 1, level.height - 1))
      for column in 0..<width {
        let (left, right) = (min(2 * column, level.width - 1), min(2 * column + 1, level.width - 1))
        let four = SIMD4(
          level.pixels[top * level.width + left], level.pixels[top * level.width + right],
          level.pixels[bottom * level.width + left], level.pixels[bottom * level.width + right])
        var mixed: UInt32 = 0
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
          let sum = ((four &>> shift) & 255).wrappedSum()
          mixed |= (sum + 2) / 4 << shift
        }
        pixels.append(mixed)
      }
    }
    return Level(width: width, height: height, pixels: pixels)
  }

  /// Straight sRGB and alpha, 0 ... 1, at a place; `extent`: how much of the picture a sample shows, along a side.
  func color(_ place: SIMD2<Float>, extent: Float) -> SIMD4<Float> {
    let texels = extent * Float(max(levels[0].width, levels[0].height))
    let wanted = texels > 1 && texels.isFinite ? Int(log2f(texels).rounded()) : 0
    let level = levels[min(max(wanted, 0), levels.count - 1)]
    guard place.x.isFinite, place.y.isFinite else { return SIMD4(1, 1, 1, 1) }
    let x = min(max(position(place.x) * Float(level.width) - 0.5, -0.5), Float(level.width))
    let y = min(max(position(place.y) * Float(level.height) - 0.5, -0.5), Float(level.height))
    let (column, row) = (floorf(x), floorf(y))
    let (u, v) = (x - column, y - row)
    func texel(_ dx: Int, _ dy: Int) -> SIMD4<Float> {
      let (px, py) = (number(Int(column) + dx, level.width), number(Int(row) + dy, level.height))
      let pixel = level.pixels[py * level.width + px]
      return SIMD4(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
    }
    let low = texel(0, 0) * (1 - u) + texel(1, 0) * u
    let high = texel(0, 1) * (1 - u) + texel(1, 1) * u
    let mixed = (low * (1 - v) + high * v) / 255
    guard mixed.w > 0 else { return SIMD4() }
    return SIMD4(mixed.x / mixed.w, mixed.y / mixed.w, mixed.z / mixed.w, mixed.w)
  }

  private func position(_ value: Float) -> Float { repeats ? value - floorf(value) : min(max(value, 0), 1) }

  private func number(_ index: Int, _ count: Int) -> Int {
    repeats ? (index % count + count) % count : min(max(index, 0), count - 1)
  }
}
