import Foundation
import OverlookGeometry
import OverlookMeasurement
import OverlookPanorama
@testable import OverlookPanoramaView
import OverlookPasses
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
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

  /// The mean difference of a channel between what the processor and what the driver draws, and the share of channels in which they
  /// differ by more than twelve levels: the larger of both ways of the driver.
  private func difference(
    _ picture: PanoramaPicture, _ camera: PanoramaCamera, _ projection: PanoramaProjection, size: (Double, Double) = (331, 247)
  ) throws -> (mean: Double, share: Double) {
    let images = try PanoramaDrawer.allCases.map { drawer in
      let fixture = try PanoramaFixture(width: size.0, height: size.1)
      drawer.draw(fixture.view)
      fixture.view.projection = projection
      fixture.view.camera = camera
      fixture.show(picture)
      #expect(fixture.settle(seconds: 60))
      return try #require(fixture.loop.image())
    }
    let found = images.dropFirst().map { ChannelDifferences(images[0].pixels, $0.pixels, limit: 12) }
    return (found.map(\.mean).max() ?? .infinity, found.map(\.share).max() ?? .infinity)
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

  @Test("Processor and driver draw the same where a picture is shown small", arguments: 0..<5)
  func small(_ index: Int) throws {
    let (camera, projection) = Self.cameras[index]
    let found = try difference(
      PanoramaPicture(equirectangular: Self.waves(2048, 1024)),
      PanoramaCamera(orientation: camera.orientation, zoom: 1, fov: 120),
      projection, size: (160, 120))
    #expect(found.share < Self.share, "\(camera)")
    #expect(found.mean < 1, "\(camera)")
  }

  /// Lines of one pixel, of which a view of a sixteenth of the width would show the one or the other.
  @Test("A picture that is shown small is the mean of its pixels", arguments: [-90.0, -30, 0])
  func meanOfPixels(_ pitch: Double) throws {
    let lines = Image(width: 2048, height: 1024, scale: 1) { column, row in
      SIMD4(column % 2 == 0 ? 255 : 0, row % 2 == 0 ? 255 : 0, 0, 255)
    }
    let fixture = try PanoramaFixture(width: 128, height: 128)
    fixture.view.renderer = .software
    fixture.view.projection = .stereographic
    fixture.view.compassHidden = true
    fixture.view.camera = PanoramaCamera(heading: 20, pitch: pitch, fov: 150)
    fixture.show(PanoramaPicture(equirectangular: lines))
    #expect(fixture.settle(seconds: 60))
    let pixels = try #require(fixture.loop.image()).pixels
    let far = stride(from: 0, to: pixels.count, by: 4).count { place in
      abs(Int(pixels[place]) - 128) > 24 || abs(Int(pixels[place + 1]) - 128) > 24
    }
    #expect(Double(far) < 0.02 * Double(pixels.count / 4))
  }

  /// Each pixel comes to the target once, whatever rows it comes with; a view whose height is no multiple of a block has a lower last one.
  @Test func aFrameIsWrittenIntoItsTargetOnce() throws {
    let fixture = try PanoramaFixture(width: 320, height: 250)
    fixture.view.renderer = .software
    fixture.show(PanoramaPicture(equirectangular: Self.waves(512, 256)))
    for heading in [10.0, 20] {
      fixture.view.camera = PanoramaCamera(heading: heading, pitch: -5)
      let report = try #require(GraphicsCallCounter.count { fixture.loop.renderFrame() })
      #expect(report.copies == 0 && report.uploadedBytes == 4 * 320 * 250, "\(report)")
    }
  }

  @Test func aViewStraightDownReadsRowsThatWereMadeNarrower() {
    let copies = PanoramaCopy.copies(
      of: Self.waves(1024, 512), bounds: .whole, layout: .equirectangular(.full), isCoarsest: false)
    #expect(copies.allSatisfy { $0.down == 0 && $0.image.width == 1024 >> $0.across })
    for copy in copies {
      // All of it lies where a circle of the view is so much shorter than the equator.
      let nearest = min(abs(copy.bounds.top - 0.5), abs(copy.bounds.bottom - 0.5))
      #expect(cos(nearest * .pi) < 1.3 / Double(1 << copy.across))
      #expect(copy.bounds.top == 0 || copy.bounds.bottom == 1)
    }
    #expect(
      copies.contains { $0.bounds.top == 0 && $0.across == 3 } && copies.contains { $0.bounds.bottom == 1 && $0.across == 3 })
  }

  @Test(arguments: [(32, 16), (1024, 512)]) func whatGoesAroundBeginsAnewBehindItsEnd(width: Int, height: Int) throws {
    let image = Self.waves(width, height)
    let picture = PanoramaPicture(equirectangular: image)
    let id = PanoramaTileID(level: 0, face: 0, column: 0, row: 0)
    let copies = PanoramaCopy.copies(of: image, as: id, in: picture)
    let whole = try #require(copies.last)
    #expect(whole.isWhole && whole.image.height == height && copies.dropLast().allSatisfy { !$0.isWhole })
    for copy in copies {
      let columns = width >> copy.across
      let added = copy.image.width - columns
      #expect(added == 80)
      #expect(abs(copy.bounds.right - 1 - Double(added) / Double(columns)) < 1e-12 && copy.bounds.left == 0)
      let pixels = copy.image.pixels
      for row in 0..<copy.image.height {
        let start = 4 * row * copy.image.width
        for column in 0..<added {
          let (here, there) = (start + 4 * (columns + column), start + 4 * (column % columns))
          if pixels[here..<here + 4] != pixels[there..<there + 4] { Issue.record("\(copy.across) \(row) \(column)") }
        }
      }
    }
  }
}
