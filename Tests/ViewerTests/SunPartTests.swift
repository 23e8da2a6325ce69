import Foundation
import Overlook
import OverlookControls
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
    #expect(lines.contains { $0.contains("18 h 5") }, "how long the Sun is up: \(lines)")
    #expect(lines.count { $0.contains("Golden hour") } == 2 && lines.count { $0.contains("Moon") } == 2, "\(lines)")
    // Noon by the clock, an hour and a half before that of the Sun.
    let moment = fixture.part.page.moment.text
    #expect(moment.contains("51° high") && moment.contains("Shadow of 10 m: 8 m long"), "\(moment)")
    let texts = SunTexts(observer: SkyObserver(LocationCoordinate(latitude: 60.17, longitude: 24.94)), zone: .gmt)
    let night = texts.moment(Date(timeIntervalSince1970: 1_797_890_400))
    #expect(night.contains("Sun: ") && night.contains("° below the horizon") && !night.contains("-"), "\(night)")
    // The sun rises at 6:47:35 UTC on 27 November 2026, and the rim of its path says 6:48.
    let november = texts.times(from: Date(timeIntervalSince1970: 1_795_737_600))
    #expect(november.contains("6:48") && november.contains("Moonset 10:48"), "\(november)")
    // At new moon both are down.
    let dark = texts.moment(Date(timeIntervalSince1970: 1_796_767_200))
    #expect(dark.split(separator: "° below the horizon").count == 3 && !dark.contains("-"), "\(dark)")
  }

  @Test func aDayTellsItsTwilightsThePhaseOfTheMoonAndTheSeason() throws {
    let texts = SunTexts(observer: SkyObserver(LocationCoordinate(latitude: 40.42, longitude: -3.7)), zone: .gmt)
    // A total eclipse at 17:46, and the new moon at 17:37, of 12 August 2026.
    let eclipse = texts.times(from: Date(timeIntervalSince1970: 1_786_492_800)).split(separator: "\n")
    #expect(eclipse.contains("New moon 17:37") && eclipse.contains { $0.hasPrefix("Total eclipse of the Sun") }, "\(eclipse)")
    for name in ["Nautical", "Astronomical"] {
      #expect(eclipse.count { $0.hasPrefix("\(name) twilight ") } == 2, "\(eclipse)")
    }
    // 21 June 2026, 8:25.
    let solstice = texts.times(from: Date(timeIntervalSince1970: 1_782_000_000))
    #expect(solstice.contains("June solstice ") && solstice.contains("8:2"), "\(solstice)")
    #expect(solstice.contains("First quarter of the Moon 21:5"), "\(solstice)")
    let other = texts.times(from: Date(timeIntervalSince1970: 1_782_086_400))
    #expect(!other.contains("solstice") && !other.contains("quarter"), "\(other)")
  }

  /// Half of a window of 1,280 points, with the page open: the sheet covers 352 of the map's 640.
  @Test func theControlsOfTimeLieBesideThePage() throws {
    var fixture = WindowFixture(size: ScreenSize(width: 640, height: 700))
    fixture.map.clock.showsControls = true
    fixture.run(seconds: 0.5)
    func panel() -> ScreenRect? {
      fixture.map.controls.lazy.compactMap { $0 as? TimeControl }.first?.frame(in: fixture.map.controlArea)
    }
    let alone = try #require(panel())
    #expect(fixture.window.togglePage("sun"))
    fixture.run(seconds: 1)
    let beside = try #require(panel())
    #expect(beside.origin.x >= 352 && beside.maxX <= 640 && beside.origin.y == alone.origin.y, "\(beside)")
    fixture.map.resize(to: ScreenSize(width: 480, height: 700), framebuffer: PixelSize(width: 480, height: 700))
    fixture.run(seconds: 0.5)
    #expect(panel() == nil, "the page has a slider of its own")
    #expect(fixture.window.togglePage("sun"))
    fixture.run(seconds: 1)
    #expect(panel() != nil)
  }

  /// The clocks of Finland are put forward at three on 29 March 2026 and back at four on 25 October.
  @Test(arguments: [(1_774_771_200.0, 23), (1_792_915_200, 25)])
  func theSliderOfTheTimeStaysOnADayOnWhichClocksAreChanged(_ noon: Double, _ hours: Int) throws {
    let fixture = try fixture()
    let (map, page) = (fixture.window.map, fixture.part.page)
    map.clock.secondsFromGMT = nil
    let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
    map.clock.machineZone = { zone }
    map.clock.date = Date(timeIntervalSince1970: noon)
    #expect(fixture.window.perform("sun.page"))
    fixture.loop.renderFrame()
    let start = page.dayStart
    for minutes in [1_439.0, 0, 60, 720, 1_200] {
      page.time.onChange(minutes)
      #expect(page.time.value == minutes && page.dayStart == start, "\(minutes): \(map.clock.date)")
      #expect(map.clock.secondsOfDay == minutes * 60)
    }
    let length = Double(hours) * 3_600
    page.time.onChange(1_439)
    #expect(map.clock.date.timeIntervalSince(start) == length - 60)
    // The hour of the day stays on other days.
    let day = page.day.value
    page.day.onChange(day + 1)
    #expect(page.time.value == 1_439 && page.day.value == day + 1)
    // Three on the first of both days is no time of the clock: an hour on.
    page.day.onChange(day)
    page.time.onChange(190)
    #expect(page.time.value == (hours == 23 ? 250 : 190) && page.dayStart == start)
  }

  @Test func theLastDayOfALeapYearIsReachedAndThatOfOthersIsTheLast() throws {
    let fixture = try fixture()
    let (map, page) = (fixture.window.map, fixture.part.page)
    map.clock.date = Date(timeIntervalSince1970: 1_846_670_400)
    #expect(fixture.window.perform("sun.page"))
    fixture.loop.renderFrame()
    page.day.onChange(366)
    #expect(page.day.value == 366 && page.year == 2028)
    map.clock.date = Date(timeIntervalSince1970: 1_782_032_400)
    page.day.onChange(366)
    #expect(page.day.value == 365 && page.year == 2026)
  }

  /// In the night of midsummer the Sun stays less than eight degrees below the horizon of Helsinki.
  @Test func whatBeginsBeforeMidnightEndsAfterIt() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 3 * 3_600))
    let texts = SunTexts(observer: SkyObserver(LocationCoordinate(latitude: 60.17, longitude: 24.94)), zone: zone)
    let lines = texts.times(from: Date(timeIntervalSince1970: 1_781_989_200)).split(separator: "\n").map(String.init)
    #expect(lines.contains("Golden hour 21:29 to 23:43"), "\(lines)")
    #expect(lines.contains("Blue hour 23:43 to 00:42") && lines.contains("Blue hour 02:02 to 03:01"), "\(lines)")
    #expect(lines.contains("Nautical twilight 00:42 to 02:02"), "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("Astronomical") }, "\(lines)")
    // Farther north it does not come so low: the blue hour ends as it began.
    let north = SunTexts(observer: SkyObserver(LocationCoordinate(latitude: 62, longitude: 24.94)), zone: zone)
    let bright = north.times(from: Date(timeIntervalSince1970: 1_781_989_200)).split(separator: "\n").map(String.init)
    #expect(bright.count { $0.hasPrefix("Blue hour") } == 1 && !bright.contains { $0.contains("twilight") }, "\(bright)")
  }

  /// In Finland the day on which clocks are put back has 25 hours.
  @Test func aLongDayTellsWhatHappensInItsLastHour() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
    var found = 0
    // Wherever the Moon sets in that hour, west of Finland.
    for longitude in stride(from: -180.0, to: 180, by: 10) {
      let texts = SunTexts(observer: SkyObserver(LocationCoordinate(latitude: 0, longitude: longitude)), zone: zone)
      let lines = texts.times(from: Date(timeIntervalSince1970: 1_792_875_600)).split(separator: "\n")
      if lines.contains(where: { $0.hasPrefix("Moonset 23:") }) { found += 1 }
    }
    #expect(found > 0)
  }

  @Test func theFinderTellsWhenTheSunStandsInADirectionAndSetsTheClock() async throws {
    let fixture = try fixture()
    let finder = fixture.part.finder
    #expect(fixture.window.perform("sun.finder"))
    fixture.loop.renderFrame()
    // As high as it comes in the south, on the days around the solstice alone.
    finder.heading.value = 180
    finder.height.value = 53
    finder.height.onChange(53)
    #expect(try await wait { finder.moments.first?.text.contains("Jun 2026") == true }, "\(finder.moments.map(\.text))")
    #expect(finder.moments.count <= 2, "the days of one summer are one line, and perhaps those of the next")
    finder.moments.first?.onClick?()
    #expect(fixture.window.map.sunLight == .now)
    let noon = try Ephemeris.position(
      of: .sun, at: fixture.window.map.clock.date, observer: SkyObserver(fixture.window.map.camera.target))
    #expect(abs(noon.azimuth - 180) < 2 && abs(noon.altitude - 53) < 1)
    finder.height.value = 80
    finder.height.onChange(80)
    #expect(try await wait { finder.moments.isEmpty }, "it never stands so high there")
  }

  @Test func theWaysOverTheSkyGoByTheClock() throws {
    let fixture = try fixture()
    let panoramas = try #require(fixture.window.part(PanoramaPart.self))
    fixture.loop.renderFrame()
    let before = try #require(fixture.loop.image()).pixels
    #expect(fixture.window.perform("sun.ways"))
    fixture.loop.renderFrame()
    #expect(try #require(fixture.loop.image()).pixels != before)
    let path = try #require(panoramas.skyWays)
    #expect(path.date == fixture.window.map.clock.date && path.secondsFromGMT == 3 * 3_600)
    fixture.window.map.clock.secondsFromGMT = nil
    fixture.loop.renderFrame()
    #expect(path.secondsFromGMT == Double(TimeZone.current.secondsFromGMT(for: path.date)), "as the page says its times")
    fixture.window.map.clock.date += 3_600
    fixture.loop.renderFrame()
    #expect(path.date == fixture.window.map.clock.date && fixture.part.page.ways.isOn)
    #expect(fixture.window.perform("sun.ways"))
    #expect(panoramas.skyWays == nil && !fixture.part.page.ways.isOn)
  }

  @Test func theFinderSeeksAgainWhereMapAndClockHaveMovedOn() async throws {
    let fixture = try fixture()
    let (map, finder) = (fixture.window.map, fixture.part.finder)
    #expect(fixture.window.perform("sun.finder"))
    fixture.loop.renderFrame()
    func texts() -> [String] { finder.moments.map(\.text) }
    #expect(try await wait { !texts().isEmpty })
    let first = texts()
    finder.moments.last?.onClick?()
    fixture.loop.renderFrame()
    try await Task.sleep(for: .milliseconds(300))
    #expect(texts() == first, "what was found stays for the next click")
    map.clock.date = Date(timeIntervalSince1970: 1_640_000_000)
    fixture.loop.renderFrame()
    #expect(try await wait { texts() != first && !texts().isEmpty })
    let second = texts()
    // The Sun stands there in the south at the same height, on other days.
    map.moveCamera(.setTarget(LocationCoordinate(latitude: 52.52, longitude: 13.4)))
    fixture.part.mapView(map, idleAt: map.camera)
    #expect(try await wait { texts() != second && !texts().isEmpty })
  }

  /// Lets what was asked for come in.
  private func wait(until isDone: () -> Bool) async throws -> Bool {
    await eventually(isDone)
  }

  @Test func hoursOfSunLieOnTheMapAndGoAlongWithTheClock() async throws {
    let fixture = try fixture()
    #expect(fixture.part.hours == nil && fixture.part.page.hours != nil)
    fixture.part.showHours(1)
    let layer = try #require(fixture.part.hours)
    #expect(try await wait { if case .ready = layer.state { true } else { false } }, "\(layer.state)")
    #expect(fixture.part.page.hoursText.text.contains(" h of sun"))
    let summer = layer.state
    fixture.window.map.clock.date += 183 * 86_400
    fixture.loop.renderFrame()
    #expect(try await wait { if case .ready = layer.state { layer.state != summer } else { false } })
    fixture.part.showHours(0)
    #expect(fixture.part.hours == nil && layer.state == .idle && fixture.part.page.hoursText.text.isEmpty)
  }

  /// Roofs and streets keep their names above the colours, and the legend is seen beside the page.
  @Test func theColorsLieBelowNamesAndTheLegendBesideThePage() async throws {
    var fixture = WindowFixture(size: ScreenSize(width: 1_200, height: 700))
    fixture.map.moveCamera(.setCamera(CameraPosition(target: Self.place, zoom: 16)))
    let part = try #require(fixture.window.part(SunPart.self))
    part.showHours(1)
    let layer = try #require(part.hours)
    #expect(try await wait { if case .ready = layer.state { true } else { false } }, "\(layer.state)")
    let pictures = fixture.map.overlayStore.attachedOverlays.compactMap { $0 as? GroundOverlay }
    #expect(pictures.count == 1 && pictures.allSatisfy(\.isBelowLabels))
    func legend() -> ScreenRect? {
      layer.controls.lazy.compactMap { $0 as? LegendControl }.first?.frame(in: fixture.map.controlArea)
    }
    fixture.run(seconds: 0.5)
    #expect(try #require(legend()).origin.x < 40)
    #expect(fixture.window.togglePage("sun"))
    fixture.run(seconds: 1)
    #expect(try #require(legend()).origin.x >= 352)
    fixture.window.closeSheet()
    fixture.run(seconds: 1)
    #expect(try #require(legend()).origin.x < 40)
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
    let inSummer = page.answer.text
    page.day.onChange(355)
    fixture.loop.renderFrame()
    #expect(try await wait { page.answer.text != inSummer }, "in winter it is another answer")
    page.day.onChange(172)
    fixture.loop.renderFrame()
    #expect(try await wait { page.answer.text == inSummer })
    // Another day while another page is shown, as the finder sets it.
    #expect(fixture.window.perform("sun.finder"))
    fixture.window.map.clock.date += 183 * 86_400
    fixture.loop.renderFrame()
    #expect(fixture.window.perform("sun.page"))
    #expect(try await wait { page.answer.text != inSummer }, "the page comes back with the hours of its day")
    let sea = LocationCoordinate(latitude: 59.0, longitude: 22.0)
    fixture.part.contextItems(at: sea, point: ScreenPoint(x: 0, y: 0)).first?.action()
    let asked = page.answer.text
    #expect(try await wait { page.answer.text != asked })
    #expect(page.answer.text.contains("not known"))
  }

  /// The page is longer than the window, and how many lines an answer has is known when it was drawn.
  @Test func theAnswerIsScrolledIntoSightAsAWhole() async throws {
    let fixture = try fixture()
    let (window, page) = (fixture.window, fixture.part.page)
    fixture.part.contextItems(at: Self.place, point: ScreenPoint(x: 0, y: 0)).first?.action()
    let waiting = page.answer.text
    #expect(try await wait { page.answer.text != waiting })
    let area = { window.map.controlArea }
    // The sheet slides in.
    fixture.loop.advance(by: 0.5)
    func isSeen() throws -> Bool {
      fixture.loop.advance(by: 0.05)
      let sheet = try #require(window.sheet.frame(in: area()))
      window.sheet.place(in: area())
      guard let answer = page.answer.frame(in: area()) else { return false }
      let lines = page.answer.text.split(separator: "\n").count
      return answer.size.height >= Double(lines) * 15 && answer.maxY <= sheet.maxY
    }
    #expect(page.answer.text.contains("\n"))
    #expect(try await eventually(seconds: 20) { try isSeen() })
    // Who looks at another day of it is left at the slider.
    let middle = try #require(window.sheet.frame(in: area())).middle
    fixture.loop.send(.pointerMoved(middle))
    fixture.loop.send(.scrolled(x: 0, y: 40, at: middle, []))
    fixture.loop.renderFrame()
    #expect(try !isSeen())
    let summer = page.answer.text
    page.day.onChange(172 + 150)
    fixture.loop.renderFrame()
    #expect(try await wait { page.answer.text != summer })
    for _ in 0..<5 {
      #expect(try !isSeen())
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
