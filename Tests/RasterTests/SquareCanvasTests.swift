import OverlookCamera
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookRaster

/// Edges on a picture that lies in one square as a whole.
@Suite struct SquareCanvasTests {
  private static let (width, height) = (64, 48)

  /// The alpha of each pixel, row after row, of a picture with one white edge.
  private func alphas(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, depths: SIMD2<Float>, width: Int = width, height: Int = height
  ) throws -> [Int] {
    let size = ScreenSize(width: Double(width), height: Double(height))
    let view = ViewTransform(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), size: size)
    let sheet = PixelSheet(width: width, height: height)
    let sides = SquareSides(view, width: width, height: height, groundRows: height)
    let scratch = SquareScratch()
    let canvas = try #require(SquareCanvas(TileID(z: 0, x: 0, y: 0), worldCopy: 0, sides, sheet, scratch))
    canvas.drawEdge(a, b, depths: depths, 0xFFFF_FFFF)
    return sheet.withBytes { bytes in (0..<width * height).map { Int(bytes[4 * $0 + 3]) } }
  }

  /// On both sides of the picture, along rows and along columns. The depths have the place on the edge slip by many pixels.
  @Test(arguments: [SIMD2<Float>(1500, 1460), SIMD2(1500, 1000), SIMD2(1000, 1500), SIMD2(700, 700)])
  func edgesBesideThePictureLeaveItAlone(depths: SIMD2<Float>) throws {
    let (right, below) = (Float(Self.width), Float(Self.height))
    let edges: [(SIMD2<Float>, SIMD2<Float>)] = [
      (SIMD2(20, -100), SIMD2(120, -10)), (SIMD2(-100, 20), SIMD2(-10, 120)), (SIMD2(-40, -2), SIMD2(100, -30)),
      (SIMD2(-2, -40), SIMD2(-30, 100)), (SIMD2(-20, below + 5), SIMD2(90, below + 60)),
      (SIMD2(right + 5, -20), SIMD2(right + 60, 90)), (SIMD2(.nan, 3), SIMD2(30, 3)), (SIMD2(3, 3), SIMD2(30, .nan)),
    ]
    for (a, b) in edges { #expect(try alphas(a, b, depths: depths).allSatisfy { $0 == 0 }, "\(a) \(b)") }
  }

  /// The border cuts an edge and changes nothing of the rest: what is seen is a part of a larger picture.
  @Test func edgesThatCrossTheBorderLookAsInALargerPicture() throws {
    var generator = SeededGenerator(seed: 3)
    let (margin, large) = (100, (width: Self.width + 200, height: Self.height + 200))
    var drawn = 0
    for round in 0..<200 {
      // As corners are, at 256ths.
      func place() -> SIMD2<Float> {
        let (x, y) = (Int.random(in: -20000...36000, using: &generator), Int.random(in: -20000...32000, using: &generator))
        return SIMD2(Float(x), Float(y)) / 256
      }
      let (a, b) = (place(), place())
      let depths = SIMD2<Float>(1000, round % 2 == 0 ? 1000 : Float.random(in: 990...1010, using: &generator))
      let small = try alphas(a, b, depths: depths)
      let shift = SIMD2<Float>(repeating: Float(margin))
      let whole = try alphas(a + shift, b + shift, depths: depths, width: large.width, height: large.height)
      for row in 0..<Self.height {
        for column in 0..<Self.width {
          let expected = whole[(row + margin) * large.width + column + margin]
          if expected > 0 { drawn += 1 }
          // Places are rounded to other bits.
          #expect(abs(small[row * Self.width + column] - expected) <= 2, "\(a) \(b) \(depths) \(row) \(column)")
        }
      }
    }
    #expect(drawn > 2000)
  }

  /// A pixel on the edge is covered, and one a whole pixel beside it is not: 1 - 3 t² + 2 t³ between.
  @Test func anEdgeFadesOverAPixel() {
    let fading = EdgeFading(SIMD2(100, 0), depths: SIMD2(1, 1))
    for (away, share) in [(0, 255), (0.25, 215), (0.5, 128), (0.75, 40), (1, 0)] as [(Float, Int)] {
      #expect(abs(Int(fading.share(away, 0, 0)) - share) <= 1)
    }
  }
}
