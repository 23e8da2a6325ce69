import Foundation
import OverlookCamera
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import Synchronization
import Testing

@testable import OverlookTiles

/// A layer that remembers its requests and answers as told.
@MainActor private final class ScriptedLayer: TileLayer {
  enum Answer { case never, now(Image?) }

  var answer = Answer.never
  private(set) var requests: [TileID] = []
  private(set) var receivers: [TileID: any TileReceiver] = [:]

  override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
    requests.append(TileID(z: zoom, x: x, y: y))
    receivers[TileID(z: zoom, x: x, y: y)] = receiver
    if case .now(let image) = answer { receiver.receiveTile(x: x, y: y, zoom: zoom, image: image) }
  }

  func forgetRequests() { requests = [] }
}

@MainActor @Suite struct TileLayerRuntimeTests {
  let visible = [TileID(z: 2, x: 1, y: 1), TileID(z: 2, x: 2, y: 1), TileID(z: 2, x: 1, y: 2), TileID(z: 2, x: 2, y: 2)]
  let root = TileID(z: 0, x: 0, y: 0)

  @Test func eachTileIsAskedForOnceWhileItLoads() {
    let layer = ScriptedLayer()
    let bench = TileMapBench(layer)
    for _ in 0..<5 {
      bench.step()
      bench.now += 1
    }
    #expect(Set(layer.requests.prefix(4)) == Set(visible))
    #expect(layer.requests.count == 5 && layer.requests.last == root)
    #expect(!bench.runtime.progress.isComplete && bench.runtime.counts.loading == 4)
    #expect(bench.runtime.nextDeadline(now: bench.now) == nil)
    bench.finish()
  }

  @Test func anAnswerMayComeDuringTheRequest() {
    let layer = ScriptedLayer()
    layer.answer = .now(Image())
    layer.fadeIn = false
    let bench = TileMapBench(layer)
    bench.step()
    bench.step()
    #expect(bench.runtime.progress.isComplete)
    #expect(Set(bench.runtime.draws.map(\.quad)) == Set(visible))
    bench.finish()
  }

  @Test func anAnswerMayComeLaterFromAnyThread() async {
    let layer = ScriptedLayer()
    let bench = TileMapBench(layer)
    bench.step()
    let receivers = layer.receivers
    await Task.detached {
      for (tile, receiver) in receivers { receiver.receiveTile(x: tile.x, y: tile.y, zoom: tile.z, image: Image()) }
    }.value
    bench.step()
    bench.now += 1
    bench.step()
    #expect(bench.runtime.progress.isComplete && bench.runtime.counts.ready == 4)
    bench.finish()
  }

  @Test func anAnswerToAnotherQuestionIsIgnored() {
    let layer = ScriptedLayer()
    let bench = TileMapBench(layer)
    bench.step()
    layer.receivers[visible[0]]?.receiveTile(x: 7, y: 7, zoom: 3, image: Image())
    bench.step()
    #expect(bench.runtime.counts.loading == 4)
    bench.finish()
  }

  @Test func nilIsAskedAgainWithGrowingPauses() throws {
    let layer = ScriptedLayer()
    layer.answer = .now(nil)
    let bench = TileMapBench(layer)
    bench.step()
    bench.step()
    var times: [Double] = []
    let start = bench.now
    for _ in 0..<5 {
      layer.forgetRequests()
      while !layer.requests.contains(visible[0]) {
        let next = try #require(bench.runtime.nextDeadline(now: bench.now))
        #expect(next > bench.now)
        bench.now = next
        bench.step()
        bench.step()
      }
      times.append(bench.now - start)
    }
    // 1, 2, 4, 8 and 16 s, each give or take a fifth.
    for (time, expected) in zip(times, [1.0, 3, 7, 15, 31]) {
      #expect(time >= 0.8 * expected && time <= 1.2 * expected)
    }
    #expect(!bench.runtime.draws.contains { $0.quad == visible[0] })
    bench.finish()
  }

  @Test func afterFiveRetriesATileIsGivenUpAndAskedForOnceAMinuteOrByAnotherView() {
    let layer = ScriptedLayer()
    layer.answer = .now(nil)
    let bench = TileMapBench(layer)
    func asked(seconds: Double) -> Int {
      layer.forgetRequests()
      for _ in 0..<Int(seconds * 4) {
        bench.now += 0.25
        bench.step()
      }
      return layer.requests.count { $0 == visible[0] }
    }
    // Pauses are 1, 2, 4, 8, 16, 32 and then 60 seconds, give or take a fifth, but never above 60.
    #expect((7...8).contains(asked(seconds: 100)))
    #expect(bench.runtime.progress.isComplete && bench.runtime.counts.failed == 4)
    #expect((59...61).contains(asked(seconds: 3600)))
    #expect(bench.runtime.counts.failed == 4)
    bench.now += 5
    layer.forgetRequests()
    bench.view = TileCoverTests.view(0.1, zoom: 2, size: ScreenSize(width: 400, height: 400))
    bench.step()
    #expect(Set(layer.requests).isSuperset(of: visible))
    bench.finish()
  }

  @Test func nilKeepsTheParentOnTheScreen() {
    let layer = ScriptedLayer()
    layer.fadeIn = false
    let bench = TileMapBench(layer)
    bench.step()
    layer.receivers[root]?.receiveTile(x: 0, y: 0, zoom: 0, image: Image())
    layer.receivers[visible[0]]?.receiveTile(x: 1, y: 1, zoom: 2, image: nil)
    layer.receivers[visible[1]]?.receiveTile(x: 2, y: 1, zoom: 2, image: TileLayer.noTile)
    bench.step()
    #expect(bench.runtime.draws.contains { $0.quad == visible[0] && $0.image.source == root })
    #expect(!bench.runtime.draws.contains { $0.quad == visible[1] })
    bench.finish()
  }

  @Test func noTileIsNeverAskedForAgainUntilTheCacheIsCleared() {
    let layer = ScriptedLayer()
    layer.answer = .now(TileLayer.noTile)
    let bench = TileMapBench(layer)
    bench.step()
    bench.step()
    #expect(bench.runtime.progress.isComplete && bench.runtime.counts.missing == 4)
    layer.forgetRequests()
    bench.now += 1e5
    bench.step()
    bench.view = TileCoverTests.view(0.1, zoom: 2, size: ScreenSize(width: 400, height: 400))
    bench.step()
    #expect(layer.requests.isEmpty)
    layer.clearTileCache()
    bench.step()
    #expect(Set(layer.requests).isSuperset(of: visible))
    bench.finish()
  }

  @Test func clearingTheCacheReloadsWhileTheOldTilesStay() {
    let layer = ScriptedLayer()
    layer.fadeIn = false
    layer.answer = .now(Image())
    let bench = TileMapBench(layer)
    bench.step()
    bench.step()
    let old = Set(bench.runtime.draws.map(\.image.image))
    layer.forgetRequests()
    layer.answer = .never
    layer.clearTileCache()
    #expect(bench.changes > 0)
    bench.step()
    #expect(Set(layer.requests).isSuperset(of: visible))
    #expect(Set(bench.runtime.draws.map(\.image.image)) == old && !bench.runtime.progress.isComplete)
    for tile in visible { layer.receivers[tile]?.receiveTile(x: tile.x, y: tile.y, zoom: tile.z, image: Image()) }
    bench.step()
    let new = Set(bench.runtime.draws.map(\.image.image))
    #expect(new.count == 4 && new.isDisjoint(with: old) && bench.runtime.progress.isComplete)
    bench.finish()
  }

  @Test func answersFromBeforeTheClearingAreDropped() {
    let layer = ScriptedLayer()
    let bench = TileMapBench(layer)
    bench.step()
    let before = layer.receivers
    layer.clearTileCache()
    bench.step()
    for tile in visible { before[tile]?.receiveTile(x: tile.x, y: tile.y, zoom: tile.z, image: TileLayer.noTile) }
    bench.step()
    #expect(bench.runtime.counts.missing == 0 && bench.runtime.counts.loading == 4)
    bench.finish()
  }

  @Test func nothingArrivesAfterRemoval() {
    let layer = ScriptedLayer()
    let bench = TileMapBench(layer)
    bench.step()
    bench.runtime.detach()
    for tile in visible { layer.receivers[tile]?.receiveTile(x: tile.x, y: tile.y, zoom: tile.z, image: Image()) }
    bench.step()
    #expect(bench.runtime.draws.isEmpty && !bench.runtime.needsFrame)
    bench.finish()
  }

  @Test func aLateAnswerOfAUsersLayerIsKeptForWhenTheViewComesBack() {
    let layer = ScriptedLayer()
    layer.fadeIn = false
    let bench = TileMapBench(layer)
    bench.step()
    let receivers = layer.receivers
    bench.view = TileCoverTests.view(47, 100, zoom: 12)
    bench.step()
    for tile in visible { receivers[tile]?.receiveTile(x: tile.x, y: tile.y, zoom: tile.z, image: Image()) }
    bench.step()
    bench.view = TileMapBench.fourTiles
    bench.step()
    #expect(bench.runtime.progress.isComplete)
    bench.finish()
  }

  @Test func aTileFadesInUnlessToldOtherwise() {
    let layer = ScriptedLayer()
    layer.answer = .now(Image())
    let bench = TileMapBench(layer)
    bench.step()
    bench.step()
    #expect(bench.runtime.needsFrame && bench.runtime.draws.allSatisfy { $0.fade == 0 })
    bench.now += 0.125
    bench.step()
    #expect(bench.runtime.draws.allSatisfy { abs($0.fade - 0.5) < 1e-6 })
    bench.now += 0.125
    bench.step()
    #expect(bench.runtime.draws.allSatisfy { $0.fade == 1 } && !bench.runtime.needsFrame && bench.runtime.progress.isComplete)
    bench.finish()
  }

  @Test func anUnchangedViewMakesNoNewPlan() {
    let layer = ScriptedLayer()
    layer.fadeIn = false
    layer.answer = .now(Image())
    let bench = TileMapBench(layer)
    bench.step()
    bench.step()
    #expect(!bench.runtime.update(view: bench.view, pixelsPerPoint: 1, now: bench.now + 5))
    #expect(!bench.runtime.needsFrame && bench.runtime.nextDeadline(now: bench.now) == nil)
    bench.finish()
  }

  @Test func aPictureBeyondTheLimitIsRefusedOnce() {
    let layer = ScriptedLayer()
    let side = TileLimits.imageSide + 1
    layer.answer = .now(Image(width: side, height: 1, premultipliedRGBA: [UInt8](repeating: 0, count: side * 4)))
    let bench = TileMapBench(layer)
    bench.step()
    bench.step()
    #expect(bench.runtime.counts.failed == 4 && bench.runtime.progress.isComplete)
    #expect(bench.log.all.count == 1)
    bench.finish()
  }

  @Test func aRequestMayRemoveTheLayer() {
    @MainActor final class LeavingLayer: TileLayer {
      weak var runtime: TileLayerRuntime?
      var requests = 0

      override func requestTile(x: Int, y: Int, zoom: Int, receiver: any TileReceiver) {
        requests += 1
        runtime?.detach()
        receiver.receiveTile(x: x, y: y, zoom: zoom, image: Image())
      }
    }
    let layer = LeavingLayer()
    let bench = TileMapBench(layer)
    layer.runtime = bench.runtime
    bench.step()
    bench.step()
    #expect(layer.requests == 1 && bench.runtime.draws.isEmpty)
    bench.finish()
  }

  @Test func propertiesAreClampedToTheirRanges() {
    let layer = TileLayer()
    #expect(layer.tileSize == 256 && layer.opacity == 1 && layer.fadeIn && layer.zIndex == 0)
    layer.tileSize = -3
    layer.opacity = .nan
    layer.maximumZoom = 99
    layer.minimumZoom = -1
    #expect(layer.tileSize == 64 && layer.opacity == 0 && layer.maximumZoom == 30 && layer.minimumZoom == 0)
    layer.opacity = 7
    layer.tileSize = .max
    #expect(layer.opacity == 1 && layer.tileSize == 4096)
  }
}
