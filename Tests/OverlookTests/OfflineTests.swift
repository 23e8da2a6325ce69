import Foundation
import Overlook
import OverlookFormats
import OverlookTestSupport
import Testing

/// Maps that may not use the network, and what they share.
@MainActor @Suite(.serialized) struct OfflineTests {
  private func finish(_ map: MapView, until isDone: () -> Bool) async throws {
    var step = 0.0
    let isInTime = await eventually {
      _ = map.prepareFrame(now: step * 0.01)
      step += 1
      return isDone()
    }
    #expect(isInTime, "not done in time: \(map.tileCounts)")
  }

  /// Whether every tile that was asked for has arrived; without a renderer none is shown.
  private func hasAll(_ map: MapView, of server: LoopbackServer) -> Bool {
    map.tileCounts.cached >= 16 && map.tileCounts.cached == server.requests.count
  }

  /// A map of a server's tiles.
  private func map(_ url: String) throws -> MapView {
    let map = MapFixture().map
    map.mapType = .none
    let layer = URLTileLayer(template: try TileURLTemplate(url))
    layer.map = map
    return map
  }

  @Test func whatCouldNotBeHadOfflineIsAskedForWhenTheNetworkIsBack() async throws {
    let tile = try PNGEncoder.encode(Image(width: 1, height: 1, scale: 1) { _, _ in SIMD4(1, 2, 3, 255) })
    let server = try #require(LoopbackServer { _ in .status(200, tile) })
    defer { server.stop() }
    let map = try map(server.url("{z}/{x}/{y}"))
    map.isOffline = true
    try await finish(map) { map.tileCounts.failed > 0 && map.tileCounts.loading == 0 }
    #expect(server.requests.isEmpty)
    map.takeReasons()
    map.isOffline = false
    #expect(map.reasons.contains(.tiles))
    try await finish(map) { map.tileCounts.failed == 0 && hasAll(map, of: server) }
  }

  @Test func theSwitchOfTheProcessHoldsForEveryMap() throws {
    let (one, two) = (try map("http://127.0.0.1:1/{z}/{x}/{y}"), MapFixture().map)
    defer { MapServices.isOffline = false }
    MapServices.isOffline = true
    #expect(MapFixture().map.services.isOffline() && one.services.isOffline() && two.services.isOffline())
    one.isOffline = true
    MapServices.isOffline = false
    #expect(one.services.isOffline() && !two.services.isOffline())
    one.isOffline = false
    #expect(!one.services.isOffline())
  }

  @Test func theCacheIsSharedLimitedAndCleared() async throws {
    let folder = NSTemporaryDirectory() + "/overlook-offline-" + UUID().uuidString
    defer {
      try? FileManager.default.removeItem(atPath: folder)
      MapServices.cacheFolder = nil
    }
    MapServices.cacheFolder = folder
    let tile = try PNGEncoder.encode(Image(width: 1, height: 1, scale: 1) { _, _ in SIMD4(1, 2, 3, 255) })
    let server = try #require(LoopbackServer { _ in .status(200, tile, headers: ["Cache-Control: max-age=60"]) })
    defer { server.stop() }
    let template = server.url("{z}/{x}/{y}")
    let map = try map(template)
    try await finish(map) { hasAll(map, of: server) }
    var statistics = await MapServices.cacheStatistics()
    // Tiles around the view are still on their way.
    _ = await eventually {
      _ = map.prepareFrame(now: 10)
      statistics = await MapServices.cacheStatistics()
      return statistics.entryCount == server.requests.count
    }
    #expect(statistics.folder == folder && statistics.fault == nil)
    #expect(statistics.sources.map(\.name) == [template])
    #expect(statistics.entryCount == server.requests.count && statistics.misses >= statistics.entryCount)
    await MapServices.clearCache(source: "other")
    #expect(await MapServices.cacheStatistics().entryCount > 0)
    await MapServices.clearCache(source: template)
    #expect(await MapServices.cacheStatistics().entryCount == 0)
    MapServices.cacheByteLimit = 1 << 20
    #expect(await MapServices.cacheStatistics().byteLimit == 1 << 20)
    MapServices.cacheByteLimit = 512 << 20
    await MapServices.clearCache()
  }
}
