import Glibc
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookRender
import OverlookSupport
import OverlookTestSupport
import Testing

@Suite struct TriangleSieveTests {
  /// One unit is a 16th of a pixel, and the target has 512 pixels in both directions.
  private let screen = TileScreen(
    FloatMatrix4(SIMD4(2 / 8192, 0, 0, 0), SIMD4(0, 2 / 8192, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(-1, -1, 0, 1)),
    size: SIMD2(512, 512))

  /// The triangles of corners, three each, that are left.
  private func kept(_ corners: [SIMD2<Int16>], _ screen: TileScreen) -> [UInt32] {
    var sieve = TriangleSieve()
    guard sieve.project(corners, screen) else { return Array(0..<UInt32(corners.count)) }
    var indices = [UInt32](repeating: 0, count: corners.count)
    var count = 0
    sieve.keep(Array(0..<UInt32(corners.count))[...], in: &indices, &count)
    return Array(indices[..<count])
  }

  @Test func trianglesBetweenTheMiddlesOfPixelsAreLeftOut() {
    // The middle of a pixel lies at 8, 8.
    let passing: [SIMD2<Int16>] = [SIMD2(1, 1), SIMD2(15, 1), SIMD2(1, 12)]
    let between: [SIMD2<Int16>] = [SIMD2(9, 9), SIMD2(23, 9), SIMD2(9, 23)]
    let around: [SIMD2<Int16>] = [SIMD2(6, 6), SIMD2(12, 7), SIMD2(7, 12)]
    let outside: [SIMD2<Int16>] = [SIMD2(-90, 0), SIMD2(-20, 0), SIMD2(-90, 90)]
    #expect(kept(passing + between + around + outside, screen) == [6, 7, 8])
  }

  /// Counted against whole numbers, which are exact: corners are at 16ths, middles at half pixels.
  @Test func everyTriangleWithThePixelsMiddleInItIsKeptAndFewOthers() {
    var generator = SeededGenerator(seed: 5)
    var corners: [SIMD2<Int16>] = []
    for _ in 0..<20_000 {
      let middle = SIMD2(Int16.random(in: 0..<8192, using: &generator), Int16.random(in: 0..<8192, using: &generator))
      for _ in 0..<3 {
        corners.append(
          middle &+ SIMD2(Int16.random(in: -24...24, using: &generator), Int16.random(in: -9...9, using: &generator)))
      }
    }
    let left = Set(kept(corners, screen))
    var (seen, others) = (0, 0)
    for first in stride(from: 0, to: corners.count, by: 3) {
      let isKept = left.contains(UInt32(first))
      if holdsMiddle(corners[first], corners[first + 1], corners[first + 2]) {
        seen += 1
        #expect(isKept, "\(corners[first...(first + 2)])")
      } else if isKept {
        others += 1
      }
    }
    #expect(seen > 4000)
    // Many an edge leads through a middle, and what is so near is kept.
    #expect(others < seen / 4)
  }

  private func holdsMiddle(_ a: SIMD2<Int16>, _ b: SIMD2<Int16>, _ c: SIMD2<Int16>) -> Bool {
    func side(_ a: SIMD2<Int16>, _ b: SIMD2<Int16>, _ x: Int, _ y: Int) -> Int {
      (Int(b.x) - Int(a.x)) * (y - Int(a.y)) - (Int(b.y) - Int(a.y)) * (x - Int(a.x))
    }
    func first(_ value: Int16) -> Int { max(Int(value) / 16 - 1, 0) }
    func last(_ value: Int16) -> Int { min(Int(value) / 16 + 1, 511) }
    guard max(a.x, b.x, c.x) >= 0, max(a.y, b.y, c.y) >= 0 else { return false }
    for row in first(min(a.y, b.y, c.y))...last(max(a.y, b.y, c.y)) {
      for column in first(min(a.x, b.x, c.x))...last(max(a.x, b.x, c.x)) {
        let (x, y) = (16 * column + 8, 16 * row + 8)
        let sides = [side(a, b, x, y), side(b, c, x, y), side(c, a, x, y)]
        if sides.allSatisfy({ $0 > 0 }) || sides.allSatisfy({ $0 < 0 }) { return true }
      }
    }
    return false
  }

  @Test func ofWhatReachesBehindTheEyeNothingIsTold() {
    // The depth falls to the right, to nothing at 4096 units.
    let tilted = TileScreen(
      FloatMatrix4(SIMD4(0, 0, 0, -1 / 4096), SIMD4(0, 1 / 8192, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1)),
      size: SIMD2(512, 512))
    var sieve = TriangleSieve()
    let isAhead = sieve.project([SIMD2(0, 0), SIMD2(4000, 0), SIMD2(0, 9)], tilted)
    let isBehind = sieve.project([SIMD2(0, 0), SIMD2(5000, 0), SIMD2(0, 9)], tilted)
    #expect(isAhead && !isBehind)
  }
}

@MainActor @Suite struct SievedPictureTests {
  /// Fields, and ways around them, all much smaller than a pixel in the distance.
  private func style() -> String {
    var generator = SeededGenerator(seed: 3)
    var features: [String] = []
    for number in 0..<900 {
      let (x, y) = (Double(number % 30) * 0.4 - 6, Double(number / 30) * 0.4 - 3)
      let corners = (0..<12).map { corner -> SIMD2<Double> in
        let angle = Double(corner) / 6 * .pi
        let reach = Double.random(in: 0.08..<0.19, using: &generator)
        return SIMD2(x + reach * cos(angle), y + reach * cos(angle - .pi / 2))
      }
      func text(_ corner: SIMD2<Double>) -> String { "[\(corner.x),\(corner.y)]" }
      let ring = (corners + corners.prefix(1)).map(text).joined(separator: ",")
      features.append(StyleScene.feature("Polygon", "[[\(ring)]]", #""n":\#(number % 5)"#))
      let line = corners.map { text($0 + SIMD2(0.1, 0.1)) }.joined(separator: ",")
      features.append(StyleScene.feature("LineString", "[\(line)]", #""n":\#(number % 5)"#))
    }
    let layers = """
      {"id": "fields", "type": "fill", "source": "shapes", "paint": {"fill-opacity": 0.8,
       "fill-color": ["match", ["get", "n"], 0, "#40a040", 1, "#a04040", "#4040a0"]}},
      {"id": "ways", "type": "line", "source": "shapes", "paint": {"line-width": 3, "line-color": "#202020"}}
      """
    return StyleScene.style(layers, features.joined(separator: ","), zoom: 5.3, bearing: 25, pitch: 60)
  }

  @Test func whatLiesBetweenPixelsIsMissedByNobody() throws {
    let scene = try StyleScene(style(), width: 512, height: 384)
    #expect(scene.renderer.stage.isSieving == scene.surface.device.capabilities.isSoftware)
    scene.renderer.stage.isSieving = false
    let whole = try scene.picture()
    let all = scene.surface.device.statistics.vertices
    scene.renderer.stage.isSieving = true
    let sieved = try scene.picture()
    #expect(scene.surface.device.statistics.vertices < all * 9 / 10)
    #expect(sieved.pixels == whole.pixels)
  }
}
