import Testing

@testable import OverlookRaster

/// Which boxes of a tile are in view.
@Suite struct TileWindowTests {
  /// A square that stands on its corner: |x - 1000| + |y - 1000| <= 500.
  private let window = TileWindow(
    SIMD2(500, 1000), SIMD2(1000, 1500), SIMD2(1500, 1000), SIMD2(1000, 500), reach: 0)

  private func touches(_ x: Int16, _ y: Int16, side: Int16 = 10) -> Bool {
    window.touches(SIMD2(x, y), SIMD2(x + side, y + side))
  }

  @Test func boxesInsideAndAcrossASideAreInView() {
    #expect(touches(1000, 1000))
    #expect(touches(1240, 1240))
    #expect(touches(0, 0, side: 3000))
  }

  @Test func boxesBesideTheCornersOfTheViewAreNot() {
    // Within the bounds of the square, outside of it.
    #expect(!touches(600, 600))
    #expect(!touches(1400, 600))
    #expect(!touches(600, 1400))
    #expect(!touches(1400, 1400))
  }

  @Test func theReachWidensEachSide() {
    let wide = TileWindow(
      SIMD2(500, 1000), SIMD2(1000, 1500), SIMD2(1500, 1000), SIMD2(1000, 500), reach: 200)
    // The side lies 200 * sqrt(2) units farther along the axis.
    #expect(wide.touches(SIMD2(1780, 1000), SIMD2(1790, 1000)))
    #expect(!wide.touches(SIMD2(1785, 1000), SIMD2(1795, 1000)))
  }
}
