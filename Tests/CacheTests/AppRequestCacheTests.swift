import OverlookNetwork
import OverlookSupport
import Synchronization
import Testing

/// What is kept of requests that the app changes or answers.
@Suite struct AppRequestCacheTests {
  private static let url = "http://tiles.example/1/2/3.png"

  /// A network in memory that answers every address with something to be kept for a minute.
  private func network() -> FixtureFetcher {
    var response = HTTPResponse(status: 200, body: [1, 2, 3], contentType: "image/png")
    response.cacheControl = "max-age=60"
    return FixtureFetcher(other: .success(response))
  }

  /// Tokens rotate with every request, and the second finds what the first brought; when that is old, the next token is sent.
  @Test func rotatingTokensFindWhatEarlierOnesBrought() async throws {
    let folder = try TestFolder()
    let clock = TestClock()
    let cache = DiskCache(in: folder.path, clock: clock)
    defer { cache.close() }
    let network = self.network()
    let setting = RequestTransformSetting()
    let count = Mutex(0)
    setting.current = { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return NetworkRequest(
        kind: request.kind, url: request.url + "?token=CANARY\(number)",
        headers: [HTTPHeader(name: "Authorization", value: "CANARY\(number)")])
    }
    let fetcher = CachingFetcher(TransformingFetcher(network, setting: setting), cache: cache)
    let request = HTTPRequest(url: Self.url, caching: .store(source: "example"))
    let first = try await fetcher.get(request).get()
    first.keep?.keep()
    #expect(!first.isFromCache)
    #expect(try await fetcher.get(request).get().isFromCache)
    clock.advance(61)
    #expect(try await !fetcher.get(request).get().isFromCache)
    #expect(network.requests.map(\.url) == [Self.url + "?token=CANARY1", Self.url + "?token=CANARY2"])
    #expect(await cache.report().sources.map(\.name) == ["example"])
  }

  /// Not even what is kept is shown in the place of what the app refuses.
  @Test func whatIsOldIsNotShownWhenTheAppRefuses() async throws {
    let folder = try TestFolder()
    let clock = TestClock()
    let cache = DiskCache(in: folder.path, clock: clock)
    defer { cache.close() }
    let (network, setting) = (network(), RequestTransformSetting())
    let fetcher = CachingFetcher(TransformingFetcher(network, setting: setting), cache: cache)
    let request = HTTPRequest(url: Self.url, caching: .store(source: "example"))
    try await fetcher.get(request).get().keep?.keep()
    clock.advance(61)
    setting.current = { _ in nil }
    #expect(await fetcher.get(request) == .failure(.app("the request was refused by the app", isFinal: true)))
    #expect(network.requests.count == 1)
  }

  @Test func whatTheAppAnswersIsNotKept() async throws {
    let folder = try TestFolder()
    let cache = DiskCache(in: folder.path, clock: TestClock())
    defer { cache.close() }
    let protocols = CustomProtocols()
    let count = Mutex(0)
    try protocols.set("own") { _ in
      count.withLock { $0 += 1 }
      return [1]
    }
    let fetcher = ProtocolFetcher(CachingFetcher(network(), cache: cache), protocols: protocols)
    for _ in 0..<2 {
      let request = HTTPRequest(url: "own://a", caching: .store(source: "example"))
      let response = await withCheckedContinuation { continuation in
        fetcher.fetch(request, ticket: WorkTicket()) { continuation.resume(returning: $0) }
      }
      try response.get().keep?.keep()
    }
    #expect(count.withLock { $0 } == 2)
    #expect(await cache.report().entryCount == 0)
  }
}
