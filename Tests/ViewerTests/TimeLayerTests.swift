import Foundation
import Overlook
import OverlookControls
import OverlookFormats
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookViewer

/// Layers of a server that has them for several times, and pictures over time, in a window under its one clock.
@MainActor @Suite(.serialized) final class TimeLayerTests {
  private let folder: TestFolder
  private let window: ViewerWindow
  private let loop: HeadlessLoop
  private let content: LayersPart.Content
  private var said: [String] = []

  /// 2024-02-09T00:00:00Z.
  private static let start = 1_707_436_800.0

  init() throws {
    folder = try TestFolder()
    let map = MapView(showsBaseMap: false)
    map.mapType = .none
    loop = try HeadlessLoop(content: map, size: ScreenSize(width: 900, height: 700))
    window = ViewerWindow(map: map)
    let part = try #require(window.part(LayersPart.self))
    content = try #require(part.content)
    part.onFault = { [unowned self] in said.append($0) }
    map.camera = CameraPosition(latitude: 55, longitude: -3.5, zoom: 4)
  }

  private var map: MapView { window.map }
  private var list: LayerList { content.list }
  private var bar: TimeControl? { map.controls.lazy.compactMap { $0 as? TimeControl }.first }

  /// Runs the window until something is so.
  private func run(until isDone: () -> Bool) async -> Bool {
    await eventually {
      loop.advance(by: 0.05, framesPerSecond: 20)
      return isDone()
    }
  }

  /// Red and green in the middle of the map.
  private var middle: SIMD2<UInt8> {
    let start = 4 * (350 * 900 + 450)
    guard let pixels = loop.pixels(), pixels.count > start + 1 else { return SIMD2() }
    return SIMD2(pixels[start], pixels[start + 1])
  }

  private func look(at entry: String, _ wish: LayerOpener.Wish = LayerOpener.Wish(looksAt: false)) {
    content.opener.open(entry, wish)
  }

  private nonisolated static func png(_ red: UInt8, _ green: UInt8) -> [UInt8] {
    let image = Image(width: 16, height: 16, scale: 1) { _, _ in SIMD4(red, green, 0, 255) }
    return (try? PNGEncoder.encode(image)) ?? []
  }

  /// A WMS with rain at three times, whose newest is its default, and coasts, which are always the same. The red of rain is 100 where
  /// no time is asked for, and 120, 140, 160 for its times.
  private nonisolated static func service(hasDefault: Bool = true) -> LoopbackServer? {
    let endpoint = Mutex("")
    let server = LoopbackServer { path in
      guard path.contains("GetMap") else { return .status(200, Array(capabilities(endpoint.withLock { $0 }, hasDefault).utf8)) }
      if path.contains("LAYERS=coasts") { return .status(200, png(0, 200)) }
      let times = ["T00:00", "T00:15", "T00:30"]
      let step = times.firstIndex { path.contains("TIME=2024-02-09\($0)") }
      return .status(200, png(step.map { UInt8(120 + 20 * $0) } ?? 100, 0))
    }
    if let server { endpoint.withLock { $0 = server.url("wms?") } }
    return server
  }

  private nonisolated static func capabilities(_ endpoint: String, _ hasDefault: Bool) -> String {
    """
    <?xml version="1.0"?><WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"
      xmlns:xlink="http://www.w3.org/1999/xlink"><Service><Name>WMS</Name><Title>Weather</Title></Service>
    <Capability><Request><GetMap><Format>image/png</Format><DCPType><HTTP><Get><OnlineResource xlink:href="\(endpoint)"/></Get>
      </HTTP></DCPType></GetMap></Request><Layer><Title>All</Title><CRS>EPSG:3857</CRS>
    <Layer><Name>rain</Name><Title>Rain</Title><Dimension name="time" units="ISO8601"\(hasDefault ? " default=\"current\"" : "")>
      2024-02-09T00:00:00Z/2024-02-09T00:30:00Z/PT15M</Dimension></Layer>
    <Layer><Name>coasts</Name><Title>Coasts</Title></Layer></Layer></Capability></WMS_Capabilities>
    """
  }

  @Test func aLayerWithTimesFollowsTheClockAndItsBarMovesTheClock() async throws {
    let server = try #require(Self.service())
    defer { server.stop() }
    look(at: "wms:" + server.url("wms"))
    #expect(await run { self.middle == SIMD2(100, 0) }, "\(said)")
    // While the clock goes with the machine's, the time is left to the server.
    #expect(map.clock.isLive && !server.requests.contains { $0.contains("TIME=") })
    #expect(bar?.state?.frameCount == 3 && bar?.state?.frameIndex == 2)

    map.clock.date = Date(timeIntervalSince1970: Self.start + 1_000)
    #expect(await run { self.middle == SIMD2(140, 0) })
    #expect(bar?.state?.frameIndex == 1 && bar?.state?.timeText == "2024-02-09 00:15 UTC")
    map.clock.date = Date(timeIntervalSince1970: Self.start - 86_400)
    #expect(await run { self.middle == SIMD2(120, 0) })

    bar?.onAction(.step(-1))
    #expect(map.clock.date.timeIntervalSince1970 == Self.start + 1_800, "the ends meet")
    #expect(await run { self.middle == SIMD2(160, 0) })
    bar?.onAction(.show(frame: 1))
    #expect(map.clock.date.timeIntervalSince1970 == Self.start + 900)
    #expect(await run { self.middle == SIMD2(140, 0) })
    map.clock.isLive = true
    #expect(await run { self.middle == SIMD2(100, 0) })

    let entry = try #require(list.entries.first)
    list.setVisible(false, of: entry)
    #expect(await run { self.bar?.state == nil })
    map.clock.date = Date(timeIntervalSince1970: Self.start)
    list.setVisible(true, of: entry)
    #expect(await run { self.bar?.state != nil && self.middle == SIMD2(120, 0) })
    list.remove(entry)
    #expect(await run { self.bar?.state == nil })
  }

  @Test func itPlaysAsFastAsItsTilesCome() async throws {
    let server = try #require(Self.service())
    defer { server.stop() }
    map.clock.date = Date(timeIntervalSince1970: Self.start)
    look(at: "wms:" + server.url("wms"))
    #expect(await run { self.middle == SIMD2(120, 0) }, "\(said)")
    bar?.onAction(.togglePlaying)
    #expect(bar != nil && !map.clock.isPlaying)
    var seen: [UInt8] = []
    #expect(
      await run {
        if self.middle.x != seen.last { seen.append(self.middle.x) }
        return seen.filter { $0 == 120 }.count > 1
      })
    // Colours on their way from one to the next are passed by; the way from the last to the first goes by the second.
    let whole = seen.filter { [120, 140, 160].contains($0) }
    #expect(whole.starts(with: [120, 140, 160]) && whole.last == 120, "\(seen)")
    bar?.onAction(.togglePlaying)
    let date = map.clock.date
    loop.advance(by: 3)
    #expect(map.clock.date == date && bar?.state?.isPlaying == false)
  }

  @Test func aLayerWithoutADefaultIsAskedForTheTimeNearestToTheClock() async throws {
    let server = try #require(Self.service(hasDefault: false))
    defer { server.stop() }
    look(at: "wms:" + server.url("wms"))
    #expect(await run { self.middle == SIMD2(160, 0) }, "\(said)")
    #expect(map.clock.isLive)
  }

  @Test func tracksThatPlayHaveTheBar() async throws {
    let server = try #require(Self.service())
    defer { server.stop() }
    look(at: "wms:" + server.url("wms"))
    #expect(await run { self.bar?.state?.frameCount == 3 })
    map.clock.period = Date(timeIntervalSince1970: Self.start)...Date(timeIntervalSince1970: Self.start + 3_600)
    map.clock.showsControls = true
    loop.advance(by: 0.1)
    #expect(bar?.state?.frameCount == 288)
    map.clock.period = nil
    loop.advance(by: 0.1)
    #expect(bar?.state?.frameCount == 3)
  }

  @Test func anotherLayerOfTheServerIsChosenUndoneAndKept() async throws {
    let server = try #require(Self.service())
    defer { server.stop() }
    look(at: "wms:" + server.url("wms"))
    #expect(await run { self.middle == SIMD2(100, 0) }, "\(said)")
    let entry = try #require(list.entries.first)
    list.setOpacity(0.999, of: entry)
    let layers = entry.content?.choices ?? []
    #expect(layers.map(\.title) == ["Rain", "Coasts"] && entry.content?.abilities.contains(.choice) == true)
    #expect(entry.title == "Rain" && list.kept.first?.layer == nil)

    content.opener.choose(layers[1], of: entry)
    #expect(await run { self.middle.x == 0 && self.middle.y >= 199 })
    #expect(entry.title == "Coasts" && list.entries.count == 1 && bar?.state == nil && said.isEmpty)
    #expect(list.kept.first?.layer == "coasts" && entry.content?.opacity == 0.999)
    let session = try #require(window.part(LayersPart.self)?.session)
    window.undo.undo()
    #expect(await run { self.middle.y == 0 && self.middle.x >= 99 })
    #expect(entry.title == "Rain" && list.kept.first?.layer == nil)
    window.undo.redo()
    #expect(await run { self.middle.y >= 199 })

    let other = ViewerWindow(map: MapView(showsBaseMap: false))
    let loop = try HeadlessLoop(content: other.map, size: ScreenSize(width: 400, height: 300))
    defer { loop.close() }
    let again = try #require(other.part(LayersPart.self))
    again.restore(session)
    #expect(
      await eventually {
        loop.renderFrame(force: true)
        return again.content?.list.entries.first?.state == .ready
      })
    #expect(again.content?.list.entries.first?.title == "Coasts")
  }

  @Test func aFolderOfPicturesOverTimeIsALayerUnderTheClock() async throws {
    let pictures = (0..<3).map { (name: "\($0).png", red: UInt8(50 + 50 * $0)) }
    for picture in pictures {
      try Data(Self.png(picture.red, 0)).write(to: URL(fileURLWithPath: "\(folder.path)/\(picture.name)"))
    }
    let frames = pictures.enumerated().map { #"{"time": "2024-02-09T0\#($0.offset):00:00Z", "image": "\#($0.element.name)"}"# }
    try folder.write(
      "frames.json",
      #"{"bounds": {"west": -12, "south": 48, "east": 5, "north": 61}, "frames": [\#(frames.joined(separator: ","))], "title": "Rain"}"#
    )
    for location in [folder.path, folder.path + "/frames.json"] {
      map.clock.isLive = true
      look(at: location)
      // The newest is the nearest to the present.
      #expect(await run { self.middle == SIMD2(150, 0) }, "\(said)")
      #expect(list.entries.count == 1 && list.entries.first?.detail == "Rain" && map.clock.isLive)
      map.clock.date = Date(timeIntervalSince1970: Self.start + 3_500)
      #expect(await run { self.middle == SIMD2(100, 0) })
      bar?.onAction(.step(-1))
      #expect(map.clock.date.timeIntervalSince1970 == Self.start)
      #expect(await run { self.middle == SIMD2(50, 0) })
      list.remove(try #require(list.entries.first))
      #expect(await run { self.bar?.state == nil })
    }
  }
}
