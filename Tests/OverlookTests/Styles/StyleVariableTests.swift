import Overlook
import OverlookPlatform
import OverlookStyle
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

  /// How much neighbouring pixels of the Alps differ in brightness, which is what shading is.
  private func roughness(_ style: String, relief: Double) throws -> Double {
    let map = MapView(camera: CameraPosition(latitude: 46.4, longitude: 9.4, zoom: 6))
    map.isStill = true
    // Names and lines are no shading.
    let whole = try MapStyle(named: style).setting(["relief": FeatureValue(floatLiteral: relief)])
    map.mapStyle = MapStyle(document: whole.document.withoutFeatures, base: whole.base)
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 160, height: 160))
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    let bytes = try #require(loop.pixels())
    var sum = 0
    for row in 20..<120 {
      for column in 20..<140 {
        let place = (row * 160 + column) * 4
        for channel in 0..<3 { sum += abs(Int(bytes[place + channel]) - Int(bytes[place + 4 + channel])) }
      }
    }
    return Double(sum) / 36_000
  }

  @Test(arguments: ["day", "night", "terrain"])
  func reliefShadesSlopesAsStronglyAsItSays(name: String) throws {
    let steps = try [0, 0.5, 1, 1.5, 2].map { try roughness(name, relief: $0) }
    #expect(steps[0] == 0, "\(steps)")
    for (less, more) in zip(steps, steps.dropFirst()) { #expect(more > less * 1.04 + 0.05, "\(steps)") }
  }

  @Test func layersWhoseVisibilityReadsAVariableFollowIt() throws {
    let style = try MapStyle(
      json: ##"""
        {"version": 8, "state": {"shown": {"default": false}}, "sources": {}, "layers": [
          {"id": "back", "type": "background", "paint": {"background-color": "#102030"}},
          {"id": "front", "type": "background", "layout": {"visibility": ["case", ["global-state", "shown"], "visible", "none"]},
           "paint": {"background-color": "#a0b0c0"}}]}
        """##)
    #expect(style.warnings.isEmpty)
    let shown = try style.setting(["shown": true])
    #expect(try pixels(style)[100] == SIMD4(0x10, 0x20, 0x30, 255))
    #expect(try pixels(shown)[100] == SIMD4(0xA0, 0xB0, 0xC0, 255))
    #expect(try pixels(shown.setting(["shown": false]))[100] == SIMD4(0x10, 0x20, 0x30, 255))
  }

  /// Europe: darker than by day, with lights that are warm and brighter than the ground around them.
  @Test func satellitePicturesHaveANightWithTheLightsOfCities() throws {
    func frame(_ night: Double) throws -> [SIMD4<UInt8>] {
      let map = MapView(camera: CameraPosition(latitude: 48.86, longitude: 2.35, zoom: 6))
      map.isStill = true
      map.mapStyle = try MapStyle(named: "satellite-hybrid").setting(["night": FeatureValue(floatLiteral: night)])
      let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 240, height: 160))
      #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
      let bytes = try #require(loop.pixels())
      return stride(from: 0, to: bytes.count - 3, by: 4).map { SIMD4(bytes[$0], bytes[$0 + 1], bytes[$0 + 2], bytes[$0 + 3]) }
    }
    let (day, night) = (try frame(0), try frame(1))
    func isLight(_ pixel: SIMD4<UInt8>) -> Bool { pixel.x > 140 && Int(pixel.x) > Int(pixel.z) + 50 }
    func mean(_ pixels: [SIMD4<UInt8>]) -> Int { pixels.reduce(0) { $0 + Int($1.y) } / max(pixels.count, 1) }
    // A column beside the lights and names of Paris.
    let corner = { (pixels: [SIMD4<UInt8>]) in (0..<20).flatMap { row in (0..<20).map { pixels[row * 240 + $0] } } }
    #expect(mean(corner(night)) * 2 < mean(corner(day)), "\(mean(corner(night))) \(mean(corner(day)))")
    #expect(day.count(where: isLight) == 0 && night.count(where: isLight) > 100, "\(night.count(where: isLight))")
  }

  /// The ring of the embedded town is a primary road: 66 % of the accent on white, pixel by pixel of the same road.
  @Test func largeRoadsHaveTheAccent() throws {
    func picture(_ accent: String) throws -> [SIMD4<UInt8>] {
      try pixels(
        MapStyle(named: "day").setting(["accent-color": FeatureValue(stringLiteral: accent), "label-density": 0.3]), zoom: 16)
    }
    func isNear(_ pixel: SIMD4<UInt8>, _ red: Int, _ green: Int, _ blue: Int) -> Bool {
      abs(Int(pixel.x) - red) <= 1 && abs(Int(pixel.y) - green) <= 1 && abs(Int(pixel.z) - blue) <= 1
    }
    let (green, red) = (try picture("#00c020"), try picture("#c00020"))
    // 255 - 0.66 * (255 - channel).
    let (none, most, blue) = (87, 213, 108)
    let road = green.indices.filter { isNear(green[$0], none, most, blue) }
    #expect(road.count > 800, "\(road.count)")
    // Where contrast is larger in one colour the edges of houses beside the road are smoothed farther.
    let same = road.count { isNear(red[$0], most, none, blue) }
    #expect(same * 100 >= road.count * 95, "\(same) of \(road.count)")
    #expect(!red.contains { isNear($0, none, most, blue) })
  }
}
