import Foundation
import OverlookLayout
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Testing

@testable import OverlookStyledMap

/// On a map that draws, tiles are shown when the renderer has brought them to the driver.
@MainActor @Suite struct StyleArrivalTests {
  @Test func aTileIsDrawnWhenTheRendererHasIt() throws {
    let bench = try Bench(
      #"""
      {"version": 8, "sources": {"t": {"type": "vector", "tiles": ["https://example.org/{z}/{x}/{y}"]}},
       "layers": [{"id": "t", "type": "fill", "source": "t", "source-layer": "land"}]}
      """#)
    bench.map.waitsForRenderer = true
    bench.fetcher.set(
      "https://example.org/0/0/0", .success(HTTPResponse(status: 200, body: StyledMapTests.tile(layer: "land"))))
    _ = blockUntil {
      _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
      return bench.map.hasArrivals
    }
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
    // It came, and a frame is needed, not more time.
    #expect(bench.map.progress.state == .loading && !bench.map.progress.mayArrive(before: .infinity))
    #expect(bench.map.needsFrame && bench.drawn["t"] == nil)
    let arrivals = bench.map.arrivals()
    #expect(arrivals.map(\.layers.count) == [1])
    // What the driver holds of it is not dropped before it is drawn.
    #expect(bench.map.frame(now: bench.now)?.liveBuckets.count == 1)
    var result = TileUploadResult()
    result.uploaded = arrivals.map { TileContentID(rawValue: $0.id) }
    bench.map.take(result, now: bench.now)
    #expect(bench.drawn["t"] == 1 && bench.map.isComplete && !bench.map.hasArrivals)
  }
}
