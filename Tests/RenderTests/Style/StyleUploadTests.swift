import OverlookLayout
import OverlookPasses
import OverlookStylePasses
import OverlookSupport
import Testing

/// Tiles of styles share the time that a frame has for bringing tiles to the driver.
@MainActor @Suite struct StyleUploadTests {
  private static let style = #"""
    {"version": 8, "center": [0, 0], "zoom": 0, "sources": {"s": {"type": "geojson", "data": {"type": "Feature",
       "properties": {}, "geometry": {"type": "Point", "coordinates": [0, 0]}}}},
     "layers": [{"id": "a", "type": "circle", "source": "s"}, {"id": "b", "type": "circle", "source": "s"}]}
    """#

  @Test func whatFindsNoTimeIsLeftToTheNextFrame() throws {
    let scene = try StyleScene(Self.style, width: 256, height: 256)
    let arrivals = scene.frame.layers.enumerated().map { index, layer in
      StyleArrival(id: UInt64(index), layers: [layer], isAhead: false)
    }
    try #require(arrivals.count == 2)
    let budget = UploadBudget(clock: { 0 })
    budget.beginFrame()
    // Pictures of layers took all of it; one part of a tile is brought nevertheless.
    budget.stop(-0.01, bytes: 1 << 20)
    #expect(try scene.renderer.upload(arrivals, zoom: scene.frame.zoom, budget) == [0])
    budget.beginFrame()
    #expect(try scene.renderer.upload(arrivals, zoom: scene.frame.zoom, budget) == [0, 1])
    #expect(budget.statistics.count == 2)
  }

  /// What nobody sees yet waits for a frame that has time.
  @Test func tilesAroundTheViewTakeNoTimeFromAnybody() throws {
    let scene = try StyleScene(Self.style, width: 256, height: 256)
    let arrivals = scene.frame.layers.map { StyleArrival(id: 7, layers: [$0], isAhead: true) }
    let budget = UploadBudget(clock: { 0 })
    budget.beginFrame()
    budget.stop(-0.01, bytes: 1 << 20)
    #expect(try scene.renderer.upload(arrivals, zoom: scene.frame.zoom, budget).isEmpty)
    budget.beginFrame()
    #expect(try scene.renderer.upload(arrivals, zoom: scene.frame.zoom, budget) == [7, 7])
  }

  /// One upload that took long says little of the next: frames with nothing else to bring try again before long.
  @Test func whatWasDearOnceIsNotLeftOutForGood() throws {
    let scene = try StyleScene(Self.style, width: 256, height: 256)
    let arrivals = scene.frame.layers.prefix(1).map { StyleArrival(id: 7, layers: [$0], isAhead: true) }
    let budget = UploadBudget(clock: { 0 })
    budget.beginFrame()
    budget.stop(-1000, bytes: 4096)
    var frames = 0
    var brought: [UInt64] = []
    while brought.isEmpty, frames < 200 {
      budget.beginFrame()
      brought = try scene.renderer.upload(arrivals, zoom: scene.frame.zoom, budget)
      frames += 1
    }
    #expect(brought == [7] && frames > 1, "after \(frames) frames")
  }
}
