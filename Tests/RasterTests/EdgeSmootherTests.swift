import OverlookSupport
import Testing

@testable import OverlookRaster

@Suite struct EdgeSmootherTests {
  private static func smooth(_ source: PixelSheet, isBottomUp: Bool = false, workers: Int = 1) -> PixelSheet {
    let target = PixelSheet(width: source.width, height: source.height, isBottomUp: isBottomUp)
    EdgeSmoother(LoopPool(workerCount: workers)).smooth(source, to: target)
    return target
  }

  private static func sheet(
    width: Int, height: Int, isBottomUp: Bool = false, _ color: (_ x: Int, _ y: Int) -> UInt32
  ) -> PixelSheet {
    let sheet = PixelSheet(width: width, height: height, isBottomUp: isBottomUp)
    for y in 0..<sheet.height { for x in 0..<sheet.width { sheet.line(y)[x] = color(x, y) } }
    return sheet
  }

  private static func rows(_ sheet: PixelSheet) -> [UInt32] {
    (0..<sheet.height).flatMap { y in (0..<sheet.width).map { sheet.line(y)[$0] } }
  }

  /// A wall before light ground, as a driver draws it without antialiasing: a pixel is one or the other by its middle.
  @Test(arguments: [0.12, 0.25, 0.4, -0.25, 0.6, 1.5, 2.5, 4, -4, 8])
  func stepsOfASlantingEdgeComeNearWhatIsCovered(slope: Double) {
    let (width, height) = (90, 90)
    func share(_ x: Int, _ y: Int, samples: Int) -> Double {
      var inside = 0
      for j in 0..<samples {
        for i in 0..<samples {
          let px = Double(x) + (Double(i) + 0.5) / Double(samples)
          let py = Double(y) + (Double(j) + 0.5) / Double(samples)
          if py - 45.3 > slope * (px - 44.9) { inside += 1 }
        }
      }
      return Double(inside) / Double(samples * samples)
    }
    let source = Self.sheet(width: width, height: height) { share($0, $1, samples: 1) > 0.5 ? 0xFF30_3030 : 0xFFE0_E0E0 }
    let smooth = Self.smooth(source)
    func error(_ sheet: PixelSheet) -> Double {
      var sum = 0.0
      for y in 8..<height - 8 {
        for x in 8..<width - 8 {
          let exact = 224 - 176 * share(x, y, samples: 8)
          sum += abs(Double(sheet.line(y)[x] & 255) - exact)
        }
      }
      return sum
    }
    #expect(error(smooth) < 0.65 * error(source), "\(error(smooth)) of \(error(source))")
  }

  /// An edge that goes one pixel aside with each row: each corner takes a quarter of the other side.
  @Test func stepsOfOnePixelAreSoftened() {
    let (dark, light, width) = (0x30 as UInt32, 0xE0 as UInt32, 40)
    func gray(_ shade: UInt32) -> UInt32 { 0xFF00_0000 | shade &* 0x0001_0101 }
    for isMirrored in [false, true] {
      let source = Self.sheet(width: width, height: width) { x, y in gray((isMirrored ? width - 1 - x : x) <= y ? dark : light) }
      let smooth = Self.smooth(source)
      for y in 4..<width - 4 {
        let row = (0..<width).map { smooth.line(y)[isMirrored ? width - 1 - $0 : $0] }
        #expect(row[y] == gray(dark + (light - dark) / 4) && row[y + 1] == gray(light - (light - dark) / 4), "row \(y)")
        #expect(row[y - 1] == gray(dark) && row[y + 2] == gray(light), "row \(y)")
      }
    }
  }

  @Test func evenGroundAndStraightEdgesStayAsTheyAre() {
    let source = Self.sheet(width: 70, height: 40) { x, y in
      x < 30 ? 0xFF80_7060 : y < 20 ? 0xFF10_2030 : 0xFF12_2231
    }
    #expect(Self.rows(Self.smooth(source)) == Self.rows(source))
  }

  /// Sixteen pixels at a time and the rest of a row, rows in either order, one thread or many: the same picture.
  @Test func theSamePictureWhateverTheWayToIt() {
    var generator = SeededGenerator(seed: 11)
    for (width, height) in [(1, 1), (2, 9), (3, 3), (16, 20), (17, 5), (18, 18), (65, 50), (130, 33)] {
      // Areas of a few pixels, so that there are steps of many lengths.
      let shades = (0..<64).map { _ in UInt32.random(in: 0...255, using: &generator) }
      func color(_ x: Int, _ y: Int) -> UInt32 {
        let area = x / 5 + 3 * (y / 3) + x * y / 40
        return 0xFF00_0000 | shades[area % 64] &* 0x0001_0101
      }
      let one = Self.rows(Self.smooth(Self.sheet(width: width, height: height, color)))
      let flipped = Self.sheet(width: width, height: height, isBottomUp: true, color)
      #expect(one == Self.rows(Self.smooth(flipped)))
      #expect(one == Self.rows(Self.smooth(flipped, isBottomUp: true, workers: 4)))
      // Beside it the last column goes on, so that other pixels are the last of a row.
      let wide = Self.sheet(width: width + 40, height: height) { x, y in color(min(x, width - 1), y) }
      let part = Self.rows(Self.smooth(wide)).enumerated().filter { $0.offset % (width + 40) < width - 1 }.map(\.element)
      let same = one.enumerated().filter { $0.offset % width < width - 1 }.map(\.element)
      #expect(part == same, "\(width) x \(height)")
    }
  }

  /// Letters that nothing was drawn over keep their edges.
  @Test func onlyWhatChangedIsSmoothedAndWhatLiesBesideIt() {
    let (width, height) = (100, 60)
    func letters(_ x: Int, _ y: Int) -> UInt32 { (x + y / 3) % 7 == 0 ? 0xFF10_1010 : 0xFFE8_E8E8 }
    let before = Self.sheet(width: width, height: height, letters)
    let source = Self.sheet(width: width, height: height) { x, y in
      x > 40 + y / 3 && x < 80 - y / 4 && y > 10 && y < 50 ? 0xFF20_60C0 : letters(x, y)
    }
    let (all, target) = (Self.smooth(source), PixelSheet(width: width, height: height))
    EdgeSmoother(LoopPool(workerCount: 3)).smooth(source, to: target, after: before)
    var smoothed = 0
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let around = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)]
        let isNear = around.contains { source.line(y + $0.1)[x + $0.0] != before.line(y + $0.1)[x + $0.0] }
        #expect(target.line(y)[x] == (isNear ? all : source).line(y)[x], "\(x), \(y)")
        if target.line(y)[x] != source.line(y)[x] { smoothed += 1 }
      }
    }
    #expect(smoothed > 60 && Self.rows(all) != Self.rows(target))
    // Where nothing is drawn, nothing is smoothed.
    EdgeSmoother(LoopPool(workerCount: 1)).smooth(source, to: target, after: source)
    #expect(Self.rows(target) == Self.rows(source))
  }

  @Test func whatIsOfAnotherSizeIsLeftAlone() {
    let source = Self.sheet(width: 20, height: 20) { x, y in x < y ? 0xFF00_0000 : 0xFFFF_FFFF }
    let target = PixelSheet(width: 21, height: 20)
    EdgeSmoother(LoopPool(workerCount: 1)).smooth(source, to: target)
    #expect(Self.rows(target).allSatisfy { $0 == 0 })
  }
}
