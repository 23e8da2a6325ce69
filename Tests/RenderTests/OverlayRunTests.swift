import OverlookGeometry
import OverlookOverlayPasses
import OverlookScene
import Testing

@MainActor @Suite struct OverlayRunTests {
  private func entry(_ kind: OverlayKind, zIndex: Int = 0) -> DrawOrder.Entry {
    DrawOrder.Entry(kind: kind, slot: 0, zIndex: zIndex)
  }

  private func merged(_ entries: [DrawOrder.Entry], custom: [Int] = []) -> [String] {
    var runs = ContiguousArray<OverlayRun>()
    OverlayRun.merge(ContiguousArray(entries), customZIndices: custom, into: &runs)
    return runs.map(\.description)
  }

  @Test func neighboursThatShareABatchBecomeOneRun() {
    let runs = merged([
      entry(.polygon), entry(.polyline), entry(.circle), entry(.groundOverlay), entry(.groundOverlay), entry(.polyline),
    ])
    #expect(runs == ["shapes 0..<3", "groundOverlay 0..<2", "shapes 3..<4"])
  }

  @Test func customItemsLieAboveTheOverlaysOfTheirZIndex() {
    let runs = merged(
      [entry(.polyline, zIndex: -1), entry(.polyline, zIndex: 0), entry(.polyline, zIndex: 0), entry(.polyline, zIndex: 2)],
      custom: [-5, -1, 0, 0, 1, 9])
    #expect(
      runs == ["custom 0..<1", "shapes 0..<1", "custom 1..<2", "shapes 1..<3", "custom 2..<5", "shapes 3..<4", "custom 5..<6"])
  }

  @Test func whatLiesBelowTheLabelsIsTheLowestInRunsOfItsOwn() {
    let store = OverlayStore()
    let line = Path([LocationCoordinate(latitude: 0, longitude: 0), LocationCoordinate(latitude: 1, longitude: 1)])
    for (zIndex, isBelow) in [(0, false), (.max, true), (.min, false), (.min, true)] {
      let polyline = Polyline(path: line)
      (polyline.zIndex, polyline.isBelowLabels) = (zIndex, isBelow)
      store.add(polyline)
    }
    var order = DrawOrder.forShapes()
    order.update(store, visibleRect: WorldRect(minX: 0.4, minY: 0.4, maxX: 0.6, maxY: 0.6))
    #expect(order.entries.map(\.slot) == [3, 1, 2, 0] && order.entries.map(\.isBelowLabels) == [true, true, false, false])
    var runs = ContiguousArray<OverlayRun>()
    OverlayRun.merge(order.entries, into: &runs)
    #expect(runs.map(\.description) == ["shapes 0..<2", "shapes 2..<4"] && runs.map(\.isBelowLabels) == [true, false])
    store.overlay(.polyline, slot: 1)?.zIndex = 5
    order.update(store, visibleRect: WorldRect(minX: 0.4, minY: 0.4, maxX: 0.6, maxY: 0.6))
    #expect(order.entries.map(\.slot) == [3, 1, 2, 0])
  }

  @Test func nothingMakesNoRuns() {
    #expect(merged([]).isEmpty)
    #expect(merged([], custom: [1, 2]) == ["custom 0..<2"])
  }

  @Test func aSceneIsDrawnInTheOrderOfItsZIndices() {
    let store = OverlayStore()
    let place = LocationCoordinate(latitude: 0, longitude: 0)
    let line = Path([place, LocationCoordinate(latitude: 1, longitude: 1)])
    let image = Marker.markerImage(color: nil)
    for (overlay, zIndex) in [
      (Polyline(path: line), 5), (GroundOverlay(position: place, icon: image, zoomLevel: 5), 1),
      (Circle(position: place, radius: 9), 0),
      (Polyline(path: line), 1), (GroundOverlay(position: place, icon: image, zoomLevel: 5), 5), (Marker(position: place), -100),
    ] as [(Overlay, Int)] {
      overlay.zIndex = zIndex
      store.add(overlay)
    }
    var order = DrawOrder.forShapes()
    order.update(store, visibleRect: WorldRect(minX: 0.4, minY: 0.4, maxX: 0.6, maxY: 0.6))
    var runs = ContiguousArray<OverlayRun>()
    OverlayRun.merge(order.entries, into: &runs)
    #expect(runs.map(\.description) == ["shapes 0..<1", "groundOverlay 0..<1", "shapes 1..<3", "groundOverlay 1..<2"])
  }
}
