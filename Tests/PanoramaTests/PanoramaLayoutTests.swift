import Foundation
import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookPanorama

@Suite struct PanoramaLayoutTests {
  static let layouts: [PanoramaLayout] = [
    .equirectangular(.full), .equirectangular(PanoramaExtent(left: -1, right: 2.5, top: 0.7, bottom: -0.2)),
    .cylindrical(PanoramaExtent(left: -.pi, right: .pi, top: 0.8, bottom: -0.6)), .cube, .dualFisheye(degrees: 200),
  ]

  /// Radians between two directions of any length.
  private static func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    return atan2((cross * cross).sum().squareRoot(), (a * b).sum())
  }

  @Test(arguments: layouts) func placesAndDirectionsInvertEachOther(layout: PanoramaLayout) throws {
    var random = SeededGenerator(seed: 5)
    var found = 0
    for _ in 0..<5000 {
      let direction = Orientation(
        heading: .random(in: 0..<360, using: &random), pitch: .random(in: -90...90, using: &random)
      ).direction
      guard let sample = layout.sample(direction) else { continue }
      found += 1
      #expect((0...1).contains(sample.u) && (0...1).contains(sample.v) && (0..<layout.faceCount).contains(sample.face))
      let back = try #require(layout.direction(sample))
      #expect(Self.angle(direction, back) < 1e-9, "\(layout) \(direction)")
    }
    #expect(found > 500)
  }

  @Test func theMiddleOfAWholePictureIsAheadAndItsEdgesBehind() throws {
    let layout = PanoramaLayout.equirectangular(.full)
    #expect(layout.sample(SIMD3(0, 0, 1)) == PanoramaSample(face: 0, u: 0.5, v: 0.5))
    let right = try #require(layout.sample(SIMD3(1, 0, 0)))
    #expect(abs(right.u - 0.75) < 1e-12)
    #expect(layout.sample(SIMD3(0, 1, 0))?.v == 0 && layout.sample(SIMD3(0, -1, 0))?.v == 1)
    let (left, other) = (layout.sample(SIMD3(-1e-9, 0, -1)), layout.sample(SIMD3(1e-9, 0, -1)))
    #expect((left?.u ?? 1) < 1e-9 && (other?.u ?? 0) > 1 - 1e-9)
  }

  /// As Pannellum has them: from the right edge of the front one comes to the left edge of the right face, from its upper edge to the
  /// lower edge of the upper face.
  @Test func facesOfACubeAdjoin() throws {
    let layout = PanoramaLayout.cube
    for (face, u, v) in [(CubeFace.right, 0.0, 0.5), (.left, 1, 0.5), (.up, 0.5, 1), (.down, 0.5, 0)] {
      let edge = try #require(layout.direction(PanoramaSample(face: face.rawValue, u: u, v: v)))
      let front = try #require(
        layout.direction(
          PanoramaSample(face: 0, u: face == .right ? 1 : face == .left ? 0 : 0.5, v: face == .up ? 0 : face == .down ? 1 : 0.5)))
      #expect(Self.angle(edge, front) < 1e-12)
    }
    #expect(layout.sample(SIMD3(0, 0, -1))?.face == CubeFace.back.rawValue)
    #expect(layout.sample(SIMD3(0, 0, 0)) == nil)
  }

  @Test func aLensShowsItsHalf() throws {
    let layout = PanoramaLayout.dualFisheye(degrees: 190)
    #expect(layout.sample(SIMD3(0, 0, 1)) == PanoramaSample(face: 0, u: 0.25, v: 0.5))
    let back = try #require(layout.sample(SIMD3(0, 0, -1)))
    #expect(abs(back.u - 0.75) < 1e-12 && abs(back.v - 0.5) < 1e-12)
    // 90 of 95 degrees to the right.
    let right = try #require(layout.sample(SIMD3(1, 0, 0)))
    #expect(abs(right.u - (0.25 + 0.25 * 90 / 95)) < 1e-12)
  }

  private static func picture(_ layout: PanoramaLayout, _ levels: [PanoramaLevel]) -> PanoramaPicture {
    PanoramaPicture(layout: layout, levels: levels, source: PanoramaImages(faces: []))
  }

  private static func levels(_ widths: [Int], tile: Int, ratio: Int = 1) -> [PanoramaLevel] {
    widths.map { PanoramaLevel(width: $0, height: $0 / ratio, tileWidth: tile, tileHeight: tile) }
  }

  @Test func tilesArePlannedFromCoarseToFineAndFromTheMiddleOut() throws {
    let picture = Self.picture(.cube, Self.levels([512, 1024, 2048, 4096], tile: 512))
    let transform = PanoramaTransform(camera: PanoramaCamera(heading: 0, pitch: 0), size: ScreenSize(width: 1200, height: 720))
    let plan = picture.tiles(for: transform)
    // 600 pixels a radian ask for 0.8 x 600 of the 2 radians of a face: 960 pixels.
    #expect(picture.finestLevel(for: transform) == 1)
    #expect(picture.finestLevel(for: transform, density: 2) == 2)
    #expect(plan.first == PanoramaTileID(level: 0, face: 0, column: 0, row: 0))
    let seen = plan.prefix { $0.level == 0 }
    // The front is as wide as the view; behind the finest level the rest of the lowest follows.
    #expect(seen.count <= 3 && plan.contains(PanoramaTileID(level: 0, face: CubeFace.back.rawValue, column: 0, row: 0)))
    let fine = plan.filter { $0.level == 1 }
    #expect(fine.count >= 4 && fine.prefix(4).allSatisfy { $0.face == 0 })
    #expect(Set(plan).count == plan.count)
    #expect(picture.tiles(for: transform, budget: 3).count == 3 && picture.tiles(for: transform, budget: 0).isEmpty)
  }

  /// Every point of the view lies in a planned tile of every planned level.
  @Test(arguments: layouts) func nothingThatIsSeenIsMissing(layout: PanoramaLayout) throws {
    let picture = Self.picture(layout, Self.levels([1024, 2048, 4096], tile: 512, ratio: layout == .cube ? 1 : 2))
    var random = SeededGenerator(seed: 6)
    for projection in PanoramaTransformTests.projections {
      for _ in 0..<20 {
        let transform = PanoramaTransform(
          camera: PanoramaCamera(
            heading: .random(in: 0..<360, using: &random), pitch: .random(in: -90...90, using: &random),
            fov: .random(in: 20...150, using: &random)),
          size: ScreenSize(width: 1000, height: 600), projection: projection)
        let plan = Set(picture.tiles(for: transform, budget: 100_000))
        let finest = picture.finestLevel(for: transform)
        var missed = 0
        for _ in 0..<300 {
          let point = ScreenPoint(x: .random(in: 0...1000, using: &random), y: .random(in: 0...600, using: &random))
          guard let view = transform.viewDirection(at: point), let sample = layout.sample(transform.pictureFromView * view) else {
            continue
          }
          let level = picture.levels[finest]
          let tile = PanoramaTileID(
            level: finest, face: sample.face,
            column: min(Int(sample.u * Double(level.width)) / level.tileWidth, level.columns - 1),
            row: min(Int(sample.v * Double(level.height)) / level.tileHeight, level.rows - 1))
          if !plan.contains(tile) { missed += 1 }
        }
        // Slivers between the points of the grid that is looked at.
        #expect(missed <= 3, "\(projection) \(transform.camera)")
      }
    }
  }

  @Test func levelsKnowTheirLastTiles() {
    let level = PanoramaLevel(width: 1300, height: 700, tileWidth: 512, tileHeight: 512)
    #expect(level.columns == 3 && level.rows == 2)
    #expect(level.size(column: 2, row: 1) == PixelSize(width: 276, height: 188))
    let bounds = level.bounds(column: 2, row: 1)
    #expect(bounds.right == 1 && bounds.bottom == 1 && abs(bounds.left - 1024.0 / 1300) < 1e-15)
  }

  @Test func picturesInMemoryAreOneTileAFace() async throws {
    let face = Pictures.gradient(8, 8)
    #expect(
      PanoramaPicture(cube: [face]) == nil && PanoramaPicture(cube: Array(repeating: Pictures.gradient(8, 4), count: 6)) == nil)
    let cube = try #require(PanoramaPicture(cube: Array(repeating: face, count: 6)))
    #expect(try await cube.image(for: PanoramaTileID(level: 0, face: 5, column: 0, row: 0)) === face)
    await #expect(throws: PanoramaError.self) {
      _ = try await cube.image(for: PanoramaTileID(level: 0, face: 6, column: 0, row: 0))
    }
    await #expect(throws: PanoramaError.self) {
      _ = try await cube.image(for: PanoramaTileID(level: 1, face: 0, column: 0, row: 0))
    }
  }

  @Test func largePicturesInMemoryAreCutAndHalved() async throws {
    let image = Pictures.gradient(5001, 2501)
    let tiles = ImageTiles(image)
    #expect(tiles.levels.map(\.width) == [1251, 2501, 5001] && tiles.levels.map(\.height) == [626, 1251, 2501])
    let part = try await tiles.image(for: PanoramaTileID(level: 2, face: 0, column: 4, row: 2))
    #expect(part.width == 905 && part.height == 453)
    let at = 4 * (2048 * 5001 + 4096)
    #expect(part.pixels[0..<4].elementsEqual(image.pixels[at..<at + 4]))
    let half = try #require(
      Image(width: 3, height: 1, scale: 1) { column, _ in SIMD4(UInt8(100 * column), 0, 0, 255) }.halved())
    #expect(half.width == 2 && half.height == 1 && half.pixels == [50, 0, 0, 255, 200, 0, 0, 255])
  }
}
