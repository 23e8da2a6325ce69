import Foundation
import Overlook
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

  /// The most hours that any ground has.
  init(_ grid: HeightGrid, _ hours: [Float]) {
    self.grid = grid
    self.hours = hours
    var most: Float = 0
    for (index, value) in hours.enumerated() where grid.heights[index] == 0 { most = max(most, value) }
    self.most = most > 0 ? Double(most) : 1
  }

  /// Main thread only, for the letters.
  @MainActor var image: Image {
    let (width, height) = (grid.width, grid.height + Self.legendHeight)
    let labels = LegendText(width: width, height: Self.legendHeight)
    let marks = SunHoursColors.marks(upTo: most, count: max(width / 60, 3))
    var columns: Set<Int> = []
    for (number, mark) in marks.enumerated() {
      let column = Self.margin + Int((mark / most * Double(barLength - 1)).rounded())
      guard labels.add(Self.label(mark) + (number == marks.count - 1 ? " h" : ""), center: column, baseline: 39) else { continue }
      columns.insert(column)
    }
    return Image(width: width, height: height, scale: 1) { column, row in
      if row < grid.height {
        let index = row * width + column
        return Self.pixel(share: Double(hours[index]) / most, isRoof: grid.heights[index] > 0)
      }
      let row = row - grid.height
      let isMark = columns.contains(column) && (8 + Self.barHeight..<12 + Self.barHeight).contains(row)
      return labels.over(isMark ? LegendText.ink : legendPixel(column, row), column, row)
    }
  }

  private var barLength: Int { grid.width - 2 * Self.margin }

  private static func label(_ hours: Double) -> String {
    let number = (hours * 100).rounded() / 100
    return Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private func legendPixel(_ column: Int, _ row: Int) -> SIMD4<UInt8> {
    let length = barLength
    let isBar = (8..<8 + Self.barHeight).contains(row) && column >= Self.margin && column < Self.margin + length
    guard isBar, length > 1 else { return SIMD4(255, 255, 255, 255) }
    return Self.pixel(share: Double(column - Self.margin) / Double(length - 1), isRoof: false)
  }

  static func pixel(share: Double, isRoof: Bool) -> SIMD4<UInt8> {
    var color = SunHoursColors.color(share)
    // Roofs step back behind the ground.
    if isRoof { color = color * 0.22 + SIMD3(208, 206, 202) * 0.78 }
    return SIMD4(UInt8(color.x.rounded()), UInt8(color.y.rounded()), UInt8(color.z.rounded()), 255)
  }
}
