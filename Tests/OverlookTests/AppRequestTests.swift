import Foundation
import Overlook
import OverlookFormats
import OverlookTestSupport
import Synchronization
import Testing

/// What an app says to the requests of its maps. The transform is one for the process: those of other tests go through unchanged.
@MainActor @Suite(.serialized) struct AppRequestTests {
  private func map(_ template: String) throws -> MapView {
    let map = MapFixture().map
    map.mapType = .none
    URLTileLayer(template: try TileURLTemplate(template)).map = map
    return map
  }

  private func finish(_ map: MapView, until isDone: () -> Bool) async throws {
    var step = 0.0
    let isInTime = await eventually {
      _ = map.prepareFrame(now: step * 0.01)
      step += 1
      return isDone()
    }
    #expect(isInTime, "not done in time: \(map.tileCounts)")
  }

  private static func tile() throws -> [UInt8] {
    try PNGEncoder.encode(Image(width: 1, height: 1, scale: 1) { _, _ in SIMD4(1, 2, 3, 255) })
  }

  @Test func theTransformSignsTheRequestsOfAMap() async throws {
    let tile = try Self.tile()
    let server = try #require(LoopbackServer.answering { $0.contains("X-Token: t1") ? .status(200, tile) : .status(403) })
    defer {
      server.stop()
      MapServices.requestTransform = nil
    }
    let own = server.url("")
    MapServices.requestTransform = { request in
      guard request.url.hasPrefix(own) else { return request }
      var request = request
      request.url += "?kind=\(request.kind.rawValue)"
      request.headers.append(HTTPHeader(name: "X-Token", value: "t1"))
      return request
    }
    let map = try map(server.url("{z}/{x}/{y}"))
    try await finish(map) { map.tileCounts.cached >= 16 && map.tileCounts.cached == server.requests.count }
    #expect(map.tileCounts.failed == 0)
    #expect(server.requests.allSatisfy { $0.contains("?kind=tile ") })
  }

  @Test func whatTheTransformRefusesHasFailed() async throws {
    let server = try #require(LoopbackServer { _ in .status(404) })
    defer {
      server.stop()
      MapServices.requestTransform = nil
    }
    let own = server.url("")
    MapServices.requestTransform = { $0.url.hasPrefix(own) ? nil : $0 }
    let map = try map(server.url("{z}/{x}/{y}"))
    try await finish(map) { map.tileCounts.failed > 0 && map.tileCounts.loading == 0 }
    #expect(server.requests.isEmpty)
  }

  @Test func theAppDrawsTilesWhileTheNetworkMayNotBeUsed() async throws {
    let tile = try Self.tile()
    let count = Mutex(0)
    try MapServices.setProtocol("map-tiles") { _ in
      count.withLock { $0 += 1 }
      return tile
    }
    let map = try map("map-tiles://{z}/{x}/{y}")
    map.isOffline = true
    try await finish(map) { map.tileCounts.cached >= 16 && map.tileCounts.failed == 0 && count.withLock { $0 } >= 16 }
    try MapServices.setProtocol("map-tiles", nil)
  }

  @Test func aStyleMayBeTheApps() async throws {
    try MapServices.setProtocol("map-style") { request in
      guard request.kind == .style else { throw ProtocolError.notFound }
      return Array(#"{"version": 8, "name": "Mine", "sources": {}, "layers": []}"#.utf8)
    }
    // Those of a map: what is done without one holds the cache, which other tests want to move.
    let services = MapFixture().map.services
    #expect(try await MapStyle.open("map-style://a.json", services: services).name == "Mine")
    try MapServices.setProtocol("map-style") { _ in throw ProtocolError.notFound }
    await #expect(throws: MapStyle.Problem.unusable("map-style://a.json does not exist")) {
      _ = try await MapStyle.open("map-style://a.json", services: services)
    }
  }

  @Test func whatIsNotTheAppsCannotBeReplaced() {
    #expect(throws: ProtocolNameError.reserved("file")) { try MapServices.setProtocol("file") { _ in [] } }
    #expect("\(ProtocolNameError.reserved("file"))" == "the protocol \"file\" cannot be replaced")
  }
}
