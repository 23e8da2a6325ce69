import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Synchronization
import Testing

/// Packs of a server on this machine.
@Suite struct PackRunTests {
  /// A folder, a network and a way to make packs in it.
  private final class Workshop: Sendable {
    let folder: String
    let client = CurlClient()
    let workers = WorkerPool()
    let polite: PoliteFetcher
    var services: TileServices { TileServices(workers: workers, http: polite) }

    init() throws {
      folder = NSTemporaryDirectory() + "/overlook-pack-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      polite = PoliteFetcher(client, requestsPerSecond: 2000, connections: 4)
    }

    deinit {
      workers.shutdown()
      client.shutdown()
      try? FileManager.default.removeItem(atPath: folder)
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] }

    /// All tiles of zooms 0 to 2, or as told.
    func pack(
      _ location: String, as name: String, bounds: CoordinateBounds = .world, zooms: ClosedRange<Int> = 0...2,
      skipsFailed: Bool = false, samples isSampled: Bool = false
    ) async throws -> PackSummary {
      let source = try await TileSource.open(location, services: services)
      let plan = PackPlan(source: source, bounds: bounds, zooms: zooms, services: services, polite: polite)
      let form = try #require(PackFile.Form(path: name))
      let file = try PackFile(path: path(name), form: form, purpose: plan.purpose)
      let samples = isSampled ? try await PackSamples(of: plan) : PackSamples()
      var run = PackRun(plan: plan, file: file, progress: PackProgress(), skipsFailed: skipsFailed)
      return try await run.run(samples: samples)
    }
  }

  /// A picture whose colour tells the tile.
  private static func picture(_ path: String) -> [UInt8] {
    let colour = UInt8(truncatingIfNeeded: path.utf8.reduce(7) { $0 &* 31 &+ Int($1) })
    let image = Image(width: 8, height: 8, premultipliedRGBA: [UInt8](repeating: 0, count: 256).map { _ in colour | 1 })
    return image.flatMap { try? PNGEncoder.encode($0) } ?? []
  }

  private static func expectWhole(_ path: String, _ location: SourceLocation = #_sourceLocation) throws {
    let archive = try ArchiveOpener.open(path: path)
    for tile in PackArea(bounds: .world, zooms: 0...2).tiles {
      let bytes = try archive.tile(tile)
      #expect(bytes == picture("\(tile.z)/\(tile.x)/\(tile.y).png"), sourceLocation: location)
    }
  }

  @Test(arguments: ["a.mbtiles", "a.pmtiles"]) func aPackHoldsEveryTileAndWhatIsKnownOfIt(name: String) async throws {
    let threads = try Workshop()
    let server = try #require(LoopbackServer { .status(200, Self.picture($0)) })
    defer { server.stop() }
    let location = server.url("{z}/{x}/{y}.png?key=secret123")
    // The server tells the tile by the path alone.
    let plain = try #require(LoopbackServer { .status(200, Self.picture(String($0.prefix { $0 != "?" }))) })
    defer { plain.stop() }
    let summary = try await threads.pack(
      location.replacing(":\(server.port)/", with: ":\(plain.port)/"), as: name, samples: true)
    #expect(summary.tileCount == 21 && summary.missingCount == 0 && summary.failures.count == 0)
    #expect(plain.requests.count == 21)
    #expect(threads.names == [name])
    try Self.expectWhole(threads.path(name))
    let header = try ArchiveOpener.open(path: threads.path(name)).header
    #expect(header.tileFormat == .png && header.minimumZoom == 0 && header.maximumZoom == 2)
    #expect(header.source?.contains("127.0.0.1:\(plain.port)") == true && header.source?.contains("secret123") == false)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: threads.path(name)))
    #expect(bytes.range(of: Data("secret123".utf8)) == nil)
  }

  @Test(arguments: ["a.mbtiles", "a.pmtiles"]) func whatIsThereIsNotAskedForAgain(name: String) async throws {
    let threads = try Workshop()
    let isBroken = Atomic<Bool>(true)
    let server = try #require(
      LoopbackServer { path in
        if path == "2/3/3.png" { return .status(404) }
        let isBad = path == "2/0/0.png" && isBroken.load(ordering: .relaxed)
        return isBad ? .status(400) : .status(200, Self.picture(path))
      })
    defer { server.stop() }
    let location = server.url("{z}/{x}/{y}.png")
    await #expect(throws: PackError.self) { try await threads.pack(location, as: name) }
    #expect(!threads.names.contains(name))
    #expect(server.requests.count == 21)
    isBroken.store(false, ordering: .relaxed)
    let summary = try await threads.pack(location, as: name)
    // Neither the 19 good ones nor the missing one.
    #expect(server.requests.count == 22)
    #expect(summary.tileCount == 20 && summary.missingCount == 1)
    #expect(threads.names == [name])
  }

  @Test func whatCannotBeHadCanBeLeftOut() async throws {
    let threads = try Workshop()
    let server = try #require(
      LoopbackServer { $0 == "1/0/0.png" ? .status(400) : .status(200, Self.picture($0)) })
    defer { server.stop() }
    let summary = try await threads.pack(server.url("{z}/{x}/{y}.png"), as: "a.pmtiles", skipsFailed: true)
    #expect(summary.tileCount == 20 && summary.failures.count == 1)
    #expect(summary.failures.text.contains("tile 1/0/0"))
  }

  @Test func failuresThatPassAreTriedAgain() async throws {
    let threads = try Workshop()
    let count = Atomic<Int>(0)
    let server = try #require(
      LoopbackServer { path in
        let number = count.add(1, ordering: .relaxed).newValue
        if number == 3 { return .status(500) }
        if number == 5 { return .status(200, Array(Self.picture(path).dropLast(20))) }
        if number == 7 { return .raw([]) }
        return .status(200, Self.picture(path))
      })
    defer { server.stop() }
    let summary = try await threads.pack(server.url("{z}/{x}/{y}.png"), as: "a.pmtiles")
    #expect(summary.tileCount == 21)
    try Self.expectWhole(threads.path("a.pmtiles"))
  }

  @Test func aServerThatRefusesAllIsLeftAlone() async throws {
    let threads = try Workshop()
    let server = try #require(LoopbackServer { _ in .status(403) })
    defer { server.stop() }
    do {
      _ = try await threads.pack(server.url("{z}/{x}/{y}.png"), as: "a.pmtiles", zooms: 0...6)
      Issue.record("a pack of nothing")
    } catch let error as PackError {
      guard case .unfinished(let text) = error else { throw error }
      #expect(text.contains("403"))
    }
    #expect(server.requests.count < 100)
  }

  @Test func anotherSourceOrAreaIsNotMixedIn() async throws {
    let threads = try Workshop()
    let server = try #require(LoopbackServer { $0.hasPrefix("1/") ? .status(400) : .status(200, Self.picture($0)) })
    defer { server.stop() }
    let location = server.url("{z}/{x}/{y}.png")
    await #expect(throws: PackError.self) { try await threads.pack(location, as: "a.mbtiles") }
    for (other, zooms) in [(server.url("b/{z}/{x}/{y}.png"), 0...2), (location, 0...3)] {
      do {
        _ = try await threads.pack(other, as: "a.mbtiles", zooms: zooms)
        Issue.record("it was mixed in")
      } catch let error as FormatError {
        #expect(error.description.contains("begun for another source"))
      }
    }
  }

  @Test func whatExistsIsNotReplaced() async throws {
    let threads = try Workshop()
    let server = try #require(LoopbackServer { .status(200, Self.picture($0)) })
    defer { server.stop() }
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: threads.path("a.pmtiles")))
    await #expect(throws: FormatError.self) { try await threads.pack(server.url("{z}/{x}/{y}.png"), as: "a.pmtiles") }
    #expect(threads.names == ["a.pmtiles"])
    #expect(server.requests.isEmpty)
  }

  @Test func aSourceWithoutTilesThereLeavesNothing() async throws {
    let threads = try Workshop()
    let server = try #require(LoopbackServer { _ in .status(404) })
    defer { server.stop() }
    await #expect(throws: PackError.refused("there are no tiles in these bounds and zooms")) {
      try await threads.pack(server.url("{z}/{x}/{y}.png"), as: "a.pmtiles")
    }
    #expect(threads.names.isEmpty)
  }

  @Test func redirectsToServersThatForbidItAreNotFollowed() async throws {
    let threads = try Workshop()
    let server = try #require(
      LoopbackServer { .status(302, headers: ["Location: https://a.tile.openstreetmap.org/\($0)"]) })
    defer { server.stop() }
    do {
      _ = try await threads.pack(server.url("{z}/{x}/{y}.png"), as: "a.pmtiles")
      Issue.record("it was followed")
    } catch let error as PackError {
      guard case .refused(let text) = error else { throw error }
      #expect(text.contains("a.tile.openstreetmap.org forbids downloading areas"))
    }
  }

  @Test func aPackOfAPackHasTheSameTiles() async throws {
    let threads = try Workshop()
    let server = try #require(LoopbackServer { .status(200, Self.picture($0)) })
    defer { server.stop() }
    _ = try await threads.pack(server.url("{z}/{x}/{y}.png"), as: "a.pmtiles")
    _ = try await threads.pack(threads.path("a.pmtiles"), as: "b.mbtiles")
    _ = try await threads.pack(threads.path("b.mbtiles"), as: "c.pmtiles", zooms: 0...9)
    try Self.expectWhole(threads.path("b.mbtiles"))
    try Self.expectWhole(threads.path("c.pmtiles"))
    #expect(server.requests.count == 21)
  }

  @Test func aPackKnowsItsSourceAndAnswersForIt() async throws {
    let threads = try Workshop()
    let server = try #require(LoopbackServer { .status(200, Self.picture($0)) })
    let location = server.url("{z}/{x}/{y}.png")
    _ = try await threads.pack(location, as: "a.pmtiles")
    server.stop()
    // Another network: the first one's connections still live.
    let later = try Workshop()
    let source = try await TileSource.open(location, services: later.services)
    let other = try await TileSource.open(server.url("b/{z}/{x}/{y}.png"), services: threads.services)
    let pack = try await TileSource.open(threads.path("a.pmtiles"), services: threads.services)
    #expect(source.isSource(of: pack) && !other.isSource(of: pack) && !pack.isSource(of: pack))
    let backed = source.backed(by: pack)
    let content = await withCheckedContinuation { continuation in
      backed.provider.fetch(TileID(z: 1, x: 1, y: 0), ticket: WorkTicket(), services: later.services) {
        continuation.resume(returning: $0)
      }
    }
    guard case .bytes(let bytes) = content else {
      Issue.record("\(content)")
      return
    }
    #expect(bytes.bytes == Self.picture("1/1/0.png") && bytes.isFromCache)
  }

  @Test func vectorTilesAreKeptAsTheyAre() async throws {
    let threads = try Workshop()
    // A layer "a" with the point of MVT 2.1, 4.3.5.1.
    let tile: [UInt8] = [
      0x1A, 17, 0x78, 2, 0x0A, 1, 0x61, 0x12, 7, 0x18, 1, 0x22, 3, 9, 50, 34, 0x28, 0x80, 0x20,
    ]
    #expect(throws: FormatError.self) { try VectorTile(Array(tile.dropLast())) }
    let packed = try Gzip.deflate(tile)
    let server = try #require(
      LoopbackServer { path in
        path.hasSuffix("0/0.pbf") ? .status(200, packed) : path.hasSuffix("1.pbf") ? .status(200, []) : .status(200, tile)
      })
    defer { server.stop() }
    for name in ["a.pmtiles", "b.mbtiles"] {
      let summary = try await threads.pack(server.url("{z}/{x}/{y}.pbf"), as: name, zooms: 0...1, samples: true)
      // Row 1 is empty: two tiles.
      #expect(summary.tileCount == 3 && summary.missingCount == 2)
      let archive = try ArchiveOpener.open(path: threads.path(name))
      #expect(archive.header.tileFormat == .mvt)
      #expect(try archive.tile(TileID(z: 0, x: 0, y: 0)) == tile)
      #expect(try archive.tile(TileID(z: 1, x: 1, y: 0)) == tile)
      #expect(try archive.tile(TileID(z: 1, x: 1, y: 1)) == nil)
    }
  }

  @Test func theEstimateIsTheMeanOfEachZoom() async throws {
    let threads = try Workshop()
    // Tiles of zoom 2 are there for the north only; nothing says so.
    let server = try #require(LoopbackServer { $0.hasPrefix("2/") ? .status(404) : .status(200, Self.picture($0)) })
    defer { server.stop() }
    let source = try await TileSource.open(server.url("{z}/{x}/{y}.png"), services: threads.services)
    let plan = PackPlan(
      source: source, bounds: .world, zooms: 0...2, services: threads.services, polite: threads.polite)
    let samples = try await PackSamples(of: plan)
    let bytes = try #require(samples.byteCount(of: plan.area))
    let one = Double(Self.picture("0/0/0.png").count)
    // One tile of zoom 0 and four of zoom 1 of about one size, and none of the sixteen.
    #expect(bytes > 4 * one && bytes < 6 * one)
    #expect(server.requests.count <= 16)
  }
}
