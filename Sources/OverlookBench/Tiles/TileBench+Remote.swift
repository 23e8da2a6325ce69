import Overlook
import OverlookFormats
import OverlookGeometry
import OverlookNetwork
import OverlookSupport
import OverlookTiles
import Synchronization

// An archive on a web server, read by ranges.
extension TileBench {
  /// Requests that a map makes of the server for each tile it gets, directories included, while it moves for `seconds`.
  static func measureRemote(_ archive: TileBenchArchive, seconds: Double, into report: inout BenchReport) throws {
    let server = try TileServer(ranges: try WholeFile.read(archive.path, byteLimit: 1 << 30))
    defer { server.stop() }
    // No disk cache: every tile comes over the network.
    let network = CurlClient()
    let workers = WorkerPool()
    defer {
      workers.shutdown()
      network.shutdown()
    }
    let services = TileServices(workers: workers, http: network)
    for motion in motions {
      let requestsBefore = server.requests
      var source = try open("http://127.0.0.1:\(server.port)/tiles.pmtiles", services)
      let provider = CountingProvider(source.provider, services)
      source.provider = provider
      let feed = Feed(name: "remote PMTiles") { map in map.addSource(source) }
      let stage = try MotionStage(feed, camera: motion.camera(0), fadesIn: false)
      try stage.drawUntilComplete()
      let start = MonotonicClock.now()
      var elapsed = 0.0
      while elapsed < seconds {
        _ = stage.bench.drawFrame(at: motion.camera(elapsed / seconds))
        elapsed = MonotonicClock.now() - start
      }
      try stage.drawUntilComplete()
      stage.close()
      let (requests, tiles) = (server.requests - requestsBefore, provider.tileCount)
      report.add(
        "\(feed.name), \(motion.name): requests a tile (\(tiles) tiles)", Double(requests) / Double(max(tiles, 1)), "", goal: 1.2)
    }
  }

  private static func open(_ location: String, _ services: TileServices) throws -> TileSource {
    let opening = Awaited.result(timeoutSeconds: 30) { () async throws(TileSourceError) in
      try await TileSource.open(location, services: services)
    }
    guard let opening else { throw BenchError(description: "no answer from a server of this process") }
    return try opening.get()
  }
}

/// Counts the tiles that another provider delivers, and sees to it that they come by `services`.
private final class CountingProvider: TileProvider {
  private let provider: any TileProvider
  private let services: TileServices
  private let delivered = Atomic(0)

  init(_ provider: any TileProvider, _ services: TileServices) {
    self.provider = provider
    self.services = services
  }

  var tileCount: Int { delivered.load(ordering: .relaxed) }

  func fetch(
    _ tile: TileID, ticket: WorkTicket, services: TileServices, completion: @escaping @Sendable (TileContent) -> Void
  ) {
    provider.fetch(tile, ticket: ticket, services: self.services) { [self] content in
      if case .bytes = content { delivered.add(1, ordering: .relaxed) }
      completion(content)
    }
  }
}
