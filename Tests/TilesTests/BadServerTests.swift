import Foundation
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookTiles

/// What a map makes of servers that misbehave: the tile stays a placeholder, the rest goes on, and the main thread never waits.
@MainActor @Suite struct BadServerTests {
  /// How the four tiles end up.
  enum End: Sendable { case ready, missing, refused, tryingAgain }

  static func patience() -> NetworkPatience {
    var patience = NetworkPatience()
    patience.connectSeconds = 1
    patience.firstByteSeconds = 0.4
    patience.stallSeconds = 0.4
    return patience
  }

  /// Loads four tiles from a server that answers all of them in the same way.
  func check(_ end: End, lines: Int, _ answer: @escaping @Sendable (String) -> LoopbackServer.Answer) async throws {
    let server = try #require(LoopbackServer(answer))
    let client = CurlClient(patience: Self.patience())
    let port = server.port
    let layer = URLTileLayer { x, y, zoom in URL(string: "http://127.0.0.1:\(port)/\(zoom)/\(x)/\(y).png") }
    layer.fadeIn = false
    let bench = TileMapBench(layer, http: client)
    var longestFrame = Duration.zero
    let ended = await bench.frames {
      let start = ContinuousClock.now
      bench.step()
      longestFrame = max(longestFrame, ContinuousClock.now - start)
      let counts = bench.runtime.counts
      return switch end {
      case .ready: counts.ready == 4
      case .missing: counts.missing == 4
      case .refused: counts.failed == 4
      case .tryingAgain: counts.loading == 4 && bench.runtime.nextDeadline(now: bench.now) != nil && !bench.log.all.isEmpty
      }
    }
    #expect(ended, "\(bench.runtime.counts) \(bench.log.all)")
    // R2: a fault may take half a minute, a frame may not. (0.1 s is the rule; a machine that is busy gets some more.)
    #expect(longestFrame < .milliseconds(300))
    #expect(bench.log.all.count == lines, "\(bench.log.all)")
    #expect(end == .ready || bench.runtime.draws.isEmpty)
    bench.finish()
    client.shutdown()
    server.stop()
  }

  @Test func aGoodServer() async throws {
    let png = try TileLayerKindTests.png()
    try await check(.ready, lines: 0) { _ in .status(200, png) }
  }

  @Test func aWrongContentTypeDoesNotMatter() async throws {
    let png = try TileLayerKindTests.png()
    try await check(.ready, lines: 0) { _ in .status(200, png, headers: ["Content-Type: text/html"]) }
  }

  @Test func notFoundMeansNoTile() async throws {
    try await check(.missing, lines: 0) { _ in .status(404, Array("gone".utf8)) }
  }

  @Test func aServerErrorIsTriedAgain() async throws {
    try await check(.tryingAgain, lines: 1) { _ in .status(500) }
  }

  @Test func silenceIsTriedAgain() async throws {
    try await check(.tryingAgain, lines: 1) { _ in .silence }
  }

  @Test func aBodyThatStopsIsTriedAgain() async throws {
    try await check(.tryingAgain, lines: 1) { _ in .half(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)) }
  }

  @Test func aSlowServerGetsThere() async throws {
    let png = try TileLayerKindTests.png()
    try await check(.ready, lines: 0) { _ in .drip(png, pauseSeconds: 0.001) }
  }

  @Test func garbageInsteadOfAPicture() async throws {
    try await check(.tryingAgain, lines: 1) { _ in .status(200, (0..<255).map { UInt8($0 ^ 0x5A) }) }
  }

  @Test func aWebPageInsteadOfAPicture() async throws {
    try await check(.tryingAgain, lines: 1) { _ in .status(200, Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8)) }
  }

  @Test func aCutPicture() async throws {
    let png = try TileLayerKindTests.png(side: 64)
    try await check(.tryingAgain, lines: 1) { _ in .status(200, Array(png.dropLast(png.count / 2))) }
  }

  @Test func anEmptyPicture() async throws {
    try await check(.tryingAgain, lines: 1) { _ in .status(200) }
  }

  @Test func aPictureOfMoreThanTheBudget() async throws {
    // A PNG head that claims 30,000 x 30,000 pixels: 3.6 GB.
    let head: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8,
      6, 0, 0,
      0, 0xE2, 0x94, 0xFA, 0x43,
    ]
    try await check(.tryingAgain, lines: 1) { _ in .status(200, head) }
  }

  @Test func aBodyWithoutEnd() async throws {
    try await check(.refused, lines: 1) { _ in .endless }
  }

  @Test func aBodyShorterThanItsLength() async throws {
    try await check(.tryingAgain, lines: 1) { _ in .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)) }
  }

  @Test func aBodyLongerThanItsLength() async throws {
    let png = try TileLayerKindTests.png(side: 64)
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(png.count - 20)\r\n\r\n".utf8)
    // curl takes the length at its word: the picture is cut, and found to be.
    try await check(.tryingAgain, lines: 1) { _ in .raw(head + png) }
  }

  @Test func aRedirectToAFile() async throws {
    try await check(.refused, lines: 1) { _ in .status(302, headers: ["Location: file:///etc/hostname"]) }
  }

  @Test func aRedirectInCircles() async throws {
    try await check(.refused, lines: 1) { path in .status(302, headers: ["Location: /\(path)"]) }
  }

  @Test func aRedirectToNowhere() async throws {
    try await check(.tryingAgain, lines: 1) { _ in .status(302) }
  }

  /// A network that fails at first, and tells when it is back.
  final class FlakyNetwork: HTTPFetching {
    let fixtures = FixtureFetcher()
    let isBack = Mutex(false)
    let news: NetworkNews? = NetworkNews()
    let failure: HTTPError

    init(failure: HTTPError) { self.failure = failure }

    func fetch(
      _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) {
      if isBack.withLock({ $0 }) {
        fixtures.fetch(request, ticket: ticket, completion: completion)
      } else {
        completion(.failure(failure))
      }
    }
  }

  @Test(arguments: [HTTPError.network("x"), .certificate("x")])
  func whatFailedIsAskedForAgainAtOnceWhenTheNetworkIsBack(failure: HTTPError) async throws {
    let network = FlakyNetwork(failure: failure)
    let bench = TileMapBench(URLTileLayer { _, _, _ in URL(string: "http://h/a") }, http: network)
    #expect(await bench.frames { !bench.log.all.isEmpty && bench.runtime.loadsStarted > 0 })
    network.isBack.withLock { $0 = true }
    let started = bench.runtime.loadsStarted
    for _ in 0..<20 { bench.step() }
    // The clock stands still: nothing is due.
    #expect(bench.runtime.counts.missing == 0 && bench.runtime.loadsStarted == started)
    network.news?.tell(now: 1)
    #expect(await bench.frames(200) { bench.runtime.counts.missing == 4 })
    bench.finish()
  }

  @Test func leavingTheViewAbortsTransfers() async throws {
    let server = try #require(LoopbackServer { path in path.hasPrefix("2/") ? .silence : .status(404) })
    let client = CurlClient()
    let port = server.port
    let layer = URLTileLayer { x, y, zoom in URL(string: "http://127.0.0.1:\(port)/\(zoom)/\(x)/\(y).png") }
    let bench = TileMapBench(layer, http: client)
    #expect(await bench.frames { server.requests.filter { $0.contains(" /2/") }.count == 4 })
    bench.view = TileCoverTests.view(47, 100, zoom: 12)
    #expect(await bench.frames { server.aborted == 4 && bench.runtime.progress.isComplete })
    bench.finish()
    client.shutdown()
    server.stop()
  }

  @Test func openingAndClosingWhileTilesLoadLeavesNothingBehind() async throws {
    let png = try TileLayerKindTests.png()
    let server = try #require(LoopbackServer { _ in .status(200, png) })
    let port = server.port
    for round in 0..<30 {
      let client = CurlClient()
      let layer = URLTileLayer { x, y, zoom in URL(string: "http://127.0.0.1:\(port)/\(zoom)/\(x)/\(y).png") }
      let bench = TileMapBench(layer, http: client)
      bench.step()
      try await Task.sleep(for: .microseconds(round * 100))
      bench.step()
      bench.finish()
      client.shutdown()
      #expect(bench.runtime.draws.isEmpty)
    }
    server.stop()
  }
}
