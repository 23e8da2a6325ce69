import Overlook
import OverlookPlatform
import OverlookTestSupport
import Testing

/// The variables of a style, which an app sets to give the map its own look.
@MainActor @Suite struct StyleVariableTests {
  private func pixels(_ style: MapStyle, zoom: Double = 3) throws -> [SIMD4<UInt8>] {
    let map = MapView(camera: CameraPosition(latitude: 53.5575, longitude: 13.2549, zoom: zoom))
    map.isStill = true
    map.mapStyle = style
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 200, height: 200))
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    let bytes = try #require(loop.pixels())
    return stride(from: 0, to: bytes.count - 3, by: 4).map { SIMD4(bytes[$0], bytes[$0 + 1], bytes[$0 + 2], bytes[$0 + 3]) }
  }

  @Test func aVariableIsReadByTheExpressionsOfTheStyle() throws {
    let style = try MapStyle(
      json: """
        {"version": 8, "state": {"ground": {"default": "#102030"}}, "sources": {}, "layers": [
          {"id": "back", "type": "background", "paint": {"background-color": ["to-color", ["global-state", "ground"]]}}]}
        """)
    #expect(style.warnings.isEmpty && style.variables == ["ground": "#102030"])
    let changed = try style.setting(["ground": "#a0b0c0"])
    #expect(changed.variables == ["ground": "#a0b0c0"])
    #expect(try pixels(style)[100] == SIMD4(0x10, 0x20, 0x30, 255))
    #expect(try pixels(changed)[100] == SIMD4(0xA0, 0xB0, 0xC0, 255))
  }

  @Test func aNameThatTheStyleDoesNotHaveIsRefused() throws {
    let style = try MapStyle(named: "day")
    #expect(throws: MapStyle.Problem.self) { try style.setting(["accent": "#f00"]) }
    #expect(try style.setting([:]).variables == style.variables)
  }

  @Test(arguments: MapStyle.embeddedNames)
  func theEmbeddedStylesHaveAnAccentADensityAndARelief(name: String) throws {
    let style = try MapStyle(named: name)
    #expect(style.warnings.isEmpty, "\(style.warnings)")
    let own: Set<String> = name == "satellite-hybrid" ? ["night"] : []
    #expect(Set(style.variables.keys) == own.union(["accent-color", "label-density", "relief"]))
    #expect(style.variables["label-density"] == 1 && style.variables["relief"] == 1)
  }

  /// The ring of the embedded town is a large road: of the accent's green, paler.
  @Test func largeRoadsHaveTheAccent() throws {
    let isGreen = { (pixel: SIMD4<UInt8>) in pixel.y > 150 && pixel.y > pixel.x &+ 40 && pixel.y > pixel.z &+ 40 }
    func greens(_ accent: String) throws -> Int {
      let map = try MapStyle(named: "day").setting(["accent-color": FeatureValue(stringLiteral: accent), "label-density": 0.3])
      return try pixels(map, zoom: 16).count { isGreen($0) && $0.x < 160 }
    }
    let (green, red) = (try greens("#00c020"), try greens("#c00020"))
    #expect(green > red + 200, "\(green) \(red)")
  }
}
