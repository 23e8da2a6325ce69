@testable import Overlook
import Testing

@MainActor @Suite struct MapViewTests {
  private let middle = ScreenPoint(x: 400, y: 300)

  @Test func explicitCameraTellsWillMoveDidChangeIdleInOrder_MD01_MD03() {
    var fixture = MapFixture()
    fixture.map.camera = CameraPosition(latitude: 10, longitude: 20, zoom: 5)
    fixture.run(seconds: 0.1)
    #expect(fixture.log.take() == ["willMove", "didChange", "idle"])
    #expect(fixture.map.camera == CameraPosition(latitude: 10, longitude: 20, zoom: 5))
  }

  @Test func awaitedAnimationAnswersFinished_MV11() async {
    var fixture = MapFixture()
    let map = fixture.map
    let goal = CameraPosition(latitude: 10, longitude: 20, zoom: 6)
    let outcome = Task { await map.animate(to: goal, seconds: 0.3).outcome }
    await Task.yield()
    fixture.run(seconds: 0.15)
    let between = fixture.map.camera
    fixture.run(seconds: 0.3)
    #expect(await outcome.value == .finished)
    #expect(between.zoom > 4 && between.zoom < 6)
    #expect(MapView.areEqualForRendering(fixture.map.camera, goal))
  }

  @Test func dragStopsAnAnimationInPlace() async {
    var fixture = MapFixture()
    let map = fixture.map
    let outcome = Task { await map.fly(to: CameraPosition(latitude: 10, longitude: 120, zoom: 6), seconds: 2).outcome }
    await Task.yield()
    fixture.run(seconds: 0.5)
    fixture.send(.buttonPressed(.left, middle, []))
    let held = fixture.map.camera
    fixture.run(seconds: 0.2)
    #expect(await outcome.value == .interrupted)
    #expect(fixture.map.camera == held)
    #expect(held.zoom != 4 && held.zoom != 6)
  }

  @Test func cancellingTheAwaitingTaskStopsTheAnimation() async {
    var fixture = MapFixture()
    let map = fixture.map
    let task = Task { await map.animate(to: CameraPosition(latitude: 0, longitude: 90, zoom: 4), seconds: 5).outcome }
    await Task.yield()
    fixture.run(seconds: 0.5)
    task.cancel()
    #expect(await task.value == .interrupted)
    let stopped = map.camera
    fixture.run(seconds: 0.5)
    #expect(map.camera == stopped)
  }

  @Test func dragPansByWhatThePointerMoved() {
    var fixture = MapFixture()
    let start = fixture.map.projection.coordinate(for: middle)
    fixture.send(.pointerMoved(middle))
    fixture.send(.buttonPressed(.left, middle, []))
    for step in 1...10 {
      fixture.run(seconds: 0.05)
      fixture.send(.pointerMoved(ScreenPoint(x: 400 + Double(step) * 10, y: 300)))
    }
    fixture.run(seconds: 0.3)
    fixture.send(.buttonReleased(.left, ScreenPoint(x: 500, y: 300), []))
    fixture.run(seconds: 0.1)
    let point = fixture.map.projection.point(for: start)
    #expect(abs(point.x - 500) < 3.5 && abs(point.y - 300) < 0.01, "the ground under the pointer follows it")
    #expect(fixture.log.take() == ["willMove gesture", "didChange", "idle"])
  }

  @Test(arguments: [false, true]) func withReducedMotionAThrownMapStopsAndADoubleClickZoomsAtOnce(reduced: Bool) {
    var fixture = MapFixture()
    fixture.map.reducesMotion = reduced
    fixture.send(.buttonPressed(.left, middle, []))
    for step in 1...5 {
      fixture.run(seconds: 0.016)
      fixture.send(.pointerMoved(ScreenPoint(x: 400 + Double(step) * 30, y: 300)))
    }
    fixture.send(.buttonReleased(.left, ScreenPoint(x: 550, y: 300), []))
    fixture.run(seconds: 0.016)
    let released = fixture.map.camera
    fixture.run(seconds: 1.5)
    #expect((fixture.map.camera == released) == reduced)
    for _ in 1...2 {
      fixture.send(.buttonPressed(.left, middle, []))
      fixture.send(.buttonReleased(.left, middle, []))
    }
    fixture.run(seconds: 0.04)
    #expect((fixture.map.camera.zoom == 5) == reduced)
    fixture.run(seconds: 1)
    #expect(abs(fixture.map.camera.zoom - 5) < 1e-9)
  }

  @Test func aHeldDragIsNoRest() {
    var fixture = MapFixture()
    fixture.send(.buttonPressed(.left, middle, []))
    fixture.send(.pointerMoved(ScreenPoint(x: 500, y: 300)))
    // Long enough for everything else to rest.
    fixture.run(seconds: 2)
    fixture.map.takeReasons()
    #expect(!fixture.map.isAtRest)
    fixture.map.deliverRenderingEvents()
    #expect(!fixture.log.take().contains("snapshot ready"))
    fixture.send(.buttonReleased(.left, ScreenPoint(x: 500, y: 300), []))
    fixture.run(seconds: 1)
    fixture.map.takeReasons()
    #expect(fixture.map.isAtRest)
    fixture.map.deliverRenderingEvents()
    #expect(fixture.log.take().contains("snapshot ready"))
  }

  @Test func willMoveSeesTheCameraBeforeTheMove() {
    final class Witness: MapViewDelegate {
      var seen: [Double] = []
      func mapView(_ mapView: MapView, willMove gesture: Bool) { seen.append(mapView.camera.zoom) }
    }
    let (map, witness) = (MapFixture().map, Witness())
    map.delegate = witness
    map.camera.zoom = 7
    #expect(witness.seen == [4] && map.camera.zoom == 7)
  }

  @Test func movesToWhereTheCameraIsAreToldAlike() {
    for move in [{ $0.camera = $0.camera }, { $0.animate(to: $0.camera) }] as [@MainActor (MapView) -> Void] {
      var fixture = MapFixture()
      move(fixture.map)
      fixture.run(seconds: 1)
      #expect(fixture.log.take() == ["willMove", "didChange", "idle"])
    }
  }

  @Test func whatHoldsTheViewSeesGesturesWhereTheMapDoesNotConsumeThem() {
    final class Parent: EventResponder {
      var kinds: [InputEvent.Kind] = []
      func respond(to event: InputEvent) -> EventDisposition {
        kinds.append(event.kind)
        return .handled
      }
    }
    let (fixture, parent) = (MapFixture(), Parent())
    fixture.map.nextResponder = parent
    fixture.send(.scrolled(x: 0, y: 3, at: middle, []))
    #expect(parent.kinds.isEmpty)
    fixture.map.settings.consumesGesturesInView = false
    fixture.send(.scrolled(x: 0, y: 3, at: middle, []))
    fixture.send(.buttonPressed(.left, middle, []))
    #expect(parent.kinds == [.scrolled(x: 0, y: 3, at: middle, []), .buttonPressed(.left, middle, [])])
  }

  @Test func theThumbLeadsBackToWhereTheCameraRested() {
    var fixture = MapFixture()
    let start = fixture.map.camera
    fixture.map.camera = CameraPosition(latitude: 10, longitude: 20, zoom: 5)
    fixture.run(seconds: 0.1)
    func click(_ button: PointerButton) {
      fixture.send(.buttonPressed(button, middle, []))
      fixture.send(.buttonReleased(button, middle, []))
      fixture.run(seconds: 1)
    }
    click(.back)
    #expect(MapView.areEqualForRendering(fixture.map.camera, start))
    click(.back)
    #expect(MapView.areEqualForRendering(fixture.map.camera, start), "there was nothing before")
    click(.forward)
    #expect(MapView.areEqualForRendering(fixture.map.camera, CameraPosition(latitude: 10, longitude: 20, zoom: 5)))
  }

  @Test func droppedFilesReachTheDelegateWithThePlace() {
    final class Log: MapViewDelegate {
      var drops: [(FileDrop, LocationCoordinate?)] = []
      func mapView(_ mapView: MapView, didDrop files: FileDrop, at coordinate: LocationCoordinate?) {
        drops.append((files, coordinate))
      }
    }
    let (fixture, log) = (MapFixture(), Log())
    fixture.map.delegate = log
    let drop = FileDrop(paths: ["/tmp/a.pmtiles"], omittedCount: 3)
    fixture.send(.filesDropped(drop, at: middle))
    #expect(log.drops.first?.0 == drop)
    #expect(log.drops.first?.1.map { abs($0.latitude) < 1e-6 && abs($0.longitude) < 1e-6 } == true)
  }

  @Test func homeShowsTheStreetsAroundASingleMarker() {
    var fixture = MapFixture()
    let place = LocationCoordinate(latitude: 10, longitude: 20)
    Marker(position: place).map = fixture.map
    fixture.send(.keyPressed(.home, []))
    fixture.run(seconds: 2)
    #expect(fixture.map.camera.zoom == 16)
    #expect(abs(fixture.map.camera.target.latitude - 10) < 1e-6 && abs(fixture.map.camera.target.longitude - 20) < 1e-6)
  }

  @Test func scrollGesturesOffLeavesTheCameraAndProgrammaticMovesWork_UI03() {
    var fixture = MapFixture()
    fixture.map.settings.setAllGesturesEnabled(false)
    let before = fixture.map.camera
    fixture.send(.buttonPressed(.left, middle, []))
    fixture.send(.pointerMoved(ScreenPoint(x: 600, y: 300)))
    fixture.send(.buttonReleased(.left, ScreenPoint(x: 600, y: 300), []))
    fixture.send(.scrolled(x: 0, y: 3, at: middle, []))
    fixture.run(seconds: 0.5)
    #expect(fixture.map.camera == before)
    fixture.map.moveCamera(.zoomIn)
    #expect(fixture.map.camera.zoom == before.zoom + 1)
  }

  @Test func tapReachesMarkerThenOverlayThenCoordinate_MD04_MD06_MD09() {
    var fixture = MapFixture()
    let circle = Circle(position: LocationCoordinate(latitude: 0, longitude: 0), radius: 1_000_000)
    circle.fillColor = .red
    circle.isTappable = true
    circle.title = "circle"
    circle.map = fixture.map
    let marker = Marker(position: LocationCoordinate(latitude: 0, longitude: 0))
    marker.title = "pin"
    marker.map = fixture.map
    fixture.click(ScreenPoint(x: 400, y: 290))
    #expect(fixture.log.take() == ["tap marker pin"])
    fixture.click(ScreenPoint(x: 430, y: 320))
    #expect(fixture.log.take() == ["tap overlay circle"])
    circle.isTappable = false
    fixture.click(ScreenPoint(x: 430, y: 320))
    #expect(fixture.log.take() == ["tap coordinate"])
  }

  @Test func unhandledMarkerTapCentresOnTheMarker_MD06() {
    var fixture = MapFixture()
    fixture.log.handlesMarkerTaps = false
    let marker = Marker(position: fixture.map.projection.coordinate(for: ScreenPoint(x: 500, y: 400)))
    marker.map = fixture.map
    fixture.click(ScreenPoint(x: 500, y: 390))
    fixture.run(seconds: 1)
    let point = fixture.map.projection.point(for: marker.position)
    #expect(abs(point.x - 400) < 0.01 && abs(point.y - 300) < 0.01)
  }

  @Test func overlayIsOnOneMapAtATimeAndLeavesWithNil_OV04() {
    let first = MapFixture().map
    let second = MapFixture().map
    let line = Polyline()
    line.map = first
    #expect(line.map === first && first.overlayCount == 1)
    line.map = second
    #expect(line.map === second && first.overlayCount == 0 && second.overlayCount == 1)
    line.map = nil
    #expect(line.map == nil && second.overlayCount == 0)
  }

  @Test func overlaysOutliveTheirMap() {
    let marker = Marker(position: LocationCoordinate(latitude: 1, longitude: 2))
    do {
      let map = MapView()
      marker.map = map
    }
    #expect(marker.map == nil)
    marker.position = LocationCoordinate(latitude: 3, longitude: 4)
    #expect(marker.position.latitude == 3)
  }

  @Test func clearRemovesMarkupAndKeepsBaseMapAndCamera_MV06() {
    let map = MapView(camera: CameraPosition(latitude: 5, longitude: 6, zoom: 7))
    map.mapType = .satellite
    Marker(position: LocationCoordinate(latitude: 0, longitude: 0)).map = map
    let layer = SyncTileLayer()
    layer.map = map
    map.clear()
    #expect(map.overlayCount == 0 && layer.map == nil)
    #expect(map.mapType == .satellite && map.attributions.count == 1)
    #expect(map.camera.zoom == 7)
  }

  @Test func mapTypesHaveTheNumbersOfTheTableAndAMapIsNormalUnlessToldOtherwise_MV24() {
    #expect([MapType.normal, .satellite, .terrain, .hybrid, .none].map(\.rawValue) == [1, 2, 3, 4, 5])
    #expect(MapView().mapType == .normal)
  }

  @Test func eachMapHasSettingsOfItsOwn_MV31() {
    var fixture = MapFixture()
    let other = MapView()
    fixture.map.settings.scrollGestures = false
    #expect(other.settings.scrollGestures)
    let before = fixture.map.camera
    fixture.send(.pointerMoved(middle))
    fixture.send(.buttonPressed(.left, middle, []))
    fixture.send(.pointerMoved(ScreenPoint(x: middle.x + 80, y: middle.y)))
    fixture.send(.buttonReleased(.left, ScreenPoint(x: middle.x + 80, y: middle.y), []))
    fixture.run(seconds: 0.5)
    #expect(fixture.map.camera == before)
  }

  @Test func mapTypeNoneTakesTheBaseMapAndItsCreditAway_MV24() {
    let map = MapView()
    map.mapType = .satellite
    #expect(map.attributions.count == 1)
    map.mapType = .none
    #expect(map.attributions.isEmpty)
  }

  @Test func manyChangesInOneIntervalMakeOneFrame_FL05() {
    let fixture = MapFixture()
    let marker = Marker(position: LocationCoordinate(latitude: 0, longitude: 0))
    marker.map = fixture.map
    for step in 0..<100 { marker.opacity = Double(step) / 100 }
    #expect(fixture.map.prepareFrame(now: 200))
    fixture.map.takeReasons()
    #expect(!fixture.map.prepareFrame(now: 200.1))
  }
}
