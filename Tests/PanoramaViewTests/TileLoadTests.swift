import OverlookGeometry
import OverlookPanorama
import OverlookPlatform
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookPanoramaView

/// Gives tiles when a test lets it, in any order; whether one was given up makes no difference to it.
private final class HeldTiles: PanoramaTileSource {
  private struct State {
    var requests: [PanoramaTileID] = []
    /// By the number of the request.
    var answers: [Int: Result<Image, PanoramaError>] = [:]
    var isOpen = false
  }

  private let state = Mutex(State())
  private let image = TestPicture.plain(0, 0, 200, width: 64, height: 64)

  func requestCount(of tile: PanoramaTileID) -> Int { state.withLock { $0.requests.count { $0 == tile } } }
  func fail(_ number: Int, with fault: PanoramaError) { state.withLock { $0.answers[number] = .failure(fault) } }
  func give(_ number: Int) { state.withLock { $0.answers[number] = .success(image) } }
  func giveAll() { state.withLock { $0.isOpen = true } }

  func image(for tile: PanoramaTileID) async throws(PanoramaError) -> Image {
    let number = state.withLock { state in
      state.requests.append(tile)
      return state.requests.count - 1
    }
    while true {
      if let answer = state.withLock({ $0.isOpen ? .success(image) : $0.answers[number] }) { return try answer.get() }
      try? await Task.sleep(nanoseconds: 1_000_000)
      await Task.yield()
    }
  }
}

@Suite @MainActor struct TileLoadTests {
  private static let fine = PanoramaTileID(level: 1, face: 0, column: 1, row: 0)

  /// Turned away and back before the source has noticed: what the first request is told then is not said of the second.
  @Test func aRequestThatWasGivenUpDoesNotEndTheNextOne() async throws {
    let source = HeldTiles()
    let levels = [64, 128].map { PanoramaLevel(width: 2 * $0, height: $0, tileWidth: 64, tileHeight: 64) }
    let tiles = PanoramaTiles(PanoramaPicture(layout: .equirectangular(.full), levels: levels, source: source)) {}
    func frame(wants: Bool) {
      tiles.beginFrame()
      if wants { _ = tiles.want(Self.fine, distance: 0) }
      tiles.load()
    }
    frame(wants: true)
    #expect(await eventually { source.requestCount(of: Self.fine) == 1 })
    frame(wants: false)
    frame(wants: true)
    #expect(await eventually { source.requestCount(of: Self.fine) == 2 })
    source.fail(0, with: .cancelled)
    #expect(await eventually { tiles.takeArrivals() })
    frame(wants: true)
    guard case .loading = try #require(tiles.known(Self.fine)).state else {
      Issue.record("the second request was given up, too")
      return
    }
    source.give(1)
    #expect(await eventually { tiles.takeArrivals() })
    #expect(source.requestCount(of: Self.fine) == 2, "nothing was asked for twice")
    guard case .arrived = try #require(tiles.known(Self.fine)).state else {
      Issue.record("what came was thrown away")
      return
    }
  }

  /// The front of a cube comes while the view looks back; nothing but its tile asks for the frame that is to show it afterwards.
  @Test(arguments: PanoramaDrawer.allCases) func aTileThatCameWhileNoFrameWantedItIsShown(_ drawer: PanoramaDrawer) throws {
    let source = HeldTiles()
    let level = PanoramaLevel(width: 64, height: 64, tileWidth: 64, tileHeight: 64)
    let fixture = try PanoramaFixture(width: 64, height: 48)
    drawer.draw(fixture.view)
    fixture.view.show(
      Panorama(panoramaID: "cube"), picture: PanoramaPicture(layout: .cube, levels: [level], source: source))
    let front = PanoramaTileID(level: 0, face: 0, column: 0, row: 0)
    let camera = PanoramaCamera(heading: 0, pitch: 0, zoom: 1, fov: 60)
    fixture.view.camera = camera
    #expect(fixture.wait { source.requestCount(of: front) > 0 })
    fixture.view.camera.orientation.heading = 180
    _ = fixture.wait(seconds: 0.1) { false }
    source.giveAll()
    let tiles = try #require(fixture.view.moves.current?.tiles)
    #expect(
      fixture.wait {
        if case .arrived = tiles.known(front)?.state { fixture.view.isComplete } else { false }
      })
    fixture.view.camera = camera
    #expect(fixture.settle(seconds: 20))
    let image = try #require(fixture.loop.image())
    #expect(image.pixels[4 * (24 * 64 + 32) + 2] == 200)
  }
}
