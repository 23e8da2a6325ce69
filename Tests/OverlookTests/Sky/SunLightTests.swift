import Foundation
import Overlook
import OverlookPlatform
import Testing

/// A whole map in the light of its clock: a house of 55 x 55 metres and 40 metres height on the equator, seen from above.
@MainActor @Suite struct SunLightTests {
  private let map = MapView(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 17))
  private let loop: HeadlessLoop
  /// Nine in the morning of local time, the Sun in the east.
  private static let morning = Date(timeIntervalSince1970: 1_773_997_200)
  private static let evening = morning.addingTimeInterval(6 * 3600)
  private static let midnight = morning.addingTimeInterval(15 * 3600)

  init() throws {
    map.isStill = true
    map.mapStyle = try Self.style("#ffffff")
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 200, height: 200))
  }

  private static func style(_ paper: String, height: Double = 40) throws -> MapStyle {
    let ring = "[[-0.00025, -0.00025], [0.00025, -0.00025], [0.00025, 0.00025], [-0.00025, 0.00025], [-0.00025, -0.00025]]"
    return try MapStyle(
      json: """
        {"version": 8, "sources": {"s": {"type": "geojson", "data": {"type": "Feature", "properties": {},
         "geometry": {"type": "Polygon", "coordinates": [\(ring)]}}}}, "layers": [
         {"id": "back", "type": "background", "paint": {"background-color": "\(paper)"}},
         {"id": "house", "type": "fill-extrusion", "source": "s",
          "paint": {"fill-extrusion-color": "#c02020", "fill-extrusion-height": \(height)}}]}
        """)
  }

  private func picture() throws -> [UInt8] {
    #expect(loop.run(timeoutSeconds: 90) { map.isAtRest })
    #expect(map.graphicsError == nil)
    return try #require(loop.pixels())
  }

  /// Green of the ground west and east of the house, in the middle row of the picture.
  private func ground(_ pixels: [UInt8]) -> (west: Int, east: Int) {
    func green(_ x: Int) -> Int { Int(pixels[4 * (100 * 200 + x) + 1]) }
    return (green(48), green(152))
  }

  @Test func shadowsGoFromWestToEastWithTheClock() throws {
    defer { loop.close() }
    map.clock.date = Self.morning
    let off = try picture()
    #expect(ground(off) == (255, 255))
    map.sunLight = .now
    let morning = ground(try picture())
    #expect(morning.west + 40 < morning.east)
    map.clock.date = Self.evening
    let evening = ground(try picture())
    #expect(evening.east + 40 < evening.west)
    map.clock.date = Self.midnight
    let night = ground(try picture())
    #expect(night.west == night.east && night.west < 180)
    // A moment of its own, whatever the clock says.
    map.sunLight = .date(Self.morning)
    #expect(ground(try picture()) == morning)
    map.sunLight = .off
    #expect(try picture() == off)
  }

  /// Of a low house, whose roof hides none of the ground: from 46.6 points right of the middle on, where 4 metres are 6.7.
  @Test func theGroundAtTheFeetOfAHouseSeesLessOfTheSky() throws {
    defer { loop.close() }
    map.mapStyle = try Self.style("#ffffff", height: 3)
    map.moveCamera(.setCamera(CameraPosition(latitude: 0, longitude: 0, zoom: 18)))
    func greens() throws -> [Int] {
      let pixels = try picture()
      return [149, 160, 185].map { Int(pixels[4 * (100 * 200 + $0) + 1]) }
    }
    #expect(try greens() == [255, 255, 255])
    // The Sun shines on this side.
    for date in [Self.morning, Self.midnight] {
      map.sunLight = .date(date)
      let green = try greens()
      #expect(green[0] + 6 < green[1] && green[1] == green[2], "\(green)")
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1e12, 1e12]) func timesThatAreNoneLightNothing(seconds: Double) throws {
    defer { loop.close() }
    let off = try picture()
    map.sunLight = .date(Date(timeIntervalSince1970: seconds))
    #expect(try picture() == off)
    map.clock.date = Self.morning
    map.clock.date = Date(timeIntervalSince1970: seconds)
    #expect(seconds.isFinite || map.clock.date == Self.morning)
  }

  @Test func aStylesLightThrowsShadowsAway() throws {
    defer { loop.close() }
    map.sunLight = .style
    let pixels = try picture()
    // 210 degrees and 60 above the horizon: 23 metres to the north-east.
    func green(_ x: Int, _ y: Int) -> Int { Int(pixels[4 * (y * 200 + x) + 1]) }
    // The scale bar lies below.
    let rows = (0..<160).flatMap { y in (0..<200).map { x in (x, y) } }.filter {
      green($0.0, $0.1) < 250 && green($0.0, $0.1) > 120
    }
    #expect(rows.count > 100)
    #expect(rows.allSatisfy { $0.0 > 50 && $0.1 < 150 })
  }

  @Test func theStyleOfTheNightComesWithIt() throws {
    defer { loop.close() }
    map.nightStyle = try Self.style("#000000")
    map.clock.date = Self.morning
    #expect(ground(try picture()) == (255, 255))
    map.clock.date = Self.midnight
    #expect(ground(try picture()) == (0, 0))
    map.nightStyle = nil
    #expect(ground(try picture()) == (255, 255))
  }

  /// A name where the letter of the north stands, so many points above the middle, and one on the disc, which is seen through it.
  @Test func namesOfTheMapLeaveRoomForTheTextsOfThePath() throws {
    defer { loop.close() }
    map.isBare = true
    // At zoom 9 on the equator a degree has this many points.
    map.moveCamera(.setCamera(CameraPosition(latitude: 0, longitude: 0, zoom: 9)))
    let degree = 256.0 * 512 / 360
    func name(_ points: Double) -> String {
      #"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [0, \#(points / degree)]}}"#
    }
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {"p": {"type": "geojson", "data": {"type": "FeatureCollection",
           "features": [\(name(66)), \(name(30))]}}},
         "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#fff"}},
           {"id": "names", "type": "symbol", "source": "p", "layout": {"text-field": "MM", "text-size": 14,
             "text-font": ["Inter Bold"]}, "paint": {"text-color": "#f0f"}}]}
        """)
    func magenta(_ rows: Range<Int>) throws -> Int {
      let pixels = try picture()
      return rows.reduce(0) { sum, row in
        sum + (0..<200).count { x in pixels[4 * (row * 200 + x)] > 200 && pixels[4 * (row * 200 + x) + 1] < 140 }
      }
    }
    let (north, middle) = (100 - 66 - 12..<100 - 66 + 12, 100 - 30 - 12..<100 - 30 + 12)
    #expect(try magenta(north) > 30 && magenta(middle) > 30)
    let path = SunPath(at: LocationCoordinate(latitude: 0, longitude: 0), date: Self.morning)
    // The letter stands 99 parts of 90 from the middle.
    (path.radiusPoints, path.bodies) = (60, [])
    map.add(path)
    #expect(try magenta(north) == 0 && magenta(middle) > 30)
    map.remove(path)
    #expect(try magenta(north) > 30)
  }

  /// A row of pictures over time sets the clock, and with it the light: here of a morning, a midnight and an evening.
  @Test func theLightGoesAlongWithTheFramesOfALoop() throws {
    defer { loop.close() }
    let clear = Image(width: 4, height: 4, premultipliedRGBA: [UInt8](repeating: 0, count: 64))
    let far = CoordinateBounds(
      southWest: LocationCoordinate(latitude: 40, longitude: 40), northEast: LocationCoordinate(latitude: 41, longitude: 41))
    let times = [Self.morning, Self.evening, Self.midnight].map(\.timeIntervalSince1970)
    let overlay = TimedOverlay(
      catalogue: TimedOverlayCatalogue(
        layerName: "clear", bounds: far, frames: try times.map { (timeSeconds: $0, image: try #require(clear)) }))
    (overlay.followsClock, overlay.showsControls) = (true, false)
    map.sunLight = .now
    overlay.map = map
    #expect(loop.run(timeoutSeconds: 90) { overlay.frames.count == 3 && overlay.state == .ready })
    var lights: [(west: Int, east: Int)] = []
    for index in 0..<3 {
      overlay.showFrame(at: index)
      lights.append(ground(try picture()))
    }
    #expect(lights[0].west + 40 < lights[0].east && lights[1].east + 40 < lights[1].west, "\(lights)")
    #expect(lights[2].west == lights[2].east && lights[2].west < lights[0].east - 60, "\(lights)")
    // One that does not go along leaves it.
    overlay.followsClock = false
    overlay.showFrame(at: 0)
    #expect(ground(try picture()) == lights[2])
  }

  /// The Sun in the zenith throws no shadow beside a wall; yet the ground at its foot sees half of the sky alone.
  @Test func theGroundAtTheFeetOfWallsIsDimmer() throws {
    defer { loop.close() }
    // Noon of the equinox on the equator.
    map.sunLight = .date(Self.morning.addingTimeInterval(3 * 3_600))
    let pixels = try picture()
    func green(_ x: Int, _ y: Int) -> Int { Int(pixels[4 * (y * 200 + x) + 1]) }
    // The walls lie 23.3 pixels from the middle, which has 1.2 metres to a pixel.
    for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
      let (foot, away) = (green(100 + 26 * x, 100 + 26 * y), green(100 + 50 * x, 100 + 50 * y))
      #expect(foot < away - 3, "\(x) \(y): \(foot) \(away)")
    }
    #expect(abs(green(60, 60) - green(50, 100)) <= 1, "away from it the ground is even")
    map.sunLight = .off
    let off = try picture()
    #expect(off[4 * (100 * 200 + 126) + 1] == 255)
  }

  @Test func whatFollowsTheClockIsTold() throws {
    defer { loop.close() }
    let path = SunPath(date: Self.midnight)
    path.followsClock = true
    map.add(path)
    map.clock.date = Self.evening
    _ = try picture()
    #expect(path.date == Self.evening)
  }

  @Test func whatFollowsTheMachinesClockGoesOnWithIt() throws {
    defer { loop.close() }
    #expect(map.clock.isLive)
    let path = SunPath()
    #expect(path.nextDeadline(now: 10) == nil)
    path.followsClock = true
    map.add(path)
    _ = try picture()
    // As if two minutes had gone by.
    path.date = Date(timeIntervalSinceNow: -120)
    _ = try picture()
    #expect(path.date.timeIntervalSinceNow > -90)
    let next = try #require(path.nextDeadline(now: 10))
    #expect(next > 10 && next <= 70)
    map.clock.date = Self.evening
    _ = try picture()
    #expect(path.date == Self.evening && path.nextDeadline(now: 10) == nil, "a clock that was set stands")
  }

  @Test func theMoonStandsOnItsWayWithItsPhase() throws {
    defer { loop.close() }
    // The evening of a half moon: the Moon is up in the south-west.
    let date = Date(timeIntervalSince1970: 1_782_057_600)
    let place = LocationCoordinate(latitude: 60.17, longitude: 24.94)
    let moon = try Ephemeris.position(of: .moon, at: date, observer: SkyObserver(place))
    let light = try Ephemeris.moonlight(at: date, observer: SkyObserver(place))
    #expect(moon.altitude > 5 && (0.2...0.8).contains(light.illuminatedFraction))
    map.moveCamera(.setCamera(CameraPosition(target: place, zoom: 12)))
    let path = SunPath(at: place, date: date)
    path.radiusPoints = 80
    map.add(path)
    _ = try picture()
    let without = try #require(loop.image())
    path.bodies = [.sun, .moon]
    _ = try picture()
    let with = try #require(loop.image())
    // Where the rules of the drawing put it: the zenith in the middle, north up.
    let (azimuth, share) = (moon.azimuth * .pi / 180, (90 - moon.altitude) / 90)
    let disc = ScreenPoint(
      x: Double(with.width) / 2 + 80 * share * sin(azimuth), y: Double(with.height) / 2 - 80 * share * cos(azimuth))
    func changed(_ x: Double, _ y: Double) -> Bool {
      let at = 4 * (Int(y) * with.width + Int(x))
      return with.pixels[at..<at + 3] != without.pixels[at..<at + 3]
    }
    #expect(changed(disc.x, disc.y - 8) && changed(disc.x + 8, disc.y) && changed(disc.x, disc.y + 8))
    // Its bright limb is towards the Sun, which stands lower in the north-west then.
    func brightness(_ dx: Double, _ dy: Double) -> Int {
      let at = 4 * (Int(disc.y + dy) * with.width + Int(disc.x + dx))
      return with.pixels[at..<at + 3].reduce(0) { $0 + Int($1) }
    }
    let sun = try Ephemeris.position(of: .sun, at: date, observer: SkyObserver(place))
    let (sunAzimuth, sunShare) = (sun.azimuth * .pi / 180, (90 - sun.altitude) / 90)
    let toSun = (
      x: 80 * (sunShare * sin(sunAzimuth) - share * sin(azimuth)), y: -80 * (sunShare * cos(sunAzimuth) - share * cos(azimuth))
    )
    let length = (toSun.x * toSun.x + toSun.y * toSun.y).squareRoot()
    #expect(
      brightness(5 * toSun.x / length, 5 * toSun.y / length) > brightness(-5 * toSun.x / length, -5 * toSun.y / length) + 150)
    path.bodies = []
    _ = try picture()
    #expect(loop.image()?.pixels != with.pixels && loop.image()?.pixels != without.pixels)
  }

  @Test func aBlockOfTheAppThrowsItsShadowToo() throws {
    defer { loop.close() }
    map.mapStyle = try MapStyle(
      json: """
        {"version": 8, "sources": {}, "layers": [{"id": "back", "type": "background", "paint": {"background-color": "#ffffff"}}]}
        """)
    let square = Path(
      [(-0.00025, -0.00025), (-0.00025, 0.00025), (0.00025, 0.00025), (0.00025, -0.00025)].map {
        LocationCoordinate(latitude: $0.0, longitude: $0.1)
      })
    let block = Polygon(path: square)
    block.height = 40
    block.fillColor = Color(red: 0.8, green: 0.1, blue: 0.1)
    block.map = map
    map.clock.date = Self.morning
    map.sunLight = .now
    let morning = ground(try picture())
    #expect(morning.west + 40 < morning.east)
    // It goes away with it.
    block.map = nil
    let without = ground(try picture())
    #expect(without.west == without.east)
  }
}
