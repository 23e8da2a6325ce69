import Foundation
import OverlookGeometry
import OverlookPanorama
import OverlookPanoramaView
import OverlookPlatform
import OverlookStreetScene
import OverlookSupport
import Testing

@Suite @MainActor struct FlightTests {
  private static let light = StreetLight(azimuth: 200, altitude: 40)
  private static let width = 1_024

  private struct Stop {
    let panorama: Panorama
    let picture: PanoramaPicture
    let surroundings: StreetSurroundings
  }

  private func stop(_ north: Double) throws -> Stop {
    let scene = TestTown.scene(north: north)
    let picture = try #require(StreetPicture(scene, height: 1.7, light: Self.light, width: Self.width))
    let panorama = Panorama(panoramaID: "\(north)", coordinate: scene.frame.origin, heightMeters: 1.7)
    return Stop(
      panorama: panorama, picture: PanoramaPicture(equirectangular: picture.image),
      surroundings: StreetSurroundings(scene, height: 1.7))
  }

  private func fixture() throws -> PanoramaFixture {
    let fixture = try PanoramaFixture(width: 480, height: 300)
    fixture.view.navigationLinksHidden = true
    fixture.view.streetNamesHidden = true
    fixture.view.camera = PanoramaCamera(heading: 25, pitch: 2)
    return fixture
  }

  /// The frame in the middle between both.
  private func middle(_ first: Stop, _ second: Stop, walks: Bool) throws -> Image {
    let fixture = try fixture()
    fixture.view.walksThroughStreets = walks
    fixture.view.transitionSeconds = walks ? 1 : 2
    fixture.show(first.picture, first.panorama)
    fixture.view.currentSurroundings = first.surroundings
    fixture.loop.renderFrame()
    fixture.view.show(second.panorama, picture: second.picture)
    // Until it is there the first is seen.
    #expect(fixture.wait { fixture.view.isUnderWay })
    fixture.loop.advance(by: 1, framesPerSecond: 10)
    return try #require(fixture.loop.image())
  }

  private func still(_ stop: Stop) throws -> Image {
    let fixture = try fixture()
    fixture.show(stop.picture, stop.panorama)
    return try #require(fixture.loop.image())
  }

  @Test func halfWayTheStreetIsSeenAsItIsThere() throws {
    let (first, second, truth) = (try stop(-5), try stop(5), try still(try stop(0)))
    let walk = ImageDifference(try middle(first, second, walks: true), truth)
    let fade = ImageDifference(try middle(first, second, walks: false), truth)
    #expect(fade.mean > 4, "the fade differs: \(fade)")
    #expect(walk.mean <= fade.mean / 2, "\(walk) \(fade)")
    #expect(1 - walk.similarity <= (1 - fade.similarity) / 2, "\(walk) \(fade)")
  }

  @Test func theEndsOfAWalkAreThePictures() throws {
    let (first, second) = (try stop(-5), try stop(5))
    let fixture = try fixture()
    fixture.view.transitionSeconds = 0.5
    fixture.show(first.picture, first.panorama)
    let start = try #require(fixture.loop.image())
    fixture.view.show(second.panorama, picture: second.picture)
    #expect(fixture.wait { fixture.view.isUnderWay })
    #expect(ImageDifference(try #require(fixture.loop.image()), start).mean < 3)
    fixture.settle()
    #expect(ImageDifference(try #require(fixture.loop.image()), try still(second)).mean < 0.5)
  }

  @Test func withoutAnyKnowledgeOfHousesTheGroundMovesStill() throws {
    let (first, second, truth) = (try stop(-5), try stop(5), try still(try stop(0)))
    func lower(_ image: Image) throws -> Image {
      let start = 4 * image.width * (image.height * 3 / 4)
      return try #require(
        Image(
          width: image.width, height: image.height - image.height * 3 / 4, scale: 1,
          premultipliedRGBA: Array(image.pixels[start...]), isOpaque: true))
    }
    let blind = Stop(panorama: first.panorama, picture: first.picture, surroundings: first.surroundings)
    let fixture = try fixture()
    fixture.view.transitionSeconds = 1
    fixture.show(blind.picture, blind.panorama)
    fixture.view.show(second.panorama, picture: second.picture)
    #expect(fixture.wait { fixture.view.isUnderWay })
    fixture.loop.advance(by: 1, framesPerSecond: 10)
    let walk = ImageDifference(try lower(try #require(fixture.loop.image())), try lower(truth))
    let fade = ImageDifference(try lower(try middle(first, second, walks: false)), try lower(truth))
    #expect(walk.mean < fade.mean, "\(walk) \(fade)")
  }
}

/// How far two pictures of one size differ.
struct ImageDifference: CustomStringConvertible {
  /// Of the colours, 0 ... 255.
  let mean: Double
  /// The index of Wang, Bovik, Sheikh and Simoncelli (2004) over squares of 8 pixels of brightness, at most 1.
  let similarity: Double

  var description: String { String(format: "mean %.2f, SSIM %.3f", mean, similarity) }

  init(_ first: Image, _ second: Image) {
    var sum = 0
    for index in first.pixels.indices where index % 4 < 3 { sum += abs(Int(first.pixels[index]) - Int(second.pixels[index])) }
    mean = Double(sum) / Double(3 * first.width * first.height)
    func brightness(_ image: Image, _ x: Int, _ y: Int) -> Double {
      let at = 4 * (y * image.width + x)
      return 0.299 * Double(image.pixels[at]) + 0.587 * Double(image.pixels[at + 1]) + 0.114 * Double(image.pixels[at + 2])
    }
    var (total, count) = (0.0, 0.0)
    for row in stride(from: 0, to: first.height - 7, by: 4) {
      for column in stride(from: 0, to: first.width - 7, by: 4) {
        var (a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for y in row..<row + 8 {
          for x in column..<column + 8 {
            let (p, q) = (brightness(first, x, y), brightness(second, x, y))
            (a, b, aa, bb, ab) = (a + p, b + q, aa + p * p, bb + q * q, ab + p * q)
          }
        }
        (a, b, aa, bb, ab) = (a / 64, b / 64, aa / 64, bb / 64, ab / 64)
        let (c1, c2) = (6.5025, 58.5225)
        total +=
          (2 * a * b + c1) * (2 * (ab - a * b) + c2) / ((a * a + b * b + c1) * (aa - a * a + bb - b * b + c2))
        count += 1
      }
    }
    similarity = total / max(count, 1)
  }
}
