import Foundation
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Testing

extension CachedAnswer {
  /// What CacheProbe stores under a number.
  static func numbered(_ number: Int) -> CachedAnswer {
    var generator = SeededGenerator(seed: UInt64(number))
    let count = 4000 + number % 7 * 3000
    var body: [UInt8] = []
    while body.count < count { withUnsafeBytes(of: generator.next()) { body.append(contentsOf: $0) } }
    var head = HTTPHead()
    head.entityTag = "\"\(number)\""
    return CachedAnswer(source: "probe", status: 200, head: head, body: body, receivedAt: Double(number))
  }
}

/// Bytes that change and processes that die: what is found is what was stored, or nothing is.
@Suite(.serialized) struct CacheDamageTests {
  private static let probe = Tool.built("CacheProbe")

  @Test func flippedBytesAreNeverServed() async throws {
    let folder = try TestFolder()
    let file = folder.path + "/tiles.sqlite"
    var generator = SeededGenerator(seed: 5)
    let answers = (0..<200).map { CachedAnswer.test($0, count: 20_000) }
    var (found, absent, flips, rebuilt) = (0, 0, 0, 0)
    // Closing a file takes SQLite's locks on it away in all of the process: these stay open until the end.
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    for round in 0..<200 where flips < 1000 {
      let log = TestLog()
      let cache = DiskCache(in: folder.path, log: log) {
        $0.checkAfterSeconds = round % 4 == 0 ? 0 : 3600
      }
      for (number, answer) in answers.enumerated() { cache.store(answer, key: CacheKey("\(number)")) }
      await cache.report()
      cache.close()
      let descriptor = open(file, O_RDWR | O_CLOEXEC)
      descriptors.append(descriptor)
      let size = lseek(descriptor, 0, SEEK_END)
      // What is written when damage shows is lost with it, and stored the next time.
      guard size > 4_000_000 else { continue }
      let reader = DiskCache(in: folder.path, log: log)
      _ = await reader.find(CacheKey("0"))
      for _ in 0..<50 {
        flips += 1
        // Every other one where the tables' own pages are dense.
        let offset =
          flips % 2 == 0 ? off_t.random(in: 0..<size, using: &generator) : off_t.random(in: 0..<65_536, using: &generator)
        var byte: UInt8 = 0
        _ = pread(descriptor, &byte, 1, offset)
        byte ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        _ = pwrite(descriptor, &byte, 1, offset)
        for _ in 0..<8 {
          let number = Int.random(in: 0..<answers.count, using: &generator)
          guard let answer = await reader.find(CacheKey("\(number)")) else {
            absent += 1
            continue
          }
          found += 1
          #expect(answer == answers[number])
        }
      }
      reader.close()
      rebuilt += log.warnings.count
    }
    // The test has teeth: damage was met, and what was not damaged was still served.
    #expect(flips >= 1000)
    #expect(found > 1000 && absent > 100 && rebuilt > 0, "\(found) \(absent) \(rebuilt)")
  }

  @Test func aDamagedPageIsFoundByLookingThroughTheDatabase() async throws {
    let folder = try TestFolder()
    let first = DiskCache(in: folder.path)
    for seed in 0..<100 { first.store(.test(seed, count: 20_000), key: CacheKey("\(seed)")) }
    first.close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path + "/tiles.sqlite"))
    // The head of the second page, a table's: its type and the number of its cells.
    try file.seek(toOffset: 2 * 8192)
    try file.write(contentsOf: Data([0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]))
    try file.close()
    let log = TestLog()
    let cache = DiskCache(in: folder.path, log: log) { $0.checkAfterSeconds = 0 }
    await cache.report()
    // Asked after the look, which comes after the first work.
    _ = await eventually {
      await cache.report()
      return !log.warnings.isEmpty
    }
    cache.store(.test(1), key: CacheKey("new"))
    await cache.report()
    #expect(await cache.find(CacheKey("new")) == .test(1))
    cache.close()
    #expect(log.warnings.count == 1 && log.warnings.first?.contains("damaged") == true, "\(log.warnings)")
    #expect(folder.names.contains("tiles.sqlite.broken-1"))
  }

  /// The harness found 18 bad reads of 2361 with a store that writes in place.
  @Test func processesThatAreKilledInTheMiddleOfWritingLeaveNothingBroken() async throws {
    let folder = try TestFolder()
    var generator = SeededGenerator(seed: 9)
    var (found, most) = (0, 0)
    let rounds = Soak.isOn ? 200 : 20
    // How soon a process has written something hangs on the machine, and so does when it is to be killed.
    let other = try TestFolder()
    let (start, first) = (ContinuousClock.now, try Tool(Self.probe, ["write", other.path, "0", "0"]))
    try await first.wait(for: "stored")
    first.kill()
    let longest = max(Int((ContinuousClock.now - start) / .milliseconds(1)), 25)
    for round in 0..<rounds {
      let probe = try Tool(Self.probe, ["write", folder.path, "\(round % 4 * 300)", "0"])
      try await probe.wait(for: "began")
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...longest, using: &generator)))
      probe.kill()
      let log = TestLog()
      let cache = DiskCache(in: folder.path, log: log)
      for _ in 0..<20 {
        let number = Int.random(in: 0..<1500, using: &generator)
        guard let answer = await cache.find(CacheKey("\(number)")) else { continue }
        found += 1
        #expect(answer == .numbered(number), "round \(round), number \(number)")
      }
      most = max(most, await cache.report().entryCount)
      cache.close()
      #expect(log.warnings.isEmpty, "round \(round): \(log.warnings)")
    }
    #expect(found > rounds / 2 && most > rounds / 2, "\(found) \(most)")
    #expect(!folder.names.contains { $0.contains("broken") })
  }

  @Test func processesShareTheCache() async throws {
    let folder = try TestFolder()
    let log = TestLog()
    let cache = DiskCache(in: folder.path, log: log)
    let writers = try [0, 500, 1000].map { try Tool(Self.probe, ["write", folder.path, "\($0)", "1000"]) }
    var generator = SeededGenerator(seed: 3)
    var found = 0
    while writers.contains(where: \.isRunning) {
      let number = Int.random(in: 0..<2000, using: &generator)
      if let answer = await cache.find(CacheKey("\(number)")) {
        found += 1
        #expect(answer == .numbered(number))
      }
      cache.store(.test(number), key: CacheKey("own \(number)"))
    }
    for writer in writers {
      let outcome = try await writer.wait()
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    }
    await cache.report()
    cache.close()
    #expect(found > 10)
    #expect(log.warnings.isEmpty, "\(log.warnings)")
    let read = try await Tool.run(Self.probe, ["read", folder.path, "2000"])
    #expect(read.number("found") == 2000 && read.number("wrong") == 0, "\(read.output)\(read.errors)")
  }

  /// Setting the database aside under a process that has it open would cost that process its journal.
  @Test func aDamagedDatabaseWaitsForTheOthersToLetGo() async throws {
    let folder = try TestFolder()
    let first = DiskCache(in: folder.path)
    for seed in 0..<50 { first.store(.test(seed, count: 20_000), key: CacheKey("\(seed)")) }
    first.close()
    let holder = try Tool(Self.probe, ["hold", folder.path])
    try await holder.wait(for: "open")
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path + "/tiles.sqlite"))
    try file.seek(toOffset: 8192)
    try file.write(contentsOf: Data([UInt8](repeating: 0x5A, count: 40 * 8192)))
    try file.close()
    let log = TestLog()
    let cache = DiskCache(in: folder.path, log: log)
    for seed in 0..<50 {
      let answer = await cache.find(CacheKey("\(seed)"))
      #expect(answer == nil || answer == .test(seed, count: 20_000))
    }
    await cache.report()
    #expect(!folder.names.contains { $0.contains("broken") })
    holder.kill()
    #expect(await eventually { !log.warnings.isEmpty })
    cache.store(.test(1), key: CacheKey("new"))
    await cache.report()
    #expect(await cache.find(CacheKey("new")) == .test(1))
    cache.close()
    #expect(folder.names.contains("tiles.sqlite.broken-1"))
  }
}
