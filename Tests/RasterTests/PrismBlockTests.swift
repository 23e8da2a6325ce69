import Testing

@testable import OverlookRaster

@Suite struct PrismBlockTests {
  private static let side = Float(PrismBlock.side)

  /// Fills the left half of the block at a depth, so often that the depths are looked through.
  private func fillLeftHalf(_ block: inout PrismBlock, depth: Float) {
    let (low, high) = (SIMD2<Float>(0, 0), SIMD2(Self.side / 2, Self.side))
    let plane = ScreenPlane(at: low, value: depth, perColumn: 0, perRow: 0)
    for _ in 0..<32 {
      block.addEdge(from: low, to: SIMD2(high.x, low.y))
      block.addEdge(from: SIMD2(high.x, low.y), to: high)
      block.addEdge(from: high, to: SIMD2(low.x, high.y))
      block.addEdge(from: SIMD2(low.x, high.y), to: low)
      block.fill(
        PrismSurface(
          depth: plane, nearest: depth, farthest: depth, color: SIMD4(repeating: 255), rise: .zero, height: plane, inverse: plane)
      )
    }
  }

  @Test func whatLiesBehindIsHiddenAndNothingElse() {
    let scratch = PrismScratch()
    var block = PrismBlock(column: 0, row: 0, width: PrismBlock.side, height: PrismBlock.side, scratch)
    let (low, high) = (SIMD2<Float>(2, 2), SIMD2<Float>(20, 50))
    let hiddenAtFirst = block.hides(low, high, nearest: 0.6)
    #expect(!hiddenAtFirst)
    fillLeftHalf(&block, depth: 0.5)
    let behind = block.hides(low, high, nearest: 0.6)
    #expect(behind)
    let before = block.hides(low, high, nearest: 0.4)
    #expect(!before)
    let beside = block.hides(SIMD2(2, 2), SIMD2(40, 50), nearest: 0.6)
    #expect(!beside)
  }
}
