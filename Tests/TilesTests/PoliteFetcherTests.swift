import Foundation
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import OverlookTiles
import Synchronization
import Testing

@Suite struct PoliteFetcherTests {
  /// The answers to `urls`, asked for at once.
  private func get(_ urls: [String], by fetcher: PoliteFetcher) async -> [Result<HTTPResponse, HTTPError>] {
    await withTaskGroup(of: Result<HTTPResponse, HTTPError>.self) { group in
      for url in urls {
        group.addTask {
          await withCheckedContinuation { continuation in
            fetcher.fetch(HTTPRequest(url: url), ticket: WorkTicket()) { continuation.resume(returning: $0) }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func requestsKeepTheirDistance() async {
    let fetcher = PoliteFetcher(FixtureFetcher(), requestsPerSecond: 50, connections: 2)
    let start = MonotonicClock.now()
    let answers = await get((0..<11).map { "http://a.example/\($0)" }, by: fetcher)
    #expect(answers.count == 11 && fetcher.requestCount == 11)
    // Ten spaces of a fiftieth of a second.
    #expect(MonotonicClock.now() - start >= 0.199)
  }

  @Test func aRequestToWaitStopsAllOfThem() async throws {
    let times = Mutex<[Double]>([])
    let server = try #require(
      LoopbackServer { _ in
        times.withLock { $0.append(MonotonicClock.now()) }
        return times.withLock({ $0.count }) == 3 ? .status(429, headers: ["Retry-After: 2"]) : .status(200, [1])
      })
    defer { server.stop() }
    let client = CurlClient()
    defer { client.shutdown() }
    let fetcher = PoliteFetcher(client, requestsPerSecond: 100, connections: 1)
    let answers = await get((0..<8).map { server.url("\($0)") }, by: fetcher)
    let statuses = answers.compactMap { try? $0.get().status }.sorted()
    #expect(statuses == [200, 200, 200, 200, 200, 200, 200, 429])
    let asked = times.withLock { $0 }
    #expect(asked.count == 8)
    // Nobody asked in the two seconds behind the third request.
    #expect(asked[3] - asked[2] >= 1.9)
    #expect(fetcher.pausesInARow == 0)
  }

  @Test func pausesWithoutAnythingGoodBetweenAreCounted() async {
    let response = HTTPResponse(status: 429, retryAfterSeconds: 0.05)
    let fetcher = PoliteFetcher(FixtureFetcher(other: .success(response)), requestsPerSecond: 1000, connections: 1)
    _ = await get((0..<3).map { "http://a.example/\($0)" }, by: fetcher)
    #expect(fetcher.pausesInARow == 3)
  }

  @Test(arguments: [
    "https://tile.openstreetmap.org/0/0/0.png", "http://a.tile.openstreetmap.org/0/0/0.png",
    "https://TILE.OpenStreetMap.org./0/0/0.png", "https://vector.openstreetmap.org/shortbread_v1/0/0/0.mvt",
    "https://b.tile.openstreetmap.de/0/0/0.png", "https://a.tile.openstreetmap.fr/hot/0/0/0.png",
    "https://c.tile.opentopomap.org/0/0/0.png",
  ])
  func serversThatForbidItAreNotAsked(url: String) async {
    let fixture = FixtureFetcher()
    let fetcher = PoliteFetcher(fixture, requestsPerSecond: 100, connections: 1)
    let answers = await get([url], by: fetcher)
    guard case .failure(.closedHost) = answers.first else {
      Issue.record("\(answers)")
      return
    }
    #expect(fixture.requests.isEmpty)
    #expect(fetcher.refusal?.contains("forbids downloading areas") == true)
  }

  @Test func namesThatOnlyLookAlikeAreAsked() async {
    let fixture = FixtureFetcher()
    let fetcher = PoliteFetcher(fixture, requestsPerSecond: 100, connections: 1)
    for url in ["http://mytile.openstreetmap.org.example/", "http://xtile.openstreetmap.org/", "http://openstreetmap.org/"] {
      _ = await get([url], by: fetcher)
    }
    #expect(fixture.requests.count == 3 && fetcher.refusal == nil)
    // Redirects are watched on the way.
    #expect(fixture.requests.allSatisfy { $0.closedHosts == PackPolicy.closedHosts })
  }

  @Test func aHostHeaderIsNoWayAround() async {
    let fixture = FixtureFetcher()
    let fetcher = PoliteFetcher(fixture, requestsPerSecond: 100, connections: 1)
    var request = HTTPRequest(url: "http://203.0.113.7/0/0/0.png")
    request.headers = [HTTPHeader(name: "Host", value: "tile.openstreetmap.org", isSecret: false)]
    let sent = request
    _ = await withCheckedContinuation { continuation in
      fetcher.fetch(sent, ticket: WorkTicket()) { continuation.resume(returning: $0) }
    }
    #expect(fixture.requests.isEmpty && fetcher.refusal != nil)
  }

  @Test func whatWasGivenUpMakesRoom() async throws {
    let server = try #require(LoopbackServer { path in path == "silent" ? .silence : .status(200, [1]) })
    defer { server.stop() }
    let client = CurlClient()
    defer { client.shutdown() }
    let fetcher = PoliteFetcher(client, requestsPerSecond: 100, connections: 1)
    let ticket = WorkTicket()
    fetcher.fetch(HTTPRequest(url: server.url("silent")), ticket: ticket) { _ in Issue.record("it was given up") }
    while server.requests.isEmpty { try await Task.sleep(for: .seconds(0.01)) }
    ticket.cancel()
    #expect(await get([server.url("a")], by: fetcher).count == 1)
  }
}
