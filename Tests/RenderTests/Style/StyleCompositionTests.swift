import OverlookGeometry
import OverlookLayout
import OverlookRender
import OverlookStyle
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
    let near = try scene.pixel(8, horizon - 2)
    #expect(near[0] > 220 && near[2] < 35)
    // Half way up the reach of 50 pixels a quarter of the horizon's colour is left.
    let half = try scene.pixel(8, horizon - 25)
    #expect((58...72).contains(half[0]))
    #expect(try scene.pixel(8, 2) == [0, 0, 255, 255])
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

  @Test func buildingsReachBelowTheGround() throws {
    let paint = ##""fill-extrusion-color": "#ff0000", "fill-extrusion-base": -40, "fill-extrusion-height": -30"##
    let style = Scene.style(
      Scene.layer("fill-extrusion", paint: paint), Scene.polygon([Scene.box(-20, -20, 40, 40)], zoom: 16), zoom: 16, pitch: 60)
    let scene = try StyleScene(style, width: 100, height: 100)
    // Seen lower than where it would stand: its far edge is below the middle of the view.
    #expect(try scene.pixel(50, 46) == [255, 255, 255, 255])
    #expect(try (50..<85).contains { try scene.pixel(50, $0)[1] < 100 })
  }
}
