import Foundation
import Overlook
import OverlookPlatform
import OverlookTestSupport
import Testing

/// What an app is told of servers that cannot be had.
@MainActor @Suite(.serialized) struct LoadingFaultTests {
  private final class Log: MapViewDelegate {
    var lines: [String] = []

    func mapViewDidStartTileRendering(_ mapView: MapView) { lines.append("started") }
    func mapViewDidFinishTileRendering(_ mapView: MapView) { lines.append("finished") }
    func mapViewSnapshotReady(_ mapView: MapView) { lines.append("ready") }
    func mapView(_ mapView: MapView, didChange loadingFaults: [LoadingFault]) { lines.append("\(loadingFaults.count) faults") }
  }

  /// Frames without a renderer, 50 to a second of the map's clock, until `isDone`.
  private func run(_ map: MapView, from start: Double, until isDone: () -> Bool) async throws -> Double {
    var now = start - 0.02
    let isInTime = await eventually(pause: 0.002) {
      now += 0.02
      if map.prepareFrame(now: now) { map.takeReasons() }
      return isDone()
    }
    #expect(isInTime, "not done in time: \(map.loadingState)")
    return now
  }

  private func style(_ tiles: String) throws -> MapStyle {
    try MapStyle(
      json: """
        {"version": 8, "sources": {"s": {"type": "vector", "tiles": ["\(tiles)"]}},
         "layers": [{"id": "l", "type": "fill", "source": "s", "source-layer": "land"}]}
        """)
  }

  @Test(arguments: [true, false]) func loadingIsOverThoughTheServerIsDead(isStyle: Bool) throws {
    let url = "http://127.0.0.1:1/{z}/{x}/{y}"
    let map = MapView()
    let log = Log()
    map.delegate = log
    let layer = URLTileLayer(template: try TileURLTemplate(url))
    if isStyle {
      map.mapStyle = try style(url)
    } else {
      map.mapType = .none
      layer.map = map
    }
    let loop = try HeadlessLoop(content: map, size: ScreenSize(width: 320, height: 240))
    defer { loop.close() }
    #expect(loop.run(timeoutSeconds: 90) { log.lines.contains("ready") })
    #expect(log.lines == ["started", "1 faults", "finished", "ready"])
    #expect(map.isAtRest)
    let text = try #require(map.loadingFaults.first?.description)
    #expect(text.hasPrefix("127.0.0.1:1 cannot be reached"))
    let state = try #require(isStyle ? map.loadingState(ofSource: "s") : layer.loadingState)
    #expect(state.readyCount == 0 && state.loadingCount > 0 && state.faults == map.loadingFaults)
  }

  @Test func aServerThatAnswersWithErrorsIsGivenFourTriesAndFurtherOnesAreNotToldOf() async throws {
    let server = try #require(LoopbackServer { _ in .status(500) })
    defer { server.stop() }
    let map = MapFixture().map
    let log = Log()
    map.delegate = log
    URLTileLayer(template: try TileURLTemplate(server.url("{z}/{x}/{y}"))).map = map
    let end = try await run(map, from: 200) { log.lines.contains("finished") }
    // Pauses are 1, 2 and 4 seconds, give or take a fifth.
    #expect((205.6..<212).contains(end))
    #expect(map.loadingFaults.map { $0.description.hasSuffix("answers 500") } == [true])
    _ = try await run(map, from: end) { map.loadingState.failedCount > 0 }
    #expect(log.lines.filter { $0 != "ready" } == ["started", "1 faults", "finished"], "\(log.lines)")
  }

  /// A layer of level 1 whose tile in the south-east never comes; the others have one colour each.
  private final class ThreeOfFour: TileLayer {
    override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
      let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]]
      let number = x + 2 * y
      let pixels = number < 3 ? Array(repeatElement(colors[number], count: 256 * 256).joined()) : []
      receiver.receiveTile(
        x: x, y: y, zoom: zoom,
        image: number < 3 ? Image(width: 256, height: 256, premultipliedRGBA: pixels) : nil)
    }
  }

  /// A frame may not have time for more than one picture; those that came are all drawn nevertheless.
  @Test(arguments: [1.0, 1.4]) func aTileThatFailsCostsNoneOfItsNeighbours(zoom: Double) throws {
    let map = MapView()
    map.isStill = true
    map.mapType = .none
    map.camera = CameraPosition(latitude: 0, longitude: 0, zoom: zoom)
    let layer = ThreeOfFour()
    layer.minimumZoom = 1
    layer.maximumZoom = 1
    layer.map = map
    let picture = try #require(try map.picture(size: ScreenSize(width: 256, height: 256), timeoutSeconds: 0.5))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { (0..<3).map { picture.pixels[4 * (y * picture.width + x) + $0] } }
    #expect(pixel(64, 64) == [255, 0, 0] && pixel(192, 64) == [0, 255, 0] && pixel(64, 192) == [0, 0, 255])
  }
}
