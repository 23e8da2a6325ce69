import Dispatch
import Foundation
import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookNetwork
import OverlookStyle
import OverlookSupport
import OverlookTiles
import Testing

@testable import OverlookStyledMap

/// A source of GeoJSON that gets other data while it is shown. Which are drawn is told by their opacity.
@MainActor @Suite struct StyleDataTests {
  private static func data(_ opacity: Double) -> String {
    """
    {"type": "Feature", "properties": {"o": \(opacity)},
     "geometry": {"type": "Polygon", "coordinates": [[[-50, -50], [50, -50], [50, 50], [-50, 50], [-50, -50]]]}}
    """
  }

  /// `data`: JSON, or an address in quotes.
  private static func style(_ data: String) -> String {
    """
    {"version": 8, "sources": {"s": {"type": "geojson", "data": \(data)}},
     "layers": [{"id": "f", "type": "fill", "source": "s", "paint": {"fill-opacity": ["get", "o"]}}]}
    """
  }

  private func set(_ data: String, _ bench: Bench) throws {
    bench.map.setDocument(try StyleDocument(Array(Self.style(data).utf8)), base: bench.map.base)
  }

  private func look(_ bench: Bench, zoom: Double, longitude: Double = 0) {
    bench.view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: longitude, zoom: zoom + 1), size: ScreenSize(width: 256, height: 256))
  }

  private static let (first, second) = ("https://example.org/a", "https://example.org/b")

  @Test func dataThatCouldNotBeHadAreAskedForAgain() throws {
    let bench = try Bench(Self.style("\"\(Self.first)\""))
    bench.fetcher.set(Self.first, .success(HTTPResponse(status: 200, body: Array(Self.data(0.25).utf8))))
    bench.fetcher.set(Self.second, .success(HTTPResponse(status: 404)))
    #expect(bench.settle())
    try set("\"\(Self.second)\"", bench)
    #expect(bench.settle())
    // Older data are better than none.
    #expect(bench.opacities(of: "f") == [0.25] && bench.map.messages.count == 1)
    bench.fetcher.set(Self.second, .success(HTTPResponse(status: 200, body: Array(Self.data(0.75).utf8))))
    bench.map.retry()
    #expect(!bench.map.isComplete && bench.map.progress.mayArrive(before: bench.now + 60))
    #expect(bench.settle())
    #expect(bench.opacities(of: "f") == [0.75])
    // What is there is not asked for again.
    let count = bench.fetcher.requests.count
    bench.map.retry()
    #expect(bench.settle())
    #expect(bench.fetcher.requests.count == count)
  }

  @Test func whoWaitsForDataInThePlaceOfThoseThatCouldNotBeHadIsNotDone() throws {
    let bench = try Bench(Self.style("\"\(Self.second)\""))
    bench.fetcher.set(Self.second, .success(HTTPResponse(status: 404)))
    #expect(bench.settle())
    let runtime = try #require(bench.map.sources["s"])
    #expect(!runtime.isAwaited && !bench.map.progress.mayArrive(before: .infinity))
    try set(Self.data(0.75), bench)
    #expect(runtime.isAwaited && !runtime.progress.isComplete)
    #expect(runtime.progress.mayArrive(before: .infinity))
    #expect(bench.settle())
    #expect(bench.opacities(of: "f") == [0.75])
  }

  @Test func olderDataDoNotStandInForTilesThatComeLater() throws {
    let bench = try Bench(Self.style(Self.data(0.25)))
    #expect(bench.settle())
    look(bench, zoom: 4)
    #expect(bench.settle())
    try set(Self.data(0.75), bench)
    #expect(bench.settle())
    #expect(Set(bench.opacities(of: "f")) == [0.75])
    // Tiles beside those of the view, and those of the first view.
    for (zoom, longitude) in [(4.0, 30.0), (6, 30), (0, 0)] {
      look(bench, zoom: zoom, longitude: longitude)
      var seen: Set<Float> = []
      repeat {
        _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
        seen.formUnion(bench.opacities(of: "f"))
        usleep(1000)
      } while !bench.map.isComplete
      #expect(seen == [0.75])
    }
  }

  /// The tile above is drawn until that of the view comes, whichever data it is from.
  @Test func whatStandsInWhenDataChangeStaysUntilTheyAreLaidOut() throws {
    let bench = try Bench(Self.style(Self.data(0.25)))
    #expect(bench.settle())
    let gate = DispatchSemaphore(value: 0)
    bench.workers.submit(WorkTicket(priority: -.infinity)) { gate.wait() }
    let runtime = try #require(bench.map.sources["s"])
    guard case .ready(let older) = runtime.state else { throw LoadFault.refusal("the source is not ready") }
    look(bench, zoom: 4)
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: 0)
    #expect(Set(bench.opacities(of: "f")) == [0.25])
    try set(Self.data(0.75), bench)
    runtime.mailbox.post(.described(opening: runtime.description.openingCount, .success(older)))
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: 0)
    #expect(Set(bench.opacities(of: "f")) == [0.25])
    gate.signal()
    #expect(bench.settle())
    // The tile of the first view is not there any more.
    #expect(runtime.tiles.store.ledger.records.allSatisfy { $0.tile.z == 4 })
  }

  @Test func dataThatChangeFasterThanTheyAreReadAreShown() throws {
    let bench = try Bench(Self.style(Self.data(0.25)))
    #expect(bench.settle())
    let runtime = try #require(bench.map.sources["s"])
    guard case .ready(let older) = runtime.state else { throw LoadFault.refusal("the source is not ready") }
    let gate = DispatchSemaphore(value: 0)
    bench.workers.submit(WorkTicket(priority: -.infinity)) { gate.wait() }
    let begun = runtime.description.openingCount
    for opacity in [0.3, 0.4, 0.5, 0.75] { try set(Self.data(opacity), bench) }
    // Two are under way, and the newest data wait.
    #expect(runtime.description.openingCount == begun + 2)
    let version = runtime.dataVersion
    runtime.mailbox.post(.described(opening: begun + 1, .success(older)))
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
    #expect(runtime.dataVersion == version + 1 && runtime.description.openingCount == begun + 3)
    #expect(runtime.description.awaitsData && !bench.map.isComplete)
    gate.signal()
    #expect(bench.settle())
    #expect(bench.opacities(of: "f") == [0.75])
  }

  @Test func whatAnOlderOpeningFailsAtIsNoFailureOfTheSource() throws {
    let bench = try Bench(Self.style(Self.data(0.25)))
    let gate = DispatchSemaphore(value: 0)
    bench.workers.submit(WorkTicket(priority: -.infinity)) { gate.wait() }
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: 0)
    let runtime = try #require(bench.map.sources["s"])
    let opening = runtime.description.openingCount
    try set(Self.data(0.75), bench)
    runtime.mailbox.post(.described(opening: opening, .failure(LoadFault.refusal("of before"))))
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: 0)
    #expect(bench.map.messages.count == 1)
    guard case .waiting = runtime.state else { throw LoadFault.refusal("the source does not wait") }
    gate.signal()
    #expect(bench.settle())
    #expect(bench.opacities(of: "f") == [0.75])
  }

  @Test func featuresThatWaitToBeLaidOutCountForWhatATileTakes() throws {
    let bench = try Bench(Self.style(Self.data(0.25)))
    #expect(bench.settle())
    let tiles = try #require(bench.map.sources["s"]).tiles
    let tile = try #require(tiles.store.ledger.records.first)
    let features = try #require(tiles.store.shown(tile.tile)?.content.features)
    tiles.change { store in
      let newer = SourceContent(kind: .features(features), dataVersion: 2)
      store.receive(newer, for: tile.tile, fadesIn: false, now: bench.now)
    }
    #expect(features.byteCount > 0 && tiles.store.record(tile.tile)?.byteCount == tile.byteCount + features.byteCount)
  }
}
