import Foundation
import OverlookCamera
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Testing

@testable import OverlookStyledMap

/// What sources of styles have as tile layers have it: tiles around the view, one memory, one way to wait.
@MainActor @Suite struct StylePrefetchTests {
  private static func style(_ host: String = "example.org") -> String {
    #"""
    {"version": 8, "sources": {"t": {"type": "vector", "tiles": ["https://\#(host)/{z}/{x}/{y}"]}},
     "layers": [{"id": "t", "type": "fill", "source": "t", "source-layer": "land"}]}
    """#
  }

  /// Over the middle of four tiles of level 3, of which the view shows a part each.
  private func bench(_ style: String, isStill: Bool = false) throws -> Bench {
    let bench = try Bench(style, isStill: isStill)
    bench.view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4), size: ScreenSize(width: 600, height: 600))
    for x in 0..<8 {
      for y in 0..<8 {
        let tile = HTTPResponse(status: 200, body: StyledMapTests.tile(layer: "land"))
        bench.fetcher.set("https://example.org/3/\(x)/\(y)", .success(tile))
        bench.fetcher.set("https://tile.openstreetmap.org/3/\(x)/\(y)", .success(tile))
      }
    }
    return bench
  }

  private func rest(_ bench: Bench) {
    for _ in 0..<150 {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      usleep(2000)
    }
  }

  /// Four tiles in view, and, once they are there, twelve around them.
  @Test func whatLiesAroundTheViewIsThereWhenItIsNeeded() throws {
    let bench = try bench(Self.style())
    #expect(bench.settle())
    _ = blockUntil {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      return bench.fetcher.requests.count >= 16
    }
    rest(bench)
    #expect(bench.fetcher.requests.count == 16)
    let source = try #require(bench.map.sources["t"])
    #expect(source.squares.count == 4 && bench.map.counts.ready == 4 && bench.map.isComplete)
    // A tile to the east: all of it is laid out already.
    bench.view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 45, zoom: 4), size: ScreenSize(width: 600, height: 600))
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
    #expect(bench.map.isComplete && bench.drawn["t"] == 4)
  }

  /// Nobody goes on to look at what lies beside a picture, and some servers forbid to be asked for more than is seen.
  @Test(arguments: [(true, "example.org"), (false, "tile.openstreetmap.org")])
  func nothingIsAskedForAheadWhereThatIsOfNoUseOrForbidden(isStill: Bool, host: String) throws {
    let bench = try bench(Self.style(host), isStill: isStill)
    #expect(bench.settle())
    rest(bench)
    #expect(bench.fetcher.requests.count == 4)
  }

  @Test func sourcesShareTheMemoryOfTheirMap() throws {
    let memory = TileMemory(budget: 1)
    let bench = try Bench(Self.style(), isStill: true, memory: memory)
    for zoom in 0..<3 {
      for x in 0..<4 {
        for y in 0..<4 {
          let tile = HTTPResponse(status: 200, body: StyledMapTests.tile(layer: "land"))
          bench.fetcher.set("https://example.org/\(zoom)/\(x)/\(y)", .success(tile))
        }
      }
    }
    for zoom in [1.0, 2, 3] {
      bench.view = ViewTransform(
        camera: CameraPosition(latitude: 0, longitude: 0, zoom: zoom), size: ScreenSize(width: 200, height: 200))
      memory.share()
      #expect(bench.settle())
    }
    // Nothing but what is in view.
    let tiles = try #require(bench.map.sources["t"]).tiles
    #expect(tiles.store.ledger.records.allSatisfy { $0.tile.z == 2 } && tiles.store.count == 4)
  }

  /// The picture of a style waits for glyphs as for tiles, and asks for them again by the same rule.
  @Test func aSpriteThatFailsOnceIsAskedForAgainAndWaitedFor() throws {
    let bench = try Bench(
      #"""
      {"version": 8, "sprite": "https://example.org/s", "sources": {}, "layers": [{"id": "b", "type": "background"}]}
      """#)
    bench.fetcher.set("https://example.org/s.json", .failure(.network("x")))
    _ = blockUntil {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      return !bench.map.messages.isEmpty
    }
    #expect(bench.fetcher.requests.count == 1)
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
    #expect(!bench.map.isComplete && bench.map.progress.earliestArrival == bench.now + 1)
    let retry = try #require(bench.map.nextDeadline)
    #expect(retry == bench.now + 1)
    bench.fetcher.set("https://example.org/s.json", .success(HTTPResponse(status: 404)))
    bench.now = retry
    _ = blockUntil {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      return bench.map.isComplete
    }
    #expect(bench.map.isComplete && bench.fetcher.requests.count == 2)
  }
}
