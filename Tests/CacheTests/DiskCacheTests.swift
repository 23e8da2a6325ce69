import Foundation
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Testing

@Suite struct DiskCacheTests {
  @Test func whatIsStoredIsFoundAsItWas() async throws {
    let folder = try TestFolder()
    let cache = DiskCache(in: folder.path)
    defer { cache.close() }
    var answer = CachedAnswer.test()
    answer.head.contentEncoding = "gzip"
    answer.head.lastModified = "Sun, 06 Nov 1994 08:49:37 GMT"
    answer.head.expires = "0"
    answer.head.date = "Sun, 06 Nov 1994 08:49:38 GMT"
    answer.head.ageSeconds = 12.5
    cache.store(answer, key: CacheKey("a"))
    cache.store(CachedAnswer(source: "", status: 404, head: HTTPHead(), body: [], receivedAt: 0), key: CacheKey("b"))
    #expect(await cache.find(CacheKey("a")) == answer)
    await cache.report()
    #expect(await cache.find(CacheKey("a")) == answer)
    #expect(await cache.find(CacheKey("b"))?.status == 404)
    #expect(await cache.find(CacheKey("c")) == nil)
    #expect(cache.counts == (3, 1))
  }

  @Test func whatIsStoredIsThereAfterTheNextStart() async throws {
    let folder = try TestFolder()
    let first = DiskCache(in: folder.path)
    for seed in 0..<50 { first.store(.test(seed), key: CacheKey("\(seed)")) }
    first.close()
    let second = DiskCache(in: folder.path)
    defer { second.close() }
    for seed in 0..<50 { #expect(await second.find(CacheKey("\(seed)")) == .test(seed)) }
  }

  /// The end comes before the storage thread has opened its files, nearly every time.
  @Test func whatIsStoredIsThereHoweverSoonTheCacheIsClosed() async throws {
    let folder = try TestFolder()
    for seed in 0..<30 {
      let cache = DiskCache(in: folder.path)
      cache.store(.test(seed), key: CacheKey("\(seed)"))
      cache.close()
    }
    let last = DiskCache(in: folder.path)
    defer { last.close() }
    for seed in 0..<30 { #expect(await last.find(CacheKey("\(seed)")) == .test(seed), "\(seed)") }
  }

  @Test func aCacheThatIsClosedWithNothingToKeepTouchesNoDisk() throws {
    let folder = try TestFolder()
    let path = folder.path + "/cache"
    DiskCache(in: path).close()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func laterAnswersReplaceEarlierOnes() async throws {
    let folder = try TestFolder()
    let cache = DiskCache(in: folder.path)
    defer { cache.close() }
    for seed in 1...3 {
      cache.store(.test(seed), key: CacheKey("a"))
      await cache.report()
    }
    #expect(await cache.find(CacheKey("a")) == .test(3))
    #expect(await cache.report().entryCount == 1)
    cache.remove(CacheKey("a"))
    await cache.report()
    #expect(await cache.find(CacheKey("a")) == nil)
    #expect(await cache.report().byteCount == 0)
  }

  @Test func aRenewedHeadKeepsItsBody() async throws {
    let folder = try TestFolder()
    let cache = DiskCache(in: folder.path)
    defer { cache.close() }
    cache.store(.test(), key: CacheKey("a"))
    await cache.report()
    var renewed = CachedAnswer.test()
    renewed.head.cacheControl = "max-age=999"
    renewed.receivedAt += 100
    cache.renew(renewed, key: CacheKey("a"))
    await cache.report()
    #expect(await cache.find(CacheKey("a")) == renewed)
    // One that was read before another process stored something else.
    cache.store(.test(2), key: CacheKey("a"))
    cache.renew(renewed, key: CacheKey("a"))
    await cache.report()
    #expect(await cache.find(CacheKey("a")) == .test(2))
  }

  @Test func sourcesAreClearedOneByOne() async throws {
    let folder = try TestFolder()
    let cache = DiskCache(in: folder.path)
    defer { cache.close() }
    for seed in 0..<10 { cache.store(.test(seed, source: seed < 4 ? "one" : "two"), key: CacheKey("\(seed)")) }
    var report = await cache.report()
    #expect(report.sources.map(\.name) == ["one", "two"])
    #expect(report.sources.map(\.entryCount) == [4, 6])
    #expect(report.sources.map(\.byteCount) == [8000, 12_000])
    cache.store(.test(10, source: "one"), key: CacheKey("10"))
    cache.clear(source: "one")
    // At once, although the disk does not know yet.
    #expect(await cache.find(CacheKey("0")) == nil)
    #expect(await cache.find(CacheKey("10")) == nil)
    #expect(await cache.find(CacheKey("4")) != nil)
    cache.store(.test(0, source: "one"), key: CacheKey("0"))
    report = await cache.report()
    #expect(report.sources.map(\.entryCount) == [1, 6])
    cache.clear()
    report = await cache.report()
    #expect(report.entryCount == 0)
    #expect(await cache.find(CacheKey("4")) == nil)
  }

  @Test func whatWasUsedLongestAgoMakesRoom() async throws {
    let folder = try TestFolder()
    let clock = TestClock()
    let cache = DiskCache(in: folder.path, clock: clock) { $0.byteLimit = 2 << 20 }
    defer { cache.close() }
    for seed in 0..<60 {
      cache.store(.test(seed, count: 20_000), key: CacheKey("\(seed)"))
      await cache.report()
      clock.advance(1)
    }
    clock.advance(3600)
    // Used again, and so among the last to go.
    #expect(await cache.find(CacheKey("0")) != nil)
    for seed in 60..<140 {
      cache.store(.test(seed, count: 20_000), key: CacheKey("\(seed)"))
      await cache.report()
      clock.advance(1)
    }
    let report = await cache.report()
    #expect(report.byteCount <= 2 << 20)
    #expect(report.byteCount > 1 << 20)
    #expect(await cache.find(CacheKey("1")) == nil)
    #expect(await cache.find(CacheKey("139")) == .test(139, count: 20_000))
  }

  @Test func aLowerLimitHoldsAtOnceAndGivesTheDiskBack() async throws {
    let folder = try TestFolder()
    let cache = DiskCache(in: folder.path)
    defer { cache.close() }
    for seed in 0..<200 { cache.store(.test(seed, count: 20_000), key: CacheKey("\(seed)")) }
    #expect(await cache.report().fileByteCount > 4_000_000)
    cache.byteLimit = 1 << 20
    await cache.report()
    let report = await cache.report()
    #expect(report.fileByteCount <= 1 << 20)
    #expect(report.entryCount > 10)
    cache.byteLimit = 0
    await cache.report()
    cache.store(.test(), key: CacheKey("a"))
    #expect(await cache.report().entryCount == 0)
  }

  @Test func aCancelledLookUpIsNotAnswered() async throws {
    let folder = try TestFolder()
    let cache = DiskCache(in: folder.path)
    defer { cache.close() }
    let ticket = WorkTicket()
    ticket.cancel()
    cache.find(CacheKey("a"), ticket: ticket) { _ in Issue.record("called") }
    _ = await cache.find(CacheKey("b"))
  }

  @Test func nothingTouchesTheDiskBeforeTheFirstUse() async throws {
    let folder = try TestFolder()
    let cache = DiskCache(in: folder.path + "/later")
    cache.byteLimit = 1 << 20
    #expect(folder.names.isEmpty)
    cache.store(.test(), key: CacheKey("a"))
    await cache.report()
    #expect(folder.names == ["later"])
    cache.close()
  }

  /// Its closing is the owner's to ask for; one that is merely let go of, be it by an answer on its own thread, ends its threads.
  @Test func aCacheMayBeLetGoOfInTheMiddleOfWork() async throws {
    let folder = try TestFolder()
    let before = threadCount
    for seed in 0..<20 {
      let cache = DiskCache(in: folder.path)
      cache.store(.test(seed), key: CacheKey("a"))
      cache.find(CacheKey("a"), ticket: WorkTicket()) { [cache] _ in _ = cache }
    }
    #expect(try await waitUntil { threadCount <= before })
  }

  @Test func threadsAreStartedWithTheFirstUse() async throws {
    let folder = try TestFolder()
    let before = threadCount
    let unused = DiskCache(in: folder.path)
    let cache = DiskCache(in: folder.path)
    #expect(threadCount <= before)
    unused.close()
    unused.store(.test(), key: CacheKey("a"))
    #expect(await unused.find(CacheKey("a")) == nil)
    // What was let go of unused ends without anything.
    _ = DiskCache(in: folder.path)
    #expect(threadCount <= before && folder.names.isEmpty)
    cache.store(.test(), key: CacheKey("a"))
    await cache.report()
    #expect(threadCount > 0)
    #expect(await cache.find(CacheKey("a")) == .test())
    cache.close()
  }

  /// Threads of caches in this process.
  private var threadCount: Int {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    let names = folders.compactMap { try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8) }
    return names.count { $0.hasPrefix("overlook-store") || $0.hasPrefix("overlook-work") }
  }

  private func waitUntil(_ condition: () -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(patienceSeconds)
    while !condition() {
      if ContinuousClock.now > end { return false }
      try await Task.sleep(for: .milliseconds(5))
    }
    return true
  }

  /// No machine has stacks of this size, so that no thread can be started.
  @Test func withoutThreadsNothingIsKeptAndNobodyWaits() async throws {
    let folder = try TestFolder()
    let log = TestLog()
    let cache = DiskCache(in: folder.path, log: log) { $0.stackBytes = 1 << 50 }
    cache.store(.test(), key: CacheKey("a"))
    #expect(await cache.find(CacheKey("a")) == nil)
    #expect(await cache.report() == CacheReport())
    cache.close()
    #expect(folder.names.isEmpty)
    #expect(log.warnings.count == 1 && log.warnings.allSatisfy { $0.contains("no thread can be started") })
  }

  @Test func twoCachesInOneProcessShareTheFolder() async throws {
    let folder = try TestFolder()
    let (one, two) = (DiskCache(in: folder.path), DiskCache(in: folder.path))
    defer {
      one.close()
      two.close()
    }
    one.store(.test(1), key: CacheKey("1"))
    two.store(.test(2), key: CacheKey("2"))
    await one.report()
    await two.report()
    #expect(await one.find(CacheKey("2")) == .test(2))
    #expect(await two.find(CacheKey("1")) == .test(1))
  }
}
