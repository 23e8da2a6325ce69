import Glibc
import OverlookGPU
import OverlookGeometry
import OverlookMeasurement
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

@testable import OverlookCanvas

@MainActor @Suite struct CanvasTests {
  private func render(
    width: Int, height: Int, scale: Double = 1, background: Color = .white, _ fill: (Canvas) -> Void
  ) throws -> TestSurface {
    let surface = try TestSurface(width: Int(Double(width) * scale), height: Int(Double(height) * scale))
    surface.clear(background)
    let canvas = Canvas(fonts: try .machine())
    canvas.begin(size: ScreenSize(width: Double(width), height: Double(height)), pixelsPerPoint: scale)
    fill(canvas)
    try CanvasPass(surface.device).draw(canvas, to: surface.target)
    return surface
  }

  private func point(_ x: Double, _ y: Double) -> ScreenPoint { ScreenPoint(x: x, y: y) }

  @Test func aRectangleOnPixelEdgesIsSharp() throws {
    let surface = try render(width: 8, height: 8) { $0.fillRect(ScreenRect(x: 2, y: 2, width: 4, height: 3), color: .black) }
    #expect(try surface.pixel(2, 2) == [0, 0, 0, 255])
    #expect(try surface.pixel(5, 4) == [0, 0, 0, 255])
    for (x, y) in [(1, 2), (6, 2), (2, 1), (2, 5)] { #expect(try surface.pixel(x, y) == [255, 255, 255, 255]) }
  }

  @Test func halfCoveredPixelsAreHalfShaded() throws {
    let surface = try render(width: 8, height: 8) { $0.fillRect(ScreenRect(x: 2.5, y: 2, width: 3, height: 4), color: .black) }
    let grey = try surface.pixel(2, 3)[0]
    #expect(abs(Int(grey) - 128) <= 2)
  }

  @Test func edgesAlignedToPixelsAreSharpAtAnyScale() throws {
    for scale in [1.25, 1.5, 3] {
      let surface = try render(width: 40, height: 40, scale: scale) { canvas in
        let (start, end) = (canvas.alignedToPixels(7.3), canvas.alignedToPixels(21.9))
        canvas.fillRect(ScreenRect(x: start, y: start, width: end - start, height: end - start), color: .black)
      }
      let greys = Set(try surface.image().pixels)
      #expect(greys == [0, 255], "at scale \(scale)")
    }
  }

  /// A surface, its edge and its shadow look as if they were drawn one above the other, wherever they lie between the pixels.
  @Test(arguments: [1, 1.25, 2, 3]) func aRaisedSurfaceLooksLikeItsParts(scale: Double) throws {
    let (surface, edge, shadow) = (Color.white.withAlpha(0.7), Color.black.withAlpha(0.4), Color.black.withAlpha(0.5))
    for (rect, radius) in [
      (ScreenRect(x: 12, y: 12, width: 96, height: 60), 14.0), (ScreenRect(x: 12.3, y: 11.6, width: 90.7, height: 61.1), 6),
      (ScreenRect(x: 20, y: 30, width: 80, height: 30), 15), (ScreenRect(x: 15, y: 15, width: 90, height: 50), 0),
      (ScreenRect(x: 30, y: 30, width: 12, height: 12), 3), (ScreenRect(x: 12, y: 12, width: 96, height: 60), 1000),
    ] {
      for width in [1 / scale, 3] {
        let background = Color(red: 0.2, green: 0.6, blue: 0.4)
        let whole = try render(width: 120, height: 90, scale: scale, background: background) {
          $0.fillRaised(rect, radius: radius, color: surface, edge: edge, edgeWidth: width, shadow: shadow, drop: 2, blur: 7)
        }
        let parts = try render(width: 120, height: 90, scale: scale, background: background) { canvas in
          let under = ScreenRect(x: rect.origin.x, y: rect.origin.y + 2, width: rect.size.width, height: rect.size.height)
          canvas.fillShadow(under, radius: radius, blur: 7, color: shadow)
          canvas.fillRoundedRect(rect, radius: radius, color: surface)
          canvas.strokeRoundedRect(rect, radius: radius, width: width, color: edge)
        }
        let differences = zip(try whole.image().pixels, try parts.image().pixels).map { abs(Int($0) - Int($1)) }
        #expect((differences.max() ?? 0) <= 2, "\(rect), \(radius), \(width)")
      }
    }
  }

  /// The areas of all triangles together: how many pixels are shaded.
  private func coveredPoints(_ canvas: Canvas) -> Double {
    stride(from: 0, to: canvas.indices.count - 2, by: 3).reduce(0) { sum, index in
      let places = canvas.indices[index..<(index + 3)].map { canvas.vertices[Int($0)].position }
      let (u, v) = (places[1] - places[0], places[2] - places[0])
      return sum + Double(abs(u.x * v.y - u.y * v.x)) / 2
    }
  }

  @Test func whatACardNeedsIsOneLayerOfPixelsInItsMiddle() throws {
    let canvas = Canvas(fonts: try .machine())
    canvas.begin(size: ScreenSize(width: 400, height: 200), pixelsPerPoint: 1)
    canvas.fillRaised(
      ScreenRect(x: 20, y: 20, width: 360, height: 120), radius: 14, color: .white, edge: .black, edgeWidth: 1, shadow: .black,
      drop: 2, blur: 7)
    // A surface, its edge and its shadow would be three times its 43,200.
    let covered = coveredPoints(canvas)
    let most = 1.65 * 360 * 120
    #expect(covered < most, "\(covered)")
  }

  @Test func aSpiralIsFilledAsItIs() throws {
    // One turn after another, 4 points wide with gaps of 4: most corners are no ears.
    var outer: [ScreenPoint] = []
    var inner: [ScreenPoint] = []
    for step in 0..<160 {
      let angle = Double(step) * .pi / 20
      let radius = 6 + 8 * angle / (2 * .pi)
      outer.append(point(50 + (radius + 4) * cos(angle), 50 + (radius + 4) * sin(angle)))
      inner.append(point(50 + radius * cos(angle), 50 + radius * sin(angle)))
    }
    let surface = try render(width: 100, height: 100) { $0.fillPolygon(outer + inner.reversed(), color: .black) }
    for turn in 0..<3 {
      // East of the centre: filled from 6 to 10, empty from 10 to 14, and so on.
      #expect(try surface.pixel(50 + 8 * turn + 8, 50)[0] == 0)
      #expect(try surface.pixel(50 + 8 * turn + 12, 50)[0] == 255)
    }
  }

  @Test func aTranslucentLineIsNoDarkerAtItsJoins() throws {
    let color = Color.black.withAlpha(0.5)
    let surface = try render(width: 60, height: 60) { canvas in
      canvas.strokePolyline(
        [point(10, 10), point(50, 10), point(50, 50), point(10, 50), point(30, 30)], width: 12, color: color)
    }
    let pixels = try surface.image().pixels
    let darkest = stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }.min()
    #expect((darkest ?? 0) >= 126)
    #expect(try surface.pixel(50, 10)[0] <= 129)
    #expect(try surface.pixel(30, 10)[0] <= 129)
  }

  @Test func aConcavePolygonKeepsItsNotchOpen() throws {
    for isReversed in [false, true] {
      let corners = [point(4, 4), point(36, 4), point(36, 36), point(20, 14), point(4, 36)]
      let surface = try render(width: 40, height: 40) {
        $0.fillPolygon(isReversed ? corners.reversed() : corners, color: .blue)
      }
      #expect(try surface.pixel(8, 20) == [0, 0, 255, 255])
      #expect(try surface.pixel(32, 20) == [0, 0, 255, 255])
      #expect(try surface.pixel(20, 8) == [0, 0, 255, 255])
      #expect(try surface.pixel(20, 28) == [255, 255, 255, 255])
    }
  }

  @Test func clipsNestAndEnd() throws {
    let surface = try render(width: 20, height: 20) { canvas in
      canvas.pushClip(ScreenRect(x: 0, y: 0, width: 10, height: 20))
      canvas.pushClip(ScreenRect(x: 5, y: 5, width: 15, height: 5))
      canvas.fillRect(ScreenRect(x: 0, y: 0, width: 20, height: 20), color: .red)
      canvas.popClip()
      canvas.popClip()
      canvas.popClip()
      canvas.fillRect(ScreenRect(x: 0, y: 18, width: 20, height: 2), color: .blue)
    }
    #expect(try surface.pixel(6, 6) == [255, 0, 0, 255])
    for (x, y) in [(4, 6), (11, 6), (6, 4), (6, 10)] { #expect(try surface.pixel(x, y) == [255, 255, 255, 255]) }
    #expect(try surface.pixel(19, 19) == [0, 0, 255, 255])
  }

  @Test func pictureKeepsItsOrientationAndOpacity() throws {
    let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 255]
    let image = try #require(Image(width: 2, height: 2, premultipliedRGBA: pixels))
    let surface = try render(width: 16, height: 16) { canvas in
      canvas.image(image, in: ScreenRect(x: 0, y: 0, width: 8, height: 8))
      canvas.image(image, in: ScreenRect(x: 8, y: 8, width: 8, height: 8), opacity: 0.5)
    }
    #expect(try surface.pixel(1, 1) == [255, 0, 0, 255])
    #expect(try surface.pixel(6, 1) == [0, 255, 0, 255])
    #expect(try surface.pixel(1, 6) == [0, 0, 255, 255])
    let faded = try surface.pixel(9, 9)
    #expect(faded[0] == 255 && abs(Int(faded[1]) - 127) <= 2)
  }

  @Test func whatIsNotFiniteIsLeftOut() throws {
    let surface = try render(width: 10, height: 10) { canvas in
      for bad in [Double.nan, .infinity, -.infinity, 1e300] {
        canvas.fillRect(ScreenRect(x: bad, y: 0, width: 5, height: 5), color: .red)
        canvas.fillRect(ScreenRect(x: 0, y: 0, width: bad, height: 5), color: .red)
        canvas.fillCircle(center: point(5, 5), radius: bad, color: .red)
        canvas.strokeLine(from: point(bad, 0), to: point(5, 5), width: 1, color: .red)
        canvas.strokePolyline([point(0, bad), point(bad, 5)], width: 2, color: .red)
        canvas.strokePolyline([point(0, 0), point(5, 5)], width: bad.isFinite ? -1 : bad, color: .red)
        canvas.fillPolygon([point(0, 0), point(bad, 5), point(5, 0)], color: .red)
        canvas.text("x", at: point(bad, 5), size: 10, color: .red)
        canvas.text("x", at: point(5, 5), size: bad, color: .red)
        canvas.fillRoundedRect(ScreenRect(x: 0, y: 0, width: 5, height: 5), radius: bad, color: .white)
      }
      canvas.fillPolygon([], color: .red)
      canvas.fillPolygon([point(1, 1), point(1, 1), point(1, 1)], color: .red)
      canvas.fillPolygon([point(1, 1), point(5, 5), point(3, 3)], color: .red)
      canvas.strokePolyline([], width: 2, color: .red)
    }
    let pixels = try surface.image().pixels
    #expect(pixels.allSatisfy { $0 == 255 })
  }

  @Test func aPolygonThatCrossesItselfEnds() throws {
    var corners: [ScreenPoint] = []
    for index in 0..<200 {
      let angle = Double(index) * 2.4
      corners.append(point(50 + 40 * cos(angle), 50 + 40 * sin(angle)))
    }
    let surface = try render(width: 100, height: 100) { $0.fillPolygon(corners, color: .red) }
    #expect(try surface.image().pixels.contains { $0 == 0 })
  }

  @Test func oneColourOfManyShapesIsOneDrawCall() throws {
    let surface = try TestSurface(width: 100, height: 100)
    let canvas = Canvas(fonts: try .machine())
    let pass = CanvasPass(surface.device)
    canvas.begin(size: ScreenSize(width: 100, height: 100), pixelsPerPoint: 1)
    for index in 0..<20 {
      canvas.fillCircle(center: point(Double(index) * 5, 50), radius: 4, color: .red)
      canvas.text("\(index)", at: point(Double(index) * 5, 20), size: 9, color: .black)
      canvas.strokeLine(from: point(0, 0), to: point(Double(index) * 5, 99), width: 1, color: .blue)
    }
    surface.device.beginFrame()
    try pass.draw(canvas, to: surface.target)
    #expect(surface.device.statistics.drawCalls == 1)
  }

  @Test func whatLooksTheSameIsNotUploadedAgain() throws {
    let surface = try TestSurface(width: 8, height: 8)
    let canvas = Canvas(fonts: try .machine())
    let pass = CanvasPass(surface.device)
    func uploadedBytes(_ left: Double) throws -> Int {
      surface.clear(.white)
      canvas.begin(size: ScreenSize(width: 8, height: 8), pixelsPerPoint: 1)
      canvas.fillRect(ScreenRect(x: left, y: 2, width: 2, height: 2), color: .black)
      return try #require(GraphicsCallCounter.count { try pass.draw(canvas, to: surface.target) }).uploadedBytes
    }
    #expect(try uploadedBytes(2) > 0)
    #expect(try uploadedBytes(2) == 0)
    #expect(try surface.pixel(2, 2) == [0, 0, 0, 255])
    #expect(try uploadedBytes(5) > 0)
    #expect(try surface.pixel(2, 2) == [255, 255, 255, 255])
    #expect(try surface.pixel(5, 2) == [0, 0, 0, 255])
  }

  @Test func aSteadyCanvasAllocatesNothing() throws {
    try #require(AllocationCounter.isAvailable)
    let surface = try TestSurface(width: 100, height: 100)
    let canvas = Canvas(fonts: try .machine())
    let pass = CanvasPass(surface.device)
    let route = (0..<50).map { point(Double($0 * 2), 50 + 20 * sin(Double($0))) }
    let star = (0..<10).map { (corner: Int) -> ScreenPoint in
      let radius = corner % 2 == 0 ? 20.0 : 10.0
      return point(50 + radius * cos(Double(corner)), 50 + radius * sin(Double(corner)))
    }
    let image = try #require(Image(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255]))
    func frame() throws {
      surface.device.beginFrame()
      canvas.begin(size: ScreenSize(width: 100, height: 100), pixelsPerPoint: 1)
      canvas.pushClip(ScreenRect(x: 0, y: 0, width: 90, height: 90))
      canvas.fillRoundedRect(ScreenRect(x: 5, y: 5, width: 50, height: 20), radius: 4, color: .red)
      canvas.strokePolyline(route, width: 3, color: .blue)
      canvas.fillPolygon(star, color: .green)
      canvas.popClip()
      canvas.image(image, in: ScreenRect(x: 1, y: 1, width: 4, height: 4))
      canvas.text(
        "A line of more than fifteen bytes", at: point(10, 20), size: 12, color: .black, halo: TextHalo(color: .white, width: 2))
      try pass.draw(canvas, to: surface.target)
    }
    for _ in 0..<8 { try frame() }
    let report = try AllocationCounter.count { for _ in 0..<20 { try frame() } }
    #expect(report.blocks == 0, "\(report)")
  }

  @Test(arguments: [1, 2]) func shapesAndTextLookRight(scale: Int) throws {
    let surface = try render(
      width: 420, height: 300, scale: Double(scale), background: Color(red: 0.93, green: 0.94, blue: 0.92), CanvasScene.draw)
    #expect(try GoldenPicture("canvas/shapes-and-text-\(scale)x").mismatch(with: surface.image(scale: Double(scale))) == nil)
  }
}
