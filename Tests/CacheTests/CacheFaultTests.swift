import Foundation
import Glibc
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Testing

/// What may be wrong with the place where the cache lies.
@Suite(.serialized) struct CacheFaultTests {
  static let isRoot = geteuid() == 0

  /// Stores and reads, which must work or not as `works` says, and returns what was logged.
  private func use(_ path: String, works: Bool, _ change: (inout DiskCache.Options) -> Void = { _ in }) async -> [String] {
    let log = TestLog()
    let cache = DiskCache(in: path, log: log, change)
    for seed in 0..<3 { cache.store(.test(seed), key: CacheKey("\(seed)")) }
    let report = await cache.report()
    #expect(report.entryCount == (works ? 3 : 0))
    #expect((await cache.find(CacheKey("1")) == .test(1)) == works)
    #expect((report.fault == nil) == works)
    cache.close()
    return log.warnings
  }

  @Test func aFolderIsMadeForTheUserAlone() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/a/b/overlook"
    #expect(await use(path, works: true).isEmpty)
    for name in ["a", "a/b", "a/b/overlook"] { #expect(try mode("\(folder.path)/\(name)") == 0o700, "\(name)") }
    #expect(try mode(path + "/tiles.sqlite") == 0o600)
  }

  private func mode(_ path: String) throws -> Int {
    try #require((FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue)
  }

  /// XDG Base Directory Specification: a path that is not absolute is to be ignored.
  @Test func theEnvironmentNamesTheFolder() async throws {
    let folder = try TestFolder()
    let cases: [([String: String], String?)] = [
      (["XDG_CACHE_HOME": folder.path + "/x", "HOME": folder.path + "/h"], "/x/overlook"),
      (["XDG_CACHE_HOME": "relative", "HOME": folder.path + "/h"], "/h/.cache/overlook"),
      (["XDG_CACHE_HOME": "", "HOME": folder.path + "/g"], "/g/.cache/overlook"), ([:], nil), (["HOME": "home"], nil),
    ]
    for (environment, expected) in cases {
      let log = TestLog()
      var options = DiskCache.Options()
      options.environment = environment
      let cache = DiskCache(options: options, log: log.logger)
      let report = await cache.report()
      cache.store(.test(), key: CacheKey("a"))
      await cache.report()
      cache.close()
      #expect(report.folder == expected.map { folder.path + $0 })
      #expect(log.warnings.count == (expected == nil ? 1 : 0), "\(log.warnings)")
    }
  }

  @Test func rightsOfOursAreMendedAndOthersFoldersAreRefused() async throws {
    let folder = try TestFolder()
    let ours = folder.path + "/overlook"
    try FileManager.default.createDirectory(atPath: ours, withIntermediateDirectories: true)
    chmod(ours, 0o777)
    let warnings = await use(ours, works: false)
    #expect(warnings.count == 1 && warnings.first?.contains("others may write") == true, "\(warnings)")
    var options = DiskCache.Options()
    options.environment = ["XDG_CACHE_HOME": folder.path]
    let cache = DiskCache(options: options, log: TestLog().logger)
    #expect(await cache.report().fault == nil)
    cache.close()
    #expect(try mode(ours) == 0o700)
  }

  @Test(.enabled(if: isRoot, "needs root, to give a folder away")) func aForeignFolderIsRefused() async throws {
    let folder = try TestFolder()
    chown(folder.path, 65534, 65534)
    let warnings = await use(folder.path, works: false)
    #expect(warnings.count == 1 && warnings.first?.contains("somebody else") == true, "\(warnings)")
    #expect(folder.names.isEmpty)
  }

  @Test func linksAreNotFollowed() async throws {
    let folder = try TestFolder()
    let (canary, link) = (folder.path + "/canary", folder.path + "/overlook")
    try FileManager.default.createDirectory(
      atPath: canary, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: canary)
    #expect(await use(link, works: false).count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: canary).isEmpty)

    // A link in place of each of the files, to one that must stay as it is.
    for name in ["tiles.sqlite", "tiles.sqlite-wal", "tiles.sqlite-shm", "lock"] {
      let place = folder.path + "/place-\(name)"
      try FileManager.default.createDirectory(
        atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let bait = canary + "/\(name)"
      try Data("canary".utf8).write(to: URL(fileURLWithPath: bait))
      try FileManager.default.createSymbolicLink(atPath: "\(place)/\(name)", withDestinationPath: bait)
      #expect(await use(place, works: false).count == 1, "\(name)")
      #expect(try String(contentsOfFile: bait, encoding: .utf8) == "canary", "\(name)")
    }
    let place = folder.path + "/hard"
    try FileManager.default.createDirectory(
      atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    #expect(Glibc.link(canary + "/lock", place + "/tiles.sqlite") == 0)
    #expect(await use(place, works: false).count == 1)
    #expect(try String(contentsOfFile: canary + "/lock", encoding: .utf8) == "canary")
  }

  @Test(arguments: [
    [UInt8](repeating: 7, count: 100_000), Array("SQLite format 3\0 and then something else".utf8),
    [UInt8](repeating: 0, count: 8192),
  ]) func whatIsNoDatabaseIsSetAside(bytes: [UInt8]) async throws {
    let folder = try TestFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/tiles.sqlite"))
    let warnings = await use(folder.path, works: true)
    #expect(warnings.count == 1 && warnings.first?.contains("tiles.sqlite.broken-1") == true, "\(warnings)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/tiles.sqlite.broken-1")) == Data(bytes))
    #expect(await use(folder.path, works: true).isEmpty)
  }

  @Test func onlyTheLastTwoThatWereSetAsideAreKept() async throws {
    let folder = try TestFolder()
    for _ in 0..<4 {
      try Data([UInt8](repeating: 7, count: 10_000)).write(to: URL(fileURLWithPath: folder.path + "/tiles.sqlite"))
      _ = await use(folder.path, works: true)
    }
    #expect(folder.names.filter { $0.contains("broken") } == ["tiles.sqlite.broken-3", "tiles.sqlite.broken-4"])
  }

  /// robustness: after two starts that did not get far, the third begins anew.
  @Test func twoStartsThatDidNotFinishMakeTheThirdBeginAnew() async throws {
    let folder = try TestFolder()
    #expect(await use(folder.path, works: true).isEmpty)
    let lock = URL(fileURLWithPath: folder.path + "/lock")
    #expect(try Data(contentsOf: lock) == Data([0]))
    // A start that goes on for long enough, or ends in good order, is finished.
    let unfinished = DiskCache(in: folder.path) { $0.settleSeconds = 3600 }
    #expect(await unfinished.find(CacheKey("1")) == .test(1))
    #expect(try Data(contentsOf: lock) == Data([1]))
    unfinished.close()
    #expect(try Data(contentsOf: lock) == Data([0]))

    try Data([2]).write(to: lock)
    let log = TestLog()
    let cache = DiskCache(in: folder.path, log: log)
    #expect(await cache.find(CacheKey("1")) == nil)
    cache.close()
    #expect(log.warnings.count == 1 && log.warnings.first?.contains("ended twice") == true, "\(log.warnings)")
    #expect(folder.names.contains("tiles.sqlite.broken-1"))
  }
}

/// Disks that are full or may not be written, for which root mounts small ones.
@Suite(.serialized, .enabled(if: CacheFaultTests.isRoot, "needs root, to mount small disks")) struct CacheDiskTests {
  private func withDisk(_ body: (_ path: String) async throws -> Void) async throws {
    let folder = try TestFolder()
    let mounted = try await Tool.run("mount", ["-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", folder.path])
    try #require(mounted.status == 0, "\(mounted.errors)")
    do { try await body(folder.path) } catch { Issue.record(error) }
    _ = try await Tool.run("umount", ["-l", folder.path])
  }

  @Test func aFullDiskEndsTheWritingWithOneWarningAndReadingGoesOn() async throws {
    try await withDisk { path in
      let log = TestLog()
      let cache = DiskCache(in: path, log: log)
      for seed in 0..<200 {
        cache.store(.test(seed, count: 20_000), key: CacheKey("\(seed)"))
        if seed % 5 == 0 { await cache.report() }
      }
      await cache.report()
      #expect(log.warnings.count == 1, "\(log.warnings)")
      var found = 0
      for seed in 0..<200 {
        guard let answer = await cache.find(CacheKey("\(seed)")) else { continue }
        found += 1
        #expect(answer == .test(seed, count: 20_000))
      }
      #expect(found > 5)
      cache.close()
      let again = DiskCache(in: path, log: log)
      #expect(await again.report().fault == nil)
      again.close()
    }
  }

  @Test func whatMustStayFreeIsLeftFree() async throws {
    try await withDisk { path in
      let log = TestLog()
      let cache = DiskCache(in: path, log: log) { $0.minimumFreeBytes = 200 << 20 }
      for seed in 0..<20 {
        cache.store(.test(seed), key: CacheKey("\(seed)"))
        await cache.report()
      }
      #expect(await cache.report().entryCount == 0)
      #expect(log.warnings.count == 1 && log.warnings.first?.contains("200 MiB") == true, "\(log.warnings)")
      cache.close()
    }
  }

  @Test func aDiskThatMayNotBeWrittenMeansNoCache() async throws {
    try await withDisk { path in
      let first = DiskCache(in: path)
      first.store(.test(), key: CacheKey("a"))
      first.close()
      let remounted = try await Tool.run("mount", ["-o", "remount,ro", path])
      try #require(remounted.status == 0, "\(remounted.errors)")
      let log = TestLog()
      let cache = DiskCache(in: path, log: log)
      cache.store(.test(2), key: CacheKey("b"))
      #expect(await cache.find(CacheKey("c")) == nil)
      #expect(await cache.report().fault != nil)
      cache.close()
      #expect(log.warnings.count == 1, "\(log.warnings)")
    }
  }
}
