import Foundation
import OverlookGeometry
import OverlookPanorama
import OverlookPanoramaView
import OverlookPasses
import OverlookPlatform
import OverlookSupport
import Testing

/// The lines of a checkered picture in the view against the formulas of the projections, which are written down here once more.
@Suite @MainActor struct GridTests {
  /// From pixels to directions, by the formulas alone.
  private struct Formula {
    let camera: PanoramaCamera
    let projection: PanoramaProjection
    let (width, height): (Double, Double)

    /// Focal length in pixels.
    var focal: Double {
      let half = camera.fov / 2 * .pi / 180
      let edge =
        switch projection {
        case .rectilinear: tan(half)
        case .stereographic: 2 * tan(half / 2)
        // The circle of 90 degrees, at twice the tangent of 45, is as wide as three quarters of the smaller side.
        case .littlePlanet: max(width, height) / (0.75 * min(width, height)) * 2
        case .equidistant: half
        case .between(let d): (1 + d) * sin(half) / (d + cos(half))
        }
      return max(width, height) / 2 * camera.zoom / edge
    }

    /// Unit vector: x east, y up, z north.
    func direction(_ x: Double, _ y: Double) -> SIMD3<Double> {
      let (px, py) = ((x - width / 2) / focal, (height / 2 - y) / focal)
      let r = (px * px + py * py).squareRoot()
      let angle: Double
      switch projection {
      case .rectilinear: angle = atan(r)
      case .stereographic, .littlePlanet: angle = 2 * atan(r / 2)
      case .equidistant: angle = r
      case .between(let d):
        // Solved by halving, for want of trust in algebra.
        var (low, high) = (0.0, Double.pi - 1e-9)
        for _ in 0..<200 {
          let middle = (low + high) / 2
          let depth = d + cos(middle)
          if depth > 0 && (1 + d) * sin(middle) / depth < r { low = middle } else { high = middle }
        }
        angle = low
      }
      let scale = r > 0 ? sin(angle) / r : 0
      let (vx, vy, vz) = (px * scale, py * scale, cos(angle))
      let (p, h) = (camera.orientation.pitch * .pi / 180, camera.orientation.heading * .pi / 180)
      let (up, ahead) = (vy * cos(p) + vz * sin(p), vz * cos(p) - vy * sin(p))
      return SIMD3(vx * cos(h) + ahead * sin(h), up, ahead * cos(h) - vx * sin(h))
    }

    func degrees(_ x: Double, _ y: Double) -> SIMD2<Double> {
      let d = direction(x, y)
      return SIMD2(atan2(d.x, d.z), atan2(d.y, (d.x * d.x + d.z * d.z).squareRoot())) * 180 / .pi
    }
  }

  /// How far, in pixels, edges in the picture lie beside lines of the grid; `count` is how many were looked at.
  private func deviation(
    _ image: Image, grid: Double, place: (Double, Double) -> SIMD2<Double>
  ) -> (largest: Double, count: Int) {
    var (largest, count) = (0.0, 0)
    func value(_ x: Int, _ y: Int) -> Double { Double(image.pixels[4 * (y * image.width + x)]) }
    func look(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int) {
      let (a, b) = (value(x, y), value(x + dx, y + dy))
      guard (a < 125) != (b < 125) else { return }
      // From one field's plain colour to the other's, within three pixels: else it is no single edge that runs across.
      let share = (125 - a) / (b - a)
      let (px, py) = (Double(x) + 0.5 + Double(dx) * share, Double(y) + 0.5 + Double(dy) * share)
      let here = place(px, py)
      let before = place(px - Double(dx) / 2, py - Double(dy) / 2)
      let after = place(px + Double(dx) / 2, py + Double(dy) / 2)
      let step = SIMD2(remainder(after.x - before.x, 360), after.y - before.y)
      let offset = SIMD2(remainder(here.x, grid), remainder(here.y, grid))
      // The line that is nearer in pixels; near a corner both are, and the edge is neither.
      let pixels = SIMD2(abs(offset.x / step.x), abs(offset.y / step.y))
      let side = step.x * step.x > step.y * step.y ? 0 : 1
      let other = 1 - side
      let speed = max(abs(step.x), abs(step.y))
      guard abs(step[side]) > 0.4 * speed, abs(offset[other]) > 6 * speed, speed < grid / 10 else { return }
      largest = max(largest, pixels[side])
      count += 1
    }
    for y in stride(from: 1, to: image.height - 2, by: 3) {
      for x in 1..<image.width - 2 { look(x, y, 1, 0) }
    }
    for x in stride(from: 1, to: image.width - 2, by: 3) {
      for y in 1..<image.height - 2 { look(x, y, 0, 1) }
    }
    return (largest, count)
  }

  private static let cameras = [
    PanoramaCamera(heading: 0, pitch: 0), PanoramaCamera(heading: 180, pitch: 0, fov: 60),
    PanoramaCamera(heading: 183, pitch: 35, fov: 130), PanoramaCamera(heading: 77, pitch: -88, fov: 110),
    PanoramaCamera(heading: 301, pitch: 90, fov: 70), PanoramaCamera(heading: 20, pitch: 10, zoom: 4),
  ]

  @Test(
    "The grid lies within half a pixel of the formula",
    arguments: [PanoramaProjection.rectilinear, .stereographic, .littlePlanet, .equidistant, .between(stereographic: 0.4)],
    PanoramaDrawer.allCases)
  func gridLiesOnFormula(_ projection: PanoramaProjection, _ drawer: PanoramaDrawer) throws {
    let fixture = try PanoramaFixture(width: 480, height: 300)
    drawer.draw(fixture.view)
    fixture.show(PanoramaPicture(equirectangular: TestPicture.checkered(width: 2048)))
    fixture.view.projection = projection
    for camera in Self.cameras {
      fixture.view.camera = camera
      fixture.settle()
      let image = try #require(fixture.loop.image())
      let formula = Formula(camera: camera, projection: projection, width: 480, height: 300)
      let found = deviation(image, grid: TestPicture.gridDegrees) { formula.degrees($0, $1) }
      #expect(found.count > 150, "\(projection) \(camera)")
      #expect(found.largest < 0.5, "\(projection) \(camera): \(found.largest) pixels")
    }
  }

  @Test(arguments: PanoramaDrawer.allCases) func tilesOfLevelsLieWhereTheWholePictureDoes(_ drawer: PanoramaDrawer) throws {
    let tiles = TestTiles(TestPicture.checkered(width: 2048), levels: 3, tileSide: 200)
    let fixture = try PanoramaFixture(width: 480, height: 300)
    drawer.draw(fixture.view)
    fixture.show(PanoramaPicture(layout: .equirectangular(.full), levels: tiles.layout, source: tiles))
    for camera in Self.cameras {
      fixture.view.camera = camera
      #expect(fixture.settle())
      let image = try #require(fixture.loop.image())
      let formula = Formula(camera: camera, projection: .rectilinear, width: 480, height: 300)
      let found = deviation(image, grid: TestPicture.gridDegrees) { formula.degrees($0, $1) }
      #expect(found.count > 150, "\(camera)")
      // Texels of a level are smaller than pixels: no shade lies beside an edge, whose place is known to half a pixel.
      #expect(found.largest < 0.55, "\(camera): \(found.largest) pixels")
    }
  }

  /// The coarsest level is one tile, which goes all around, and the next is not: beyond the end of the first, too, it lies in its place.
  @Test(arguments: PanoramaDrawer.allCases) func aCoarsestLevelOfOneTileLiesWhereTheWholePictureDoes(
    _ drawer: PanoramaDrawer
  ) throws {
    let tiles = TestTiles(TestPicture.checkered(width: 2048), levels: 2, tileSide: 1024)
    #expect(tiles.layout.map(\.columns) == [1, 2])
    let fixture = try PanoramaFixture(width: 240, height: 180)
    drawer.draw(fixture.view)
    fixture.show(PanoramaPicture(layout: .equirectangular(.full), levels: tiles.layout, source: tiles))
    for heading in [0.0, 90, 150, 180, 215] {
      let camera = PanoramaCamera(heading: heading, pitch: 0, fov: 90)
      fixture.view.camera = camera
      #expect(fixture.settle())
      let image = try #require(fixture.loop.image())
      let formula = Formula(camera: camera, projection: .rectilinear, width: 240, height: 180)
      let found = deviation(image, grid: TestPicture.gridDegrees) { formula.degrees($0, $1) }
      #expect(found.count > 100, "\(camera): \(found.count)")
      #expect(found.largest < 0.5, "\(camera): \(found.largest) pixels")
    }
  }

  /// Levels that tell themselves by their colour: the coarsest is red, all others are green.
  private struct Levels: PanoramaTileSource {
    let layout = [64, 128, 256].map { PanoramaLevel(width: $0, height: $0 / 2, tileWidth: 32, tileHeight: 32) }

    func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
      let size = layout[tile.level].size(column: tile.column, row: tile.row)
      return TestPicture.plain(tile.level == 0 ? 255 : 0, tile.level == 0 ? 0 : 255, 0, width: size.width, height: size.height)
    }
  }

  /// Squares of small views end beside them, where a wide projection shows nothing: what is seen of them is as sharp as the middle.
  @Test(arguments: PanoramaDrawer.allCases) func theRimOfAWideViewHasTheLevelOfItsMiddle(_ drawer: PanoramaDrawer) throws {
    for width in [36.0, 60, 100] {
      let fixture = try PanoramaFixture(width: width, height: width * 0.75)
      drawer.draw(fixture.view)
      fixture.view.projection = .equidistant
      fixture.view.camera = PanoramaCamera(heading: 10, pitch: 0, fov: 160)
      let levels = Levels()
      fixture.show(PanoramaPicture(layout: .equirectangular(.full), levels: levels.layout, source: levels))
      fixture.view.compassHidden = true
      fixture.settle()
      let image = try #require(fixture.loop.image())
      let red = stride(from: 0, to: image.pixels.count, by: 4).count { image.pixels[$0] > 128 && image.pixels[$0 + 1] < 64 }
      #expect(red == 0, "\(width): \(red) pixels")
    }
  }

  @Test func aLevelledPictureLiesAsItsPoseSays() throws {
    let fixture = try PanoramaFixture(width: 480, height: 300)
    let pose = PanoramaPose(heading: 45, pitch: 0, roll: 0)
    fixture.show(
      PanoramaPicture(equirectangular: TestPicture.checkered(width: 2048)), Panorama(panoramaID: "posed", pose: pose))
    let camera = PanoramaCamera(heading: 50, pitch: 5)
    fixture.view.camera = camera
    fixture.settle()
    let image = try #require(fixture.loop.image())
    let formula = Formula(camera: camera, projection: .rectilinear, width: 480, height: 300)
    let found = deviation(image, grid: TestPicture.gridDegrees) { formula.degrees($0, $1) - SIMD2(45, 0) }
    #expect(found.count > 150)
    #expect(found.largest < 0.5)
  }

  @Test(arguments: PanoramaDrawer.allCases) func facesOfACubeLieOnTheFormula(_ drawer: PanoramaDrawer) throws {
    let face = TestPicture.checkeredFace(side: 512)
    let fixture = try PanoramaFixture(width: 480, height: 300)
    drawer.draw(fixture.view)
    fixture.show(try #require(PanoramaPicture(cube: Array(repeating: face, count: 6))))
    let cameras = [
      PanoramaCamera(heading: 40, pitch: 20), PanoramaCamera(heading: 90, pitch: -60),
      PanoramaCamera(heading: 200, pitch: 0, fov: 140),
    ]
    for camera in cameras {
      fixture.view.camera = camera
      fixture.settle()
      let image = try #require(fixture.loop.image())
      let formula = Formula(camera: camera, projection: .rectilinear, width: 480, height: 300)
      // On each face in shares of its side: eight fields are 2 / 8 of its half width each.
      let found = deviation(image, grid: 0.25) { x, y in
        let d = formula.direction(x, y)
        let largest = max(abs(d.x), max(abs(d.y), abs(d.z)))
        // Where two faces meet, one field ends and another begins without a shade between: that is no line to measure.
        let second = abs(d.x) + abs(d.y) + abs(d.z) - largest - min(abs(d.x), min(abs(d.y), abs(d.z)))
        if second > 0.95 * largest { return SIMD2(.nan, .nan) }
        let (u, v) = abs(d.x) == largest ? (d.z, d.y) : abs(d.y) == largest ? (d.x, d.z) : (d.x, d.y)
        return SIMD2(u, v) / largest
      }
      #expect(found.count > 150, "\(camera)")
      #expect(found.largest < 0.5, "\(camera): \(found.largest) pixels")
    }
  }

  @Test(arguments: PanoramaDrawer.allCases) func nothingIsSeenOfTheSeamBehind(_ drawer: PanoramaDrawer) throws {
    let fixture = try PanoramaFixture()
    drawer.draw(fixture.view)
    // Brighter to the right, so that a wrong level of detail or place at the seam shows as a line.
    let picture = Image(width: 512, height: 256, scale: 1) { column, _ in
      let wave = UInt8(128 + 100 * cos(Double(column) / 512 * 2 * .pi))
      return SIMD4(wave, wave, wave, 255)
    }
    fixture.show(PanoramaPicture(equirectangular: picture))
    fixture.view.camera = PanoramaCamera(heading: 180, pitch: 0)
    fixture.settle()
    let image = try #require(fixture.loop.image())
    for y in stride(from: 0, to: image.height, by: 7) {
      for x in 1..<image.width {
        let step = abs(Int(image.pixels[4 * (y * image.width + x)]) - Int(image.pixels[4 * (y * image.width + x - 1)]))
        #expect(step <= 2, "at \(x), \(y)")
      }
    }
  }

  @Test(arguments: PanoramaDrawer.allCases) func beyondAPartialPictureLiesTheBackground(_ drawer: PanoramaDrawer) throws {
    let fixture = try PanoramaFixture()
    drawer.draw(fixture.view)
    let extent = PanoramaExtent(left: -.pi / 4, right: .pi / 4, top: .pi / 8, bottom: -.pi / 8)
    let white = TestPicture.plain(255, 255, 255, width: 64, height: 32)
    let source = TestTiles(white, levels: 1, tileSide: 64)
    fixture.view.backgroundColor = .black
    fixture.show(PanoramaPicture(layout: .equirectangular(extent), levels: source.layout, source: source))
    fixture.view.camera = PanoramaCamera(heading: 0, pitch: 0, fov: 120)
    fixture.settle()
    let image = try #require(fixture.loop.image())
    let formula = Formula(camera: fixture.view.camera, projection: .rectilinear, width: 320, height: 240)
    for y in stride(from: 2, to: 240, by: 5) {
      for x in stride(from: 2, to: 320, by: 5) {
        let place = formula.degrees(Double(x) + 0.5, Double(y) + 0.5)
        let inside = max(abs(place.x) - 45, abs(place.y) - 22.5)
        guard abs(inside) > 1 else { continue }
        #expect(image.pixels[4 * (y * 320 + x)] == (inside < 0 ? 255 : 0), "at \(x), \(y)")
      }
    }
  }

  @Test func twoLensesShowEachItsHalf() throws {
    func lens(_ rotation: PanoramaRotation, _ u: Double) -> PanoramaLens {
      PanoramaLens(rotation: rotation, centerU: u, centerV: 0.5, radiusU: 0.25, radiusV: 0.5, rimAngle: 95 * .pi / 180)
    }
    let back = lens(PanoramaRotation(heading: 180, pitch: 0, roll: 0), 0.75)
    let layout = PanoramaLayout.dualFisheye(front: lens(.none, 0.25), back: back)
    let picture = Image(width: 128, height: 64, scale: 1) { column, _ in
      column < 64 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 255, 255)
    }
    let source = TestTiles(picture, levels: 1, tileSide: 128)
    let fixture = try PanoramaFixture()
    fixture.show(PanoramaPicture(layout: layout, levels: source.layout, source: source))
    let headings = [(0.0, true), (80, true), (92, true), (100, false), (180, false), (270, true), (250, false)]
    for (heading, isFront) in headings {
      fixture.view.camera = PanoramaCamera(heading: heading, pitch: 0, fov: 4)
      fixture.settle()
      let image = try #require(fixture.loop.image())
      let middle = 4 * (120 * 320 + 160)
      #expect(image.pixels[middle] == (isFront ? 255 : 0), "heading \(heading)")
      #expect(image.pixels[middle + 2] == (isFront ? 0 : 255), "heading \(heading)")
    }
  }
}
