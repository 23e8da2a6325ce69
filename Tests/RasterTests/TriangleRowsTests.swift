import OverlookSupport
import Testing

@testable import OverlookRaster

@Suite struct TriangleRowsTests {
  /// The middles of pixels, 64 x 64, that lie in a triangle.
  private func pixels(_ corners: [SIMD2<Float>]) -> Set<SIMD2<Int>> {
    let triangle = TriangleRows(corners[0], corners[1], corners[2])
    var found: Set<SIMD2<Int>> = []
    for row in 0..<64 {
      let (left, right) = triangle.span(Float(row) + 0.5)
      for column in 0..<64 where left <= Float(column) + 0.5 && Float(column) + 0.5 < right { found.insert(SIMD2(column, row)) }
    }
    return found
  }

  /// Told by whole numbers, which are exact: corners are at 16ths, middles at half pixels. Positive inside, 0 on an edge.
  private func depth(_ corners: [SIMD2<Float>], _ pixel: SIMD2<Int>) -> Int {
    let whole = corners.map { SIMD2(Int($0.x * 16), Int($0.y * 16)) }
    let middle = pixel &* 16 &+ 8
    let sides = (0..<3).map { number in
      let (a, b) = (whole[number], whole[(number + 1) % 3])
      return (b.x - a.x) * (middle.y - a.y) - (b.y - a.y) * (middle.x - a.x)
    }
    return max(sides.min() ?? 0, sides.map(-).min() ?? 0)
  }

  private func corner(_ generator: inout SeededGenerator) -> SIMD2<Float> {
    SIMD2(Float(Int.random(in: 0..<1024, using: &generator)), Float(Int.random(in: 0..<1024, using: &generator))) / 16
  }

  @Test func aTriangleHoldsTheMiddlesThatLieInIt() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      let corners = (0..<3).map { _ in corner(&generator) }
      let found = pixels(corners)
      for row in 0..<64 {
        for column in 0..<64 {
          let depth = depth(corners, SIMD2(column, row))
          // What lies within a 256th of a unit's square of an edge may be on either side.
          let isThere = found.contains(SIMD2(column, row))
          if depth > 40 { #expect(isThere, "\(corners)") }
          if depth < 0 { #expect(!isThere, "\(corners)") }
        }
      }
    }
  }

  /// Also where edges lead through the middles of pixels.
  @Test func ofTwoTrianglesWithACommonEdgeOneHoldsEachMiddle() {
    var generator = SeededGenerator(seed: 4)
    for round in 0..<300 {
      let isOnMiddles = round % 2 == 0
      func place() -> SIMD2<Float> {
        let place = corner(&generator)
        return isOnMiddles ? SIMD2(place.x.rounded(.down) + 0.5, place.y.rounded(.down) + 0.5) : place
      }
      let (a, b) = (place(), place())
      guard a != b else { continue }
      let way = b - a
      let across = SIMD2(-way.y, way.x)
      let (c, d) = (a + across * 0.75, b - across * 0.5)
      let (one, other) = (pixels([a, b, c]), pixels([b, a, d]))
      // Of a corner on a middle no edge but that between both tells exactly.
      let corners = [a, b].map { SIMD2(Int($0.x), Int($0.y)) }
      let isOnce = one.intersection(other).subtracting(corners).isEmpty
      #expect(isOnce)
      // No middle on the edge is missed: some pixel beside each place of the edge belongs to one of both.
      for step in 1..<8 {
        let place = a + way * (Float(step) / 8)
        let pixel = SIMD2(Int(place.x), Int(place.y))
        let middle = SIMD2(Float(pixel.x) + 0.5, Float(pixel.y) + 0.5)
        let beside = ((middle - a) * way).sum() / (way * way).sum()
        let isNear = abs(((middle - a) * across).sum()) < (way * way).sum() * 0.4
        if beside > 0.2, beside < 0.8, isNear, abs(((middle - a) * across).sum()) == 0 {
          let isThere = one.contains(pixel) || other.contains(pixel)
          #expect(isThere)
        }
      }
    }
  }

  @Test func whatHasNoAreaHoldsNothing() {
    let a = SIMD2<Float>(3.5, 4.5)
    #expect(pixels([a, a, a]).isEmpty)
    #expect(pixels([a, SIMD2(20.5, 4.5), SIMD2(40.5, 4.5)]).isEmpty)
    #expect(pixels([SIMD2(.nan, 1), SIMD2(9, .nan), SIMD2(3, 60)]).isEmpty)
  }
}
