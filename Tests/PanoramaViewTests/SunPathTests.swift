import Foundation
import OverlookAstronomy
import OverlookGeometry
import OverlookPanorama
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookPanoramaView

@Suite("Sun and Moon over a panorama") @MainActor struct PanoramaSunPathTests {
  private static let sydney = LocationCoordinate(latitude: -33.8568, longitude: 151.2153)
  /// Six in the evening of the longest day but one, by the clock of Sydney's summer.
  private static let evening = Date(timeIntervalSince1970: 1_387_522_800)

  private func fixture(_ picture: Image, width: Double = 640, height: Double = 400) throws -> PanoramaFixture {
    let fixture = try PanoramaFixture(width: width, height: height)
    fixture.show(
      PanoramaPicture(equirectangular: picture), Panorama(panoramaID: "sydney", coordinate: Self.sydney))
    return fixture
  }

  private func root() -> URL { URL(fileURLWithPath: #filePath).deletingLastPathComponent() }

  @Test(arguments: [60.0, 90, 130]) func theWestOfSydneyLooksAsBefore(_ fov: Double) throws {
    let fixture = try fixture(TestPicture.landscape(width: 2048))
    let path = PanoramaSunPath(date: Self.evening)
    path.secondsFromGMT = 11 * 3600
    fixture.view.add(path)
    fixture.view.camera = PanoramaCamera(heading: 265, pitch: 16, fov: fov)
    fixture.settle()
    let image = try #require(fixture.loop.image())
    let mismatch = try GoldenPicture("sydney/west-\(Int(fov))", root: root()).mismatch(with: image)
    #expect(mismatch == nil)
  }

  @Test func theDiscLiesWhereTheSunStands() throws {
    let fixture = try fixture(TestPicture.plain(0, 0, 0))
    let sun = try Ephemeris.position(of: .sun, at: Self.evening, observer: SkyObserver(Self.sydney))
    fixture.view.navigationLinksHidden = true
    let path = PanoramaSunPath(date: Self.evening)
    path.showsSeasons = false
    path.showsAnalemma = false
    fixture.view.add(path)
    fixture.view.camera = PanoramaCamera(heading: sun.azimuth + 9, pitch: sun.altitude - 6, fov: 60)
    fixture.settle()
    let wanted = fixture.view.point(for: Orientation(heading: sun.azimuth, pitch: sun.altitude))
    let image = try #require(fixture.loop.image())
    // Labels are white too: only what lies about the disc is looked at.
    var (x, y, count) = (0.0, 0.0, 0)
    for row in Int(wanted.y) - 12...Int(wanted.y) + 12 {
      for column in Int(wanted.x) - 12...Int(wanted.x) + 12 where image.pixels[4 * (row * image.width + column) + 2] > 245 {
        x += Double(column) + 0.5
        y += Double(row) + 0.5
        count += 1
      }
    }
    #expect(count > 60)
    #expect(abs(x / Double(count) - wanted.x) < 0.6)
    #expect(abs(y / Double(count) - wanted.y) < 0.6)
  }

  @Test func noTimeIsCutByAnEdgeOfTheView() throws {
    let fixture = try fixture(TestPicture.plain(0, 0, 0), width: 300, height: 200)
    let path = PanoramaSunPath(date: Self.evening)
    (path.showsSeasons, path.showsAnalemma, path.secondsFromGMT) = (false, false, 11 * 3600)
    fixture.view.add(path)
    var count = 0
    for heading in stride(from: 0.0, to: 360, by: 1) {
      fixture.view.camera = PanoramaCamera(heading: heading, pitch: 30, fov: 70)
      fixture.loop.renderFrame()
      for room in path.labels {
        count += 1
        let (left, top) = (room.origin.x, room.origin.y)
        #expect(left >= 0 && left + room.size.width <= 300 && top >= 0 && top + room.size.height <= 200, "\(heading)")
      }
    }
    #expect(count > 100, "\(count)")
  }

  @Test func nothingIsDrawnBelowTheHorizonAndWithoutAPlace() throws {
    let fixture = try fixture(TestPicture.plain(0, 0, 0), width: 320, height: 240)
    fixture.view.add(PanoramaSunPath(date: Self.evening, bodies: [.sun, .moon]))
    fixture.view.camera = PanoramaCamera(heading: 250, pitch: -60, fov: 60)
    fixture.settle()
    let below = try #require(fixture.loop.image())
    #expect(!stride(from: 0, to: below.pixels.count, by: 4).contains { below.pixels[$0] > 40 })
    fixture.show(PanoramaPicture(equirectangular: TestPicture.plain(0, 0, 0)), Panorama(panoramaID: "nowhere"))
    fixture.view.camera = PanoramaCamera(heading: 250, pitch: 30)
    fixture.settle()
    let nowhere = try #require(fixture.loop.image())
    #expect(!stride(from: 0, to: nowhere.pixels.count, by: 4).contains { nowhere.pixels[$0] > 40 })
  }

  @Test func datesOutOfRangeDrawNothing() throws {
    let fixture = try fixture(TestPicture.plain(0, 0, 0), width: 320, height: 240)
    let path = PanoramaSunPath(date: Date(timeIntervalSince1970: 1e15))
    fixture.view.add(path)
    fixture.view.camera = PanoramaCamera(heading: 0, pitch: 30)
    fixture.settle()
    path.date = Date(timeIntervalSince1970: .nan)
    fixture.view.setNeedsDisplay()
    #expect(fixture.loop.renderFrame())
    let image = try #require(fixture.loop.image())
    #expect(!stride(from: 0, to: image.pixels.count, by: 4).contains { image.pixels[$0] > 40 })
  }
}
