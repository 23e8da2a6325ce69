import OverlookVector
import Testing

@Suite struct PageClipperTests {
  let square = PageClipper(PageRect(x: 0, y: 0, width: 10, height: 10))

  @Test func aRingKeepsWhatLiesInside() {
    let ring = square.ring([SIMD2(-5, -5), SIMD2(5, -5), SIMD2(5, 5), SIMD2(-5, 5)])
    #expect(Set(ring) == [SIMD2(0, 0), SIMD2(5, 0), SIMD2(5, 5), SIMD2(0, 5)])
    #expect(square.ring([SIMD2(20, 20), SIMD2(30, 20), SIMD2(30, 30)]).isEmpty)
  }

  @Test func aLineThatLeavesAndComesBackBecomesTwo() {
    let parts = square.line([SIMD2(2, 5), SIMD2(12, 5), SIMD2(12, 7), SIMD2(2, 7)])
    #expect(parts.count == 2)
    #expect(parts.first?.points == [SIMD2(2, 5), SIMD2(10, 5)])
    #expect(parts.last?.points == [SIMD2(10, 7), SIMD2(2, 7)])
    // Ten to the right, two down, two back.
    #expect(parts.last?.start == 14)
  }
}
