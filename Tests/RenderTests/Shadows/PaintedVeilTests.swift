import Foundation
import OverlookGPU
import OverlookLayout
import OverlookStylePasses
import OverlookSupport
import OverlookTestSupport
import Testing

/// Light and shadow on the ground, laid there by the processor in the second frame that shows the same, beside what the shader made of it in
/// the first one.
@MainActor @Suite struct PaintedVeilTests {
  private static func scene(pitch: Double = 0, bearing: Double = 0, zoom: Double = ShadowScene.zoom) throws -> ShadowScene {
    var boxes: [ShadowScene.Box] = []
    for index in 0..<40 {
      let (column, row) = (Double(index % 8), Double(index / 8))
      boxes.append(
        ShadowScene.Box(
          west: column * 60 - 240 + row * 7, south: row * 70 - 170 - column * 3, width: 14 + column * 3, depth: 12 + row * 5,
          height: 5 + Double(index * 7 % 31), base: index % 9 == 0 ? 3 : 0))
    }
    return try ShadowScene(boxes, latitude: 60, bearing: bearing, pitch: pitch, zoom: zoom, side: 800)
  }

  /// Cards lay their own.
  private static func isSoftware(_ scene: ShadowScene) -> Bool { scene.scene.surface.device.capabilities.isSoftware }

  /// Both pictures; the second is painted, or not where `isPainted` is false.
  private func both(_ scene: ShadowScene, azimuth: Double, altitude: Double, isPainted: Bool = true) throws -> (Image, Image) {
    let renderer = scene.scene.renderer
    renderer.forgetPicture()
    let count = renderer.paintedVeilCount
    let first = try scene.picture(azimuth: azimuth, altitude: altitude)
    #expect(renderer.paintedVeilCount == count)
    let second = try scene.picture(azimuth: azimuth, altitude: altitude)
    #expect(renderer.paintedVeilCount == count + (isPainted ? 1 : 0))
    return (first, second)
  }

  /// How many of every eleventh pixel differ by more than so many steps of 255.
  private func different(_ one: Image, _ other: Image, by least: Int) -> Int {
    var count = 0
    for pixel in stride(from: 0, to: min(one.pixels.count, other.pixels.count), by: 44) {
      var most = 0
      for channel in pixel..<(pixel + 3) { most = max(most, abs(Int(one.pixels[channel]) - Int(other.pixels[channel]))) }
      if most > least { count += 1 }
    }
    return count
  }

  /// Sharp edges, narrow and wide ones, the longest shadows, dusk and night; from above, tilted, and with the sky in view.
  @Test(arguments: [62.0, 20, 9, 3, 0.6, -5], [0.0, 50, 78])
  func theProcessorLaysTheSameVeilAsTheShader(altitude: Double, pitch: Double) throws {
    let scene = try Self.scene(pitch: pitch, bearing: pitch / 2)
    guard Self.isSoftware(scene) else { return }
    let (first, second) = try both(scene, azimuth: 115 + altitude, altitude: altitude)
    let looked = first.width * first.height / 11
    // Eight pixels of an edge look at their neighbours as one.
    let (much, little) = (different(first, second, by: 24), different(first, second, by: 3))
    #expect(much <= looked / 2_000, "\(much) of \(looked) pixels")
    #expect(little <= looked / 50, "\(little) of \(looked) pixels")
  }

  @Test func theGroundIsNotDrawnAgainWhileTheSunMoves() throws {
    let scene = try Self.scene()
    guard Self.isSoftware(scene) else { return }
    let (_, morning) = try both(scene, azimuth: 100, altitude: 30)
    let count = scene.scene.renderer.paintedVeilCount
    let noon = try scene.picture(azimuth: 180, altitude: 40)
    #expect(scene.scene.renderer.paintedVeilCount == count + 1)
    #expect(different(morning, noon, by: 24) > 500)
    let again = try scene.picture(azimuth: 100, altitude: 30)
    #expect(different(morning, again, by: 0) == 0)
  }

  /// Small pictures have two texels of the map for a pixel.
  @Test func smallPicturesAreLeftToTheDriver() throws {
    let scene = try ShadowScene([.init(west: -9, south: -9, width: 18, depth: 18, height: 20)], latitude: 60, side: 300)
    let (first, second) = try both(scene, azimuth: 140, altitude: 30, isPainted: false)
    #expect(first.pixels == second.pixels)
  }
}
