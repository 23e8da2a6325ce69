import OverlookGeometry
import OverlookSupport
import Testing

@testable import OverlookTiles

@Suite struct TileStoreTests {
  let tile = TileID(z: 3, x: 2, y: 1)

  func image(side: Int = 16) throws -> Image {
    try #require(Image(width: side, height: side, premultipliedRGBA: [UInt8](repeating: 255, count: side * side * 4)))
  }

  @Test func aPictureIsShownOnlyAfterTheRendererHasIt() throws {
    var store = TileStore<Image>(number: 4)
    store.receive(try image(), for: tile, fadesIn: true, now: 1)
    #expect(store.shown(tile) == nil)
    let id = try #require(store.incoming(tile)?.id)
    #expect(id.sourceNumber == 4)
    store.didUpload(id, fadesIn: true, now: 2)
    #expect(store.shown(tile)?.id == id)
    #expect(store.record(tile)?.shownAt == 2)
  }

  @Test func aPictureThatTheRendererDroppedComesBackWithoutFading() throws {
    var store = TileStore<Image>()
    store.receive(try image(), for: tile, fadesIn: true, now: 1)
    let id = try #require(store.incoming(tile)?.id)
    store.didUpload(id, fadesIn: true, now: 2)
    store.didEvict(id)
    #expect(store.shown(tile) == nil && store.incoming(tile)?.id == id)
    store.didUpload(id, fadesIn: true, now: 50)
    let since = try #require(store.record(tile)?.shownAt)
    #expect(since <= 50 - TileFade.seconds)
  }

  @Test func theOldPictureStaysUntilTheRendererHasTheNew() throws {
    var store = TileStore<Image>()
    store.receive(try image(), for: tile, fadesIn: false, now: 0)
    let old = try #require(store.incoming(tile)?.id)
    store.didUpload(old, fadesIn: false, now: 0)
    store.touch(tile, sequence: 1)
    store.markAllStale(wantedBy: 1)
    #expect(store.shown(tile)?.id == old)
    store.begin(tile, number: 9, ticket: WorkTicket())
    store.receive(try image(), for: tile, fadesIn: true, now: 5)
    #expect(store.shown(tile)?.id == old)
    let new = try #require(store.incoming(tile)?.id)
    #expect(new != old)
    store.didUpload(new, fadesIn: true, now: 6)
    #expect(store.shown(tile)?.id == new)
    #expect(store.record(tile)?.isStale == false)
  }

  @Test func clearingKeepsOnlyWhatIsInView() throws {
    var store = TileStore<Image>(waitsForRenderer: false)
    let other = TileID(z: 3, x: 0, y: 0)
    store.receive(try image(), for: tile, fadesIn: false, now: 0)
    store.receive(try image(), for: other, fadesIn: false, now: 0)
    store.touch(tile, sequence: 7)
    store.markAllStale(wantedBy: 7)
    #expect(store.record(tile)?.isStale == true && store.record(other) == nil)
    #expect(store.record(tile)?.needsLoad(now: 0, view: 1) == true)
  }

  @Test func theBudgetDropsWhatWasNotWantedForLongestAndNothingInView() throws {
    var store = TileStore<Image>(waitsForRenderer: false)
    let tiles = (0..<6).map { TileID(z: 3, x: $0, y: 0) }
    for (index, tile) in tiles.enumerated() {
      store.receive(try image(), for: tile, fadesIn: false, now: 0)
      store.touch(tile, sequence: index)
    }
    #expect(store.byteCount == 6 * 1024)
    store.evict(toBytes: 3 * 1024, wantedBy: 5)
    #expect(store.byteCount == 3 * 1024)
    #expect(tiles.map { store.record($0) != nil } == [false, false, false, true, true, true])
    store.evict(toBytes: 0, wantedBy: 5)
    #expect(store.count == 1 && store.record(tiles[5]) != nil)
  }

  @Test func aCancelledLoadIsNotAwaited() {
    var store = TileStore<Image>()
    let ticket = WorkTicket()
    store.begin(tile, number: 3, ticket: ticket)
    #expect(store.ledger.awaits(tile, number: 3) && !store.ledger.awaits(tile, number: 2))
    store.cancel(tile)
    #expect(!store.ledger.awaits(tile, number: 3) && ticket.isCancelled && store.ledger.loadingCount == 0)
  }

  @Test func aFailureIsTriedAgainFiveTimesAndThenOnceAMinute() throws {
    var store = TileStore<Image>()
    var now = 0.0
    for failures in 1...9 {
      store.receive(.passing("x"), for: tile, now: now, view: 1)
      let entry = try #require(store.record(tile))
      let delay = min(Double(1 << (failures - 1)), 60)
      #expect(!entry.needsLoad(now: now + delay * 0.99, view: 1))
      #expect(entry.needsLoad(now: now + delay + 1e-6, view: 1))
      // Another view asks earlier, but not at once.
      #expect(
        entry.needsLoad(now: now + min(delay, 5) + 1e-6, view: 2) && !entry.needsLoad(now: now + min(delay, 5) * 0.99, view: 2))
      #expect(entry.retry.isGivenUp == (failures > 5))
      now += delay
    }
  }

  @Test func whatIsRefusedIsAskedForAgainByAnotherViewAMinuteLater() throws {
    var store = TileStore<Image>()
    store.receive(.refusal("x"), for: tile, now: 0, view: 1)
    let entry = try #require(store.record(tile))
    #expect(entry.retry.isGivenUp && !entry.needsLoad(now: 1e6, view: 1))
    #expect(!entry.needsLoad(now: 59, view: 2) && entry.needsLoad(now: 60, view: 2))
  }

  @Test func delaysDoubleUpToAMinuteGiveOrTakeAFifth() {
    for (failures, seconds) in [(1, 1.0), (2, 2), (3, 4), (4, 8), (5, 16), (6, 32)] {
      for jitter in [0, 0.3, 0.999] {
        let delay = RetrySchedule.delaySeconds(failures: failures, jitter: jitter)
        #expect(delay >= 0.8 * seconds && delay < 1.2 * seconds)
      }
    }
    #expect(RetrySchedule.delaySeconds(failures: 7, jitter: 0.5) == 60)
    #expect(RetrySchedule.delaySeconds(failures: Int.max, jitter: 0.999) == 60)
  }
}
