import Foundation
import Overlook
import OverlookPlatform
import OverlookTestSupport
import Testing

@testable import OverlookViewer

@MainActor @Suite struct SunPartTests {
  private static let place = LocationCoordinate(latitude: 60.1685, longitude: 24.945)

  private struct Fixture {
    let window: ViewerWindow
    let part: SunPart
    let loop: HeadlessLoop
  }

  private func fixture() throws -> Fixture {
    let map = MapView(camera: CameraPosition(target: Self.place, zoom: 16), showsBaseMap: false)
    map.clock.secondsFromGMT = 3 * 3_600
    // Noon of the longest day, by that clock.
    map.clock.date = Date(timeIntervalSince1970: 1_782_032_400)
    let window = ViewerWindow(map: map)
    return Fixture(
      window: window, part: try #require(window.part(SunPart.self)),
      loop: try HeadlessLoop(content: window.content, size: ScreenSize(width: 700, height: 420)))
  }

  @Test func theSlidersMoveTheClockOfTheMapAndItsLight() throws {
    let fixture = try fixture()
    let (map, page) = (fixture.window.map, fixture.part.page)
    #expect(fixture.window.perform("sun.page"))
    fixture.loop.renderFrame()
    #expect(page.time.value == 720 && page.day.value == 172)
    #expect(map.sunLight == .off)
    page.time.onChange(10 * 60)
    #expect(map.clock.date.timeIntervalSince1970 == 1_782_032_400 - 7_200)
    #expect(map.sunLight == .now, "who moves the time wants to see its light")
    page.day.onChange(173)
    #expect(map.clock.date.timeIntervalSince1970 == 1_782_032_400 - 7_200 + 86_400)
    #expect(page.time.value == 600 && page.day.value == 173)
  }

  @Test func theTimesAreThoseOfTheDayAndThePlace() throws {
    let fixture = try fixture()
    fixture.part.page.refresh()
    let lines = fixture.part.page.times.text.split(separator: "\n")
    // The almanac of the University of Helsinki has 3:54 and 22:50 for Midsummer; civil dawn begins before two.
    #expect(lines.contains { $0.contains("3:5") } && lines.contains { $0.contains("22:5") }, "\(lines)")
    #expect(lines.count == 5)
  }

  /// Lets what was asked for come in.
  private func wait(until isDone: () -> Bool) async throws -> Bool {
    await eventually(isDone)
  }

  @Test func aWallTellsWhenTheSunReachesIt() async throws {
    let fixture = try fixture()
    #expect(fixture.part.contextItems(at: nil, point: ScreenPoint(x: 0, y: 0)).isEmpty)
    let items = fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 0, y: 0))
    #expect(items.count == 1)
    items.first?.action()
    let page = fixture.part.page
    let waiting = page.answer.text
    #expect(try await wait { page.answer.text != waiting })
    #expect(page.answer.text.contains("\n"), "\(page.answer.text)")
    let sea = LocationCoordinate(latitude: 59.0, longitude: 22.0)
    fixture.part.contextItems(at: sea, point: ScreenPoint(x: 0, y: 0)).first?.action()
    let asked = page.answer.text
    #expect(try await wait { page.answer.text != asked })
    #expect(page.answer.text.contains("not known"))
  }
}
