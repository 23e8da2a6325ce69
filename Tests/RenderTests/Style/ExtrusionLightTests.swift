import OverlookFormats
import OverlookLayout
import OverlookRaster
import Testing
@testable import OverlookRender

/// The light of a style as walls and roofs take it.
@Suite struct ExtrusionLightTests {
  /// A half transparent light is half a light.
  @Test func lightsLoseWhatTheirColourLetsThrough() {
    var members = JSONObject()
    members["color"] = .string("rgba(255, 0, 0, 0.25)")
    let light = StyleLight(members)
    #expect(ExtrusionLight(light, zoom: 0, bearing: 0).color == SIMD3(0.25, 0, 0))
  }
}
