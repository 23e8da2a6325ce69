import OverlookRaster
import Testing

/// The veil of light and shadow over a picture that the processor keeps.
@Suite struct VeilPainterTests {
  private let painter = VeilPainter(LoopPool(workerCount: 2))
  private let heights = SamplePlane<Int16>()
  private static let look = VeilPainter.Look(
    lit: .zero, shaded: SIMD4(repeating: 240.0 / 255), contact: SIMD4(0, 0, 0, 0.5))
  private static let (width, height) = (45, 37)

  /// A block of 10 points' height stands at columns 20 ..< 30 of rows 10 ..< 20 of the map.
  init() {
    heights.fit(width: Self.width + 4, height: Self.height + 6)
    let width = heights.width
    heights.withMutableBytes { bytes in
      for row in 10..<20 {
        for column in 20..<30 {
          bytes.storeBytes(of: Float16(10).bitPattern, toByteOffset: 2 * (row * width + column), as: UInt16.self)
        }
      }
    }
  }

  private func softness(_ reach: Float = 10, taps: Int = 8) -> VeilPainter.Softness {
    // Half an edge is 4 texels wide for a height of 10 points.
    VeilPainter.Softness(
      inverseDepth: SIMD3(0, 0, 1), along: SIMD3(0.8 / Float(Self.width), 0, 0), across: SIMD3(0, 0.2 / Float(Self.height), 0),
      reach: reach, taps: taps)
  }

  /// Eighths of shadow, the lowest row first; nil where nothing was painted.
  private func eighths(
    _ softness: VeilPainter.Softness?, origin: SIMD2<Int> = SIMD2(2, 3), rows: Int = height, width: Int = width
  ) -> [[Int]]? {
    let (black, target) = (
      PixelSheet(width: width, height: Self.height, isBottomUp: true),
      PixelSheet(width: width, height: Self.height, isBottomUp: true)
    )
    let shadows = VeilPainter.Shadows(heights, origin: origin, softness: softness)
    guard painter.paint(black, Self.look, shadows, contact: nil, rows: rows, to: target) else { return nil }
    return target.withBytes { bytes in
      (0..<Self.height).map { row in (0..<width).map { Int(bytes[4 * (row * width + $0)]) / 30 } }
    }
  }

  @Test func sharpEdgesAreAPixelWide() throws {
    let rows = try #require(eighths(nil))
    #expect(rows[11][16...30] == [0, 1, 7, 8, 8, 8, 8, 8, 8, 8, 8, 7, 1, 0, 0])
    #expect(rows[7][18...27] == [6, 7, 7, 7, 7, 7, 7, 7, 7, 6])
    #expect(rows[6][17...28] == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0])
    let sum = rows.joined().reduce(0, +)
    #expect(sum == 8 * 100)
  }

  @Test(arguments: [4, 8]) func softEdgesAreAsWideAsTheyAreHigh(taps: Int) throws {
    let rows = try #require(eighths(softness(taps: taps)))
    let row = rows[12]
    #expect(row[23] == 8 && row[10] == 0 && row[36] == 0)
    // From nothing to all over some eight pixels, and a half in their middle.
    let rise = row[10...23]
    #expect(zip(rise, rise.dropFirst()).allSatisfy { $0 <= $1 })
    let (left, right) = (rise.filter { $0 > 0 && $0 < 8 }.count, row[23...36].filter { $0 > 0 && $0 < 8 }.count)
    #expect((5...9).contains(left) && (5...9).contains(right))
    #expect((3...5).contains((row[17] + row[18]) / 2))
    // Across the ray they are narrower.
    #expect((0..<Self.height).filter { (1...7).contains(rows[$0][23]) }.count <= 6)
  }

  @Test func onlyTheLowestRowsAreLaidOver() throws {
    let rows = try #require(eighths(nil, rows: 12))
    #expect(rows[11][23] == 8 && rows[12].allSatisfy { $0 == 0 })
  }

  @Test func whatDoesNotFitIsLeftToOthers() {
    #expect(eighths(nil, origin: SIMD2(0, 3)) == nil && eighths(nil, origin: SIMD2(2, 0)) == nil)
    #expect(eighths(nil, origin: SIMD2(4, 3)) == nil && eighths(nil, origin: SIMD2(2, 6)) == nil)
    #expect(eighths(nil, width: Self.width + 2) == nil)
    #expect(eighths(nil, origin: SIMD2(.max, .min)) == nil)
    for reach in [Float.nan, .infinity, 0, -1] { #expect(eighths(softness(reach)) == nil) }
    var wrong = softness()
    wrong.inverseDepth.x = .nan
    #expect(eighths(wrong) == nil)
  }

  /// Numbers that are none of a picture's are survived.
  @Test func softnessBeyondAllBoundsIsSurvived() throws {
    for number in [Float(1e18), -1e18, 1e-30] {
      var wide = softness()
      (wide.along, wide.across, wide.inverseDepth) = (SIMD3(repeating: number), SIMD3(repeating: -number), SIMD3(1, 1, 1))
      let rows = try #require(eighths(wide))
      #expect(rows.joined().allSatisfy { (0...8).contains($0) })
    }
  }

  @Test func contactDarkensWhatStandsNear() throws {
    let (white, target) = (
      PixelSheet(width: 16, height: 8, isBottomUp: true), PixelSheet(width: 16, height: 8, isBottomUp: true)
    )
    white.withMutableBytes { bytes in for place in bytes.indices { bytes[place] = 255 } }
    let (small, contact) = (SamplePlane<UInt8>(), SamplePlane<UInt8>())
    small.fit(width: 4, height: 2)
    small.withMutableBytes { bytes in for place in bytes.indices { bytes[place] = place % 4 < 2 ? 255 : 0 } }
    contact.stretch(small, width: 16, height: 8)
    #expect(painter.paint(white, Self.look, nil, contact: contact, rows: 8, to: target))
    target.withBytes { bytes in
      let row = (0..<16).map { Int(bytes[4 * $0]) }
      #expect(row.prefix(6).allSatisfy { (126...128).contains($0) } && row.suffix(6).allSatisfy { $0 == 255 })
      #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }
}
