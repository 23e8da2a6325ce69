import Foundation
import OverlookMeasurement
import OverlookPlatform
import Testing

@testable import Overlook

/// What frames cost while the camera follows a traveller who is guided.
@MainActor @Suite(.serialized) struct FollowingCostTests {
  @MainActor private struct Stage {
    let map = MapView(camera: CameraPosition(target: CornerTown.start, zoom: 16), mapType: .none)
    let said = SaidLocation()
    let navigator = Navigator(routing: CornerTown(), speaker: Speaker(outputs: []))
    let loop: HeadlessLoop

    /// Guidance on a map without a ground, so that nothing but guidance is counted.
    init() async throws {
      loop = try HeadlessLoop(content: map, size: ScreenSize(width: 1000, height: 700))
      navigator.startLocation = CornerTown.start
      navigator.startControlling(map)
      map.overrides = MapOverrides(mapType: MapType.none, isBuildingOcclusionEnabled: false)
      try #require(await navigator.status() == .ok)
      navigator.locationProvider = said
      navigator.startGuidance()
      navigator.followMyLocation(perspective: .tilted)
    }

    func say(_ metersNorth: Double, speed: Double) {
      said.say(
        SphericalGeometry.offset(from: CornerTown.start, distanceMeters: metersNorth, headingDegrees: 0), speed: speed, course: 0)
    }
  }

  @Test func aFollowingCameraTakesNoMemoryInItsFrames() async throws {
    try #require(AllocationCounter.isAvailable)
    let stage = try await Stage()
    defer { stage.loop.close() }
    // Within 500 m of the corner, so that its arrow is drawn, too.
    for second in 0..<3 {
      stage.say(700 + 12 * Double(second), speed: 12)
      stage.loop.advance(by: 1)
    }
    let before = stage.map.camera
    var metersNorth = 736.0
    var frames = 0
    // A few times a second a worker is given the labels of the map to place, as in every pan: not in each tenth of one.
    let report = AllocationCounter.steadiestCount {
      let drawn = stage.loop.statistics.framesDrawn
      stage.loop.advance(by: 0.1)
      frames = stage.loop.statistics.framesDrawn - drawn
    }
    #expect(frames == 6)
    #expect(report.blocks == 0, "\(report)")
    #expect(SphericalGeometry.distance(from: before.target, to: stage.map.camera.target) > 0.5)
    // Nor do those behind a fix, once what the fix changes is drawn.
    metersNorth += 12
    stage.say(metersNorth, speed: 12)
    stage.loop.advance(by: 0.1)
    let behind = AllocationCounter.steadiestCount { stage.loop.advance(by: 0.1) }
    #expect(behind.blocks == 0, "\(behind)")
  }

  @Test func whoStandsHasNoFramesHoweverManyFixesSayIt() async throws {
    let stage = try await Stage()
    defer { stage.loop.close() }
    // The time of the arrival goes on while one stands.
    stage.navigator.navigationUISettings.etaCard = false
    for _ in 0..<3 {
      stage.say(700, speed: 0)
      stage.loop.advance(by: 3)
    }
    #expect(stage.loop.run(timeoutSeconds: 90) { stage.map.isAtRest })
    let now = stage.loop.now
    for second in 1...30 {
      stage.navigator.tick()
      #expect(!stage.map.prepareFrame(now: now + Double(second) - 0.5), "between fixes, \(second)")
      stage.say(700, speed: 0)
      #expect(!stage.map.prepareFrame(now: now + Double(second)), "fix \(second)")
    }
    stage.say(720, speed: 10)
    #expect(stage.map.prepareFrame(now: now + 31))
  }
}
