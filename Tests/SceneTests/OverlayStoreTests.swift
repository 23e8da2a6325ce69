import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct OverlayStoreTests {
  private let place = LocationCoordinate(latitude: 10, longitude: 20)

  private func allKinds() -> [Overlay] {
    [
      Marker(position: place), Polyline(path: Path([place, LocationCoordinate(latitude: 11, longitude: 20)])),
      Polygon(
        path: Path([place, LocationCoordinate(latitude: 11, longitude: 20), LocationCoordinate(latitude: 11, longitude: 21)])),
      Circle(position: place, radius: 1000),
      GroundOverlay(position: place, icon: Marker.markerImage(color: nil), zoomLevel: 5),
    ]
  }

  @Test func attachesAndDetachesEveryKind() {
    let store = OverlayStore()
    let overlays = allKinds()
    for overlay in overlays {
      store.add(overlay)
      #expect(overlay.store === store)
      #expect(store.overlay(overlay.kind, slot: overlay.slot) === overlay)
    }
    #expect(store.count == 5)
    #expect(store.attachedOverlays.map(ObjectIdentifier.init) == overlays.map(ObjectIdentifier.init))
    for overlay in overlays { store.remove(overlay) }
    #expect(store.count == 0)
    #expect(overlays.allSatisfy { $0.store == nil })
    #expect(store.icons.count == 0)
  }

  @Test func anOverlayIsOnOneMapAtMost() {
    let (first, second) = (OverlayStore(), OverlayStore())
    for overlay in allKinds() {
      first.add(overlay)
      second.add(overlay)
      #expect(overlay.store === second)
    }
    #expect(first.count == 0)
    #expect(second.count == 5)
  }

  @Test func addingTwiceChangesNothing() {
    let store = OverlayStore()
    let marker = Marker(position: place)
    store.add(marker)
    let version = store.structureVersion
    store.add(marker)
    #expect(store.count == 1)
    #expect(store.structureVersion == version)
    store.remove(Marker(position: place))
    #expect(store.count == 1)
  }

  @Test func overlaysOutliveTheirMap() {
    let overlays = allKinds()
    var store: OverlayStore? = OverlayStore()
    for overlay in overlays { store?.add(overlay) }
    store = nil
    #expect(overlays.allSatisfy { $0.store == nil })
    (overlays[0] as? Marker)?.position = LocationCoordinate(latitude: 0, longitude: 0)
    (overlays[3] as? Circle)?.radius = 5
    let next = OverlayStore()
    for overlay in overlays { next.add(overlay) }
    #expect(next.count == 5)
  }

  @Test func theMapKeepsAttachedOverlaysAlive() {
    let store = OverlayStore()
    weak var marker: Marker?
    do {
      let local = Marker(position: place)
      marker = local
      store.add(local)
    }
    #expect(marker != nil)
    store.removeAll()
    #expect(marker == nil)
  }

  @Test func overlaysMayBeRemovedWhileAllAreWalkedThrough() {
    let store = OverlayStore()
    for _ in 0..<10 { for overlay in allKinds() { store.add(overlay) } }
    for overlay in store.attachedOverlays { store.remove(overlay) }
    #expect(store.count == 0)
  }

  @Test func everyVisibleChangeAsksForAFrame() {
    let store = OverlayStore()
    var requests = 0
    store.requestRedraw = { requests += 1 }
    func expectRequest(_ change: () -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
      let before = requests
      change()
      #expect(requests > before, sourceLocation: sourceLocation)
    }
    let marker = Marker(position: place)
    expectRequest { store.add(marker) }
    expectRequest { marker.position = LocationCoordinate(latitude: 1, longitude: 1) }
    expectRequest { marker.rotation = 10 }
    expectRequest { marker.opacity = 0.5 }
    expectRequest { marker.isFlat = true }
    expectRequest { marker.groundAnchor = .center }
    expectRequest { marker.icon = Marker.markerImage(color: .blue) }
    expectRequest { marker.zIndex = 4 }
    let line = Polyline(path: Path([place, LocationCoordinate(latitude: 1, longitude: 1)]))
    expectRequest { store.add(line) }
    expectRequest { line.strokeColor = .red }
    expectRequest { line.strokeWidth = 5 }
    expectRequest { line.spans = [StyleSpan(color: .red)] }
    expectRequest { line.geodesic = true }
    expectRequest { line.path = nil }
    let circle = Circle(position: place, radius: 10)
    expectRequest { store.add(circle) }
    expectRequest { circle.radius = 20 }
    expectRequest { circle.fillColor = .red }
    expectRequest { store.remove(circle) }
    expectRequest { store.removeAll() }
    let quiet = requests
    marker.position = place
    circle.radius = 1
    #expect(requests == quiet)
  }

  @Test func oneChangeMarksOneRow() {
    let store = OverlayStore()
    let markers = (0..<1000).map { Marker(position: LocationCoordinate(latitude: 0, longitude: Double($0) / 10)) }
    for marker in markers { store.add(marker) }
    store.clearChanges()
    let version = store.structureVersion
    markers[500].rotation = 45
    #expect(store.markers.dirtyRows.count == 1)
    #expect(store.markers.dirtyRows.contains(markers[500].slot))
    #expect(store.markers.movedRows.isEmpty)
    markers[500].position = place
    #expect(store.markers.dirtyRows.count == 1)
    #expect(store.markers.movedRows.count == 1)
    #expect(store.structureVersion == version)
    store.clearChanges()
    #expect(store.markers.dirtyRows.isEmpty)
  }

  @Test func valuesThatCannotBeDrawnTakeAnOverlayOutOfTheIndexAndBack() {
    let store = OverlayStore()
    let overlays = allKinds()
    for overlay in overlays { store.add(overlay) }
    guard let marker = overlays[0] as? Marker, let line = overlays[1] as? Polyline, let polygon = overlays[2] as? Polygon,
      let circle = overlays[3] as? Circle, let ground = overlays[4] as? GroundOverlay
    else { return }
    for invalid in [
      LocationCoordinate(latitude: .nan, longitude: 0), LocationCoordinate(latitude: 91, longitude: 0),
      LocationCoordinate(latitude: 0, longitude: .infinity),
    ] {
      marker.position = invalid
      circle.position = invalid
      ground.position = invalid
      #expect(store.markers.index.count == 0)
      #expect(store.circles.index.count == 0)
      #expect(store.groundOverlays.index.count == 0)
      marker.position = place
      circle.position = place
      ground.position = place
      #expect(store.markers.index.count == 1)
      #expect(store.circles.index.count == 1)
      #expect(store.groundOverlays.index.count == 1)
    }
    for radius in [-1, 0, .nan, .infinity] {
      circle.radius = radius
      #expect(store.circles.index.count == 0)
    }
    for width in [-1, 0, .nan, .infinity] {
      line.strokeWidth = width
      #expect(store.polylines.index.count == 0)
      line.strokeWidth = 3
      #expect(store.polylines.index.count == 1)
    }
    marker.rotation = .nan
    #expect(store.markers.index.count == 0)
    marker.rotation = 0
    marker.opacity = 0
    #expect(store.markers.index.count == 0)
    line.path = Path([.invalid, place, .invalid])
    #expect(store.polylines.index.count == 0)
    polygon.path = Path([place, place])
    #expect(store.polygons.index.count == 0)
    ground.icon = nil
    #expect(store.groundOverlays.index.count == 0)
    #expect(store.count == 5)
  }

  @Test func placesThatAreNotValidAreLeftOutOfPaths() {
    let store = OverlayStore()
    let other = LocationCoordinate(latitude: 11, longitude: 21)
    let line = Polyline(path: MutablePath([place, .invalid, other]))
    store.add(line)
    #expect(store.polylines.row(line.slot)?.path == [place, other])
    #expect(line.path?.coordinates.count == 3)
  }

  @Test func iconsAreCountedAndLetGo() {
    let store = OverlayStore()
    let (a, b) = (Marker.markerImage(color: .red), Marker.markerImage(color: .green))
    let markers = (0..<10).map { number in
      let marker = Marker(position: place)
      marker.icon = number < 5 ? a : b
      return marker
    }
    for marker in markers { store.add(marker) }
    #expect(store.icons.count == 2)
    for marker in markers[5...] { marker.icon = a }
    #expect(store.icons.count == 1)
    for marker in markers { store.remove(marker) }
    #expect(store.icons.count == 0)
  }

  @Test func theFarthestReachOfIconsIsKnown() {
    let store = OverlayStore()
    let marker = Marker(position: place)
    store.add(marker)
    // Half of 27 to the side and 43 up.
    #expect(abs(store.markerReachPoints - (13.5 * 13.5 + 43 * 43).squareRoot()) < 1e-4)
    store.remove(marker)
    #expect(store.markerReachPoints == 0)
  }
}
