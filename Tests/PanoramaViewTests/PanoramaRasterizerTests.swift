import Foundation
import OverlookGeometry
import OverlookPanorama
import OverlookPanoramaView
import OverlookPasses
import OverlookPlatform
import OverlookSupport
import Testing

/// What the processor draws of a panorama beside what the driver draws.
@Suite @MainActor struct PanoramaRasterizerTests {
  /// Soft waves: what lies a tenth of a pixel beside is a small difference, what lies elsewhere a large one.
  private static func waves(_ width: Int, _ height: Int, phase: Double = 0) -> Image {
    Image(width: width, height: height, scale: 1) { column, row in
      let (u, v) = (Double(column) / Double(width) * 2 * .pi, Double(row) / Double(height) * .pi)
      let red = 128 + 100 * sin(3 * u + phase)
      let green = 128 + 100 * cos(5 * v + phase)
      let blue = 128 + 100 * sin(2 * u) * sin(v)
      return SIMD4(UInt8(red), UInt8(green), UInt8(blue), 255)
    }
  }

  private static let cameras: [(PanoramaCamera, PanoramaProjection)] = [
    (PanoramaCamera(heading: 0, pitch: 0), .rectilinear), (PanoramaCamera(heading: 180, pitch: 10), .rectilinear),
    (PanoramaCamera(heading: 75, pitch: -90), .rectilinear), (PanoramaCamera(heading: 300, pitch: 82, fov: 60), .stereographic),
    (PanoramaCamera(heading: 140, pitch: -30, zoom: 3), .equidistant),
  ]

  /// The mean difference of a channel between both, and the share of channels in which they differ by more than twelve levels.
  private func difference(
    _ picture: PanoramaPicture, _ camera: PanoramaCamera, _ projection: PanoramaProjection, size: (Double, Double) = (331, 247)
  ) throws -> (mean: Double, share: Double) {
    let images = try [RendererChoice.software, .driver].map { choice in
      let fixture = try PanoramaFixture(width: size.0, height: size.1)
      fixture.view.renderer = choice
      fixture.view.projection = projection
      fixture.view.camera = camera
      fixture.show(picture)
      #expect(fixture.settle(seconds: 60))
      return try #require(fixture.loop.image())
    }
    let differences = zip(images[0].pixels, images[1].pixels).map { abs(Int($0) - Int($1)) }
    let count = Double(differences.count)
    return (Double(differences.reduce(0, +)) / count, Double(differences.count { $0 > 12 }) / count)
  }

  /// Where a pixel of the driver lies between two pieces, or on a pole, it shows something else: a column or two.
  private static let share = 0.005

  @Test("Processor and driver draw the same whole sphere", arguments: 0..<5)
  func wholeSphere(_ index: Int) throws {
    let (camera, projection) = Self.cameras[index]
    let found = try difference(PanoramaPicture(equirectangular: Self.waves(512, 256)), camera, projection)
    #expect(found.share < Self.share, "\(camera)")
    #expect(found.mean < 1, "\(camera)")
  }

  @Test("Processor and driver draw the same tiles of levels", arguments: 0..<5)
  func tiles(_ index: Int) throws {
    let (camera, projection) = Self.cameras[index]
    let tiles = TestTiles(Self.waves(1024, 512), levels: 3, tileSide: 200)
    let picture = PanoramaPicture(layout: .equirectangular(.full), levels: tiles.layout, source: tiles)
    let found = try difference(picture, camera, projection)
    #expect(found.share < Self.share, "\(camera)")
    #expect(found.mean < 1, "\(camera)")
  }

  @Test("Processor and driver draw the same cube", arguments: 0..<5)
  func cube(_ index: Int) throws {
    let (camera, projection) = Self.cameras[index]
    let faces = (0..<6).map { Self.waves(256, 256, phase: Double($0)) }
    let found = try difference(try #require(PanoramaPicture(cube: faces)), camera, projection)
    // At the edges of faces that do not fit together one pixel belongs to this or to that.
    #expect(found.share < 3 * Self.share, "\(camera)")
    #expect(found.mean < 1, "\(camera)")
  }

  @Test func aPartOfTheSphereEndsAtTheSamePixels() throws {
    let extent = PanoramaExtent(left: -.pi / 4, right: .pi / 4, top: .pi / 8, bottom: -.pi / 8)
    let source = TestTiles(Self.waves(256, 128), levels: 1, tileSide: 256)
    let picture = PanoramaPicture(layout: .equirectangular(extent), levels: source.layout, source: source)
    let found = try difference(picture, PanoramaCamera(heading: 20, pitch: 5), .rectilinear)
    #expect(found.share < Self.share)
    #expect(found.mean < 1)
  }

  @Test func aTurnedViewIsThatOfAViewThatLooksThereAtOnce() throws {
    let picture = PanoramaPicture(equirectangular: Self.waves(512, 256))
    func image(after headings: [Double]) throws -> Image {
      let fixture = try PanoramaFixture(width: 331, height: 247)
      fixture.view.renderer = .software
      fixture.show(picture)
      for heading in headings {
        fixture.view.camera = PanoramaCamera(heading: heading, pitch: 25)
        fixture.settle()
      }
      return try #require(fixture.loop.image())
    }
    let (turned, direct) = (try image(after: [10, 350, 190, 77.7]), try image(after: [77.7]))
    let largest = zip(turned.pixels, direct.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(largest <= 2)
  }

  @Test func aPictureThatIsShownSmallIsLeftToTheDriver() throws {
    let found = try difference(
      PanoramaPicture(equirectangular: Self.waves(2048, 1024)), PanoramaCamera(heading: 10, pitch: 0, fov: 120), .rectilinear,
      size: (160, 120))
    #expect(found.mean == 0)
  }
}
