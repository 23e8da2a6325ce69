import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookRender
import OverlookStyle
import OverlookStylePasses
import OverlookSupport
import OverlookTestSupport
import Testing

/// How layers as wholes, the sky and tiles of heights come to the picture.
@MainActor @Suite struct StyleCompositionTests {
  private typealias Scene = StyleScene

  @Test func layersAreAsTransparentWhereTheyOverlapAsElsewhere() throws {
    let lines = [Scene.line([(-40, 0), (40, 0)]), Scene.line([(0, -40), (0, 40)])].joined(separator: ",")
    let paint = ##""line-color": "#0000ff", "line-width": 20, "line-layer-opacity": 0.5"##
    for (bearing, pitch) in [(0.0, 0.0), (20, 40)] {
      let style = Scene.style(Scene.layer("line", paint: paint), lines, bearing: bearing, pitch: pitch)
      let scene = try StyleScene(style, width: 100, height: 100)
      let middle = try scene.pixel(50, 50)
      #expect((126...129).contains(middle[0]) && middle[2] == 255)
      #expect(try scene.pixel(72, 46) == middle || scene.pixel(72, 50) == middle)
    }
  }

  @Test func outlinesShareTheOpacityOfTheirLayer() throws {
    let paint = ##""fill-color": "#0000ff", "fill-outline-color": "#ff0000", "fill-layer-opacity": 0.5"##
    let style = Scene.style(Scene.layer("fill", paint: paint), Scene.polygon([Scene.box(-20.5, -20.5, 41, 41)]))
    let scene = try StyleScene(style, width: 64, height: 64)
    let inside = try scene.pixel(32, 32)
    #expect((126...129).contains(inside[0]) && inside[2] == 255)
    // Blue does not show through the outline: half of red on white.
    let edge = try (8...14).map { try scene.pixel($0, 32) }.min { $0[2] < $1[2] }
    #expect(edge.map { $0[0] > 240 && $0[2] < 200 } ?? false)
  }

  @Test func aRehearsalDrawsEverythingWhereNobodySeesIt() throws {
    let shape = Scene.polygon([Scene.box(-20, -20, 40, 40)])
    let layers = [Scene.layer("fill", id: "a"), Scene.layer("line", paint: ##""line-width": 9"##, id: "b")]
    for (bearing, pitch) in [(0.0, 0.0), (20, 40)] {
      let scene = try StyleScene(
        Scene.style(layers.joined(separator: ","), shape, bearing: bearing, pitch: pitch), width: 64, height: 64)
      scene.surface.makeCurrent()
      scene.surface.clear(.red)
      scene.surface.device.beginFrame()
      try scene.renderer.rehearse(scene.frame, view: scene.view, target: scene.surface.target)
      // The inside and the edges of the polygon, and the line.
      #expect(scene.surface.device.statistics.drawCalls >= 3)
      let seen = try (0..<64).flatMap { y in try (0..<64).map { x in try scene.surface.pixel(x, y) } }
      #expect(seen.allSatisfy { $0 == [255, 0, 0, 255] })
      #expect(try scene.pixel(32, 32) == [0, 0, 0, 255])
    }
  }

  /// Heights and bases below the ground count as 0, from a style as well as from data (style specification: minimum 0).
  @Test func nothingStandsBelowTheGround() throws {
    func picture(height: String, base: String) throws -> [[UInt8]] {
      let paint = ##""fill-extrusion-color": "#0000ff", "fill-extrusion-height": \##(height), "fill-extrusion-base": \##(base)"##
      let shape = Scene.polygon([Scene.box(-10, -10, 20, 20)], ##""below": -100000, "above": 100000"##)
      let scene = try StyleScene(
        Scene.style(Scene.layer("fill-extrusion", paint: paint), shape, bearing: 20, pitch: 50), width: 64, height: 64)
      return try (0..<64).flatMap { y in try (0..<64).map { x in try scene.pixel(x, y) } }
    }
    let flat = try picture(height: "0", base: "0")
    let tall = try picture(height: #"["get", "above"]"#, base: "0")
    #expect(flat != tall)
    #expect(try picture(height: #"["get", "below"]"#, base: "0") == flat)
    #expect(try picture(height: #"["get", "below"]"#, base: #"["get", "below"]"#) == flat)
    #expect(try picture(height: #"["get", "above"]"#, base: #"["get", "below"]"#) == tall)
  }

  @Test func layersOfNoOpacityAreNotDrawn() throws {
    let style = Scene.style(
      Scene.layer("fill", paint: ##""fill-color": "#000000", "fill-layer-opacity": 0"##),
      Scene.polygon([Scene.box(-9, -9, 18, 18)]))
    #expect(try StyleScene(style, width: 32, height: 32).pixel(16, 16) == [255, 255, 255, 255])
  }

  /// At 85 degrees the ground ends tan(4.25°) = 0.0743 of the distance of the eye (1.5 heights) above the middle.
  @Test func theSkyBeginsWhereTheGroundEnds() throws {
    let sky = ##""sky": {"sky-color": "#0000ff", "horizon-color": "#ff0000", "sky-horizon-blend": 0.5},"##
    let scene = try StyleScene(Scene.style(Scene.paper, zoom: 15, pitch: 85, extra: sky), width: 16, height: 200)
    let horizon = 100 - 22
    #expect(try scene.pixel(8, horizon + 2) == [0xF4, 0xEF, 0xE6, 255])
    // The ground covers the first rows of the sky.
    let near = try scene.pixel(8, horizon - 3)
    #expect(near[0] > 220 && near[2] < 35)
    // Half way up the reach of 50 pixels a quarter of the horizon's colour is left.
    let half = try scene.pixel(8, horizon - 25)
    #expect((58...72).contains(half[0]))
    #expect(try scene.pixel(8, 2) == [0, 0, 255, 255])
  }

  /// The first row of ground where MapLibre GL JS 5.3 draws the same style. Low above it (zoom 15) the eye is taken for higher.
  @Test(arguments: [(5.0, 75.0, 32), (5, 80, 55), (5, 85, 78), (15, 75, 32), (15, 80, 55), (15, 85, 76)])
  func theGroundReachesAsFarAsElsewhere(zoom: Double, pitch: Double, row: Int) throws {
    let scene = try StyleScene(Scene.style(Scene.paper, zoom: zoom, pitch: pitch), width: 16, height: 200)
    #expect(try scene.pixel(8, row) == [0xF4, 0xEF, 0xE6, 255])
    #expect(try scene.pixel(8, row - 1) == [255, 255, 255, 255])
  }

  @Test func withoutASkyNothingIsDrawnAboveTheHorizon() throws {
    let scene = try StyleScene(Scene.style(Scene.paper, zoom: 15, pitch: 85), width: 16, height: 200)
    #expect(try scene.pixel(8, 10) == [255, 255, 255, 255])
    #expect(try scene.pixel(8, 190) == [0xF4, 0xEF, 0xE6, 255])
  }

  @Test func heightsAreMixedBetweenPixelsOnlyWhereTheStyleWantsIt() throws {
    // 0 metres in the west, 100 in the east.
    let image = Image(width: 2, height: 2, scale: 1) { column, _ in
      let encoded = (column == 0 ? 0 : 1000) + 100_000
      return SIMD4(UInt8(encoded >> 16), UInt8(encoded >> 8 & 255), UInt8(encoded & 255), 255)
    }
    func colors(_ resampling: String) throws -> Set<UInt8> {
      let layer = """
        {"id": "relief", "type": "color-relief", "source": "heights", "paint": {"resampling": "\(resampling)",
         "color-relief-color": ["interpolate", ["linear"], ["elevation"], 0, "black", 100, "white"]}}
        """
      let source = #""sources": {"heights": {"type": "raster-dem", "tiles": ["x"]}}"#
      let document = try StyleDocument(Array("{\"version\": 8, \(source), \"layers\": [\(layer)]}".utf8))
      let scene = try StyleScene(Scene.style("", zoom: 0), width: 64, height: 64)
      let tile = TileID(z: 0, x: 0, y: 0)
      let draw = StyleDEMDraw(tile: tile, worldCopy: 0, source: tile, raster: StyleRaster(image), encoding: .mapbox)
      scene.frame.layers = [
        StyleFrameLayer(layer: document.layers[0], properties: LayerProperties(document.layers[0]), content: .dem([draw]))
      ]
      return Set(try stride(from: 2, to: 64, by: 4).map { try scene.pixel($0, 32)[0] })
    }
    #expect(try colors("nearest") == [0, 255])
    #expect(try colors("linear").count > 4)
  }

  /// A picture that has come in by 40 % over the one of the tile above, in a layer of half opacity.
  @Test func picturesComeInOverTheOnesBefore() throws {
    func raster(_ color: (Int) -> SIMD4<UInt8>) -> StyleRaster {
      StyleRaster(Image(width: 64, height: 2, scale: 1) { column, _ in color(column) })
    }
    let layer = """
      {"id": "r", "type": "raster", "source": "p", "paint": {"raster-opacity": 0.5, "raster-fade-duration": 500}}
      """
    let document = try StyleDocument(
      Array(#"{"version": 8, "sources": {"p": {"type": "raster", "tiles": ["x"]}}, "layers": [\#(layer)]}"#.utf8))
    let scene = try StyleScene(Scene.style("", zoom: 1), width: 64, height: 64)
    // The middle of the view is the north-west corner of this tile, whose parent is red in the west and blue in the east.
    let tile = TileID(z: 1, x: 1, y: 1)
    let above = StyleRasterDraw.Picture(
      tile: TileID(z: 0, x: 0, y: 0), raster: raster { $0 < 32 ? SIMD4(255, 0, 0, 255) : SIMD4(0, 0, 255, 255) })
    let green = raster { _ in SIMD4(0, 255, 0, 255) }
    func pixel(_ seconds: Double, _ before: StyleRasterDraw.Picture?) throws -> [UInt8] {
      let draw = StyleRasterDraw(tile: tile, worldCopy: 0, source: tile, raster: green, arrival: 10, before: before)
      scene.frame.timeSeconds = 10 + seconds
      scene.frame.layers = [
        StyleFrameLayer(layer: document.layers[0], properties: LayerProperties(document.layers[0]), content: .raster([draw]))
      ]
      return try scene.pixel(60, 60)
    }
    func expect(_ found: [UInt8], _ wanted: [Int]) {
      #expect(zip(found, wanted).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(found) for \(wanted)")
    }
    // Half on white.
    expect(try pixel(0, above), [127, 127, 255])
    expect(try pixel(0.2, above), [127, 178, 204])
    expect(try pixel(0.5, above), [127, 255, 127])
    expect(try pixel(0.2, nil), [204, 255, 204])
    // Pictures without a person before them show all at once.
    scene.frame.fadeSeconds = 0
    expect(try pixel(0, above), [127, 255, 127])
  }

  @Test func whatIsOpaqueHidesTheHeatBelow() throws {
    let points = (-3...3).map { Scene.point(Double($0) * 8, 0, "") }.joined(separator: ",")
    let area = Scene.polygon([Scene.box(0, -40, 40, 80)])
    let layers = [
      Scene.layer(
        "heatmap", paint: #""heatmap-radius": 20"#, id: "heat", filter: #""filter": ["==", ["geometry-type"], "Point"],"#),
      Scene.layer("fill", paint: ##""fill-color": "#00ff00""##, id: "cover"),
    ].joined(separator: ",")
    let scene = try StyleScene(Scene.style(layers, [points, area].joined(separator: ",")), width: 96, height: 64)
    #expect(try scene.pixel(58, 32) == [0, 255, 0, 255])
    let warm = try scene.pixel(38, 32)
    #expect(warm[0] > 100 && warm[1] < 250)
  }
}
