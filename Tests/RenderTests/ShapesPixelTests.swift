import Glibc
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookMeasurement
import OverlookRender
import OverlookScene
import OverlookSupport
import OverlookTestSupport
import Testing

@MainActor @Suite struct ShapesPixelTests {
  private func scene(
    _ width: Int = 200, _ height: Int = 150, zoom: Double = 4, scale: Double = 1, viewingAngle: Double = 0
  ) throws -> ShapesScene {
    try ShapesScene(
      width: width, height: height, scale: scale,
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: zoom, viewingAngle: viewingAngle))
  }

  /// How much black there is in a white picture, in pixels.
  private func ink(_ image: Image) -> Double {
    var sum = 0.0
    for red in reds(image) { sum += Double(255 - red) / 255 }
    return sum
  }

  private func reds(_ image: Image) -> [UInt8] {
    stride(from: 0, to: image.pixels.count, by: 4).map { image.pixels[$0] }
  }

  /// Half-black over white is 127 or 128 wherever a line covers a pixel, at joints as elsewhere.
  @Test func aTranslucentLineIsPaintedOnceWhateverItsTurns() throws {
    var start = -Double.pi / 4 - 0.01
    for join in [StrokeJoin.round, .miter, .bevel] {
      for degrees in [5.0, 30, 60, 89, 90, 120, 150, 170, 178] {
        let scene = try scene()
        // Every direction comes up, that of the axes and of the diagonals first.
        start += .pi / 4 + 0.01
        let turn = degrees * .pi / 180
        let (x, y) = (100 + 60 * cos(start), 75 + 60 * sin(start))
        let line = scene.line(
          [(x, y), (100, 75), (100 - 60 * cos(start + turn), 75 - 60 * sin(start + turn))], width: 20,
          color: Color.black.withAlpha(0.5))
        line.strokeJoin = join
        scene.add(line)
        let shades = reds(try scene.picture())
        #expect((shades.min() ?? 0) >= 126, "\(join) \(degrees) from \(start)")
        // Nothing is missing around a round joint either.
        guard join == .round else { continue }
        let image = try scene.surface.image()
        for (dx, dy) in [(0, 0), (2, 1), (-3, 2), (1, -3), (-2, -2)] {
          #expect(image.pixels[4 * ((75 + dy) * 200 + 100 + dx)] <= 129, "\(join) \(degrees) from \(start)")
        }
      }
    }
  }

  /// Short segments in tight curves: no holes on the line itself.
  @Test func aTightCurveHasNoHoles() throws {
    let scene = try scene()
    let points = (0...300).map { i -> (Double, Double) in
      let angle = Double(i) * 0.2
      return (100 + 6 * cos(angle) + Double(i) * 0.1 - 15, 75 + 6 * sin(angle))
    }
    scene.add(scene.line(points, width: 12, color: .black))
    let image = try scene.picture()
    for (x, y) in points {
      #expect(image.pixels[4 * (Int(y) * 200 + Int(x))] < 3)
    }
  }

  /// The sum of the coverage across a line is its width, whatever its direction, in points and not in pixels.
  @Test func aLineIsAsWideAsItSays() throws {
    for (width, scale) in [(0.5, 1.0), (1, 1), (2, 1), (3, 1), (7.5, 1), (20, 1), (2, 2), (5, 1.5)] {
      for angle in [0.0, 0.3, 0.65, 1.2, 1.5707] {
        let scene = try scene(scale: scale)
        let (dx, dy) = (cos(angle), sin(angle))
        scene.add(
          scene.line([(100 - 60 * dx, 75 - 60 * dy), (100 + 60 * dx, 75 + 60 * dy)], width: width, color: .black))
        let ink = ink(try scene.picture())
        let expected = 120 * width * scale * scale
        #expect(abs(ink - expected) < expected * 0.02, "\(width) \(scale) \(angle)")
      }
    }
  }

  @Test func capsAddWhatTheyShould() throws {
    for (cap, extra) in [(StrokeCap.butt, 0.0), (.square, 20 * 20), (.round, Double.pi * 100)] {
      let scene = try scene()
      let line = scene.line([(50, 75), (150, 75)], width: 20, color: .black)
      line.strokeCap = cap
      scene.add(line)
      let ink = ink(try scene.picture())
      #expect(abs(ink - 2000 - extra) < 25)
    }
  }

  /// As wide under a tilt of 60 degrees as straight down.
  @Test func tiltDoesNotChangeTheWidth() throws {
    let scene = try scene(zoom: 12, viewingAngle: 60)
    scene.add(scene.line([(20, 40), (180, 40)], width: 8, color: .black))
    scene.add(scene.line([(20, 120), (180, 120)], width: 8, color: .black))
    let image = try scene.picture()
    for top in [0, 80] {
      var ink = 0.0
      for y in top..<(top + 70) { ink += Double(255 - image.pixels[4 * (y * 200 + 100)]) / 255 }
      #expect(abs(ink - 8) < 0.1)
    }
  }

  /// The hole shows what lies below, and the area of the fill is that of the polygon.
  @Test func aFillCoversItsPolygonAndNotItsHole() throws {
    let scene = try scene()
    let polygon = Polygon(path: scene.path([(20, 20), (180, 20), (180, 130), (20, 130)]))
    polygon.holes = [scene.path([(60, 50), (140, 50), (140, 100), (60, 100)])]
    polygon.fillColor = Color.black.withAlpha(0.5)
    scene.add(polygon)
    let image = try scene.picture()
    #expect(image.pixels[4 * (75 * 200 + 100)] == 255)
    #expect(image.pixels[4 * (35 * 200 + 100)] < 129)
    let ink = 2 * ink(image)
    // The antialiased margin lies outside of the edges: half a pixel of coverage all around.
    let margin = Double(160 + 110) + Double(80 + 50)
    let expected = 160.0 * 110.0 - 80.0 * 50.0 + margin
    #expect(abs(ink - expected) < 100)
    #expect((reds(image).min() ?? 0) >= 126)
  }

  /// The edge of a square of 40,000 km, seen at zoom 20, is where it should be to a tenth of a pixel.
  @Test func hugePolygonsHaveExactEdgesUpClose() throws {
    for x in [0.25, 10.5, 100.75] {
      let scene = try scene(zoom: 20)
      let middle = WorldPoint(x: 0.5 + (x - 100) / scene.view.pointsPerWorld, y: 0.5).coordinate.longitude
      let polygon = Polygon(
        path: Path(
          [(-80.0, middle), (80, middle), (80, middle + 170), (-80, middle + 170)].map {
            LocationCoordinate(latitude: $0.0, longitude: $0.1)
          }))
      polygon.fillColor = nil
      polygon.strokeColor = .black
      polygon.strokeWidth = 10
      scene.add(polygon)
      let image = try scene.picture()
      var (sum, weight) = (0.0, 0.0)
      for column in 0..<200 {
        let ink = 255 - Double(image.pixels[4 * (75 * 200 + column)])
        sum += ink * (Double(column) + 0.5)
        weight += ink
      }
      if x > 6 { #expect(abs(sum / weight - x) < 0.1) }
    }
  }

  /// A hundred polygons with outlines and lines between them are one draw.
  @Test func neighboursInTheOrderAreOneDraw() throws {
    let scene = try scene()
    for i in 0..<50 {
      let x = Double(i) * 3
      let polygon = Polygon(path: scene.path([(x, 20), (x + 20, 20), (x + 20, 40)]))
      polygon.strokeColor = .black
      polygon.strokeWidth = Double(i % 6)
      scene.add(polygon)
      scene.add(scene.line([(x, 60), (x + 30, 90)], width: 5, color: .red))
    }
    try scene.draw()
    #expect(scene.surface.device.statistics.drawCalls == 1)
  }

  @Test func aColourChangeIsOneUpload() throws {
    let scene = try scene()
    let lines = (0..<100).map { i in
      scene.add(scene.line([(Double(i), 10), (Double(i) + 50, 140)], width: 2, color: .red))
    }
    try scene.draw()
    let view = scene.surface.device.statistics
    lines[50].strokeColor = .blue
    try scene.draw()
    // One upload is the block of the view.
    #expect(scene.surface.device.statistics.uploads == 2)
    #expect(scene.surface.device.statistics.uploadedBytes == 84 + 2 * 16)
    #expect(view.uploads >= 4)
  }

  @Test func aSteadyFrameAllocatesNothing() throws {
    let scene = try scene()
    for i in 0..<200 {
      let x = Double(i % 20) * 10
      let y = Double(i / 20) * 14
      scene.add(scene.line([(x, y), (x + 8, y + 10), (x + 9, y)], width: Double(i % 7), color: .red))
      scene.add(Circle(position: scene.place(x, y), radius: 20_000)).fillColor = .blue
    }
    for _ in 0..<3 { try scene.draw() }
    guard AllocationCounter.isAvailable else { return }
    let report = try AllocationCounter.count { for _ in 0..<10 { try scene.draw() } }
    #expect(report.blocks == 0, "\(report)")
  }
}
