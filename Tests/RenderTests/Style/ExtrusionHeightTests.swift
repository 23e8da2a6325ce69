import OverlookSupport
import OverlookTestSupport
import Testing

/// Nothing stands below the ground, whatever the data say: it lies on it then.
@MainActor @Suite(.serialized) struct ExtrusionHeightTests {
  private static func picture(
    height: String, base: String, _ numbers: (height: Int, base: Int), refused: Int = 0
  ) throws -> [UInt8] {
    let house = StyleScene.polygon(
      [StyleScene.box(-60, -40, 120, 80)], #""h": \#(numbers.height), "b": \#(numbers.base)"#, zoom: 16)
    let paint =
      ##""fill-extrusion-color": "#a05040", "fill-extrusion-height": \##(height), "fill-extrusion-base": \##(base)"##
    let layers = StyleScene.paper + "," + StyleScene.layer("fill-extrusion", paint: paint)
    let scene = try StyleScene(
      StyleScene.style(layers, house, zoom: 16, bearing: 30, pitch: 55), width: 240, height: 180)
    #expect(scene.faults.count == refused, "\(scene.faults)")
    return try scene.picture().pixels
  }

  private static let byZoom = (
    height: #"["interpolate", ["linear"], ["zoom"], 15, ["get", "h"], 17, ["get", "h"]]"#,
    base: #"["interpolate", ["linear"], ["zoom"], 15, ["get", "b"], 17, ["get", "b"]]"#
  )

  @Test func negativeHeightsOfFeaturesAreNone() throws {
    for (height, base) in [(#"["get", "h"]"#, #"["get", "b"]"#), Self.byZoom] {
      let flat = try Self.picture(height: height, base: base, (0, 0))
      #expect(try Self.picture(height: height, base: base, (-50, 0)) == flat)
      #expect(try Self.picture(height: height, base: base, (-50, -80)) == flat)
      let tall = try Self.picture(height: height, base: base, (50, 0))
      #expect(try Self.picture(height: height, base: base, (50, -50)) == tall)
      #expect(tall != flat)
    }
  }

  /// They are told when the style is read.
  @Test func negativeHeightsOfALayerAreRefused() throws {
    let flat = try Self.picture(height: "0", base: "0", (0, 0))
    #expect(try Self.picture(height: #"["-", 0, 50]"#, base: "0", (0, 0), refused: 1) == flat)
    #expect(try Self.picture(height: #"["-", 0, 50]"#, base: #"["-", 0, 80]"#, (0, 0), refused: 2) == flat)
    #expect(try Self.picture(height: "50", base: "0", (0, 0)) != flat)
  }
}
