import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookStylePasses
import OverlookSupport
import OverlookTestSupport
import Testing
@testable import OverlookPasses

/// A scene that is scrolled, and the same to be drawn anew.
@MainActor private final class ScrolledScene {
  private typealias Scene = StyleScene

  /// Two pixels at the edge of a line, where a corner lies on the other side of a 256th of a pixel.
  static let tolerated = 2 * 3

  let scrolled: StyleScene
  private let plain: StyleScene

  /// `renderer`: who draws the scrolled one of two equal pictures, if not who draws the other.
  init(renderer: RendererChoice? = nil) throws {
    let shapes = [
      Scene.polygon([[(-120, -60), (-20, -80), (-10, 50), (-100, 70)]], #""k": 1"#),
      Scene.polygon([[(10, -70), (120, -60), (60, 10)]], #""k": 2"#),
      Scene.line([(-140, 80), (-20, 10), (140, 90)], #""k": 3"#),
      Scene.line([(-140, -85), (20, -30), (140, -90)], #""k": 4"#),
    ].joined(separator: ",")
    let layers = [
      Scene.paper,
      Scene.layer(
        "fill", paint: ##""fill-color": ["match", ["get", "k"], 1, "#4a90d9", "#d98e4a"], "fill-opacity": 0.7"##, id: "fill"),
      Scene.layer("line", paint: ##""line-color": "#602000", "line-width": 5, "line-dasharray": [3, 1]"##, id: "line"),
      Scene.layer("circle", paint: ##""circle-color": "#208040", "circle-radius": 6"##, id: "circle"),
    ].joined(separator: ",")
    let style = Scene.style(layers, shapes)
    scrolled = try StyleScene(style, width: 240, height: 160)
    plain = try StyleScene(style, width: 240, height: 160)
    scrolled.frame.scrolls = true
    if let renderer {
      scrolled.renderer.tools.choice = renderer
      plain.renderer.tools.choice = .driver
    }
    try draw(movedBy: 0, 0)
    try draw(movedBy: 0, 0)
  }

  /// Moves the view by points and draws it.
  func draw(movedBy x: Double, _ y: Double) throws {
    let scale = 1 / scrolled.view.pointsPerWorld
    let center = scrolled.view.center
    let wanted = scrolled.view.centered(at: WorldPoint(x: center.x + x * scale, y: center.y + y * scale))
    scrolled.view = scrolled.renderer.aligned(wanted, pixelsPerPoint: 1)
    let (dx, dy) = wanted.centeredPoints(for: scrolled.view.center)
    #expect(abs(dx) < 0.501 && abs(dy) < 0.501)
    try scrolled.draw()
  }

  /// The share of the pixels that differ by more than 24 from those of the same view drawn anew by the driver.
  func farShare() throws -> Double {
    plain.view = scrolled.view
    plain.frame = scrolled.frame
    plain.frame.scrolls = false
    try plain.draw()
    let (a, b) = (try scrolled.surface.image().pixels, try plain.surface.image().pixels)
    let far = stride(from: 0, to: min(a.count, b.count), by: 4).count { pixel in
      (0..<3).contains { abs(Int(a[pixel + $0]) - Int(b[pixel + $0])) > 24 }
    }
    return 4 * Double(far) / Double(a.count)
  }

  /// Bytes that differ from those of the same view drawn anew by more than the rounding of colours.
  func differences() throws -> Int {
    plain.view = scrolled.view
    plain.frame = scrolled.frame
    plain.frame.scrolls = false
    try plain.draw()
    let (a, b) = (try scrolled.surface.image().pixels, try plain.surface.image().pixels)
    var count = 0
    for byte in 0..<min(a.count, b.count) where abs(Int(a[byte]) - Int(b[byte])) > 2 { count += 1 }
    #expect(zip(a, b).allSatisfy { abs(Int($0) - Int($1)) < 16 })
    return count
  }
}

/// Frames that were scrolled look as if they had been drawn anew.
///
/// Each test makes its scene itself: what a suite makes for it may run on another thread, where its context stays current.
@MainActor @Suite struct ScrolledPlaneTests {
  @Test(arguments: [(3.3, 0), (-7.6, 2.2), (0, -11.4), (40.5, 30.5), (-90, 70), (300, 0)] as [(Double, Double)])
  func aViewThatMovedLooksAsIfDrawnAnew(x: Double, y: Double) throws {
    let scene = try ScrolledScene()
    for _ in 0..<3 {
      try scene.draw(movedBy: x, y)
      #expect(try scene.differences() <= ScrolledScene.tolerated)
    }
  }

  /// The whole is drawn by the processor, and the strips by the driver.
  @Test func stripsFitAWholeThatTheProcessorDrew() throws {
    let scene = try ScrolledScene(renderer: .software)
    for (x, y) in [(3.3, 0), (0, -11.4), (40.5, 30.5)] as [(Double, Double)] {
      try scene.draw(movedBy: x, y)
      #expect(try #require(scene.scrolled.renderer.redrawnPixels) < 240 * 160 / 2)
      #expect(scene.scrolled.surface.device.statistics.uploadedBytes < 4 * 240 * 160)
      #expect(try scene.farShare() < 0.003)
    }
  }

  @Test(.disabled(if: TestDriver.isCard, "cards draw each frame anew")) func onlyWhatCameIntoViewIsDrawn() throws {
    let scene = try ScrolledScene()
    try scene.draw(movedBy: 5, -3)
    #expect(scene.scrolled.renderer.redrawnPixels == 5 * 160 + 3 * 235)
    try scene.draw(movedBy: 0, 0)
    #expect(scene.scrolled.renderer.redrawnPixels == 0)
  }

  @Test(.disabled(if: TestDriver.isCard, "cards draw each frame anew")) func squaresOfTilesThatComeAndGoAreDrawn() throws {
    let scene = try ScrolledScene()
    let number = try #require(scene.scrolled.frame.layers.firstIndex { $0.layer.id == "fill" })
    guard case .tiles(let draws) = scene.scrolled.frame.layers[number].content else { throw TestFault() }
    #expect(draws.count == 4)
    for kept in [draws.dropFirst(), draws[...]] {
      scene.scrolled.frame.layers[number].content = .tiles(Array(kept))
      scene.scrolled.frame.content = BucketID()
      try scene.draw(movedBy: 2.2, 0)
      #expect(try scene.differences() <= ScrolledScene.tolerated)
      // A quarter of the view, a pixel beside it, and the strip on the right.
      let redrawn = try #require(scene.scrolled.renderer.redrawnPixels)
      #expect(redrawn > 100 * 75 && redrawn < 130 * 85)
    }
  }

  @Test(.disabled(if: TestDriver.isCard, "cards draw each frame anew")) func anotherLookOrZoomIsDrawnWhole() throws {
    let scene = try ScrolledScene()
    scene.scrolled.frame.paint = BucketID()
    try scene.draw(movedBy: 1, 0)
    #expect(scene.scrolled.renderer.redrawnPixels == 240 * 160)
    let camera = CameraPosition(target: scene.scrolled.view.camera.target, zoom: scene.scrolled.view.camera.zoom + 0.1)
    scene.scrolled.view = ViewTransform(camera: camera, size: scene.scrolled.view.size)
    scene.scrolled.frame.zoom += 0.1
    try scene.draw(movedBy: 0, 0)
    #expect(scene.scrolled.renderer.redrawnPixels == nil)
    #expect(try scene.differences() <= ScrolledScene.tolerated)
  }

  private struct TestFault: Error {}
}
