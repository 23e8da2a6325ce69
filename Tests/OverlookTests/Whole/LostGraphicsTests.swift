import Overlook
import OverlookGPU
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Testing

/// What becomes of a whole map when the driver has no memory or takes the context away: the picture comes back, or one line says
/// what is missing.
@MainActor @Suite(.serialized) struct LostGraphicsTests {
  private static let rounds = Soak.graphicsFaults

  private let plan = GPUFaultPlan()
  private let scene: WholeMapScene
  private let log = ErrorLog()

  init() throws {
    scene = try WholeMapScene(tilt: 40, bearing: 15, faults: plan)
    scene.map.delegate = log
  }

  /// Everything is given back; the next frames make it anew.
  private func release() {
    scene.map.stopRendering()
    scene.loop.renderFrame()
    scene.map.startRendering()
  }

  /// Faults that lie further apart than this have nothing to do with each other.
  private func rest() { scene.loop.advance(by: 150, framesPerSecond: 0.05) }

  @Test func aPictureIsTheSameWhenEverythingWasMadeAnew() throws {
    let before = try scene.picture()
    release()
    #expect(scene.map.renderer == nil)
    #expect(try scene.picture().pixels == before.pixels)
  }

  @Test func eachFailedAllocationIsMadeGood() throws {
    let before = try scene.picture()
    release()
    plan.failingAllocations = 0..<0
    #expect(try scene.picture().pixels == before.pixels)
    let count = plan.allocations
    #expect(count > 50, "the map takes \(count) pieces of memory")
    for round in 0..<Self.rounds {
      release()
      rest()
      // How many there are in all depends on when tiles come: the last few may not be made.
      let failing = round * (count * 9 / 10) / Self.rounds
      plan.failingAllocations = failing..<failing + 1
      release()
      #expect(try scene.picture().pixels == before.pixels, "allocation \(failing) of \(count)")
    }
    #expect(plan.failures == Self.rounds)
    #expect(log.errors == [])
  }

  @Test func eachLostContextIsReplaced() throws {
    let before = try scene.picture()
    for round in 0..<Self.rounds {
      rest()
      plan.resetStatus = UInt32(0x8253 + round % 3)
      plan.lostAtCheck = round % 3
      let (context, lost) = (scene.loop.context, scene.loop.statistics.contextsLost)
      for _ in 0...round % 3 { scene.loop.renderFrame(force: true) }
      #expect(scene.loop.context !== context && scene.loop.statistics.contextsLost == lost + 1)
      #expect(try scene.picture().pixels == before.pixels, "loss \(round)")
    }
    #expect(plan.losses == Self.rounds)
    #expect(log.errors == [])
  }

  @Test func aDriverThatIsResetAgainAndAgainIsGivenUpAndSaidOnce() throws {
    _ = try scene.picture()
    for _ in 0..<6 {
      plan.lostAtCheck = 0
      scene.loop.renderFrame(force: true)
    }
    #expect(scene.loop.statistics.contextsLost == 3)
    let line = try #require(scene.map.graphicsError)
    #expect(line.contains("reset"))
    #expect(log.errors == [.graphics(line)])
  }

  /// Where one thing of many can be left out, all else is drawn.
  @Test(arguments: ["ground overlay"])
  func whatThereIsNoMemoryForIsLeftOutToldOnceAndComesBack(name: String) throws {
    let before = try scene.picture()
    plan.failingName = name
    release()
    plan.failingAllocations = 0..<Int.max
    for _ in 0..<5 { scene.loop.renderFrame(force: true) }
    let without = try #require(scene.loop.image())
    let difference = try #require(PictureComparison(before, without))
    #expect(difference.differingPixels > 0 && difference.share < 0.9)
    let line = try #require(scene.map.graphicsError)
    #expect(line.contains("out of memory") && line.contains(name))
    #expect(log.errors.filter { if case .graphics = $0 { true } else { false } } == [.graphics(line)])
    plan.failingAllocations = 0..<0
    rest()
    #expect(try scene.picture().pixels == before.pixels)
    #expect(scene.map.graphicsError == nil)
  }

  @Test func aFrameThatCannotBeDrawnIsToldOnceAndComesBackUntouched() throws {
    let before = try scene.picture()
    plan.failingName = "icon atlas"
    release()
    plan.failingAllocations = 0..<Int.max
    for _ in 0..<20 { scene.loop.renderFrame(force: true) }
    let line = try #require(scene.map.graphicsError)
    #expect(line.contains("out of memory") && line.contains("icon atlas"))
    #expect(log.errors == [.graphics(line)])
    // Not with each frame: making everything anew takes time.
    #expect(plan.failures < 30)
    plan.failingAllocations = 0..<0
    scene.loop.advance(by: 70, framesPerSecond: 1)
    #expect(scene.map.graphicsError == nil)
    #expect(try scene.picture().pixels == before.pixels)
  }
}

@MainActor private final class ErrorLog: MapViewDelegate {
  private(set) var errors: [MapError] = []

  func mapView(_ mapView: MapView, didFailWith error: MapError) { errors.append(error) }
}
