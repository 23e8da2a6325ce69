import Foundation
import OverlookFiles
import OverlookFormats
import OverlookGeometry
import OverlookStreetScene
import OverlookSupport
import Testing

@Suite struct StreetPictureTests {
  private let day = StreetLight(azimuth: 180, altitude: 45)

  /// A square of 40 m, its south side so many metres north of the eye.
  private func scene(houseAt distance: Double = 20, top: Double = 15, color: SIMD3<Float>? = nil) -> StreetScene {
    var scene = StreetScene(
      frame: StreetFrame(origin: LocationCoordinate(latitude: 60, longitude: 25)), radius: 300)
    let ring = [
      SIMD2(-20, distance), SIMD2(20, distance), SIMD2(20, distance + 40), SIMD2(-20, distance + 40),
    ]
    scene.buildings = [StreetBuilding(rings: [ring], top: top, wallColor: color)]
    return scene
  }

  private func pixel(_ image: Image, heading: Double, pitch: Double) -> SIMD3<Int> {
    let column = Int(((heading + 180) / 360 * Double(image.width)).rounded(.down))
    let row = Int(((90 - pitch) / 180 * Double(image.height)).rounded(.down))
    let start = 4 * (row * image.width + column)
    return SIMD3(Int(image.pixels[start]), Int(image.pixels[start + 1]), Int(image.pixels[start + 2]))
  }

  private func brightness(_ color: SIMD3<Int>) -> Int { color.x + color.y + color.z }

  @Test func aHouseEndsAtTheAngleOfItsEaves() throws {
    let picture = try #require(StreetPicture(scene(color: SIMD3(0.7, 0.02, 0.02)), height: 1.7, light: day, width: 2_048))
    let angle = atan2(15.0 - 1.7, 20.0) * 180 / .pi
    // A pixel is 0.18 degrees high.
    let below = pixel(picture.image, heading: 0, pitch: angle - 0.4)
    let above = pixel(picture.image, heading: 0, pitch: angle + 0.4)
    #expect(below.x > below.z)
    #expect(above.z > above.x)
    // The corner lies 20 m ahead and 20 m aside.
    let side = 45.0
    #expect(pixel(picture.image, heading: side - 0.4, pitch: 8) != pixel(picture.image, heading: side + 0.4, pitch: 8))
  }

  @Test func theShadowOfAHouseIsAsLongAsTheSunSays() throws {
    // From above, so that the ground behind the house is seen; the sun stands in the south at 45 degrees.
    let picture = try #require(StreetPicture(scene(houseAt: 20, top: 10), height: 120, light: day, width: 4_096))
    func ground(_ north: Double) -> Int { brightness(pixel(picture.image, heading: 0, pitch: -atan2(120.0, north) * 180 / .pi)) }
    // The house ends 60 m north, its shadow 10 m farther.
    let (shaded, lit) = (ground(66), ground(76))
    #expect(Double(shaded) < 0.75 * Double(lit), "\(shaded) \(lit)")
    #expect(abs(ground(69.3) - shaded) < 60 && abs(ground(70.7) - lit) < 60)
  }

  @Test func depthsAreThoseOfTheBodies() {
    let depth = StreetDepth(scene(), height: 1.7, side: 512)
    let ahead = depth.distance(toward: SIMD3(0, 1, 0)) ?? 0
    #expect(abs(ahead - 20) < 0.1)
    let slanted = depth.distance(toward: SIMD3(0.5, 1, 0.2)) ?? 0
    #expect(abs(slanted - 20 * (1 + 0.25 + 0.04).squareRoot()) < 0.2)
    #expect(depth.distance(toward: SIMD3(0, -1, 0.2)) == nil)
    let down = depth.distance(toward: SIMD3(0, 0, -1)) ?? 0
    #expect(abs(down - 1.7) < 0.02)
  }

  @Test func whatStandsBehindAHouseIsHidden() {
    let depth = StreetDepth(scene(), height: 1.7)
    #expect(!depth.isSeen(SIMD3(0, 80, 0)))
    #expect(depth.isSeen(SIMD3(0, 15, 0)))
    #expect(depth.isSeen(SIMD3(0, 80, 60)))
    #expect(depth.isSeen(SIMD3(60, 20, 0)))
  }

  @Test func theFaceOfARayHoldsIt() {
    // Neighbouring faces agree where they meet: distances to the ground around the horizon change steadily.
    let empty = StreetDepth(StreetScene(frame: StreetFrame(origin: LocationCoordinate(latitude: 0, longitude: 0)), radius: 300))
    for step in 0..<360 {
      let angle = Double(step) * .pi / 180
      let distance = empty.distance(toward: SIMD3(sin(angle), cos(angle), -0.4)) ?? 0
      #expect(abs(distance - 1.7 / 0.4 * (1 + 0.16).squareRoot()) < 0.05, "\(step)")
    }
  }

  @Test func nightIsDarkAndNumbersThatAreNoneAreBorne() throws {
    let bright = try #require(StreetPicture(scene(), light: day, width: 256))
    let dark = try #require(StreetPicture(scene(), light: StreetLight(azimuth: 0, altitude: -30), width: 256))
    #expect(brightness(pixel(dark.image, heading: 90, pitch: 40)) * 4 < brightness(pixel(bright.image, heading: 90, pitch: 40)))
    let odd = StreetPicture(
      scene(top: .infinity), height: .nan, light: StreetLight(azimuth: .nan, altitude: .infinity), width: 0)
    #expect(odd?.image.width == 256)
  }

  @Test func canBeCancelled() {
    #expect(StreetPicture(scene(), light: day, width: 256, isCancelled: { true }) == nil)
  }

  @Test func itsFileSaysThatItIsAPanorama() throws {
    let picture = try #require(StreetPicture(scene(), light: day, width: 256))
    let file = try picture.jpeg(at: LocationCoordinate(latitude: -33.8688197, longitude: 151.2092955))
    let text = String(decoding: file.prefix(2_000), as: UTF8.self)
    #expect(text.contains("GPano:ProjectionType=\"equirectangular\"") && text.contains("FullPanoWidthPixels=\"256\""))
    // The segments' lengths lead to the next marker.
    func next(_ start: Int) -> Int { start + 2 + Int(file[start + 2]) << 8 + Int(file[start + 3]) }
    let (second, rest) = (next(2), next(next(2)))
    #expect(Array(file[2..<4]) == [0xFF, 0xE1] && Array(file[second..<second + 2]) == [0xFF, 0xE1])
    #expect(Array(file[rest..<rest + 2]) == [0xFF, 0xE0])
    let place = ExifData(jpeg: file)?.place
    #expect(abs((place?.latitude ?? 0) + 33.8688197) < 1e-6)
    #expect(abs((place?.longitude ?? 0) - 151.2092955) < 1e-6)
    let decoded = try ImageDecoder.decode(file)
    #expect(decoded.width == 256 && decoded.height == 128)
  }
}
