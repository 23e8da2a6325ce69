import Foundation
import Overlook
import OverlookCamera
import OverlookControls
import OverlookPlatform
import Testing

@MainActor @Suite(.serialized) struct OwnLocationTests {
  private static let place = LocationCoordinate(latitude: 53.55, longitude: 13.26)

  @MainActor private struct Stage {
    let map = MapView(camera: CameraPosition(target: place, zoom: 15), mapType: .none)
    let said = SaidLocation()
    let loop: HeadlessLoop

    init() throws {
      loop = try HeadlessLoop(content: map, size: ScreenSize(width: 640, height: 480))
      map.settings.myLocationButton = true
      map.locationProvider = said
      map.isMyLocationEnabled = true
    }

    func settle() { _ = loop.run(timeoutSeconds: 90) { map.isAtRest } }
  }

  @Test func nothingIsAskedBeforeItIsWanted() {
    let map = MapView(size: ScreenSize(width: 640, height: 480))
    let said = SaidLocation()
    map.locationProvider = said
    #expect(said.starts == 0 && map.myLocation == nil && !map.isMyLocationEnabled)
    map.isMyLocationEnabled = true
    #expect(said.starts == 1)
    said.say(Self.place)
    #expect(map.myLocation?.coordinate == Self.place)
    map.isMyLocationEnabled = false
    #expect(said.stops == 1 && map.myLocation == nil)
  }

  @Test func oneProviderServesAMapAndANavigator() {
    let map = MapView(size: ScreenSize(width: 640, height: 480))
    let said = SaidLocation()
    map.locationProvider = said
    map.isMyLocationEnabled = true
    let navigator = Navigator(routing: CornerTown(), speaker: Speaker(outputs: []))
    navigator.locationProvider = said
    said.say(Self.place)
    #expect(said.starts == 1 && map.myLocation != nil)
    map.isMyLocationEnabled = false
    #expect(said.stops == 0)
    navigator.locationProvider = nil
    #expect(said.stops == 1)
  }

  @Test func theDotIsDrawnAndRestsWhileOneStands() throws {
    let stage = try Stage()
    defer { stage.loop.close() }
    stage.said.say(Self.place)
    stage.settle()
    let picture = try #require(stage.loop.image())
    let middle = (240 * 640 + 320) * 4
    #expect(picture.pixels[middle + 2] > 200 && picture.pixels[middle] < 80, "blue")
    // Half a minute in which nothing is said: no frame.
    let now = stage.loop.now
    for step in 1...30 { #expect(!stage.map.prepareFrame(now: now + Double(step))) }
    #expect(stage.map.nextDeadline(now: now + 31) == nil)
  }

  @Test func itMovesBetweenFixesAndComesToRest() throws {
    let stage = try Stage()
    defer { stage.loop.close() }
    stage.said.say(Self.place, speed: 12, course: 90)
    var now = 1000.0
    var frames = 0
    for _ in 0..<600 {
      now += 1.0 / 60
      guard stage.map.prepareFrame(now: now) else { continue }
      frames += 1
      stage.map.drawFrame(now: now)
    }
    #expect(frames > 60 && frames < 420, "\(frames)")
    #expect(!stage.map.prepareFrame(now: now + 1))
  }

  @Test func theButtonFollowsThenTurnsAndAGestureEndsIt() throws {
    let stage = try Stage()
    defer { stage.loop.close() }
    let button = try #require(stage.map.controls.lazy.compactMap { $0 as? LocateControl }.first)
    stage.settle()
    #expect(button.state == .unknown)
    let other = SphericalGeometry.offset(from: Self.place, distanceMeters: 300, headingDegrees: 45)
    stage.said.say(other, speed: 10, course: 120)
    _ = stage.map.prepareFrame(now: 5000)
    #expect(button.state == .off && stage.map.cameraMode == .free)
    button.onClick()
    #expect(stage.map.cameraMode == .following && stage.map.followingPerspective == .topDownNorthUp)
    for frame in 0..<240 { _ = stage.map.prepareFrame(now: 5001 + Double(frame) / 60) }
    #expect(SphericalGeometry.distance(from: stage.map.camera.target, to: other) < 60 && button.state == .northUp)
    button.onClick()
    for frame in 0..<240 { _ = stage.map.prepareFrame(now: 5005 + Double(frame) / 60) }
    #expect(abs(stage.map.camera.bearing - 120) < 1 && button.state == .courseUp)
    stage.map.cameraController.apply(.pan(from: ScreenPoint(x: 5, y: 5), to: ScreenPoint(x: 90, y: 90)))
    #expect(stage.map.cameraMode == .free)
    _ = stage.map.prepareFrame(now: 5010)
    #expect(button.state == .off)
    stage.map.cameraMode = .following
    stage.map.camera = CameraPosition(latitude: 0, longitude: 0, zoom: 3)
    #expect(stage.map.cameraMode == .free)
  }

  @Test(arguments: [false, true]) func anAppMayTakeThePressOfTheButtonForItself(takes: Bool) throws {
    final class App: MapViewDelegate {
      var takes = false
      var presses = 0
      func mapViewDidTapMyLocationButton(_ mapView: MapView) -> Bool {
        presses += 1
        return takes
      }
    }
    let stage = try Stage()
    defer { stage.loop.close() }
    let (app, button) = (App(), try #require(stage.map.controls.lazy.compactMap { $0 as? LocateControl }.first))
    app.takes = takes
    stage.map.delegate = app
    stage.said.say(Self.place)
    button.onClick()
    #expect(app.presses == 1 && stage.map.cameraMode == (takes ? .free : .following))
  }

  @Test func whileANavigatorGuidesTheOwnLocationIsOnTheRoad() async throws {
    let stage = try Stage()
    defer { stage.loop.close() }
    let navigator = Navigator(routing: CornerTown(), speaker: Speaker(outputs: []))
    navigator.startLocation = CornerTown.start
    navigator.startControlling(stage.map)
    #expect(await navigator.status() == .ok)
    // Eight metres beside the road, which leads north.
    let along = SphericalGeometry.offset(from: CornerTown.start, distanceMeters: 5, headingDegrees: 0)
    stage.said.say(SphericalGeometry.offset(from: along, distanceMeters: 8, headingDegrees: 90))
    let place = try #require(stage.map.myLocation?.coordinate)
    #expect(abs(place.longitude - CornerTown.start.longitude) < 1e-6)
    navigator.stopControllingMap()
    #expect(stage.map.myLocation?.coordinate == stage.said.lastFix?.coordinate)
  }

  @Test func numbersThatAreNoneMoveNothing() throws {
    let stage = try Stage()
    defer { stage.loop.close() }
    stage.said.say(Self.place)
    stage.said.say(.invalid)
    stage.said.say(Self.place, speed: .nan, course: .infinity)
    stage.said.say(Self.place, speed: -.infinity, course: .nan)
    stage.settle()
    #expect(stage.map.myLocation?.coordinate == Self.place && stage.map.camera.isValid)
  }
}
