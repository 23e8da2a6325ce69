import Glibc
import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookPasses
import OverlookStylePasses
import OverlookSupport
import OverlookTestSupport
import Testing

/// Circles that we draw on the processor look as if the driver had drawn them.
@MainActor @Suite struct RasterCirclesTests {
  private typealias Scene = StyleScene

  private static let places = {
    var generator = SeededGenerator(seed: 9)
    return (0..<400).map { number in
      let (x, y) = (Double.random(in: -160...160, using: &generator), Double.random(in: -75...75, using: &generator))
      return #"{"type":"Feature","properties":{"k":\#(number % 3 + 1),"w":\#(number % 9 + 2)},"geometry":"#
        + #"{"type":"Point","coordinates":[\#(x / 16),\#(y / 16)]}}"#
    }.joined(separator: ",")
  }()

  nonisolated private static let looks = [
    ("opaque", ##""circle-color": "#4a90d9", "circle-radius": 6"##),
    ("translucent", ##""circle-color": "#4a90d9", "circle-radius": 9, "circle-opacity": 0.5"##),
    ("by feature", ##""circle-color": ["match", ["get", "k"], 1, "#4a90d9", "#d98e4a"], "circle-radius": ["get", "w"]"##),
    ("by feature and zoom", ##""circle-radius": ["interpolate", ["linear"], ["zoom"], 3, ["get", "w"], 6, 12]"##),
    ("one size", ##""circle-color": "#602000", "circle-radius": 7, "circle-pitch-scale": "viewport""##),
    (
      "stroke",
      ##""circle-radius": 6, "circle-stroke-width": 3, "circle-stroke-color": "#fff", "circle-pitch-scale": "viewport""##
    ),
    ("of a refused radius, as usual ones", ##""circle-radius": -4"##),
    ("moved", ##""circle-radius": 5, "circle-translate": [12, -9], "circle-translate-anchor": "viewport""##),
  ]

  nonisolated private static let views = [(0.0, 0.0), (33, 0), (0, 45), (200, 60)]

  private func scene(_ paint: String, bearing: Double, pitch: Double, scale: Double = 1) throws -> StyleScene {
    let layers = Scene.paper + "," + Scene.layer("circle", paint: paint)
    let style = Scene.style(layers, Self.places, zoom: 4, bearing: bearing, pitch: pitch)
    return try StyleScene(style, width: 320, height: 240, scale: scale)
  }

  /// By how much two pictures differ in the root of the mean square, of one, the driver's from paper alone likewise, and which share
  /// of its pixels is not paper.
  private func difference(_ scene: StyleScene) throws -> (error: Double, strength: Double, drawn: Double) {
    scene.renderer.tools.choice = .driver
    let expected = try scene.picture().pixels
    scene.renderer.tools.choice = .software
    try scene.draw()
    #expect(scene.surface.device.statistics.drawCalls <= 2)
    let composed = try scene.picture().pixels
    let squares = zip(expected, composed).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    let paper = Array(expected[0..<3])
    let drawn = stride(from: 0, to: expected.count, by: 4).count { Array(expected[$0..<$0 + 3]) != paper }
    let marks = expected.enumerated().filter { $0.offset % 4 < 3 }.reduce(0.0) {
      $0 + pow(Double($1.element) - Double(paper[$1.offset % 4]), 2)
    }
    func root(_ sum: Double) -> Double { (sum / Double(expected.count)).squareRoot() / 255 }
    return (root(squares), root(marks), Double(drawn) / Double(expected.count / 4))
  }

  @Test(arguments: looks.indices, views)
  func circlesLookAsTheDriverDrawsThem(look: Int, view: (bearing: Double, pitch: Double)) throws {
    let difference = try difference(scene(Self.looks[look].1, bearing: view.bearing, pitch: view.pitch))
    #expect(difference.drawn > 0.05 && difference.drawn < 0.95, "\(Self.looks[look].0) \(difference)")
    #expect(difference.error < 0.01, "\(Self.looks[look].0) \(difference)")
  }

  @Test func twicePixelsLookTheSameToo() throws {
    let difference = try difference(scene(Self.looks[0].1, bearing: 20, pitch: 50, scale: 2))
    #expect(difference.drawn > 0.05 && difference.error < 0.01, "\(difference)")
  }

  @Test(arguments: [
    #""circle-radius": 6, "circle-blur": 0.5"#, #""circle-radius": 6, "circle-pitch-alignment": "map""#,
    #""circle-radius": 6, "circle-stroke-width": ["get", "k"]"#, #""circle-radius": 6, "circle-stroke-width": 2"#,
    #""circle-radius": 200"#,
  ])
  func whatIsNotPlainIsLeftToTheDriver(paint: String) throws {
    let scene = try scene(paint, bearing: 10, pitch: 40)
    scene.renderer.tools.choice = .software
    // What is made once is not counted.
    try scene.draw()
    try scene.draw()
    #expect(scene.surface.device.statistics.uploadedBytes < 320 * 240)
  }

  /// No circle is full in the middle of a pixel, and none is left out.
  @Test(arguments: [0.0, 45]) func dustLooksAsTheDriverDrawsIt(pitch: Double) throws {
    let difference = try difference(scene(#""circle-radius": 0.5"#, bearing: 20, pitch: pitch))
    #expect(difference.drawn > 0.001, "\(difference)")
    #expect(difference.error < 0.1 * difference.strength, "\(difference)")
  }

  @Test(arguments: [#"["-", 0, ["get", "w"]]"#, "0"], [0.0, 60]) func circlesWithoutARadiusLeaveThePaper(
    radius: String, pitch: Double
  ) throws {
    let scene = try scene("\"circle-radius\": \(radius)", bearing: 30, pitch: pitch)
    scene.renderer.tools.choice = .software
    let pixels = try scene.picture().pixels
    let paper = Array(pixels[0..<4])
    #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { Array(pixels[$0..<$0 + 4]) == paper })
  }

  @Test(arguments: [0.0, 60]) func radiiBeyondAllMeasureAreLeftToTheDriver(pitch: Double) throws {
    let scene = try scene(#""circle-radius": 1e30"#, bearing: 30, pitch: pitch)
    scene.renderer.tools.choice = .software
    try scene.draw()
    try scene.draw()
    #expect(scene.surface.device.statistics.uploadedBytes < 320 * 240)
  }

  @Test func fewCirclesAreTheDrivers() throws {
    let scene = try scene(Self.looks[0].1, bearing: 0, pitch: 45)
    #expect(scene.renderer.tools.fewestCircles > 400)
    try scene.draw()
    try scene.draw()
    #expect(scene.surface.device.statistics.uploadedBytes < 320 * 240)
  }
}
