import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookTestSupport
import Testing

@testable import OverlookStyledMap

/// A text that the edge of a view cuts, in a view of 512 x 512 points of a world of 2048.
@MainActor @Suite struct StyleLabelEdgeTests {
  private let bench: Bench
  private var moves = 0.0

  init() throws {
    let point = #"{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [0, 0]}}"#
    bench = try Bench(
      """
      {"version": 8, "sources": {"s": {"type": "geojson", "data": \(point)}}, "layers": [
       {"id": "p", "type": "symbol", "source": "s", "metadata": {"overlook:picture-edge": "avoid"},
        "layout": {"text-field": "a wide name", "text-max-width": 40}}]}
      """, zoom: 2, isStill: false)
  }

  /// Shows the text `x` points from the middle of the view.
  private func look(_ x: Double) {
    bench.view = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: -x / 2048 * 360, zoom: 3), size: bench.view.size)
  }

  private func frame() -> Int {
    _ = bench.map.update(view: bench.view, pixelsPerPoint: 1, now: bench.now)
    return bench.map.frame(now: bench.now)?.placement?.shownCount ?? -1
  }

  /// What is shown when the view rests there.
  private func rested(_ x: Double) -> Int {
    look(x)
    #expect(
      blockUntil {
        bench.now += 0.05
        _ = frame()
        return !bench.map.needsFrame
      })
    return frame()
  }

  /// What is shown after the view was moved about a place, and labels were placed.
  private mutating func moved(_ x: Double) -> Int {
    let first = bench.now + StyledMap.placementIntervalSeconds
    #expect(
      blockUntil {
        bench.now += 0.05
        moves += 1
        look(x + 0.001 * moves)
        _ = frame()
        return bench.map.placementState.map { $0.timeSeconds > first } ?? false
      })
    return frame()
  }

  @Test mutating func goesOutWithAViewThatMovesAndFadesWhenItRests() {
    #expect(bench.settle())
    #expect(rested(0) == 1)
    #expect(moved(-240) == 1)
    #expect(bench.map.needsFrame)
    #expect(rested(-240) == 0)
    // It does not come back until it is whole.
    #expect(moved(-240) == 0)
    #expect(moved(-150) == 1)
  }

  @Test mutating func comesInFromBesideTheView() {
    #expect(bench.settle())
    #expect(rested(-320) == 1)
    #expect(moved(-240) == 1)
  }
}
