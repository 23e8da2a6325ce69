import OverlookGeometry
import Testing

@Suite struct RoofOutlineTests {
  @Test func aTextSaysTheRingsThatItWasMadeOf() throws {
    let rings: [[SIMD2<Int32>]] = [
      [SIMD2(-300, 20), SIMD2(150, 20), SIMD2(150, 400), SIMD2(-300, 400)], [SIMD2(-20, 100), SIMD2(10, 200), SIMD2(30, 100)],
    ]
    let outline = try #require(RoofOutline(rings))
    #expect(outline.text == "-300 20 450 0 0 380 -450 0;280 -300 30 100 20 -100")
    #expect(RoofOutline(text: outline.text)?.rings == rings)
    #expect(outline.rings(in: TileID(z: 0, x: 0, y: 0)) == rings.map { $0.map { SIMD2<Int64>(truncatingIfNeeded: $0) } })
  }

  @Test(arguments: [
    "", ";", "1 2 3 4", "1 2 3 4 5", "1 2 3 4 x 6", "1 2 3 4 5 6;", "99999 0 1 1 1 -1", "2147483647 0 2147483647 0 1 1",
    "20000 0 20000 0 -1 -1", "1 2 3 4 5 6;7 8", String(repeating: "1 1 ", count: 300), String(repeating: " ", count: 5000),
  ])
  func aFaultyTextSaysNone(_ text: String) {
    // A ring of no corners is left out; the others are too short, too long or too far away.
    let isWhole = text == "1 2 3 4 5 6;"
    #expect((RoofOutline(text: text) != nil) == isWhole)
  }

  @Test func whatHasNoRoofHasNoOutline() {
    let far: SIMD2<Int32> = SIMD2(.min, 0)
    #expect(RoofOutline([[far, SIMD2(0, 0), SIMD2(1, 1)]]) == nil)
    #expect(RoofOutline([]) == nil && RoofOutline([[SIMD2(0, 0), SIMD2(1, 1)]]) == nil)
    #expect(RoofOutline([(0...Int32(Roof.maximumCorners)).map { SIMD2($0, $0 % 2) }]) == nil)
  }
}
