import OverlookAstronomy
import OverlookSupport

/// Hours of Sun as a picture: from night blue through red to yellow, roofs in grey, with a legend below.
struct SunHoursPicture {
  let grid: HeightGrid
  let hours: [Float]
  /// At the right end of the legend.
  let most: Double

  private static let barHeight = 14
  private static let legendHeight = 44
  private static let margin = 12
  private static let ramp: [(Double, SIMD3<Double>)] = [
    (0, SIMD3(28, 32, 74)), (0.25, SIMD3(86, 44, 118)), (0.5, SIMD3(186, 62, 96)), (0.75, SIMD3(240, 136, 62)),
    (1, SIMD3(255, 224, 120)),
  ]

  /// The most hours that any ground has.
  init(_ grid: HeightGrid, _ hours: [Float]) {
    self.grid = grid
    self.hours = hours
    var most: Float = 0
    for (index, value) in hours.enumerated() where grid.heights[index] == 0 { most = max(most, value) }
    self.most = most > 0 ? Double(most) : 1
  }

  var image: Image {
    let (width, height) = (grid.width, grid.height + Self.legendHeight)
    var image = Image(width: width, height: height, scale: 1) { column, row in
      if row < grid.height {
        let index = row * grid.width + column
        return Self.pixel(share: Double(hours[index]) / most, isRoof: grid.heights[index] > 0)
      }
      return legendPixel(column, row - grid.height)
    }
    _ = image
    image = image.withDigits(label(0), x: Self.margin, y: grid.height + 28)
    let right = label(most)
    image = image.withDigits(right, x: width - Self.margin - 6 * right.count + 1, y: grid.height + 28)
    if width > 160 {
      let middle = label(most / 2)
      image = image.withDigits(middle, x: width / 2 - 3 * middle.count, y: grid.height + 28)
    }
    return image
  }

  private func label(_ hours: Double) -> String {
    let tenth = most < 30
    let number = tenth ? (hours * 10).rounded() / 10 : hours.rounded()
    return (tenth && number != number.rounded() ? "\(number)" : "\(Int(exactly: number.rounded()) ?? 0)") + " h"
  }

  private func legendPixel(_ column: Int, _ row: Int) -> SIMD4<UInt8> {
    let length = grid.width - 2 * Self.margin
    let isBar = (8..<8 + Self.barHeight).contains(row) && column >= Self.margin && column < Self.margin + length
    guard isBar, length > 1 else { return SIMD4(255, 255, 255, 255) }
    return Self.pixel(share: Double(column - Self.margin) / Double(length - 1), isRoof: false)
  }

  static func pixel(share: Double, isRoof: Bool) -> SIMD4<UInt8> {
    let share = min(max(share, 0), 1)
    var color = ramp[0].1
    for (low, high) in zip(ramp, ramp.dropFirst()) where share >= low.0 {
      color = low.1 + (high.1 - low.1) * ((share - low.0) / (high.0 - low.0))
    }
    // Roofs step back behind the ground.
    if isRoof { color = color * 0.22 + SIMD3(208, 206, 202) * 0.78 }
    return SIMD4(UInt8(color.x.rounded()), UInt8(color.y.rounded()), UInt8(color.z.rounded()), 255)
  }
}

extension Image {
  /// Five by seven pixels each, a bit for a pixel, the leftmost the highest.
  private static let digits: [Character: [UInt8]] = [
    "0": [14, 17, 19, 21, 25, 17, 14], "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 2, 4, 8, 31],
    "3": [31, 2, 4, 2, 1, 17, 14], "4": [2, 6, 10, 18, 31, 2, 2], "5": [31, 16, 30, 1, 1, 17, 14],
    "6": [6, 8, 16, 30, 17, 17, 14], "7": [31, 1, 2, 4, 8, 8, 8], "8": [14, 17, 17, 14, 17, 17, 14],
    "9": [14, 17, 17, 15, 1, 2, 12], ".": [0, 0, 0, 0, 0, 12, 12], "h": [16, 16, 22, 25, 17, 17, 17],
  ]

  /// With a short number drawn on it, its upper left corner at a pixel.
  fileprivate func withDigits(_ text: String, x: Int, y: Int) -> Image {
    let glyphs = text.map { Self.digits[$0] ?? [] }
    return Image(width: width, height: height, scale: scale) { column, row in
      let (dx, dy) = (column - x, row - y)
      if dx >= 0, dy >= 0, dx / 6 < glyphs.count, dx % 6 < 5 {
        let glyph = glyphs[dx / 6]
        if dy < glyph.count, glyph[dy] & (16 >> UInt8(dx % 6)) != 0 { return SIMD4(40, 44, 52, 255) }
      }
      let index = 4 * (row * width + column)
      return SIMD4(pixels[index], pixels[index + 1], pixels[index + 2], pixels[index + 3])
    }
  }
}
