import Glibc
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookPasses
@testable import OverlookStyle
import OverlookStylePasses
import OverlookSupport
import OverlookTestSupport
import Testing
@testable import OverlookRender

/// What we draw on the processor looks as if the driver had drawn it.
@MainActor @Suite struct RasterGroundTests {
  private typealias Scene = StyleScene

  /// How two pictures differ, of 255.
  private struct Difference {
    /// Share of the pixels that differ by more than 24 in a colour: those whose middles lie on an edge.
    var pixels: Double
    /// Below 1: what is laid over the target as a picture is rounded twice.
    var mean: Double
    /// Share of the pixels that are not as the paper below.
    var drawn: Double
  }

  private func difference(_ scene: StyleScene) throws -> Difference {
    scene.renderer.tools.choice = .driver
    let expected = try scene.picture().pixels
    scene.renderer.tools.choice = .software
    let composed = try scene.picture().pixels
    #expect(scene.surface.device.statistics.drawCalls <= 2)
    var (far, sum, drawn) = (0, 0, 0)
    for pixel in stride(from: 0, to: expected.count, by: 4) {
      var largest = 0
      for channel in pixel..<(pixel + 3) { largest = max(largest, abs(Int(expected[channel]) - Int(composed[channel]))) }
      sum += largest
      if largest > 24 { far += 1 }
      if expected[pixel..<(pixel + 3)] != [0xf4, 0xef, 0xe6] { drawn += 1 }
    }
    let count = Double(expected.count / 4)
    return Difference(pixels: Double(far) / count, mean: Double(sum) / count, drawn: Double(drawn) / count)
  }

  private static let shapes = [
    round(-70, 0, 75, #""k": 1, "w": 6"#, hole: 30), round(60, -30, 55, #""k": 2, "w": 2"#),
    round(50, 40, 50, #""k": 3, "w": 3"#), Scene.polygon([Scene.box(-30.5, -90.5, 40, 35)], #""k": 2, "w": 3"#),
    Scene.line([(-140, 80), (-20, 10), (30, 60), (140, 90)], #""k": 3, "w": 9"#),
    Scene.line([(-140, -85), (20, -30), (25, -90), (140, -90), (-100, 20)], #""k": 1, "w": 4"#),
  ].joined(separator: ",")

  /// A field with a short edge after the other.
  private static func round(_ x: Double, _ y: Double, _ radius: Double, _ properties: String, hole: Double? = nil) -> String {
    func ring(_ radius: Double) -> [(Double, Double)] {
      (0..<60).map { corner in
        let (angle, reach) = (Double(corner) / 30 * .pi, radius * (corner % 2 == 0 ? 1 : 0.9))
        return (x + reach * cos(angle), y + reach * sin(angle))
      }
    }
    return Scene.polygon([ring(radius)] + (hole.map { [ring($0)] } ?? []), properties)
  }

  nonisolated private static let looks = [
    ("opaque", "fill", ##""fill-color": "#4a90d9""##, ""),
    ("translucent", "fill", ##""fill-color": "#4a90d9", "fill-opacity": 0.6"##, ""),
    ("outlined", "fill", ##""fill-color": "#4a90d9", "fill-outline-color": "#602000""##, ""),
    ("hard", "fill", ##""fill-color": "#4a90d9", "fill-antialias": false"##, ""),
    (
      "by feature", "fill",
      ##""fill-color": ["match", ["get", "k"], 1, "#4a90d9", "#d98e4a"], "fill-opacity": ["/", ["get", "k"], 4]"##, ""
    ),
    (
      "by feature and zoom", "fill",
      ##""fill-color": ["interpolate", ["linear"], ["zoom"], 3, ["match", ["get", "k"], 1, "#f00", "#0f0"], 6, "#00f"]"##, ""
    ),
    ("moved", "fill", ##""fill-color": "#4a90d9", "fill-translate": [20, -15], "fill-translate-anchor": "viewport""##, ""),
    ("line", "line", ##""line-color": "#602000", "line-width": 5"##, ""),
    (
      "round", "line", ##""line-color": "#602000", "line-width": 14, "line-opacity": 0.7"##,
      ##""line-cap": "round", "line-join": "round""##
    ),
    ("square", "line", ##""line-color": "#602000", "line-width": 12"##, ##""line-cap": "square", "line-join": "bevel""##),
    ("hairline", "line", ##""line-color": "#602000", "line-width": 0.6"##, ""),
    ("gap", "line", ##""line-color": "#602000", "line-width": 4, "line-gap-width": 9"##, ""),
    ("offset", "line", ##""line-color": "#602000", "line-width": 4, "line-offset": 8"##, ""),
    ("blurred", "line", ##""line-color": "#602000", "line-width": 16, "line-blur": 7"##, ""),
    (
      "widths", "line",
      ##""line-color": ["match", ["get", "k"], 1, "#4a90d9", "#d98e4a"], "line-width": ["get", "w"], "line-gap-width": ["get", "k"]"##,
      ""
    ),
    ("moved line", "line", ##""line-color": "#602000", "line-width": 5, "line-translate": [20, -15]"##, ""),
    (
      "moved line of the screen", "line",
      ##""line-color": "#602000", "line-width": 5, "line-translate": [-25, 10], "line-translate-anchor": "viewport""##, ""
    ),
  ]

  nonisolated private static let views = [(0.0, 0.0), (33, 0), (0, 45), (200, 60)]

  private func style(_ look: Int, bearing: Double, pitch: Double, zoom: Double = 4) -> String {
    let (_, kind, paint, layout) = Self.looks[look]
    return Scene.style(
      Scene.paper + "," + Scene.layer(kind, paint: paint, layout: layout), Self.shapes, zoom: zoom, bearing: bearing, pitch: pitch
    )
  }

  @Test(arguments: looks.indices, views)
  func fillsAndLinesLookAsTheDriverDrawsThem(look: Int, view: (bearing: Double, pitch: Double)) throws {
    let scene = try StyleScene(style(look, bearing: view.bearing, pitch: view.pitch), width: 320, height: 240)
    let difference = try difference(scene)
    let name = Self.looks[look].0
    #expect(difference.drawn > 0.01, "\(name)")
    #expect(difference.pixels < 0.003, "\(name)")
    #expect(difference.mean < 0.8, "\(name)")
  }

  @Test(arguments: looks.indices) func twicePixelsLookTheSameToo(look: Int) throws {
    let scene = try StyleScene(style(look, bearing: 20, pitch: 30), width: 200, height: 150, scale: 2)
    let difference = try difference(scene)
    #expect(difference.pixels < 0.003 && difference.mean < 0.8, "\(Self.looks[look].0)")
  }

  /// Edges that lead far away from the eye fade as the shader has it.
  @Test(arguments: [0, 1, 2]) func longEdgesOfTiltedFillsFadeAsTheDriverDrawsThem(look: Int) throws {
    let (_, kind, paint, layout) = Self.looks[look]
    let fields =
      Scene.polygon([[(-150, -90), (-20, -110), (-10, 90), (-100, 100)]], #""k": 1"#)
      + "," + Scene.polygon([[(10, -120), (140, -60), (60, 100)]], #""k": 2"#)
    for (bearing, pitch) in [(0.0, 45.0), (70, 60), (200, 60)] {
      let style = Scene.style(
        Scene.paper + "," + Scene.layer(kind, paint: paint, layout: layout), fields, bearing: bearing, pitch: pitch)
      let scene = try StyleScene(style, width: 320, height: 240)
      let difference = try difference(scene)
      #expect(difference.pixels < 0.003 && difference.mean < 0.8)
    }
  }

  /// A tile that reaches behind the eye.
  @Test(arguments: [3, 7, 8]) func whatLiesBehindTheEyeIsCutOff(look: Int) throws {
    let scene = try StyleScene(style(look, bearing: 10, pitch: 60, zoom: 4.9), width: 320, height: 240, overscale: 3)
    let camera = CameraPosition(target: scene.view.camera.target, zoom: 9.5, bearing: 10, viewingAngle: 60)
    scene.view = ViewTransform(camera: camera, size: scene.view.size)
    scene.frame.zoom = camera.zoom - 1
    let difference = try difference(scene)
    #expect(difference.pixels < 0.003 && difference.mean < 0.8)
  }

  @Test func layersLieAboveOneAnotherInTheirOrderWhateverTheirTiles() throws {
    let layers = [
      Scene.paper, Scene.layer("fill", paint: ##""fill-color": "#4a90d9""##, id: "a"),
      Scene.layer("line", paint: ##""line-color": "#fff", "line-width": 9"##, id: "b"),
      Scene.layer("fill", paint: ##""fill-color": "#206040", "fill-opacity": 0.5, "fill-translate": [9, 9]"##, id: "c"),
    ].joined(separator: ",")
    let style = Scene.style(layers, Self.shapes, bearing: 25, pitch: 40)
    let scene = try StyleScene(style, width: 320, height: 240)
    // The line's tiles are those of two zooms below.
    let other = try StyleScene(style, width: 320, height: 240, overscale: 2)
    scene.frame.layers[2] = other.frame.layers[2]
    scene.frame.liveBuckets.formUnion(other.frame.liveBuckets)
    let difference = try difference(scene)
    #expect(difference.drawn > 0.2 && difference.pixels < 0.003 && difference.mean < 0.8)
  }

  @Test func theSkyIsLeftFree() throws {
    let scene = try StyleScene(style(0, bearing: 0, pitch: 60, zoom: 1), width: 320, height: 480)
    let camera = CameraPosition(target: scene.view.camera.target, zoom: 3, viewingAngle: 85)
    scene.view = ViewTransform(camera: camera, size: scene.view.size)
    #expect(try difference(scene).pixels < 0.003)
  }

  @Test func theDriverGetsNothingOfWhatItDoesNotDraw() throws {
    let scene = try StyleScene(style(7, bearing: 30, pitch: 0), width: 320, height: 240)
    scene.renderer.tools.choice = .software
    try scene.draw()
    #expect(scene.surface.device.statistics.uploads == 1)
    scene.renderer.tools.choice = .automatic
    try scene.draw()
    #expect(scene.surface.device.statistics.uploads > 1)
    try scene.draw()
    #expect(scene.surface.device.statistics.uploads == 0)
  }

  @Test(arguments: ["fill", "line"]) func whatIsSetOnFeaturesIsSeen(kind: String) throws {
    let state = #"["case", ["boolean", ["feature-state", "on"], false], "#
    let color = ##""\##(kind)-color": \##(state) "#ff0000", "#4a90d9"]"##
    let paint = kind == "fill" ? color : color + #", "line-width": 9"#
    let style = Scene.style(
      Scene.paper + "," + Scene.layer(kind, paint: paint), Self.shapes, bearing: 20, pitch: 30, source: ##""promoteId": "k","##)
    let scene = try StyleScene(style, width: 320, height: 240)
    func reds() throws -> Int {
      scene.renderer.tools.choice = .software
      let pixels = try scene.picture().pixels
      return stride(from: 0, to: pixels.count, by: 4).count { pixels[$0] > 240 && pixels[$0 + 1] < 15 }
    }
    #expect(try reds() == 0)
    var states = FeatureStates()
    states[nil, .number(1)] = ["on": .bool(true)]
    scene.repaint(states)
    #expect(try reds() > 100)
    let difference = try difference(scene)
    #expect(difference.pixels < 0.003 && difference.mean < 0.8)
    states[nil, .number(1)] = [:]
    scene.repaint(states)
    #expect(try reds() == 0)
  }

  @Test func targetsOfOtherSizesAreFilled() throws {
    let scene = try StyleScene(style(0, bearing: 30, pitch: 0), width: 320, height: 240)
    scene.renderer.tools.choice = .software
    let first = try scene.picture()
    let whole = scene.view
    let device = scene.surface.device
    let other = try GPUFramebuffer(device, width: 200, height: 100, hasDepth: true, label: "other")
    let view = ViewTransform(camera: whole.camera, size: ScreenSize(width: 200, height: 100))
    device.beginFrame()
    try scene.renderer.prepare(scene.frame, view: view)
    try scene.renderer.draw(scene.frame, view: view, target: other.target, background: SIMD4(repeating: 1))
    #expect(device.statistics.uploadedBytes == 4 * 200 * 100)
    device.blit(from: other.target, to: scene.surface.target)
    scene.view = whole
    #expect(try scene.picture().pixels == first.pixels)
    #expect(device.statistics.uploadedBytes == 4 * 320 * 240)
  }

  /// Four tiles meet in the middle of the view.
  @Test(.disabled(if: TestDriver.isCard, "cards get pixels through buffers, which count otherwise"), arguments: [0, 7])
  func theDriverGetsTilesWhenTheyAreSeen(look: Int) throws {
    let scene = try StyleScene(style(look, bearing: 0, pitch: 0), width: 320, height: 240)
    scene.renderer.tools.choice = .automatic
    let whole = scene.view
    let scale = 400 / whole.pointsPerWorld
    scene.view = whole.centered(at: WorldPoint(x: whole.center.x + scale, y: whole.center.y + scale))
    try scene.draw()
    let first = scene.surface.device.statistics.uploads
    scene.view = whole
    try scene.draw()
    #expect(first > 0 && scene.surface.device.statistics.uploads == 3 * first)
    try scene.draw()
    #expect(scene.surface.device.statistics.uploads == 0)
  }

  @Test func littleIsLeftToTheDriver() throws {
    let scene = try StyleScene(style(0, bearing: 30, pitch: 0), width: 320, height: 240)
    scene.renderer.tools.choice = .automatic
    try scene.draw()
    let left = scene.surface.device.statistics
    scene.renderer.tools.choice = .software
    try scene.draw()
    let composed = scene.surface.device.statistics
    #expect(composed.vertices < left.vertices && composed.uploadedBytes >= 4 * 320 * 240)
    #expect(left.uploadedBytes < 320 * 240)
  }

  @Test(arguments: [
    ##""line-dasharray": [2, 1]"##, ##""line-gradient": ["interpolate", ["linear"], ["line-progress"], 0, "red", 1, "blue"]"##,
    ##""line-layer-opacity": 0.5"##,
  ])
  func whatIsNotPlainIsLeftToTheDriver(paint: String) throws {
    let layers = Scene.paper + "," + Scene.layer("line", paint: ##""line-color": "#602000", "line-width": 5, "## + paint)
    let scene = try StyleScene(
      Scene.style(layers, Self.shapes, bearing: 30, source: ##""lineMetrics": true,"##), width: 320, height: 240)
    scene.renderer.tools.choice = .software
    // What is made once is not counted.
    try scene.draw()
    try scene.draw()
    #expect(scene.surface.device.statistics.uploadedBytes < 320 * 240)
  }

  @Test(arguments: ["1e30", "1e9", "-4", "0"]) func widthsWithoutMeasureHarmNobody(width: String) throws {
    let layers = Scene.paper + "," + Scene.layer("line", paint: ##""line-color": "#602000", "line-width": \##(width)"##)
    for pitch in [0.0, 60] {
      let scene = try StyleScene(Scene.style(layers, Self.shapes, bearing: 30, pitch: pitch), width: 64, height: 64)
      scene.renderer.tools.choice = .software
      try scene.draw()
    }
  }

  @Test func looksAreComputedOnceWhileOnlyTheCameraMoves() throws {
    let scene = try StyleScene(style(0, bearing: 0, pitch: 45), width: 320, height: 240)
    scene.renderer.tools.choice = .software
    for bearing in [0.0, 10, 20] {
      var camera = scene.view.camera
      camera.bearing = bearing
      scene.view = ViewTransform(camera: camera, size: scene.view.size)
      try scene.draw()
    }
    #expect(scene.renderer.paintComputationCount == 1)
    scene.frame.zoom += 0.1
    try scene.draw()
    #expect(scene.renderer.paintComputationCount == 2)
    scene.frame.content = BucketID()
    try scene.draw()
    #expect(scene.renderer.paintComputationCount == 3)
    scene.frame.paint = BucketID()
    try scene.draw()
    #expect(scene.renderer.paintComputationCount == 4)
  }

  @Test func coloursOnTheirWayToOthersAreFollowedToTheirEnd() throws {
    func scene(_ color: String) throws -> StyleScene {
      let layers = Scene.paper + "," + Scene.layer("fill", paint: "\"fill-color\": \"\(color)\"")
      return try StyleScene(Scene.style(layers, Self.shapes), width: 320, height: 240)
    }
    let (old, scene) = (try scene("#ff0000"), try scene("#0000ff"))
    scene.renderer.tools.choice = .software
    var moving = scene.frame.layers[1].properties
    moving.moveOver(from: old.frame.layers[1].properties, at: 10, general: StyleTransition(durationSeconds: 1))
    var reds: [Int] = []
    for seconds in [10.0, 10.5, 12, 13] {
      moving.timeSeconds = seconds
      scene.frame.layers[1].properties = moving
      scene.frame.timeSeconds = seconds
      let pixels = try scene.picture().pixels
      // Soft edges have a part of the paper.
      reds.append(stride(from: 0, to: pixels.count, by: 4).reduce(0) { pixels[$1 + 1] < 40 ? max($0, Int(pixels[$1])) : $0 })
    }
    #expect(reds[0] > 250 && (100...200).contains(reds[1]) && reds[2] < 50 && reds[3] < 50, "\(reds)")
  }
}
