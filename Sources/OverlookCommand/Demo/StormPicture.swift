import Glibc
import Overlook

/// A cyclone seen from above: cloud wound around a clear eye, the same at every run.
enum StormPicture {
  /// `side` in pixels, 1 to 4096; nil outside.
  static func image(side: Int) -> Image? {
    guard (1...4096).contains(side) else { return nil }
    var pixels = [UInt8](repeating: 0, count: 4 * side * side)
    for row in 0..<side {
      for column in 0..<side {
        let x = (Double(column) + 0.5) / Double(side) * 2 - 1
        let y = (Double(row) + 0.5) / Double(side) * 2 - 1
        let (cover, light) = cloud(x, y)
        let offset = 4 * (row * side + column)
        let value = UInt8(clamping: Int((cover * light * 255).rounded()))
        for channel in 0..<3 { pixels[offset + channel] = value }
        pixels[offset + 3] = UInt8(clamping: Int((cover * 255).rounded()))
      }
    }
    return Image(width: side, height: side, premultipliedRGBA: pixels)
  }

  /// How much cloud lies at a place of the picture (-1 ... 1 both ways) and how bright it is, both 0 ... 1.
  private static func cloud(_ x: Double, _ y: Double) -> (cover: Double, light: Double) {
    let radius = hypot(x, y)
    guard radius < 1 else { return (0, 0) }
    // Wound up: what lies nearer to the eye has turned farther.
    let turn = 3.2 * log(radius + 0.06)
    let (windX, windY) = (x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn))
    let texture = fractalNoise(windX * 5 + 7, windY * 5 + 3)
    let detail = fractalNoise(windX * 13 + 31, windY * 13 + 11)
    let arms = 0.5 + 0.5 * cos(2 * (atan2(y, x) + turn) + 0.6)
    let disc = exp(-pow(radius / 0.34, 2))
    let eye = smoothstep(0.03, 0.075, radius)
    let edge = 1 - smoothstep(0.55, 0.98, radius)
    let amount = 0.75 * disc + 0.62 * arms * texture + 0.45 * texture - 0.28
    let cover = smoothstep(0.06, 0.62, amount) * eye * edge
    return (min(cover, 0.97), min(0.80 + 0.26 * detail, 1))
  }

  /// Four octaves of value noise, about 0 ... 1.
  private static func fractalNoise(_ x: Double, _ y: Double) -> Double {
    var sum = 0.0
    var (scale, weight) = (1.0, 0.5)
    for _ in 0..<4 {
      sum += weight * valueNoise(x * scale, y * scale)
      scale *= 2.1
      weight *= 0.5
    }
    return sum / 0.9375
  }

  /// Random values at whole coordinates, smoothly joined.
  private static func valueNoise(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (smoothstep(0, 1, x - left), smoothstep(0, 1, y - top))
    let upper = random(left, top) * (1 - u) + random(left + 1, top) * u
    let lower = random(left, top + 1) * (1 - u) + random(left + 1, top + 1) * u
    return upper * (1 - v) + lower * v
  }

  private static func random(_ x: Double, _ y: Double) -> Double {
    let value = sin(x * 127.1 + y * 311.7) * 43_758.5453
    return value - value.rounded(.down)
  }

  private static func smoothstep(_ low: Double, _ high: Double, _ value: Double) -> Double {
    let t = min(max((value - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
  }
}
