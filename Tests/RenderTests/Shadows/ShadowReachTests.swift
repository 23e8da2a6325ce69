import Foundation
import OverlookAstronomy
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookPasses
import OverlookStylePasses
import OverlookSupport
import OverlookTestSupport
import Testing

/// Where shadows fall, and where there are none.
@MainActor @Suite struct ShadowReachTests {
  private typealias Box = ShadowScene.Box

  private func red(_ image: Image, _ point: SIMD2<Double>) -> Int {
    let (x, y) = (min(max(Int(point.x), 0), image.width - 1), min(max(Int(point.y), 0), image.height - 1))
    return Int(image.pixels[4 * (y * image.width + x)])
  }

  /// A tower of 40 metres west of a low house of 10: with the Sun in the west at 45 degrees its shadow ends 30 metres east of it on
  /// the roof, and 40 on the ground.
  @Test func roofsLieInTheShadowOfTowers() throws {
    let tower = Box(west: -20, south: -10, width: 10, depth: 20, height: 40)
    let house = Box(west: -2, south: -30, width: 50, depth: 60, height: 10)
    let scene = try ShadowScene([tower, house], latitude: 60)
    let image = try scene.picture(azimuth: 270, altitude: 45)
    let shaded = red(image, scene.pixel(15, 0, height: 10))
    let bright = red(image, scene.pixel(25, 0, height: 10))
    #expect(bright > shaded + 20)
    // The tower's own roof and the rest of the house.
    #expect(abs(red(image, scene.pixel(-15, 0, height: 40)) - bright) <= 2)
    #expect(abs(red(image, scene.pixel(15, 20, height: 10)) - bright) <= 2)
    // Where its edge is, 20 metres east of the middle.
    let place = scene.pixel(20, 0, height: 10)
    let half = (bright + shaded) / 2
    #expect(red(image, place - SIMD2(1.5, 0)) < half && red(image, place + SIMD2(1.5, 0)) > half)
  }

  /// A wall of 30 metres, 20 metres south of a house: the Sun in the south at 45 degrees reaches the house's wall above 10 metres.
  @Test func wallsLieInTheShadowOfWhatStandsBeforeThem() throws {
    let before = Box(west: -40, south: -26, width: 80, depth: 1, height: 30)
    let house = Box(west: -20, south: -5, width: 40, depth: 20, height: 30)
    // Looking north, from above the wall that throws the shadow.
    let scene = try ShadowScene([before, house], latitude: 48, pitch: 30, zoom: 16.6)
    let image = try scene.picture(azimuth: 180, altitude: 45)
    let low = red(image, scene.pixel(0, -5, height: 5))
    let high = red(image, scene.pixel(0, -5, height: 22))
    #expect(high > low + 20)
  }

  @Test(arguments: [-0.4, -3, -12, -50]) func aSunBelowTheHorizonThrowsNoShadows(altitude: Double) throws {
    let scene = try ShadowScene([Box(west: -9, south: -9, width: 18, depth: 18, height: 20)], latitude: 60)
    let image = try scene.picture(azimuth: 200, altitude: altitude)
    #expect(scene.scene.renderer.shadows.drawCount == 0)
    // The ground is as dark everywhere, the darker the lower the Sun.
    let places = [SIMD2(60.0, 60), SIMD2(340, 60), SIMD2(60, 340), SIMD2(340, 340), SIMD2(200, 60), SIMD2(200, 340)]
    #expect(Set(places.map { red(image, $0) }).count == 1)
    let brighter = try scene.picture(azimuth: 200, altitude: altitude + 6)
    #expect(altitude < -20 || red(image, places[0]) < red(brighter, places[0]))
  }

  /// At 78 degrees north the Sun stands in the north at midnight, and shadows lie to the south.
  @Test func theMidnightSunThrowsShadowsSouth() throws {
    let scene = try ShadowScene([Box(west: -6, south: -6, width: 12, depth: 12, height: 10)], latitude: 78)
    // 24 degrees east: an hour and 36 minutes ahead of Greenwich.
    let sun = try scene.sun(try #require(ISO8601DateFormatter().date(from: "2026-06-20T22:24:00Z")))
    #expect(sun.altitude > 8)
    let image = try scene.picture(azimuth: sun.azimuth, altitude: sun.altitude)
    #expect(red(image, scene.pixel(0, -18)) + 25 < red(image, scene.pixel(0, 18)))
  }

  @Test func whatIsNoDirectionIsNoLight() {
    for (azimuth, altitude) in [(Double.nan, 10.0), (10, .nan), (.infinity, 10), (10, -.infinity), (0, 91)] {
      #expect(Daylight(azimuth: azimuth, altitude: altitude) == nil)
    }
    #expect(Daylight(azimuth: -90, altitude: 10)?.azimuth == 270)
  }

  @Test func withoutAnHourThePictureIsTheSameToTheBit() throws {
    let scene = try ShadowScene(
      [Box(west: -9, south: -9, width: 18, depth: 18, height: 20)], latitude: 60, bearing: 30, pitch: 50)
    let before = try scene.scene.picture()
    let calls = scene.scene.surface.device.statistics.drawCalls
    _ = try scene.picture(azimuth: 150, altitude: 30)
    scene.scene.frame.daylight = nil
    let after = try scene.scene.picture()
    #expect(after.pixels == before.pixels)
    #expect(scene.scene.surface.device.statistics.drawCalls == calls)
  }

  /// The map of heights is drawn when the Sun, the view or what stands there changed, and not else.
  @Test func shadowsAreKeptWhileNothingChanges() throws {
    let scene = try ShadowScene([Box(west: -9, south: -9, width: 18, depth: 18, height: 20)], latitude: 60)
    let shadows = scene.scene.renderer.shadows
    let first = try scene.picture(azimuth: 150, altitude: 30)
    #expect(shadows.drawCount == 1)
    // From the second frame on the ground is kept, and the picture stays.
    #expect(try scene.picture(azimuth: 150, altitude: 30).pixels == first.pixels)
    #expect(try scene.picture(azimuth: 150, altitude: 30).pixels == first.pixels)
    #expect(shadows.drawCount == 1)
    #expect(try scene.picture(azimuth: 160, altitude: 30).pixels != first.pixels)
    #expect(shadows.drawCount == 2)
  }

  /// A roof with a base above the ground shadows the ground under it as it would from the ground, less its lower part.
  @Test func whatFloatsThrowsItsShadowBesideItsFoot() throws {
    let scene = try ShadowScene([Box(west: -5, south: -5, width: 10, depth: 10, height: 32, base: 30)], latitude: 48)
    let image = try scene.picture(azimuth: 180, altitude: 45)
    let bright = red(image, SIMD2(10, 10))
    #expect(red(image, scene.pixel(0, 31)) + 25 < bright)
    #expect(red(image, scene.pixel(0, 20)) > bright - 12)
  }
}
