import Overlook
import Testing

/// The camera as users of a map set it: limits, padding, regions, and animations of one part.
@MainActor @Suite struct MapViewCameraTests {
  @Test func settingTheCameraKeepsTheTiltLimitOfItsZoom_MV18_CP05() {
    let map = MapFixture().map
    map.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 5, viewingAngle: 80)
    #expect(map.camera.viewingAngle == 30)
    map.maximumViewingAngle = { _ in 70 }
    map.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 5, viewingAngle: 80)
    #expect(map.camera.viewingAngle == 70)
  }

  @Test func newZoomLimitsTakeHoldWithTheNextMove_MV07_MV26_MV27() throws {
    let map = MapFixture(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4)).map
    try map.setMinZoom(6, maxZoom: 8)
    #expect(map.minZoom == 6 && map.maxZoom == 8 && map.camera.zoom == 4)
    map.moveCamera(.scrollBy(x: 1, y: 0))
    #expect(map.camera.zoom == 6)
    map.moveCamera(.zoom(to: 20))
    #expect(map.camera.zoom == 8)
    #expect(throws: CameraError.zoomRange(minimum: 9, maximum: 8)) { try map.setMinZoom(9, maxZoom: 8) }
    #expect(map.minZoom == 6 && map.maxZoom == 8)
  }

  @Test func paddingMovesTheTargetIntoTheMiddleOfWhatIsLeft_MV32() {
    let map = MapFixture().map
    map.padding = EdgeInsets(top: 100, left: 200, bottom: 0, right: 0)
    let point = map.projection.point(for: map.camera.target)
    // (200 + 800) / 2 and (100 + 600) / 2.
    #expect(abs(point.x - 500) < 1e-9 && abs(point.y - 350) < 1e-9)
  }

  @Test func cameraForBoundsShowsAllOfThemWithinTheInsets_MV08() throws {
    let map = MapFixture(camera: CameraPosition(latitude: 50, longitude: 50, zoom: 9, bearing: 40, viewingAngle: 20)).map
    let bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: -5, longitude: 175), northEast: LocationCoordinate(latitude: 5, longitude: -175))
    let insets = EdgeInsets(top: 10, left: 300, bottom: 20, right: 100)
    let camera = try #require(map.camera(for: bounds, insets: insets))
    #expect(camera.bearing == 0 && camera.viewingAngle == 0)
    map.camera = camera
    let (southWest, northEast) = (map.projection.point(for: bounds.southWest), map.projection.point(for: bounds.northEast))
    #expect(abs(southWest.x - 300) < 1e-6 && abs(northEast.x - 700) < 1e-6, "400 of 800 points are left across")
    #expect(northEast.y >= 10 && southWest.y <= 580)
    #expect(map.camera(for: CoordinateBounds()) == nil)
  }

  @Test(arguments: [false, true]) func setRegionShowsTheDegreesAroundItsCentre_MV43(animated: Bool) {
    var fixture = MapFixture()
    let center = LocationCoordinate(latitude: 37.712615, longitude: -122.472839)
    fixture.map.setRegion(center: center, latitudeDelta: 5, longitudeDelta: 14.0625, animated: animated)
    fixture.run(seconds: 1)
    let region = fixture.map.projection.visibleRegion()
    #expect(abs(region.farRight.longitude - region.farLeft.longitude - 14.0625) < 1e-6)
    #expect(abs((region.farRight.longitude + region.farLeft.longitude) / 2 - center.longitude) < 1e-6)
    #expect(region.farLeft.latitude > center.latitude + 2.5 && region.nearLeft.latitude < center.latitude - 2.5)
  }

  @Test func animationsOfOnePartLeaveTheOthers_MV12_MV13_MV14_MV15() {
    let start = CameraPosition(latitude: 10, longitude: 20, zoom: 8, bearing: 10, viewingAngle: 5)
    func end(_ move: (MapView) -> Void) -> CameraPosition {
      var fixture = MapFixture(camera: start)
      move(fixture.map)
      fixture.run(seconds: 1)
      return fixture.map.camera
    }
    let place = LocationCoordinate(latitude: 11, longitude: 21)
    let goals = [
      (end { $0.animate(toLocation: place) }, CameraPosition(target: place, zoom: 8, bearing: 10, viewingAngle: 5)),
      (end { $0.animate(toZoom: 9) }, CameraPosition(target: start.target, zoom: 9, bearing: 10, viewingAngle: 5)),
      (end { $0.animate(toZoom: 99) }, CameraPosition(target: start.target, zoom: 22, bearing: 10, viewingAngle: 5)),
      (end { $0.animate(toBearing: 350) }, CameraPosition(target: start.target, zoom: 8, bearing: 350, viewingAngle: 5)),
      (end { $0.animate(toViewingAngle: 90) }, CameraPosition(target: start.target, zoom: 8, bearing: 10, viewingAngle: 30)),
    ]
    for (camera, goal) in goals { #expect(MapView.areEqualForRendering(camera, goal), "\(camera) instead of \(goal)") }
  }

  @Test func theBearingTurnsTheShortWayRound_MV14() {
    var fixture = MapFixture(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 8, bearing: 10))
    fixture.map.animate(toBearing: 350)
    fixture.run(seconds: 0.25)
    let bearing = fixture.map.camera.bearing
    #expect(bearing != 10 && bearing != 350 && (bearing < 10 || bearing > 350))
  }

  @Test func anUpdateIsAnimatedFromTheCameraOfTheMoment_MV16() async {
    var fixture = MapFixture()
    let map = fixture.map
    let outcome = Task { await map.animate(with: .zoom(by: 2), seconds: 0.2).outcome }
    await Task.yield()
    fixture.run(seconds: 0.3)
    #expect(await outcome.value == .finished)
    #expect(abs(map.camera.zoom - 6) < 1e-9)
  }

  @Test func partsOfTheCameraCanBeSet() {
    let map = MapFixture(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4)).map
    map.camera.zoom += 1
    map.camera.bearing = 20
    #expect(map.camera.zoom == 5 && map.camera.bearing == 20)
    map.camera.zoom = .nan
    map.camera = CameraPosition(latitude: .nan, longitude: 0, zoom: 9)
    #expect(map.camera.zoom == 5)
  }

  @Test func senselessGoalsOfAnimationsLeaveTheCamera() {
    let start = CameraPosition(latitude: 10, longitude: 20, zoom: 8, bearing: 50, viewingAngle: 5)
    let moves: [(MapView) -> Void] = [
      { $0.animate(toBearing: .nan) }, { $0.animate(toViewingAngle: .infinity) }, { $0.animate(toZoom: .nan) },
      { $0.animate(toLocation: .invalid) }, { $0.animate(with: .zoom(by: 1, at: ScreenPoint(x: .nan, y: 0))) },
      { $0.fly(to: CameraPosition(latitude: 0, longitude: .nan, zoom: 2)) }, { $0.animate(toPadding: EdgeInsets(top: .nan)) },
    ]
    for (number, move) in moves.enumerated() {
      var fixture = MapFixture(camera: start)
      move(fixture.map)
      fixture.run(seconds: 1)
      #expect(fixture.map.camera == start && fixture.map.padding == .zero, "move \(number)")
    }
  }

  @Test func animationsTakeACourseAndPadding() {
    var fixture = MapFixture(camera: CameraPosition(latitude: 0, longitude: 0, zoom: 4))
    fixture.map.animate(
      to: CameraPosition(latitude: 0, longitude: 0, zoom: 6), padding: EdgeInsets(left: 200), seconds: 1, easing: .easeIn)
    fixture.run(seconds: 1.0 / 60)
    fixture.run(seconds: 0.5)
    // t^2 of the way.
    #expect(abs(fixture.map.camera.zoom - 4.5) < 0.05 && abs(fixture.map.padding.left - 50) < 5)
    fixture.run(seconds: 0.6)
    #expect(fixture.map.camera.zoom == 6 && fixture.map.padding == EdgeInsets(left: 200))
    #expect(abs(fixture.map.projection.point(for: fixture.map.camera.target).x - 500) < 1e-6)
    fixture.map.animate(toPadding: .zero, seconds: 0.1)
    fixture.run(seconds: 0.2)
    #expect(fixture.map.padding == .zero)
  }

  @Test func fittingWithinAnimatedPaddingRespectsItsEnd() {
    let bounds = CoordinateBounds(
      southWest: LocationCoordinate(latitude: -5, longitude: 10), northEast: LocationCoordinate(latitude: 5, longitude: 20))
    var animated = MapFixture()
    animated.map.animate(with: .fit(bounds), padding: EdgeInsets(left: 400))
    animated.run(seconds: 1)
    let set = MapFixture().map
    set.padding = EdgeInsets(left: 400)
    set.moveCamera(.fit(bounds))
    #expect(MapView.areEqualForRendering(animated.map.camera, set.camera))
  }

  @Test func anAnimationIsTheSameInsideAndOutsideOfTasks() async {
    var fixture = MapFixture()
    // One function, so that none is chosen by whether the caller is asynchronous.
    let animation = fixture.map.animate(toZoom: 6, seconds: 0.1)
    #expect(animation.isRunning)
    fixture.run(seconds: 0.3)
    #expect(!animation.isRunning)
    #expect(await animation.outcome == .finished)
    let cancelled = fixture.map.fly(to: CameraPosition(latitude: 1, longitude: 2, zoom: 3))
    cancelled.cancel()
    cancelled.cancel()
    #expect(await cancelled.outcome == .interrupted)
  }
}

/// Sizes before the first frame.
@MainActor @Suite struct MapViewSizeTests {
  private let bounds = CoordinateBounds(
    southWest: LocationCoordinate(latitude: 40, longitude: 5), northEast: LocationCoordinate(latitude: 50, longitude: 15))
  private let size = ScreenSize(width: 800, height: 600)

  @Test func aMapMayHaveASizeFromTheStart() throws {
    let map = MapView(size: size, mapType: .none)
    #expect(map.size == size)
    let camera = try #require(map.camera(for: bounds))
    let shown = MapFixture().map
    #expect(camera == shown.camera(for: bounds) && camera.zoom > 4)
    map.setRegion(center: bounds.center, latitudeDelta: 5, longitudeDelta: 5, animated: false)
    #expect(map.camera.zoom > 4)
  }

  @Test func withoutASizeNothingIsMadeUp() {
    let map = MapView(mapType: .none)
    #expect(map.size == ScreenSize(width: 0, height: 0) && map.camera(for: bounds) == nil)
  }

  @Test func whatWaitsForASizeIsDoneWhenThereIsOne() throws {
    let (map, log) = (MapView(mapType: .none), SizeLog())
    map.delegate = log
    map.padding = EdgeInsets(top: 50)
    map.moveCamera(.fit(bounds, padding: 20))
    #expect(log.sizes.isEmpty)
    map.resize(to: size, framebuffer: PixelSize(width: 1600, height: 1200))
    #expect(log.sizes == [size] && map.padding == EdgeInsets(top: 50))
    let sized = MapView(size: size, mapType: .none)
    sized.padding = EdgeInsets(top: 50)
    sized.moveCamera(.fit(bounds, padding: 20))
    #expect(map.camera == sized.camera)
    #expect(log.cameras == [map.camera], "the callback comes when the camera is where it belongs")
    map.resize(to: size, framebuffer: PixelSize(width: 800, height: 600))
    #expect(log.sizes == [size])
  }
}

private final class SizeLog: MapViewDelegate {
  var sizes: [ScreenSize] = []
  var cameras: [CameraPosition] = []

  func mapView(_ mapView: MapView, didResize size: ScreenSize) {
    sizes.append(size)
    cameras.append(mapView.camera)
  }
}
