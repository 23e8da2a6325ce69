import Glibc
import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

/// Pictures of labels, heatmaps and slopes.
@MainActor @Suite struct StyleLabelGoldenTests {
  private typealias Scene = StyleScene

  private func expectPicture(_ name: String, _ scene: StyleScene) throws {
    #expect(scene.faults.isEmpty, "\(scene.faults)")
    let mismatch = try GoldenPicture("style/\(name)").mismatch(with: scene.picture())
    #expect(mismatch == nil)
  }

  private static func dot() throws -> StyleImage {
    var pixels: [UInt8] = []
    for y in 0..<12 {
      for x in 0..<12 {
        let isInside = (x - 6) * (x - 5) + (y - 6) * (y - 5) < 28
        pixels += isInside ? [40, 90, 160, 255] : [0, 0, 0, 0]
      }
    }
    let image = try #require(Image(width: 12, height: 12, premultipliedRGBA: pixels))
    return StyleImage(image: image, pixelRatio: 1)
  }

  /// With the font that the package ships.
  private func labels(_ layers: String, _ shapes: String, pitch: Double = 0) throws -> StyleScene {
    let scene = try StyleScene(
      Scene.style(Scene.paper + "," + layers, shapes, pitch: pitch), width: 300, height: 200, images: ["dot": Self.dot()],
      glyphs: GlyphLibrary())
    scene.placeLabels()
    return scene
  }

  @Test func labelsStandAtTheirIconsAndGiveWay() throws {
    let shapes = [
      Scene.point(-90, -60, #""n": "Aalto""#), Scene.point(60, -70, #""n": "Über den Linden""#),
      // Too close to the one before.
      Scene.point(70, -62, #""n": "hidden""#),
      Scene.point(-60, 30, #""n": "Καλημέρα""#), Scene.point(80, 40, #""n": "two\nlines""#),
    ].joined(separator: ",")
    let layer = Scene.layer(
      "symbol", paint: ##""text-color": "#203040", "text-halo-color": "#ffffff", "text-halo-width": 1.5"##,
      layout:
        #""icon-image": "dot", "text-field": ["get", "n"], "text-font": ["Inter Medium"], "text-size": 16, "text-anchor": "top", "text-offset": [0, 0.6]"#
    )
    try expectPicture("labels", labels(layer, shapes))
  }

  /// Workers decide by the order in which they finish where a glyph lies in the atlas: the picture must not show it.
  @Test(arguments: [0.0, 47])
  func placesInTheAtlasDoNotShow(pitch: Double) throws {
    func scene(_ text: String, _ library: GlyphLibrary) throws -> StyleScene {
      let layer = Scene.layer(
        "symbol", paint: ##""text-color": "#203040", "text-halo-color": "#ffffff", "text-halo-width": 1.3"##,
        layout: #""text-field": ["get", "n"], "text-font": ["Inter Medium"], "text-size": 17.3, "text-rotate": 11"#)
      let shapes = [-60.0, -10, 45].map { Scene.point(0, $0, "\"n\": \"\(text)\"") }.joined(separator: ",")
      let scene = try StyleScene(
        Scene.style(Scene.paper + "," + layer, shapes, pitch: pitch), width: 300, height: 200, glyphs: library)
      scene.placeLabels()
      return scene
    }
    let alone = try scene("Overlook", GlyphLibrary()).picture()
    let crowded = GlyphLibrary()
    let others = try (1...3).map { try scene(["ABCDEFGHI", "abcdefghij", "0123456789"][$0 - 1], crowded) }
    let second = try scene("Overlook", crowded).picture()
    #expect(alone.pixels == second.pixels)
    #expect(others.count == 3)
  }

  @Test func labelsFollowLinesOnTiltedGround() throws {
    let curve = (0...24).map { step -> (Double, Double) in
      let t = Double(step) / 24
      // Within one tile: those meet in the middle of the picture.
      return (6 + 140 * t, 30 + 20 * sin(t * 5))
    }
    let shapes = Scene.line(curve, #""n": "Winding Road""#)
    let layers = [
      Scene.layer("line", paint: ##""line-color": "#d8c8a8", "line-width": 18"##, id: "road"),
      Scene.layer(
        "symbol", paint: ##""text-color": "#503820""##,
        layout: #""symbol-placement": "line-center", "text-field": ["get", "n"], "text-font": ["Inter Medium"], "text-size": 15"#),
    ].joined(separator: ",")
    try expectPicture("labels-line", labels(layers, shapes, pitch: 40))
  }

  @Test func heatIsAddedUpAndColoured() throws {
    let shapes = (0..<40).map { number in
      let angle = Double(number) * 2.4
      let radius = 12 * Double(number).squareRoot()
      return Scene.point(radius * cos(angle), radius * sin(angle), "\"w\": \(number % 4)")
    }.joined(separator: ",")
    let layers = [
      Scene.paper,
      Scene.layer("heatmap", paint: #""heatmap-radius": 26, "heatmap-weight": ["get", "w"], "heatmap-intensity": 0.4"#),
    ].joined(separator: ",")
    try expectPicture("heatmap", StyleScene(Scene.style(layers, shapes), width: 240, height: 200))
  }

  @Test func slopesAreShadedByTheLight() throws {
    let style = """
      {"version": 8, "center": [0.17578125, 0.17578], "zoom": 9,
       "sources": {"heights": {"type": "raster-dem", "tiles": ["https://example.org/{z}/{x}/{y}.png"]}},
       "layers": [\(Scene.paper), {"id": "slopes", "type": "hillshade", "source": "heights",
        "paint": {"hillshade-shadow-color": "#203050", "hillshade-highlight-color": "#fff8e0", "hillshade-accent-color": "#604020"}}]}
      """
    let scene = try StyleScene(style, width: 220, height: 220)
    // A cone of 1,500 m, and waves.
    try scene.setHeights(TileID(z: 10, x: 512, y: 511)) { x, y in
      let distance = ((x - 0.45) * (x - 0.45) + (y - 0.5) * (y - 0.5)).squareRoot()
      return max(0, 1500 - 5000 * distance) + 60 * sin(40 * x)
    }
    try expectPicture("hillshade", scene)
  }
}

extension StyleScene {
  static func point(_ x: Double, _ y: Double, _ properties: String = "", zoom: Double = 4) -> String {
    feature("Point", String(places([(x, y)], zoom: zoom).dropFirst().dropLast()), properties)
  }

  /// Shows the labels for which there is room, without fading.
  func placeLabels() {
    let layers = frame.layers.compactMap { layer -> SymbolPlacementLayer? in
      guard layer.layer.kind == .symbol, case .tiles(let draws) = layer.content else { return nil }
      return SymbolPlacementLayer(
        layer: layer.layer,
        tiles: draws.compactMap { draw in
          guard case .symbol(let bucket) = draw.bucket else { return nil }
          return SymbolPlacementLayer.Tile(tile: draw.tile, worldCopy: draw.worldCopy, bucket: bucket)
        })
    }
    frame.placement = SymbolPlacement.place(layers, view: view, previous: nil, now: 0, fadeSeconds: 0)
  }

  /// Gives the hillshade layers one tile of heights in metres; x and y of a place in it are 0 ... 1.
  fileprivate func setHeights(_ tile: TileID, _ meters: (Double, Double) -> Double) throws {
    let side = 128
    var pixels: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let height = meters((Double(x) + 0.5) / Double(side), (Double(y) + 0.5) / Double(side))
        let code = Int(((height + 10_000) * 10).rounded())
        pixels += [UInt8(code >> 16 & 255), UInt8(code >> 8 & 255), UInt8(code & 255), 255]
      }
    }
    let raster = StyleRaster(try #require(Image(width: side, height: side, premultipliedRGBA: pixels)))
    let draw = StyleDEMDraw(tile: tile, worldCopy: 0, source: tile, raster: raster, encoding: .mapbox)
    frame.liveBuckets.insert(raster.id)
    for index in frame.layers.indices where frame.layers[index].layer.kind == .hillshade {
      frame.layers[index].content = .dem([draw])
    }
  }
}
