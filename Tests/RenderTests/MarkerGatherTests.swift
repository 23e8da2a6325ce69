import OverlookCamera
import OverlookGeometry
import OverlookOverlayPasses
import OverlookRaster
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct MarkerGatherTests {
  private let store = OverlayStore()
  private let view = ViewTransform(
    camera: CameraPosition(latitude: 0, longitude: 0, zoom: 5), size: ScreenSize(width: 800, height: 600))

  @MainActor private struct State {
    var gather = MarkerGather()
    var layout = IconLayout(pixelsPerPoint: 1, maximumSide: 4096, maximumLayers: 64)

    mutating func update(_ store: OverlayStore, _ view: ViewTransform) -> Bool {
      layout.update(store.icons)
      layout.clearChanges()
      let isNew = gather.update(store, view: view, layout: layout)
      store.clearChanges()
      return isNew
    }
  }

  private func marker(_ latitude: Double, _ longitude: Double) -> Marker {
    let marker = Marker(position: LocationCoordinate(latitude: latitude, longitude: longitude))
    store.add(marker)
    return marker
  }

  @Test func anInstanceIsSmall() {
    #expect(MemoryLayout<MarkerInstance>.size == 36)
    #expect(MemoryLayout<MarkerInstance>.stride == 36)
  }

  @Test func oneChangeRewritesOneInstance() {
    let markers = (0..<500).map { marker(0, Double($0) / 50 - 5) }
    var state = State()
    let first = state.update(store, view)
    #expect(first)
    #expect(state.gather.instances.count == 500)
    let before = state.gather.instances

    markers[250].rotation = 90
    let second = state.update(store, view)
    #expect(!second)
    #expect(state.gather.dirtyInstances.count == 1)
    #expect(state.gather.dirtyInstances.contains(250))
    #expect(state.gather.instances[250].turn == 16384 || state.gather.instances[250].turn == 16383)
    let others = (0..<500).filter { $0 != 250 }
    #expect(others.allSatisfy { state.gather.instances[$0] == before[$0] })

    let third = state.update(store, view)
    #expect(!third)
    #expect(state.gather.dirtyInstances.isEmpty)
  }

  @Test func markersWithoutRoomForTheirIconAreCounted() {
    for index in 0..<3 { _ = marker(0, Double(index)) }
    var gather = MarkerGather()
    _ = gather.update(store, view: view, layout: IconLayout(pixelsPerPoint: 1, maximumSide: 4096, maximumLayers: 64))
    #expect(gather.instances.isEmpty)
    #expect(gather.leftOutCount == 3)

    var state = State()
    _ = state.update(store, view)
    #expect(state.gather.instances.count == 3)
    #expect(state.gather.leftOutCount == 0)
  }

  @Test func aPanInsideTheRegionGathersNothing() {
    _ = marker(0, 0)
    var state = State()
    _ = state.update(store, view)
    for step in 1...10 {
      let camera = CameraPosition(latitude: 0, longitude: Double(step), zoom: 5)
      let isNew = state.update(store, ViewTransform(camera: camera, size: view.size))
      #expect(!isNew)
    }
  }

  @Test func onlyMarkersNearTheViewAreGathered() {
    _ = marker(0, 0)
    _ = marker(0, 120)
    _ = marker(-80, 0)
    var state = State()
    _ = state.update(store, view)
    #expect(state.gather.slots == [0])
  }

  @Test func aMarkerWhoseIconReachesIntoTheViewIsGathered() {
    // Its place lies 20 points below the view, and so far below the list's region is it not.
    let foot = view.worldPoint(at: ScreenPoint(x: 400, y: 640))?.coordinate ?? .invalid
    let low = Marker(position: foot)
    store.add(low)
    let rect = MarkerGather.reachedRect(view, reachPoints: store.markerReachPoints)
    #expect(rect.contains(WorldPoint(foot)))
    #expect(!view.visibleRect.contains(WorldPoint(foot)))
  }

  @Test func instancesFollowTheDrawingOrder() {
    let a = marker(0, 0)
    let b = marker(0, 1)
    let c = marker(0, 2)
    a.zIndex = 1
    var state = State()
    _ = state.update(store, view)
    #expect(state.gather.slots == [Int32(b.slot), Int32(c.slot), Int32(a.slot)])
    c.zIndex = 5
    _ = state.update(store, view)
    #expect(state.gather.slots == [Int32(b.slot), Int32(a.slot), Int32(c.slot)])
    b.opacity = 0
    _ = state.update(store, view)
    #expect(state.gather.slots == [Int32(a.slot), Int32(c.slot)])
  }

  @Test func largeIconsAreDrawnInRunsOfTheirOwn() {
    let large = Image(width: 800, height: 100, scale: 1, pixel: { _, _ in SIMD4(255, 255, 255, 255) })
    for number in 0..<5 {
      let marker = marker(0, Double(number))
      if number == 2 { marker.icon = large }
    }
    var state = State()
    _ = state.update(store, view)
    #expect(state.gather.runs.map(\.count) == [2, 1, 2])
    #expect(state.gather.runs.map { $0.texture == 0 } == [true, false, true])
    store.overlay(.marker, slot: 2).map { ($0 as? Marker)?.icon = nil }
    let isNew = state.update(store, view)
    #expect(isNew)
    #expect(state.gather.runs.map(\.count) == [5])
  }

  @Test func positionsAreHeldToAFractionOfAMillimetre() {
    let place = LocationCoordinate(latitude: 47.376_886_5, longitude: 8.541_694_25)
    let marker = Marker(position: place)
    store.add(marker)
    var state = State()
    _ = state.update(
      store, ViewTransform(camera: CameraPosition(target: place, zoom: 22), size: ScreenSize(width: 800, height: 600)))
    let instance = state.gather.instances[0]
    let exact = WorldPoint(place)
    let error =
      abs(Double(instance.highX) + Double(instance.lowX) - exact.x)
      + abs(Double(instance.highY) + Double(instance.lowY) - exact.y)
    // Points at zoom 22.
    #expect(error * 256 * 4_194_304 < 0.01)
  }

  @Test func theCameraSeenFromACopyIsExact() {
    // At zoom 22 a point is a 2^-30 th of the world.
    for longitude in [-179.999_999_9, 179.999_999_9, 0.1] {
      let camera = CameraPosition(latitude: 12.3, longitude: longitude, zoom: 22)
      let view = ViewTransform(camera: camera, size: ScreenSize(width: 800, height: 600))
      for copy in -1...1 {
        let center = WorldCopy.center(of: view, copy: copy)
        let x = Double(center.x) + Double(center.z)
        #expect(abs(x - (view.center.x - Double(copy))) * 0x1p30 < 0.01)
        // What the shader subtracts first is not wider than what it subtracts from, where the copy is in view.
        let beside = Float(view.center.x - Double(copy))
        #expect(beside - center.x == 0)
      }
    }
    #expect(WorldCopy.visible(in: WorldRect(minX: -0.2, minY: 0, maxX: 1.1, maxY: 1)) == -1...1)
    #expect(WorldCopy.visible(in: WorldRect(minX: .nan, minY: 0, maxX: .infinity, maxY: 1)).count <= 33)
  }

  @Test func hugeIconsAreMeasuredInWholePoints() {
    let huge = Image(width: 2000, height: 10, scale: 0.5, pixel: { _, _ in SIMD4(255, 255, 255, 255) })
    let marker = marker(0, 0)
    marker.icon = huge
    var state = State()
    _ = state.update(store, view)
    let instance = state.gather.instances[0]
    #expect(instance.flags & MarkerInstance.coarse != 0)
    // 4000 points, and a pixel of 2 points on either side.
    #expect(instance.boxWidth == 4004)
  }

  /// Neighbours have other images, of which some are of one size.
  @Test func markersOfManyImagesKeepTheirLooksWhenTheyChange() {
    let images = [8, 8, 12, 12, 20].map { side in Image(width: side, height: side, scale: 1) { _, _ in SIMD4(255, 0, 0, 255) } }
    let markers = (0..<700).map { number in
      let marker = marker(0, Double(number) / 100 - 3)
      marker.icon = images[number % 5]
      return marker
    }
    var state = State()
    _ = state.update(store, view)
    for round in 0..<2 {
      for (number, marker) in markers.enumerated() where number % 3 != 0 { marker.rotation += 10 }
      if round == 1 {
        for (number, marker) in markers.enumerated() where number % 2 == 0 { marker.icon = images[(number + 1) % 5] }
      }
      _ = state.update(store, view)
      let gather = state.gather
      #expect(gather.instances.count == 700)
      for (index, slot) in gather.slots.enumerated() {
        let look = gather.looks.looks[Int(gather.lookNumbers[index])]
        #expect(look.image === store.marker(Int(slot))?.icon && look.box[2] == gather.instances[index].boxWidth)
      }
    }
  }
}
