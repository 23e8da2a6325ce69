import Foundation

/// A rectangle of numbers, rows from the top, whose left and right edges meet: a map of the whole Earth.
struct Plane {
  let width: Int
  let height: Int
  var values: [Float]

  init(width: Int, height: Int, repeating value: Float = 0) {
    self.width = width
    self.height = height
    values = [Float](repeating: value, count: width * height)
  }

  /// Value by Catmull-Rom interpolation; (0, 0) is the centre of the first value. Wraps in x, stops at the edges in y.
  func cubic(_ x: Float, _ y: Float) -> Float {
    let left = x.rounded(.down)
    let top = y.rounded(.down)
    let wx = Self.weights(x - left)
    let wy = Self.weights(y - top)
    let column = Int(left)
    let row = Int(top)
    var sum: Float = 0
    for j in 0..<4 {
      let base = min(max(row + j - 1, 0), height - 1) * width
      var line: Float = 0
      for i in 0..<4 {
        line += wx[i] * values[base + wrapped(column + i - 1)]
      }
      sum += wy[j] * line
    }
    return sum
  }

  /// Blurred by three boxes in a row, close to a Gaussian of about `radius` values.
  func blurred(radius: Int) -> Plane {
    var result = self
    for _ in 0..<3 {
      result = result.boxedHorizontally(radius).boxedVertically(radius)
    }
    return result
  }

  /// Convolved by (1 2 1) / 4 in both directions.
  func softened() -> Plane {
    var lines = self
    for y in 0..<height {
      for x in 0..<width {
        let at = y * width
        lines.values[at + x] =
          (values[at + wrapped(x - 1)] + 2 * values[at + x] + values[at + wrapped(x + 1)]) / 4
      }
    }
    var result = lines
    for y in 0..<height {
      let above = max(y - 1, 0) * width
      let below = min(y + 1, height - 1) * width
      for x in 0..<width {
        result.values[y * width + x] =
          (lines.values[above + x] + 2 * lines.values[y * width + x] + lines.values[below + x]) / 4
      }
    }
    return result
  }

  func clamped(to range: ClosedRange<Float>) -> Plane {
    var result = self
    for i in result.values.indices { result.values[i] = min(max(values[i], range.lowerBound), range.upperBound) }
    return result
  }

  func wrapped(_ x: Int) -> Int {
    let remainder = x % width
    return remainder < 0 ? remainder + width : remainder
  }

  private func boxedHorizontally(_ radius: Int) -> Plane {
    var result = self
    let scale = 1 / Float(2 * radius + 1)
    for y in 0..<height {
      let at = y * width
      var sum: Float = 0
      for x in -radius...radius { sum += values[at + wrapped(x)] }
      for x in 0..<width {
        result.values[at + x] = sum * scale
        sum += values[at + wrapped(x + radius + 1)] - values[at + wrapped(x - radius)]
      }
    }
    return result
  }

  private func boxedVertically(_ radius: Int) -> Plane {
    var result = self
    let scale = 1 / Float(2 * radius + 1)
    var sums = [Float](repeating: 0, count: width)
    for y in -radius...radius {
      let at = min(max(y, 0), height - 1) * width
      for x in 0..<width { sums[x] += values[at + x] }
    }
    for y in 0..<height {
      let entering = min(y + radius + 1, height - 1) * width
      let leaving = max(y - radius, 0) * width
      for x in 0..<width {
        result.values[y * width + x] = sums[x] * scale
        sums[x] += values[entering + x] - values[leaving + x]
      }
    }
    return result
  }

  private static func weights(_ t: Float) -> SIMD4<Float> {
    let t2 = t * t
    let t3 = t2 * t
    return SIMD4(
      (-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2)
  }
}

/// Between sRGB bytes and linear light (IEC 61966-2-1).
enum Light {
  static func linear(_ value: Float) -> Float {
    value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  static func encoded(_ value: Float) -> Float {
    let clamped = min(max(value, 0), 1)
    return clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * powf(clamped, 1 / 2.4) - 0.055
  }

  /// Linear light of each byte.
  static let ofByte: [Float] = (0...255).map { linear(Float($0) / 255) }

  /// Linear light of a colour written as 0xRRGGBB.
  static func color(_ hex: UInt32) -> SIMD3<Float> {
    SIMD3(ofByte[Int(hex >> 16 & 0xFF)], ofByte[Int(hex >> 8 & 0xFF)], ofByte[Int(hex & 0xFF)])
  }
}
