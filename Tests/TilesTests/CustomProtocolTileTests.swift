import Foundation
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import Synchronization
import Testing

@testable import OverlookTiles

/// Tiles and their descriptions under a scheme that the app answers. Each test has a scheme of its own: there is one table of
/// them.
@MainActor @Suite struct CustomProtocolTileTests {
  private func set(_ scheme: String, _ handler: @escaping ProtocolHandler) throws {
    try CustomProtocols.shared.set(scheme, handler)
  }

  private func bench(_ template: String) throws -> TileMapBench {
    let layer = URLTileLayer(template: try TileURLTemplate(template))
    layer.fadeIn = false
    return TileMapBench(layer, http: ProtocolFetcher(FixtureFetcher(), protocols: .shared))
  }

  @Test func aTemplateOfAnUnknownSchemeIsNone() throws {
    #expect(throws: TileURLTemplate.Problem.notHTTP) { try TileURLTemplate("tile-none://{z}/{x}/{y}") }
    try set("tile-back") { _ in [] }
    #expect(throws: TileURLTemplate.Problem.missing(placeholder: "{y}")) { try TileURLTemplate("tile-back://{z}/{x}") }
    _ = try TileURLTemplate("tile-back://{z}/{x}/{y}")
    try CustomProtocols.shared.set("tile-back", nil)
    #expect(throws: TileURLTemplate.Problem.notHTTP) { try TileURLTemplate("tile-back://{z}/{x}/{y}") }
  }

  @Test func theAppDrawsTheTiles() async throws {
    let png = try TileLayerKindTests.png()
    let asked = Mutex<Set<String>>([])
    try set("tile-good") { request in
      asked.withLock { _ = $0.insert("\(request.kind.rawValue) \(request.url)") }
      return png
    }
    let bench = try bench("tile-good://{z}/{x}/{y}?v=2")
    #expect(await bench.frames { bench.runtime.counts.ready == 4 })
    let seen = asked.withLock { $0 }
    #expect(seen.isSuperset(of: [1, 2].flatMap { x in [1, 2].map { "tile tile-good://2/\(x)/\($0)?v=2" } }))
    bench.finish()
  }

  @Test(arguments: [
    ("tile-missing", "missing"), ("tile-refused", "failed"), ("tile-large", "failed"), ("tile-failing", "again"),
    ("tile-garbage", "again"),
  ]) func errorsAreTheStatesOfServers(scheme: String, end: String) async throws {
    struct Boom: Error {}
    try set(scheme) { _ in
      switch scheme {
      case "tile-missing": throw ProtocolError.notFound
      case "tile-refused": throw ProtocolError.refused("no licence")
      case "tile-large": return [UInt8](repeating: 0, count: 8 << 20 + 1)
      case "tile-garbage": return [1, 2, 3]
      default: throw Boom()
      }
    }
    let bench = try bench("\(scheme)://{z}/{x}/{y}")
    let ended = await bench.frames {
      let counts = bench.runtime.counts
      return switch end {
      case "missing": counts.missing == 4
      case "failed": counts.failed == 4
      default: counts.loading == 4 && bench.runtime.nextDeadline(now: bench.now) != nil && !bench.log.all.isEmpty
      }
    }
    #expect(ended, "\(bench.runtime.counts)")
    #expect(end == "missing" ? bench.log.all.isEmpty : bench.log.all.allSatisfy { $0.hasPrefix(scheme) }, "\(bench.log.all)")
    bench.finish()
  }

  @Test func aTileThatLeavesTheViewIsCancelled() async throws {
    let began = Mutex(0)
    let cancelled = Mutex(0)
    try set("tile-slow") { _ in
      began.withLock { $0 += 1 }
      try? await Task.sleep(for: .seconds(60))
      if Task.isCancelled { cancelled.withLock { $0 += 1 } }
      return []
    }
    let bench = try bench("tile-slow://{z}/{x}/{y}")
    #expect(await bench.frames { began.withLock { $0 } >= 4 })
    let count = began.withLock { $0 }
    bench.runtime.detach()
    #expect(await bench.frames { cancelled.withLock { $0 } >= count })
    bench.finish()
  }

  @Test func aTileJSONOfTheAppNamesTilesOfTheApp() async throws {
    try set("tile-json") { request in
      if request.url.contains("none") { throw ProtocolError.notFound }
      return request.kind == .source
        ? Array(#"{"tilejson": "3.0.0", "name": "Mine", "tiles": ["TILE-JSON://t/{z}/{x}/{y}"], "maxzoom": 5}"#.utf8) : [7]
    }
    let services = TileServices(
      workers: WorkerPool(threadCount: 1), http: ProtocolFetcher(FixtureFetcher(), protocols: .shared))
    defer { services.workers.shutdown() }
    let source = try await TileSource.open("tile-json://description", services: services)
    #expect(source.kind == .tileJSON && source.name == "Mine" && source.maximumZoom == 5 && source.messageName == "tile-json")
    let content = await withCheckedContinuation { continuation in
      source.provider.fetch(TileID(z: 1, x: 0, y: 1), ticket: WorkTicket(), services: services) {
        continuation.resume(returning: $0)
      }
    }
    guard case .bytes(let bytes) = content else {
      Issue.record("\(content)")
      return
    }
    #expect(bytes.bytes == [7])
    await #expect(throws: TileSourceError.self) { try await TileSource.open("tile-json://none", services: services) }
  }

  @Test(arguments: [
    "pmtiles://tile-archive://a", "mbtiles:tile-archive://a", "tile-archive://a/b.pmtiles?x", "geotiff:tile-archive://a",
    "cog:tile-archive://a", "COG://tile-archive://a.png", "tile-archive://a/b.tif?x", "tile-archive://b.TIFF",
  ])
  func archivesAreNotReadThroughAProtocol(location: String) throws {
    try set("tile-archive") { _ in [] }
    #expect(throws: TileSourceError.self) { try TileSource.check(location) }
    do { try TileSource.check(location) } catch { #expect("\(error)".contains("archives cannot be read"), "\(error)") }
  }

  @Test func whatIsOnItsWayIsWaitedFor() async throws {
    try set("tile-waiting") { _ in
      try await Task.sleep(for: .seconds(60))
      return []
    }
    let bench = try bench("tile-waiting://{z}/{x}/{y}")
    bench.step()
    bench.step()
    #expect(bench.runtime.progress.mayArrive(before: bench.now))
    bench.finish()
  }
}
