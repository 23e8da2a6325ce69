import OverlookGeometry
import OverlookVector
import Testing

@Suite struct PageDetailTests {
  @Test func aRingKeepsItsCorners() {
    let ring = (0..<40).map { index -> SIMD2<Double> in
      let (side, step) = (index / 10, Double(index % 10))
      return [SIMD2(step, 0), SIMD2(10, step), SIMD2(10 - step, 10), SIMD2(0, 10 - step)][side]
    }
    let kept = Set(LineSimplifier.simplified(ring: ring, tolerance: 0.1))
    #expect(kept == [SIMD2(0, 0), SIMD2(10, 0), SIMD2(10, 10), SIMD2(0, 10)])
    // What is smaller than the tolerance is gone.
    #expect(LineSimplifier.simplified(ring: ring.map { $0 / 1000 }, tolerance: 0.1).isEmpty)
  }

  @Test func noPointIsFartherOffThanTheTolerance() {
    let line = (0...500).map { SIMD2(Double($0) / 10, [0.0, 0.4, 0.9, 0.3, -0.5][$0 % 5] * Double($0 % 7)) }
    let kept = LineSimplifier.simplified(line, tolerance: 0.5)
    #expect(kept.count < line.count && kept.first == line.first && kept.last == line.last)
    for point in line {
      let distance = kept.indices.dropLast().map { index -> Double in
        let (a, b) = (kept[index], kept[index + 1])
        let way = b - a
        let share = min(max(((point - a) * way).sum() / max((way * way).sum(), 1e-12), 0), 1)
        let off = point - a - way * share
        return (off * off).sum().squareRoot()
      }.min()
      #expect((distance ?? .infinity) <= 0.5)
    }
  }
}

@Suite struct LineOffsetTests {
  @Test func aLineMovesToItsRight() {
    // East, then south: to the right is south, then west.
    let moved = LineOffset.moved([SIMD2(0, 0), SIMD2(10, 0), SIMD2(10, 10)], by: 2)
    #expect(moved == [SIMD2(0, 2), SIMD2(8, 2), SIMD2(8, 10)])
    #expect(LineOffset.moved([SIMD2(1, 1), SIMD2(1, 1)], by: 3).count == 1)
  }
}
