import OverlookGeometry
import OverlookScene
import Testing

@MainActor @Suite struct DrawOrderTests {
  private let store = OverlayStore()
  private let view = WorldRect(minX: 0.4, minY: 0.4, maxX: 0.5, maxY: 0.5)

  private func circle(x: Double, y: Double = 0.45, zIndex: Int = 0) -> Circle {
    let circle = Circle(position: WorldPoint(x: x, y: y).coordinate, radius: 1000)
    circle.zIndex = zIndex
    store.add(circle)
    return circle
  }

  private func overlays(_ order: DrawOrder) -> [ObjectIdentifier?] {
    order.entries.map { store.overlay($0.kind, slot: Int($0.slot)).map { ObjectIdentifier($0) } }
  }

  private func names(_ overlays: [Overlay]) -> [ObjectIdentifier?] {
    overlays.map { ObjectIdentifier($0) }
  }

  @Test func sortsByZIndexThenByOrderOfAttaching() {
    let image = Marker.markerImage(color: nil)
    let a = circle(x: 0.45, zIndex: 5)
    let b = circle(x: 0.45)
    let c = GroundOverlay(position: WorldPoint(x: 0.45, y: 0.45).coordinate, icon: image, zoomLevel: 5)
    store.add(c)
    let d = circle(x: 0.45, zIndex: -1)
    let e = circle(x: 0.45)
    var order = DrawOrder.forShapes()
    order.update(store, visibleRect: view)
    #expect(overlays(order) == names([d, b, c, e, a]))

    b.zIndex = 6
    order.update(store, visibleRect: view)
    #expect(overlays(order) == names([d, c, e, a, b]))
  }

  @Test func aRemovedOverlaysPlaceIsNotInherited() {
    let a = circle(x: 0.45)
    let b = circle(x: 0.45)
    store.remove(a)
    let c = circle(x: 0.45)
    var order = DrawOrder.forShapes()
    order.update(store, visibleRect: view)
    // c has the slot of a, and lies above b all the same.
    #expect(c.slot < b.slot)
    #expect(overlays(order) == names([b, c]))
  }

  @Test func listsOnlyWhatIsNearTheView() {
    let near = circle(x: 0.45)
    _ = circle(x: 0.9)
    var order = DrawOrder.forShapes()
    order.update(store, visibleRect: view)
    #expect(overlays(order) == names([near]))
  }

  @Test func holdsWhileTheViewStaysInItsRegion() {
    _ = circle(x: 0.45)
    var order = DrawOrder.forShapes()
    let first = order.update(store, visibleRect: view)
    #expect(first)
    let second = order.update(store, visibleRect: view)
    #expect(!second)
    let panned = WorldRect(minX: 0.44, minY: 0.42, maxX: 0.54, maxY: 0.52)
    let third = order.update(store, visibleRect: panned)
    #expect(!third)
    // The same place in another copy of the world.
    let nextCopy = WorldRect(minX: 1.44, minY: 0.42, maxX: 1.54, maxY: 0.52)
    let fourth = order.update(store, visibleRect: nextCopy)
    #expect(!fourth)
    let gone = WorldRect(minX: 0.6, minY: 0.4, maxX: 0.7, maxY: 0.5)
    let fifth = order.update(store, visibleRect: gone)
    #expect(fifth)
    #expect(order.entries.isEmpty)
  }

  @Test func aMuchCloserViewGetsAListOfItsOwn() {
    _ = circle(x: 0.45)
    _ = circle(x: 0.36)
    var order = DrawOrder.forShapes()
    order.update(store, visibleRect: view)
    #expect(order.entries.count == 2)
    let first = order.update(store, visibleRect: WorldRect(minX: 0.43, minY: 0.43, maxX: 0.47, maxY: 0.47))
    #expect(!first)
    let second = order.update(store, visibleRect: WorldRect(minX: 0.445, minY: 0.445, maxX: 0.455, maxY: 0.455))
    #expect(second)
    #expect(order.entries.count == 1)
  }

  @Test func oneThatMovesIntoTheRegionIsAddedAndOneThatMovesWithinIsNot() {
    let near = circle(x: 0.45)
    let far = circle(x: 0.9)
    var order = DrawOrder.forShapes()
    order.update(store, visibleRect: view)
    store.clearChanges()
    near.position = WorldPoint(x: 0.46, y: 0.45).coordinate
    let first = order.update(store, visibleRect: view)
    #expect(!first)
    store.clearChanges()
    far.position = WorldPoint(x: 0.8, y: 0.45).coordinate
    let second = order.update(store, visibleRect: view)
    #expect(!second)
    store.clearChanges()
    far.position = WorldPoint(x: 0.47, y: 0.45).coordinate
    let third = order.update(store, visibleRect: view)
    #expect(third)
    #expect(order.entries.count == 2)
    store.clearChanges()
    near.radius = -1
    let fourth = order.update(store, visibleRect: view)
    #expect(fourth)
    #expect(overlays(order) == names([far]))
  }

  @Test func changesOutsideTheViewCostNoNewList() {
    let others = (0..<50).map { circle(x: 0.7 + Double($0) / 1000) }
    _ = circle(x: 0.45)
    var order = DrawOrder.forShapes()
    order.update(store, visibleRect: view)
    let version = order.version
    store.clearChanges()
    for other in others {
      other.radius = 2000
      other.strokeWidth = 4
    }
    let isNew = order.update(store, visibleRect: view)
    #expect(!isNew)
    #expect(order.version == version)
  }

  @Test func markersHaveAnOrderOfTheirOwn() {
    _ = circle(x: 0.45)
    let marker = Marker(position: WorldPoint(x: 0.45, y: 0.45).coordinate)
    store.add(marker)
    var order = DrawOrder.forMarkers()
    order.update(store, visibleRect: view)
    #expect(overlays(order) == names([marker]))
    var shapes = DrawOrder.forShapes()
    shapes.update(store, visibleRect: view)
    #expect(shapes.entries.allSatisfy { $0.kind == .circle })
  }

  @Test func overlaysBesideTheAntimeridianAreNearAViewBeyondIt() {
    let east = circle(x: 0.99)
    let west = circle(x: 0.01)
    var order = DrawOrder.forShapes()
    order.update(store, visibleRect: WorldRect(minX: 0.97, minY: 0.4, maxX: 1.03, maxY: 0.5))
    #expect(overlays(order) == names([east, west]))
    order.update(store, visibleRect: WorldRect(minX: -3, minY: 0, maxX: 5, maxY: 1))
    #expect(order.entries.count == 2)
  }
}
