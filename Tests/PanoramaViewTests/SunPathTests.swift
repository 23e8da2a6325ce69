import Foundation
import OverlookCanvas
import OverlookGeometry
import OverlookPanorama
import OverlookPlatform
import OverlookStreetScene
import OverlookSupport
import OverlookTestSupport
import OverlookText
import Testing

@testable import OverlookAstronomy
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

  /// A mark of a way every ten minutes, to the east of south.
  private static func arc(_ altitude: Double) -> [SkyChart.Mark] {
    (0...24).map { SkyChart.Mark(date: evening + Double($0) * 600, azimuth: 150 + Double($0) * 2.5, altitude: altitude) }
  }

  @Test func aWayIsCutWhereSomethingStandsBeforeIt() throws {
    // Between 170 and 190 degrees something stands 15 degrees high.
    func stands(_ direction: SIMD3<Double>) -> Bool {
      let place = Orientation(direction: direction)
      return (170...190).contains(place.heading) && place.pitch < 15
    }
    let pieces = SkyWayPiece.pieces(of: Self.arc(10), stands)
    let seen = pieces.filter { !$0.isHidden }.map { $0.directions.map { Orientation(direction: $0).heading } }
    #expect(seen.count == 2)
    let (left, right) = (try #require(seen.first), try #require(seen.last))
    #expect(abs(left[0] - 150) < 1e-9 && abs(left[left.count - 1] - 170) < 0.2, "\(left)")
    #expect(abs(right[0] - 190) < 0.2 && abs(right[right.count - 1] - 210) < 1e-9, "\(right)")
    // One dash of what is hidden begins at each mark.
    let hidden = pieces.filter(\.isHidden).map { $0.directions.map { Orientation(direction: $0).heading } }
    #expect(hidden.count == 8)
    for (number, dash) in hidden.enumerated() {
      let start = 170 + 2.5 * Double(number)
      #expect(dash.count == 2 && abs(dash[0] - start) < 0.01 && abs(dash[1] - start - 1.25) < 0.01, "\(dash)")
    }
    let free = SkyWayPiece.pieces(of: Self.arc(20), stands)
    #expect(free.count == 1 && free[0].directions.count == 25 && !free[0].isHidden)
    // Below the horizon there is none of it.
    #expect(SkyWayPiece.pieces(of: Self.arc(-5), stands).isEmpty)
  }

  /// A house of the street stands before the Sun in the east of the test town: what was gold along the way is then faint, and no hour is
  /// written on its wall.
  @Test func housesHideTheWayTheHoursAndTheDisc() throws {
    let surroundings = StreetSurroundings(TestTown.scene(), height: 1.7)
    // A quarter past eight, summer time, of the longest day: the Sun stands in the east, 31 degrees high.
    let morning = Date(timeIntervalSince1970: 1_782_018_900)
    let fixture = try PanoramaFixture(width: 640, height: 400)
    let path = PanoramaSunPath(date: morning)
    (path.showsSeasons, path.showsAnalemma, path.secondsFromGMT) = (false, false, 3 * 3600)
    fixture.view.camera = PanoramaCamera(heading: 90, pitch: 30, fov: 90)
    let panorama = Panorama(panoramaID: "town", coordinate: TestTown.origin)
    fixture.show(PanoramaPicture(equirectangular: TestPicture.plain(0, 0, 0)), panorama)
    fixture.settle()
    let canvas = Canvas(fonts: try .machine())
    func labels(_ surroundings: StreetSurroundings?) -> Int {
      path.update(with: PanoramaSight(fixture.view.transform, panorama: panorama, surroundings: surroundings))
      path.draw(in: canvas)
      return path.labels.count
    }
    let (open, town) = (labels(nil), labels(surroundings))
    #expect(open > town, "\(open), \(town)")
    let sight = PanoramaSight(fixture.view.transform, panorama: panorama, surroundings: surroundings)
    let chart = try SkyChart(of: .sun, at: morning, observer: SkyObserver(TestTown.origin), secondsFromGMT: 3 * 3600)
    // What is told by the walls themselves: those of TestTown's houses to the east rise 8 to 20 m at 7 m.
    for mark in chart.day where (60...120).contains(mark.azimuth) && mark.altitude > 1 && mark.altitude < 35 {
      let direction = Orientation(heading: mark.azimuth, pitch: mark.altitude).direction
      let distance = 7 / sin(mark.azimuth * .pi / 180)
      let north = distance * cos(mark.azimuth * .pi / 180)
      let houses = TestTown.scene().buildings.filter { house in
        house.rings[0].contains { $0.x > 0 && $0.x < 8 } && (house.rings[0].map(\.y).min() ?? 0) < north - 0.5
          && (house.rings[0].map(\.y).max() ?? 0) > north + 0.5
      }
      guard let top = houses.map(\.top).max() else { continue }
      let edge = atan2(top - 1.7, distance) * 180 / .pi
      if mark.altitude < edge - 1 { #expect(sight.isSkyHidden(direction), "\(mark)") }
    }
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
