import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Synchronization
import Testing

@Suite struct RemotePMTilesTests {
  /// An archive of all tiles to zoom 7 with 300 to 700 bytes each, in many leaf directories.
  private static let archive = Archive(zoom: 7)
  private static let archiveBytes = Result { try archive.bytes() }
  private let services = TileServices(workers: WorkerPool(threadCount: 1), http: CurlClient())

  private func server(_ archive: Archive? = nil, entityTag: String? = "\"one\"", lastModified: String? = nil) throws
    -> RangeServer
  {
    try #require(
      RangeServer(
        try archive?.bytes() ?? Self.archiveBytes.get(), entityTag: entityTag, lastModified: lastModified))
  }

  private func square(_ z: Int, _ columns: Range<Int>, _ rows: Range<Int>) -> [TileID] {
    rows.flatMap { y in columns.map { TileID(z: z, x: $0, y: y) } }
  }

  @Test func givesTheTilesAndSaysWhatTheFileIs() async throws {
    let server = try server()
    let remote = try await RemotePMTiles.open(url: server.url, services: services)
    #expect(remote.header.tileFormat == .png && remote.header.maximumZoom == 7 && remote.header.name == "Test")
    let byteCount = try Self.archiveBytes.get().count
    #expect(remote.tileCount == Self.archive.tiles.count && remote.byteCount == byteCount)
    let tiles = square(7, 30..<36, 40..<44) + [TileID(z: 0, x: 0, y: 0), TileID(z: 8, x: 0, y: 0), TileID(z: 7, x: 127, y: 127)]
    let contents = await remote.contents(tiles, services)
    for tile in tiles {
      #expect(contents[tile]?.bytes == (tile.z > 7 ? nil : Self.archive.content(tile)), "\(tile)")
    }
    #expect(contents[TileID(z: 8, x: 0, y: 0)]?.isMissing == true)
    server.stop()
  }

  /// The goal of requests per tile, over a view of 5 by 4 tiles and twenty steps to its side, opening and directories included.
  @Test func needsFewerRequestsThanTiles() async throws {
    let server = try server()
    let remote = try await RemotePMTiles.open(url: server.url, services: services)
    var count = 0
    var shown = Set<TileID>()
    for step in 0..<20 {
      let new = square(7, 20 + step..<25 + step, 50..<54).filter { shown.insert($0).inserted }
      count += new.count
      _ = await remote.contents(new, services)
    }
    #expect(count == 96 && remote.counts.tiles == count)
    #expect(remote.counts.requests == server.requestCount)
    #expect(Double(server.requestCount) / Double(count) < 1.2)
    server.stop()
  }

  @Test func asksForADirectoryOnceAndForNeighboursTogether() async throws {
    let server = try server()
    let remote = try await RemotePMTiles.open(url: server.url, services: services)
    let opened = server.requestCount
    // The four children of one tile lie side by side along the curve, and so under one directory or two.
    _ = await remote.contents(square(7, 64..<66, 64..<66), services)
    #expect((2...3).contains(server.requestCount - opened))
    server.stop()
  }

  @Test func demandsTheStateThatWasOpened() async throws {
    for (tag, date, line) in [
      ("\"a\"", nil, "If-Match: \"a\""),
      (nil, "Sat, 21 Nov 2020 10:00:00 GMT", "If-Unmodified-Since: Sat, 21 Nov 2020 10:00:00 GMT"),
      ("W/\"a\"", "Sat, 21 Nov 2020 10:00:00 GMT", "If-Unmodified-Since: Sat, 21 Nov 2020 10:00:00 GMT"),
    ] as [(String?, String?, String)] {
      let server = try server(entityTag: tag, lastModified: date)
      let remote = try await RemotePMTiles.open(url: server.url, services: services)
      let tile = TileID(z: 3, x: 1, y: 1)
      #expect(await remote.contents([tile], services)[tile]?.bytes == Self.archive.content(tile))
      #expect(server.server.requests.dropFirst().allSatisfy { $0.contains(line + "\r\n") })
      server.stop()
    }
  }

  @Test(arguments: [true, false]) func readsAChangedFileAnewAndSaysSoOnce(hasTags: Bool) async throws {
    let dates = ["Sat, 21 Nov 2020 10:00:00 GMT", "Sat, 21 Nov 2020 11:00:00 GMT"].map { hasTags ? nil : $0 }
    // Fewer tiles, which are sooner written, still in several directories.
    let server = try server(Archive(zoom: 5), entityTag: hasTags ? "\"one\"" : nil, lastModified: dates[0])
    let remote = try await RemotePMTiles.open(url: server.url, services: services)
    let tiles = square(5, 10..<14, 10..<14)
    _ = await remote.contents(Array(tiles.prefix(4)), services)
    let other = Archive(zoom: 5, salt: 3)
    server.replace(try other.bytes(), entityTag: hasTags ? "\"two\"" : nil, lastModified: dates[1])
    var contents = await remote.contents(tiles, services)
    let failed = contents.filter { $0.value.message != nil }
    #expect(failed.count == 1)
    #expect(failed.first?.value.message?.contains("was changed") == true)
    for (tile, content) in contents where content.message == nil { #expect(content.bytes == other.content(tile)) }
    contents = await remote.contents(tiles, services)
    for tile in tiles { #expect(contents[tile]?.bytes == other.content(tile)) }
    server.stop()
  }

  @Test func aFileThatChangesAtEveryRequestEndsInAFault() async throws {
    let server = try server()
    let remote = try await RemotePMTiles.open(url: server.url, services: services)
    server.behave(.status(412))
    let tiles = square(7, 10..<12, 10..<12)
    let contents = await remote.contents(tiles, services)
    #expect(contents.values.allSatisfy { $0.message != nil })
    #expect(server.requestCount < 12)
    server.stop()
  }

  @Test func takesASmallFileAsAWholeFromAServerWithoutRanges() async throws {
    let small = Archive(zoom: 2)
    let server = try server(small)
    server.behave(.ignoresRanges)
    let remote = try await RemotePMTiles.open(url: server.url, services: services)
    let contents = await remote.contents(small.tiles, services)
    for tile in small.tiles { #expect(contents[tile]?.bytes == small.content(tile)) }
    #expect(server.requestCount == 1)
    server.stop()
  }

  @Test func saysThatAServerCannotServeRanges() async throws {
    let server = try #require(RangeServer(try Self.archiveBytes.get() + [UInt8](repeating: 0, count: 9 << 20)))
    server.behave(.ignoresRanges)
    let error = await fault { () throws(RemoteFileError) in try await RemotePMTiles.open(url: server.url, services: services) }
    guard case .unusable(let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("cannot serve ranges") && message.contains("127.0.0.1"))
    server.stop()
  }

  @Test(arguments: [RangeServer.Manner.cutsRanges, .givesAnotherPart, .saysAnotherPart, .status(503), .status(429)])
  func wrongPartsAreFaultsThatMayPass(manner: RangeServer.Manner) async throws {
    let server = try server()
    let remote = try await RemotePMTiles.open(url: server.url, services: services)
    let tiles = square(6, 10..<14, 10..<14)
    server.behave(manner)
    for content in await remote.contents(tiles, services).values { #expect(content.isRetryable) }
    server.behave(.right)
    let contents = await remote.contents(tiles, services)
    for tile in tiles { #expect(contents[tile]?.bytes == Self.archive.content(tile)) }
    server.stop()
  }

  @Test func aServerThatRefusesStopsTheSource() async throws {
    let server = try server()
    let remote = try await RemotePMTiles.open(url: server.url, services: services)
    server.behave(.status(403))
    let tile = TileID(z: 7, x: 1, y: 1)
    guard case .failed(let fault) = await remote.contents([tile], services)[tile], fault.concernsSource else {
      Issue.record("not refused")
      return
    }
    server.stop()
  }

  @Test func whatIsNoArchiveCannotBeOpened() async throws {
    for bytes in [Array("<!DOCTYPE html><html>sign in</html>".utf8), [], Array("PMTiles".utf8) + [3]] {
      let server = try #require(RangeServer(bytes))
      let error = await fault { () throws(RemoteFileError) in try await RemotePMTiles.open(url: server.url, services: services)
      }
      guard case .unusable = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      server.stop()
    }
  }

  @Test func oneWhoLeavesTakesNothingFromTheOthersAndAllWhoLeaveEndTheRequest() async throws {
    let server = try server()
    let remote = try await RemotePMTiles.open(url: server.url, services: services)
    let tiles = square(7, 64..<66, 64..<66)
    _ = await remote.contents([tiles[0]], services)
    let leaver = WorkTicket()
    let answered = Atomic<Bool>(false)
    remote.fetch(tiles[1], ticket: leaver, services: services) { _ in answered.store(true, ordering: .relaxed) }
    leaver.cancel()
    let contents = await remote.contents(Array(tiles[2...]), services)
    for tile in tiles[2...] { #expect(contents[tile]?.bytes == Self.archive.content(tile)) }
    let wasAnswered = answered.load(ordering: .relaxed)
    #expect(!wasAnswered)

    server.behave(.silence)
    let tickets = tiles.map { _ in WorkTicket() }
    for (tile, ticket) in zip(tiles, tickets) { remote.fetch(tile, ticket: ticket, services: services) { _ in } }
    let before = server.requestCount
    #expect(await eventually { server.requestCount > before })
    for ticket in tickets.dropFirst() { ticket.cancel() }
    try await Task.sleep(for: .milliseconds(100))
    #expect(server.server.aborted == 0)
    tickets[0].cancel()
    #expect(await eventually { server.server.aborted == 1 })
    server.stop()
  }

  @Test func whatWasSeenServesOfflineTheNextDay() async throws {
    let folder = NSTemporaryDirectory() + "/overlook-remote-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try server()
    let seen = square(7, 30..<34, 40..<44)
    do {
      let (cache, services) = try cached(folder)
      let remote = try await RemotePMTiles.open(url: server.url, services: services)
      let contents = await remote.contents(seen, services)
      for tile in seen {
        guard case .bytes(let content) = contents[tile] else { continue }
        content.keep?.keep()
      }
      _ = cache.waitForReport()
      cache.close()
    }
    let asked = server.requestCount
    server.stop()
    let (cache, services) = try cached(folder, isOffline: true)
    let remote = try await RemotePMTiles.open(url: server.url, services: services)
    #expect(remote.header.name == "Test")
    let contents = await remote.contents(seen + [TileID(z: 7, x: 100, y: 100)], services)
    for tile in seen { #expect(contents[tile]?.bytes == Self.archive.content(tile)) }
    #expect(contents[TileID(z: 7, x: 100, y: 100)]?.message?.contains("offline") == true)
    #expect(server.requestCount == asked && remote.counts.tilesFromCache == seen.count)
    cache.close()
  }

  /// Bytes of one state of the file are never asked for again; another state is another matter.
  @Test func theDiskServesOnlyTheStateThatIsThere() async throws {
    let folder = NSTemporaryDirectory() + "/overlook-remote-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try server(Archive(zoom: 5))
    let tile = TileID(z: 5, x: 3, y: 3)
    let (cache, services) = try cached(folder)
    for (salt, tag) in [(0, "\"one\""), (0, "\"one\""), (5, "\"two\"")] {
      let archive = Archive(zoom: 5, salt: salt)
      server.replace(try archive.bytes(), entityTag: tag)
      let remote = try await RemotePMTiles.open(url: server.url, services: services)
      let before = remote.counts.requests
      guard case .bytes(let content) = await remote.contents([tile], services)[tile] else {
        Issue.record("no tile")
        continue
      }
      #expect(content.bytes == archive.content(tile))
      content.keep?.keep()
      _ = cache.waitForReport()
      #expect((remote.counts.requests > before) == !content.isFromCache)
    }
    cache.close()
    server.stop()
  }

  private func cached(_ folder: String, isOffline: Bool = false) throws -> (DiskCache, TileServices) {
    var options = DiskCache.Options()
    options.folder = folder
    options.minimumFreeBytes = 0
    let cache = DiskCache(options: options)
    let fetcher = CachingFetcher(CurlClient(), cache: cache, isOffline: isOffline)
    return (cache, TileServices(workers: WorkerPool(threadCount: 1), http: fetcher))
  }

  private func fault<T>(_ body: () async throws(RemoteFileError) -> T) async -> RemoteFileError? {
    do throws(RemoteFileError) {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }

  /// Contents that can be told from each other, of sizes as if they were compressed.
  struct Archive {
    let tiles: [TileID]
    let salt: Int

    init(zoom: Int, salt: Int = 0) {
      tiles = (0...zoom).flatMap { z in (0..<(1 << z)).flatMap { y in (0..<(1 << z)).map { TileID(z: z, x: $0, y: y) } } }
      self.salt = salt
    }

    func content(_ tile: TileID) -> [UInt8] {
      let text = Array("\(tile.z)/\(tile.x)/\(tile.y) \(salt) ".utf8)
      let count = 300 + (tile.x * 131 + tile.y * 71 + tile.z) % 400
      return (0..<count).map { text[$0 % text.count] &+ UInt8($0 / text.count % 7) }
    }

    func bytes() throws -> [UInt8] {
      let path = NSTemporaryDirectory() + "/overlook-remote-\(UUID().uuidString).pmtiles"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let header = TileArchiveHeader(tileFormat: .png, minimumZoom: 0, maximumZoom: 0, name: "Test")
      // A small root, so that there are leaves.
      let writer = try PMTilesStreamWriter(path: path, header: header, compressesDirectories: true, rootByteLimit: 200)
      for tile in tiles { try writer.append(tile, content(tile)) }
      try writer.finish()
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
  }
}

extension TileProvider {
  /// What comes of asking for all of `tiles` at once.
  fileprivate func contents(_ tiles: [TileID], _ services: TileServices) async -> [TileID: TileContent] {
    let answers = Mutex<[TileID: TileContent]>([:])
    let done = DispatchGroup()
    for tile in tiles {
      done.enter()
      fetch(tile, ticket: WorkTicket(), services: services) { content in
        answers.withLock { $0[tile] = content }
        done.leave()
      }
    }
    await withCheckedContinuation { continuation in
      done.notify(queue: .global()) { continuation.resume() }
    }
    return answers.withLock { $0 }
  }
}

extension TileContent {
  fileprivate var bytes: [UInt8]? { if case .bytes(let tile) = self { tile.bytes } else { nil } }
  fileprivate var isMissing: Bool { if case .missing = self { true } else { false } }
  fileprivate var isRetryable: Bool { if case .failed = self { true } else { false } }
  fileprivate var message: String? {
    switch self {
    case .failed(let fault): fault.message
    case .bytes, .missing: nil
    }
  }
}
