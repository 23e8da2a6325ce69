import Foundation
import Overlook
import OverlookFormats
import OverlookPlatform
import OverlookRender
import OverlookTestSupport
import Testing

/// Rows of pictures over time on a map.
@MainActor @Suite struct TimedOverlayTests {
  private static let isles = CoordinateBounds(
    southWest: LocationCoordinate(latitude: 48, longitude: -12), northEast: LocationCoordinate(latitude: 61, longitude: 5))

  /// A picture whose red tells frames apart.
  private nonisolated static func picture(_ red: Int, side: Int = 16) -> Image {
    Image(width: side, height: side, scale: 1) { _, _ in SIMD4(UInt8(clamping: red), 40, 40, 255) }
  }

  private static func catalogue(_ count: Int, side: Int = 16) -> TimedOverlayCatalogue {
    TimedOverlayCatalogue(
      layerName: "test", bounds: isles,
      frames: (0..<count).map { (timeSeconds: 1_707_436_800 + Double($0) * 900, image: picture(100 + 10 * $0, side: side)) })
  }

  private func loop(_ map: MapView) throws -> HeadlessLoop {
    map.mapType = .none
    return try HeadlessLoop(content: map, size: ScreenSize(width: 96, height: 96))
  }

  private func makeMap() -> MapView { MapView(camera: CameraPosition(latitude: 55, longitude: -3.5, zoom: 3)) }

  /// Runs until all frames are resolved.
  private func settle(_ loop: HeadlessLoop, _ overlay: TimedOverlay) -> Bool {
    loop.run(timeoutSeconds: 90) {
      if case .loading = overlay.state { false } else { true }
    }
  }

  private func redInTheMiddle(_ loop: HeadlessLoop) -> UInt8? { loop.pixels()?[4 * (48 * 96 + 48)] }

  /// Two maps of one place by two hands: one north up, the other turned and elsewhere.
  @Test func eachPictureMayLieBetweenCornersOfItsOwn() throws {
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    func corners(_ west: Double, _ south: Double, _ east: Double, _ north: Double, lean: Double = 0) -> GroundCorners {
      func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
        LocationCoordinate(latitude: latitude, longitude: longitude)
      }
      return GroundCorners(
        topLeft: place(north, west + lean), topRight: place(north, east + lean), bottomRight: place(south, east),
        bottomLeft: place(south, west))
    }
    let (here, east) = (corners(-6, 53, -1, 57), corners(1, 53, 4, 57, lean: 0.5))
    let catalogue = TimedOverlayCatalogue(
      layerName: "maps",
      frames: [
        (timeSeconds: -7_000_000_000, image: Self.picture(200), corners: here),
        (timeSeconds: -5_000_000_000, image: Self.picture(90), corners: east),
        (timeSeconds: -4_000_000_000, image: Self.picture(150), corners: here),
      ])
    let overlay = TimedOverlay(catalogue: catalogue)
    overlay.crossFade = 0.5
    overlay.map = map
    #expect(settle(loop, overlay) && overlay.state == .ready)
    #expect(overlay.frames.map(\.corners) == [here, east, here] && overlay.overlay.corners == here)
    func red(_ place: LocationCoordinate) throws -> UInt8 {
      let point = map.projection.point(for: place)
      return try #require(loop.pixels())[4 * (Int(point.y) * 96 + Int(point.x))]
    }
    let (inHere, inEast) = (LocationCoordinate(latitude: 55, longitude: -3.5), LocationCoordinate(latitude: 55, longitude: 2.5))
    loop.renderFrame()
    let ground = try red(inEast)
    #expect(try red(inHere) == 200 && ground != 90)
    overlay.step()
    loop.renderFrame()
    #expect(overlay.overlay.corners == east)
    #expect(try red(inEast) == 90 && red(inHere) != 200 && red(inHere) != 90)
    overlay.step()
    loop.renderFrame()
    #expect(try red(inHere) == 150 && red(inEast) == ground)
    // Of another place nothing fades in.
    overlay.showFrame(at: 0)
    overlay.play()
    loop.advance(by: overlay.interval - 0.1)
    #expect(try overlay.frameIndex == 0 && red(inHere) == 200)
  }

  // MARK: Over HTTP

  private nonisolated static let list = """
    {"bounds": {"west": -12, "south": 48, "east": 5, "north": 61}, "frames": [
      {"time": "2024-02-09T00:30:00Z", "image": "2.png"}, {"time": "2024-02-09T00:00:00Z", "image": "0.png"},
      {"time": "2024-02-09T00:45:00Z", "image": "corrupt.png"}, {"time": "2024-02-09T00:15:00Z", "image": "missing.png"}]}
    """

  /// Frames of a real server that come in any order, one of them missing and one corrupt.
  @Test func framesOfAServerArePlayedByTimeThoughOneIsMissingAndOneCorrupt() async throws {
    let pictures = try [0, 2].map { try PNGEncoder.encode(Self.picture(100 + 50 * $0)) }
    let server = try #require(
      LoopbackServer { path in
        switch path {
        case "frames.json": .status(200, Array(Self.list.utf8))
        // The first frame comes last.
        case "0.png": .late(seconds: 0.3, LoopbackServer.answer(pictures[0]))
        case "2.png": .status(200, pictures[1])
        case "corrupt.png": .status(200, Array(pictures[0].prefix(60)))
        default: .status(404)
        }
      })
    defer { server.stop() }
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    let overlay = TimedOverlay(catalogue: try await TimedOverlayCatalogue.open(server.url("frames.json"), for: map))
    var shownWhileLoading = 0
    overlay.onChange = { if $0.state != .ready, $0.overlay.icon != nil { shownWhileLoading += 1 } }
    overlay.map = map
    overlay.play()
    #expect(overlay.isPlaying)
    // The list is read by a task of the main actor, which this test leaves to it meanwhile.
    while overlay.frames.isEmpty, overlay.state == .loading(resolved: 0, of: 0) { try await Task.sleep(for: .milliseconds(5)) }
    #expect(settle(loop, overlay))

    #expect(overlay.state == .ready && shownWhileLoading == 0)
    #expect(overlay.frames.allSatisfy { $0.layerName == overlay.layerName && !$0.layerName.isEmpty })
    let times = ["2024-02-09 00:00 UTC", "2024-02-09 00:15 UTC", "2024-02-09 00:30 UTC", "2024-02-09 00:45 UTC"]
    #expect(overlay.frames.map(\.timeText) == times)
    #expect(overlay.frames.map { $0.state == .ready } == [true, false, true, false])
    guard case .noData(let reason) = overlay.frames[3].state else {
      Issue.record("a corrupt picture has no data")
      return
    }
    #expect(reason.contains("cut short") || reason.contains("damaged"), "\(reason)")
    var seen: [UInt8?] = []
    for _ in 0..<5 {
      loop.renderFrame()
      seen.append(redInTheMiddle(loop))
      loop.advance(by: 1)
    }
    // Without data the plain ground is seen.
    let ground = seen[1]
    let expected: [UInt8?] = [100, ground, 200, ground, 100]
    #expect(seen == expected && ground != 100 && ground != 200)
    #expect(map.overlayCount == 1, "frames replace each other")
  }

  @Test func aServerThatAnswersNothingUsefulIsAFaultAndNoCrash() async throws {
    let server = try #require(LoopbackServer { _ in .status(200, Array("<html>sign in</html>".utf8)) })
    defer { server.stop() }
    let map = makeMap()
    await #expect(throws: TileSourceError.self) {
      _ = try await TimedOverlayCatalogue.open(server.url("frames.json"), for: map)
    }
  }

  // MARK: Playing

  /// 5 for the first frame, 10 for the second.
  @Test func aLoopGoesAlongWithTheClockOfTheMapAndTheClockWithIt() throws {
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    let overlay = TimedOverlay(catalogue: Self.catalogue(6))
    overlay.followsClock = true
    // Nearest to the third frame, before anything is known of the frames.
    map.clock.date = Date(timeIntervalSince1970: 1_707_436_800 + 2 * 900 + 200)
    let set = map.clock.date
    overlay.map = map
    #expect(settle(loop, overlay) && overlay.frameIndex == 2)
    #expect(map.clock.date == set, "the clock leads")
    loop.renderFrame()
    #expect(redInTheMiddle(loop) == 120)
    map.clock.date += 2 * 900
    loop.renderFrame()
    #expect(overlay.frameIndex == 4 && redInTheMiddle(loop) == 140)
    overlay.step()
    #expect(map.clock.date.timeIntervalSince1970 == 1_707_436_800 + 5 * 900, "who moves the loop moves the clock")
    map.clock.isLive = true
    loop.renderFrame()
    #expect(overlay.frameIndex == 5, "the machine's clock moves no loop")
    overlay.showFrame(at: 5)
    #expect(!map.clock.isLive && map.clock.date.timeIntervalSince1970 == 1_707_436_800 + 5 * 900)
    overlay.followsClock = false
    map.clock.date = set
    loop.renderFrame()
    #expect(overlay.frameIndex == 5)
  }

  @Test func zIndicesGrowFromFrameToFrameWhenAskedFor() throws {
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    let overlay = TimedOverlay(catalogue: Self.catalogue(3))
    overlay.zIndexStep = 5
    overlay.map = map
    #expect(settle(loop, overlay))
    var indices: [Int] = [overlay.overlay.zIndex]
    for _ in 0..<3 {
      overlay.step()
      indices.append(overlay.overlay.zIndex)
    }
    #expect(indices == [5, 10, 15, 5])
    overlay.zIndex = .max
    #expect(overlay.overlay.zIndex == 5, "what cannot be counted changes nothing")
  }

  /// Half way from one picture to the next the mean of both is seen; a fade over the ground of two overlays would be darker.
  @Test func aCrossFadeIsTheMeanOfBothPictures() throws {
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    let overlay = TimedOverlay(catalogue: Self.catalogue(2))
    overlay.crossFade = 1
    overlay.map = map
    #expect(settle(loop, overlay))
    overlay.play()
    loop.renderFrame()
    loop.advance(by: 0.5, framesPerSecond: 4)
    let red = try #require(redInTheMiddle(loop))
    #expect(abs(Int(red) - 105) <= 1, "\(red)")
  }

  /// A map at rest draws a loop without touching the map below, and hands pictures to the driver once.
  @Test func aLoopNeitherRedrawsTheMapBelowNorUploadsAfterItsFirstRound() throws {
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    let overlay = TimedOverlay(catalogue: Self.catalogue(6, side: 64))
    overlay.interval = 1.0 / 30
    overlay.map = map
    #expect(settle(loop, overlay))
    map.isBare = true
    overlay.play()
    // Frames of the loop fall between those of the pictures, where no rounding decides.
    loop.advance(by: 16.0 / 60, framesPerSecond: 60)
    let (base, index) = (map.renderer?.baseDrawCount, overlay.frameIndex)
    var uploads = 0
    var shown: [Int] = []
    for _ in 0..<30 {
      loop.advance(by: 1.0 / 30, framesPerSecond: 30)
      uploads += map.statistics.sample(0).uploadedBytes
      shown.append(overlay.frameIndex)
    }
    #expect(map.renderer?.baseDrawCount == base)
    let expected: [Int] = (1...30).map { (index + $0) % 6 }
    #expect(shown == expected, "no frame is left out")
    // The view's own numbers, and nothing of the size of a picture.
    #expect(uploads < 30 * 1024, "\(uploads)")
  }

  @Test func nothingIsDrawnWhileItIsPaused() throws {
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    let overlay = TimedOverlay(catalogue: Self.catalogue(3))
    overlay.map = map
    #expect(settle(loop, overlay))
    overlay.play()
    loop.advance(by: 0.5)
    overlay.pause()
    _ = loop.run(timeoutSeconds: 2) { map.isAtRest }
    #expect(map.nextDeadline(now: loop.now) == nil && !loop.renderFrame())
  }

  // MARK: Layers, memory, colours

  @Test func anotherLayerReplacesTheFramesAndAnUnknownOneIsAFault() throws {
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    let overlay = TimedOverlay(catalogue: Self.catalogue(9))
    overlay.map = map
    #expect(settle(loop, overlay) && overlay.frames.count == 9)
    overlay.selectLayer("test", frames: 4)
    #expect(settle(loop, overlay))
    let newest: [Double] = [1_707_441_300, 1_707_442_200, 1_707_443_100, 1_707_444_000]
    #expect(overlay.frames.map(\.timeSeconds) == newest)
    overlay.selectLayer("snow")
    #expect(settle(loop, overlay) && overlay.frames.isEmpty && overlay.overlay.icon == nil)
    guard case .failed = overlay.state else {
      Issue.record("\(overlay.state)")
      return
    }
  }

  @Test func aRowThatDoesNotFitIntoItsMemoryIsMovedThroughIt() throws {
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    let overlay = TimedOverlay(catalogue: Self.catalogue(10, side: 32))
    overlay.memoryBudget = 3 * 4 * 32 * 32
    overlay.map = map
    #expect(settle(loop, overlay))
    for expected in [100, 110, 120, 130] as [UInt8] {
      _ = loop.run(timeoutSeconds: 90) { overlay.frame?.image != nil && map.isAtRest }
      #expect(redInTheMiddle(loop) == expected)
      #expect(overlay.frames.count { $0.image != nil } <= 3)
      overlay.step()
    }
  }

  /// Each class gets the colour of the other scale; what lies between belongs to the nearer one.
  @Test func anotherScaleChangesTheColoursOfPicturesThatAreThere() throws {
    let (wet, dry) = (Color(red: 0, green: 0, blue: 1), Color(red: 0.5, green: 0.5, blue: 0.5))
    let stops = [ColorScale.Stop(value: 1, color: dry), ColorScale.Stop(value: 5, color: wet)]
    let delivered = try #require(ColorScale(name: "a", unit: "mm/h", stops: stops))
    let other = try #require(
      ColorScale(
        name: "b", unit: "mm/h",
        stops: [ColorScale.Stop(value: 0, color: .black), ColorScale.Stop(value: 4, color: Color(red: 1, green: 0, blue: 0))]))
    let nearlyWet = Image(width: 8, height: 8, scale: 1) { _, _ in SIMD4(10, 20, 250, 255) }
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    let overlay = TimedOverlay(
      catalogue: TimedOverlayCatalogue(
        layerName: "t", bounds: Self.isles, frames: [(timeSeconds: 0, image: nearlyWet)], scale: delivered))
    overlay.map = map
    #expect(settle(loop, overlay))
    overlay.scale = other
    _ = loop.run(timeoutSeconds: 90) { overlay.frame?.image !== nearlyWet && map.isAtRest }
    #expect(redInTheMiddle(loop) == 255)
  }

  // MARK: Ends

  @Test func itMayBeRemovedWhileItLoadsAndFromWithinItsOwnCalls() throws {
    let map = makeMap()
    let loop = try loop(map)
    defer { loop.close() }
    for count in [1, 40] {
      let overlay = TimedOverlay(catalogue: Self.catalogue(count))
      overlay.map = map
      loop.renderFrame()
      overlay.map = nil
      loop.renderFrame()
      #expect(map.overlayCount == 0)
    }
    let overlay = TimedOverlay(catalogue: Self.catalogue(5))
    overlay.onChange = { $0.map = nil }
    overlay.map = map
    _ = loop.run(timeoutSeconds: 2) { overlay.map == nil && map.isAtRest }
    #expect(overlay.map == nil && map.overlayCount == 0)
    overlay.onChange = nil
    overlay.map = map
    #expect(settle(loop, overlay) && overlay.state == .ready, "it goes on where it was")
  }

  @Test func theMapMayGoAwayWhileItLoads() {
    let overlay = TimedOverlay(catalogue: Self.catalogue(50))
    do {
      let map = makeMap()
      overlay.map = map
      _ = map.prepareFrame(now: 1)
    }
    #expect(overlay.map == nil)
    overlay.play()
    overlay.step()
    overlay.scale = .rain
    overlay.map = nil
  }

  @Test func clearRemovesIt_MV06() {
    let map = makeMap()
    let overlay = TimedOverlay(catalogue: Self.catalogue(2))
    overlay.map = map
    map.clear()
    #expect(overlay.map == nil && map.overlayCount == 0)
  }

  // MARK: The field of rain

  @Test func theFieldOfRainIsTheSameForTheSameSeedAndPartlyDry() throws {
    func frames(seed: UInt64) throws -> [Image] {
      let map = makeMap()
      let loop = try loop(map)
      defer { loop.close() }
      let overlay = TimedOverlay(catalogue: .rainField(seed: seed, frameCount: 2, side: 64))
      overlay.map = map
      #expect(settle(loop, overlay))
      return overlay.frames.compactMap(\.image)
    }
    let (first, again, other) = (try frames(seed: 7), try frames(seed: 7), try frames(seed: 8))
    #expect(first.count == 2 && first.map(\.pixels) == again.map(\.pixels))
    #expect(first.map(\.pixels) != other.map(\.pixels) && first[0].pixels != first[1].pixels)
    let wet = stride(from: 3, to: first[0].pixels.count, by: 4).count { first[0].pixels[$0] > 0 }
    #expect((200...3600).contains(wet), "\(wet) of 4096 pixels are wet")
  }

  // MARK: By the mouse

  @Test func thePointerPlaysAndMovesThroughTime() throws {
    let map = MapView(camera: CameraPosition(latitude: 55, longitude: -3.5, zoom: 3))
    map.mapType = .none
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 800, height: 600))
    defer { loop.close() }
    let overlay = TimedOverlay(catalogue: Self.catalogue(11))
    overlay.map = map
    #expect(settle(loop, overlay))
    loop.renderFrame()
    let camera = map.camera
    // The panel is 460 points wide in the middle, its upper edge 92 above the lower one of the view.
    let (left, top) = (170.0, 508.0)
    func press(_ x: Double, _ y: Double) {
      loop.send(.buttonPressed(.left, ScreenPoint(x: x, y: y), []))
      loop.renderFrame()
    }
    func release(_ x: Double, _ y: Double) {
      loop.send(.buttonReleased(.left, ScreenPoint(x: x, y: y), []))
      loop.renderFrame()
    }
    press(left + 29, top + 29)
    release(left + 29, top + 29)
    #expect(overlay.isPlaying)
    press(left + 29, top + 29)
    release(left + 29, top + 29)
    #expect(!overlay.isPlaying)
    // The track begins 106 points from the left and is 336 long.
    press(left + 106 + 168, top + 40)
    #expect(overlay.frameIndex == 5)
    loop.send(.pointerMoved(ScreenPoint(x: left + 106 + 336 + 50, y: top - 80)))
    loop.renderFrame()
    #expect(overlay.frameIndex == 10, "the slider is held beside the panel too")
    release(0, 0)
    press(left + 86, top + 29)
    release(left + 86, top + 29)
    #expect(overlay.frameIndex == 0, "a step forward from the last is the first")
    #expect(map.camera == camera, "the map below does not move")
    // Sideways, also beside the panel: a frame for each detent, however a touchpad divides it.
    for detents in [2.0, 0.3, 0.3, 0.3, 0.3] { loop.send(.scrolled(x: detents, y: 0, at: ScreenPoint(x: 300, y: 100), [])) }
    loop.renderFrame()
    #expect(overlay.frameIndex == 3)
    loop.send(.scrolled(x: -1.5, y: 0.1, at: ScreenPoint(x: 300, y: 100), []))
    loop.renderFrame()
    #expect(overlay.frameIndex == 2)
    loop.send(.scrolled(x: .nan, y: 0, at: ScreenPoint(x: 300, y: 100), []))
    loop.renderFrame()
    #expect(overlay.frameIndex == 2 && map.camera == camera)
    overlay.map = nil
    loop.send(.scrolled(x: 3, y: 0, at: ScreenPoint(x: 300, y: 100), []))
    loop.advance(by: 0.5)
    #expect(overlay.frameIndex == 2 && map.camera == camera)
  }
}

extension LoopbackServer {
  /// A whole answer, for `late`.
  fileprivate static func answer(_ body: [UInt8]) -> [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n".utf8) + body
  }
}
