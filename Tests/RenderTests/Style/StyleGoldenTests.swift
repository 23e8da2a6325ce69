import Glibc
import OverlookLayout
import OverlookSupport
import OverlookTestSupport
import Testing

/// Pictures of what the style specification says of each kind of layer.
@MainActor @Suite struct StyleGoldenTests {
  private typealias Scene = StyleScene

  private func expectPicture(_ name: String, _ scene: StyleScene) throws {
    #expect(scene.faults.isEmpty, "\(scene.faults)")
    let mismatch = try GoldenPicture("style/\(name)").mismatch(with: scene.picture())
    #expect(mismatch == nil)
  }

  // MARK: Fills

  @Test func fillsHaveHolesSoftEdgesAndOutlines() throws {
    let shapes = [
      Scene.polygon(
        [[(-120, -60), (-20, -80), (-10, 50), (-100, 70)], [(-90, -40), (-80, 30), (-40, 20), (-50, -50)]], #""k": 1"#),
      Scene.polygon([[(10, -70), (120, -60), (60, 10)]], #""k": 2"#),
      Scene.polygon([[(20, 20), (130, 10), (120, 80), (30, 75)]], #""k": 3"#),
    ].joined(separator: ",")
    let layers = [
      Scene.paper,
      Scene.layer("fill", paint: ##""fill-color": "#4a90d9""##, id: "a", filter: #""filter": ["==", ["get", "k"], 1],"#),
      Scene.layer(
        "fill", paint: ##""fill-color": "#d98e4a", "fill-opacity": 0.5, "fill-outline-color": "#602000""##, id: "b",
        filter: #""filter": ["==", ["get", "k"], 2],"#),
      Scene.layer(
        "fill", paint: ##""fill-color": "#5aa05a", "fill-antialias": false, "fill-translate": [-10, 5]"##, id: "c",
        filter: #""filter": ["==", ["get", "k"], 3],"#),
    ].joined(separator: ",")
    try expectPicture("fill", StyleScene(Scene.style(layers, shapes), width: 280, height: 180))
  }

  @Test func fillsDependOnFeaturesAndZoom() throws {
    let shapes = (0..<8).map { i in
      Scene.polygon([Scene.box(-130 + Double(i) * 33, -50, 40, 100)], #""n": \#(i), "key": \#((i * 3) % 8)"#)
    }.joined(separator: ",")
    let paint = """
      "fill-color": ["interpolate", ["linear"], ["zoom"], 4, ["rgb", ["*", 30, ["get", "n"]], 60, 120], 5, "white"],
      "fill-opacity": ["case", ["<", ["get", "n"], 4], 1, 0.6]
      """
    let layers = Scene.paper + "," + Scene.layer("fill", paint: paint, layout: #""fill-sort-key": ["get", "key"]"#)
    try expectPicture("fill-data", StyleScene(Scene.style(layers, shapes, zoom: 4.25), width: 360, height: 180))
  }

  @Test func fillsAreCutToTheirTilesInTurnedViews() throws {
    // Translucent, over the corner of four tiles: what lay in two tiles would be darker.
    let shapes = Scene.polygon([Scene.box(-100, -60, 200, 120)])
    let layers = Scene.paper + "," + Scene.layer("fill", paint: ##""fill-color": "#803080", "fill-opacity": 0.5"##)
    for (name, bearing, pitch) in [("upright", 0.0, 0.0), ("turned", 25, 0), ("tilted", 30, 55)] {
      let style = Scene.style(layers, shapes, bearing: bearing, pitch: pitch)
      try expectPicture("fill-\(name)", StyleScene(style, width: 260, height: 200))
    }
  }

  private static func checks(_ side: Int, _ a: [UInt8], _ b: [UInt8]) throws -> StyleImage {
    let pixels = (0..<side * side).flatMap { (i: Int) -> [UInt8] in
      let (x, y) = (i % side, i / side)
      return (x * 2 < side) == (y * 2 < side) ? a : (x == y ? [0, 0, 0, 255] : b)
    }
    return StyleImage(image: try #require(Image(width: side, height: side, premultipliedRGBA: pixels)))
  }

  @Test func patternsRepeatOverTiles() throws {
    let images = [
      "checks": try Self.checks(16, [220, 80, 60, 255], [250, 220, 160, 255]),
      "dots": try Self.checks(10, [40, 90, 40, 128], [0, 0, 0, 0]),
    ]
    let shapes = [
      Scene.polygon([[(-110, -70), (20, -80), (60, 60), (-90, 70)]], #""p": "checks""#),
      Scene.polygon([Scene.box(30, -60, 90, 120)], #""p": "dots""#),
    ].joined(separator: ",")
    let layers = [
      #"{"id": "paper", "type": "background", "paint": {"background-pattern": "dots", "background-opacity": 0.5}}"#,
      Scene.layer("fill", paint: #""fill-pattern": ["get", "p"], "fill-opacity": 0.8"#),
    ].joined(separator: ",")
    try expectPicture("fill-pattern", StyleScene(Scene.style(layers, shapes), width: 260, height: 180, images: images))
  }

  // MARK: Lines

  @Test func linesHaveJoinsAndCaps() throws {
    for scale in [1.0, 2] {
      var shapes: [String] = []
      var layers = [Scene.paper]
      for (row, join) in ["miter", "bevel", "round"].enumerated() {
        for (column, cap) in ["butt", "square", "round"].enumerated() {
          let (x, y) = (-150 + Double(column) * 105, -120 + Double(row) * 85)
          let points = [(x, y + 50), (x + 20, y), (x + 36, y + 50), (x + 60, y + 50), (x + 70, y + 10), (x + 85, y + 20)]
          shapes.append(Scene.line(points, #""k": "\#(join)-\#(cap)""#))
          let filter = #""filter": ["==", ["get", "k"], "\#(join)-\#(cap)"],"#
          layers.append(
            Scene.layer(
              "line", paint: ##""line-color": "#3366aa", "line-width": 13, "line-opacity": 0.5"##,
              layout: #""line-join": "\#(join)", "line-cap": "\#(cap)", "line-miter-limit": 3"#, id: "\(join)-\(cap)",
              filter: filter))
        }
      }
      let style = Scene.style(layers.joined(separator: ","), shapes.joined(separator: ","))
      try expectPicture("line-joins-\(Int(scale))", StyleScene(style, width: 340, height: 280, scale: scale))
    }
  }

  @Test func linesHaveWidthsGapsOffsetsAndBlur() throws {
    let points: [(Double, Double)] = (0...20).map { i in
      let x = Double(i)
      return (-120 + x * 12, 20 * sin(x * 0.7))
    }
    func shifted(_ y: Double) -> [(Double, Double)] { points.map { ($0.0, $0.1 + y) } }
    let cases = [
      #""line-width": 1"#, #""line-width": 3, "line-gap-width": 6"#, #""line-width": 4, "line-offset": 8"#,
      #""line-width": 10, "line-blur": 6"#, #""line-width": 0.4"#,
    ]
    var layers = [Scene.paper]
    var shapes: [String] = []
    for (index, paint) in cases.enumerated() {
      shapes.append(Scene.line(shifted(-110 + Double(index) * 50), #""k": \#(index)"#))
      let filter = #""filter": ["==", ["get", "k"], \#(index)],"#
      layers.append(Scene.layer("line", paint: ##""line-color": "#a03050", \##(paint)"##, id: "\(index)", filter: filter))
      layers.append(
        Scene.layer(
          "line", paint: ##""line-color": "#000000", "line-width": 1, "line-opacity": 0.4"##, id: "\(index)b", filter: filter))
    }
    let style = Scene.style(layers.joined(separator: ","), shapes.joined(separator: ","))
    try expectPicture("line-widths", StyleScene(style, width: 280, height: 290))
  }

  @Test func linesHaveDashesAlongThem() throws {
    let points = [(-120.0, 0.0), (-60, -25), (-40, 20), (20, -20), (120, 5)]
    let cases: [(String, String)] = [
      (#""line-dasharray": [2, 1]"#, "butt"), (#""line-dasharray": [0, 2]"#, "round"), (#""line-dasharray": [3, 2, 1]"#, "round"),
      (#""line-dasharray": ["literal", [1, 0.5]]"#, "square"),
      (#""line-dasharray": ["match", ["get", "k"], 4, ["literal", [4, 2]], ["literal", [1, 1]]]"#, "butt"),
    ]
    var layers = [Scene.paper]
    var shapes: [String] = []
    for (index, part) in cases.enumerated() {
      shapes.append(Scene.line(points.map { ($0.0, $0.1 - 120 + Double(index) * 58) }, #""k": \#(index)"#))
      layers.append(
        Scene.layer(
          "line", paint: ##""line-color": "#205080", "line-width": 7, \##(part.0)"##, layout: #""line-cap": "\#(part.1)""#,
          id: "\(index)", filter: #""filter": ["==", ["get", "k"], \#(index)],"#))
    }
    let style = Scene.style(layers.joined(separator: ","), shapes.joined(separator: ","))
    try expectPicture("line-dashes", StyleScene(style, width: 280, height: 300))
  }

  @Test func linesHaveGradientsAndPatterns() throws {
    let images = ["checks": try Self.checks(16, [220, 80, 60, 255], [250, 220, 160, 255])]
    let shapes = [
      Scene.line([(-120, -60), (-30, -30), (0, -70), (120, -50)], #""k": 1"#),
      Scene.line([(-120, 0), (-30, 30), (0, -10), (120, 10)], #""k": 2"#),
      Scene.line([(-120, 60), (-30, 80), (0, 50), (120, 70)], #""k": 3"#),
    ].joined(separator: ",")
    func filter(_ k: Int) -> String { #""filter": ["==", ["get", "k"], \#(k)],"# }
    let ramp = #"["interpolate", ["linear"], ["line-progress"], 0, "blue", 0.5, "lime", 1, "red"]"#
    let steps = #"["step", ["line-progress"], "navy", 0.25, "gold", 0.6, "crimson"]"#
    let layers = [
      Scene.paper,
      Scene.layer("line", paint: #""line-width": 12, "line-gradient": \#(ramp)"#, id: "1", filter: filter(1)),
      Scene.layer(
        "line", paint: #""line-width": 8, "line-gradient": \#(steps)"#, layout: #""line-cap": "round""#, id: "2",
        filter: filter(2)),
      Scene.layer("line", paint: #""line-width": 16, "line-pattern": "checks""#, id: "3", filter: filter(3)),
    ].joined(separator: ",")
    let style = Scene.style(layers, shapes, source: #""lineMetrics": true,"#)
    try expectPicture("line-gradient-pattern", StyleScene(style, width: 280, height: 200, images: images))
  }

  @Test func linesDependOnFeaturesAndAreTilted() throws {
    let shapes = (0..<9).map { i in
      Scene.line([(-130 + Double(i) * 32, 110), (-130 + Double(i) * 32, -90)], #""n": \#(i)"#)
    }.joined(separator: ",")
    let paint = """
      "line-width": ["interpolate", ["exponential", 2], ["zoom"], 4, ["get", "n"], 6, ["*", 4, ["get", "n"]]],
      "line-color": ["rgb", ["*", 28, ["get", "n"]], 90, 140], "line-blur": ["/", ["get", "n"], 4]
      """
    let layers = Scene.paper + "," + Scene.layer("line", paint: paint, layout: #""line-cap": "round""#)
    try expectPicture("line-data-tilted", StyleScene(Scene.style(layers, shapes, zoom: 4, pitch: 55), width: 300, height: 220))
  }

  // MARK: Extrusions

  private static func city() -> String {
    var shapes: [String] = []
    for x in 0..<6 {
      for y in 0..<6 {
        let height = 20 + Double((x * 7 + y * 11) % 9) * 18
        shapes.append(
          StyleScene.polygon(
            [StyleScene.box(-120 + Double(x) * 42, -120 + Double(y) * 42, 30, 26)],
            #""h": \#(height), "b": \#((x + y) % 3 == 0 ? 10 : 0), "n": \#(x)"#, zoom: 16))
      }
    }
    shapes.append(
      StyleScene.polygon(
        [[(-20, -20), (50, -25), (60, 50), (-30, 40)], [(0, 0), (5, 25), (35, 25), (30, -5)]], #""h": 140, "b": 0, "n": 2"#,
        zoom: 16))
    return shapes.joined(separator: ",")
  }

  private static let cityPaint = """
    "fill-extrusion-height": ["get", "h"], "fill-extrusion-base": ["get", "b"],
    "fill-extrusion-color": ["interpolate", ["linear"], ["get", "n"], 0, "#d0c8b8", 5, "#a05040"]
    """

  @Test func extrusionsAreLitAndHideEachOther() throws {
    for (name, more, light) in [
      ("extrusion", "", ""), ("extrusion-translucent", #", "fill-extrusion-opacity": 0.6"#, ""),
      (
        "extrusion-light", #", "fill-extrusion-vertical-gradient": false"#,
        ##""light": {"anchor": "map", "position": [1.5, 90, 60], "color": "#ffd0a0", "intensity": 0.8},"##
      ),
    ] {
      let layers = Scene.paper + "," + Scene.layer("fill-extrusion", paint: Self.cityPaint + more)
      let style = Scene.style(layers, Self.city(), zoom: 16, bearing: 30, pitch: 55, extra: light)
      try expectPicture(name, StyleScene(style, width: 320, height: 240))
    }
  }

  @Test func extrusionsHavePatterns() throws {
    let images = ["checks": try Self.checks(16, [220, 80, 60, 255], [250, 220, 160, 255])]
    let paint = Self.cityPaint + #", "fill-extrusion-pattern": "checks""#
    let layers = Scene.paper + "," + Scene.layer("fill-extrusion", paint: paint)
    let style = Scene.style(layers, Self.city(), zoom: 16, bearing: 30, pitch: 55)
    try expectPicture("extrusion-pattern", StyleScene(style, width: 320, height: 240, images: images))
  }

  /// A tile of zoom 2 shown at zoom 4, where what is drawn in points stays as wide.
  @Test func overscaledTilesKeepWidthsAndDashes() throws {
    let shapes = Scene.line([(-120, -40), (0, 30), (120, -30)])
    let layers = [
      Scene.paper, Scene.layer("line", paint: ##""line-color": "#205080", "line-width": 6, "line-dasharray": [2, 1]"##),
    ].joined(separator: ",")
    try expectPicture("line-overscaled", StyleScene(Scene.style(layers, shapes), width: 280, height: 120, overscale: 2))
  }
}
