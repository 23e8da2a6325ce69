import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

/// A network whose answers are held back until the test lets them go.
private final class HeldFetcher: HTTPFetching {
  typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

  private let held = Mutex<[(request: HTTPRequest, ticket: WorkTicket, completion: Completion)]>([])

  var tickets: [WorkTicket] { held.withLock { $0.map(\.ticket) } }

  func fetch(_ request: HTTPRequest, ticket: WorkTicket, completion: @escaping Completion) {
    held.withLock { $0.append((request, ticket, completion)) }
  }

  func answer(_ result: Result<HTTPResponse, HTTPError>) {
    let all = held.withLock { held in
      defer { held = [] }
      return held
    }
    for one in all where !one.ticket.isCancelled { one.completion(result) }
  }

  func waitForRequest() async throws {
    try #require(await eventually { !tickets.isEmpty })
  }
}

@Suite struct CachingFetcherTests {
  private static let url = "http://tiles.example/1/2/3.png?key=SECRET"

  /// A fetcher over a network of the test's own, with a clock that the test moves.
  private final class Scene {
    let folder: TestFolder
    let clock = TestClock()
    let network = FixtureFetcher(other: .failure(.network("nobody asked for this")))
    let cache: DiskCache
    let fetcher: CachingFetcher
    var request = HTTPRequest(url: url, caching: .store(source: "example"))

    init(isSound: Bool = true) throws {
      folder = try TestFolder()
      cache = DiskCache(in: folder.path, clock: clock)
      fetcher = CachingFetcher(network, cache: cache) { _, completion in completion(isSound) }
    }

    deinit { cache.close() }

    func serve(_ status: Int, _ body: [UInt8] = [1, 2, 3], _ change: (inout HTTPResponse) -> Void = { _ in }) {
      var response = HTTPResponse(status: status, body: body, contentType: "image/png")
      change(&response)
      network.set(url, .success(response))
    }

    /// Whether the network is asked for the `count`th time within a few seconds.
    func asks(_ count: Int) async -> Bool {
      _ = await eventually { network.requests.count >= count }
      return network.requests.count == count
    }

    /// Asks, and keeps what comes.
    func get() async throws -> HTTPResponse {
      let response = try await fetcher.get(request).get()
      response.keep?.keep()
      return response
    }

    /// Fills the cache with an answer of `seconds`.
    func fill(_ control: String, tag: String? = "\"a\"", modified: String? = nil) async throws {
      serve(200) {
        $0.cacheControl = control
        $0.entityTag = tag
        $0.lastModified = modified
      }
      _ = try await get()
    }
  }

  @Test func whatIsFreshComesFromTheDiskWithoutTheNetwork() async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60")
    scene.clock.advance(59)
    let response = try await scene.get()
    #expect(response.isFromCache && response.body == [1, 2, 3] && response.contentType == "image/png" && response.status == 200)
    #expect(scene.network.requests.count == 1)
  }

  @Test func nothingIsKeptBeforeTheAskerSaysThatItIsGood() async throws {
    let scene = try Scene()
    scene.serve(200) { $0.cacheControl = "max-age=60" }
    for _ in 0..<2 { #expect(try await !scene.fetcher.get(scene.request).get().isFromCache) }
    #expect(await scene.cache.report().entryCount == 0)
    #expect(try await !scene.get().isFromCache)
    #expect(try await scene.get().isFromCache)
  }

  @Test func whatTurnsOutToBeBadIsForgotten() async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60")
    let response = try await scene.get()
    #expect(response.isFromCache)
    let again = try await scene.fetcher.get(scene.request).get()
    again.keep?.drop()
    await scene.cache.report()
    #expect(try await !scene.get().isFromCache)
  }

  /// RFC 9111, 4.3.
  @Test func whatIsStaleIsAskedAboutAndRenewed() async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60", modified: "Sun, 06 Nov 1994 08:49:37 GMT")
    scene.clock.advance(61)
    scene.serve(304, []) { $0.cacheControl = "max-age=100" }
    let response = try await scene.get()
    #expect(response.isFromCache && response.status == 200 && response.body == [1, 2, 3])
    #expect(scene.network.requests.last?.ifNoneMatch == "\"a\"")
    #expect(scene.network.requests.last?.ifModifiedSince == "Sun, 06 Nov 1994 08:49:37 GMT")
    scene.clock.advance(99)
    #expect(try await scene.get().isFromCache)
    #expect(scene.network.requests.count == 2)
    scene.clock.advance(2)
    scene.serve(200, [9]) { $0.cacheControl = "max-age=60" }
    #expect(try await scene.get().body == [9])
    #expect(try await scene.get().isFromCache)
  }

  @Test func notModifiedWithoutAnythingKeptIsAskedAgainOnce() async throws {
    let scene = try Scene()
    scene.serve(304)
    await #expect(throws: HTTPError.self) { try await scene.get() }
    #expect(scene.network.requests.count == 2)
    #expect(scene.network.requests.last?.headers.map(\.name) == ["Cache-Control"])
    #expect(scene.network.requests.last?.ifNoneMatch == nil)
  }

  /// RFC 5861, 3.
  @Test func staleWhileRevalidateAnswersAtOnceAndRefreshesBehind() async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60, stale-while-revalidate=60")
    scene.clock.advance(90)
    scene.serve(200, [7]) { $0.cacheControl = "max-age=60" }
    #expect(try await scene.get().body == [1, 2, 3])
    // The refresh begins behind the answer.
    #expect(await scene.asks(2))
    var refreshed = try await scene.get()
    let isRefreshed = try await eventually {
      refreshed = try await scene.get()
      return refreshed.body == [7]
    }
    #expect(isRefreshed && refreshed.isFromCache)
    #expect(scene.network.requests.count == 2)
  }

  @Test func whatCameBehindAndCannotBeDecodedIsNotKept() async throws {
    let scene = try Scene(isSound: false)
    try await scene.fill("max-age=60, stale-while-revalidate=600")
    scene.clock.advance(90)
    scene.serve(200, [7]) { $0.cacheControl = "max-age=60" }
    for _ in 0..<3 {
      #expect(try await scene.get().body == [1, 2, 3])
      await scene.cache.report()
    }
    scene.serve(304)
    // What comes behind an answer comes a moment later: from then on nobody is asked.
    var asked = -1
    let isQuiet = try await eventually(pause: 0.02) {
      defer { asked = scene.network.requests.count }
      if asked == scene.network.requests.count { return true }
      let body = try await scene.get().body
      #expect(body == [1, 2, 3])
      return false
    }
    #expect(isQuiet)
  }

  /// RFC 9111, 4.2.4; RFC 5861, 4.
  @Test(
    arguments: [
      .failure(.network("x")), .failure(.timedOut(.total)), .success(HTTPResponse(status: 500)),
      .success(HTTPResponse(status: 503)),
      .success(HTTPResponse(status: 429)),
    ] as [Result<HTTPResponse, HTTPError>]) func errorsAreStoodInForByWhatIsKept(_ fault: Result<HTTPResponse, HTTPError>)
    async throws
  {
    let scene = try Scene()
    try await scene.fill("max-age=60")
    scene.clock.advance(10_000)
    scene.network.set(Self.url, fault)
    #expect(try await scene.get().body == [1, 2, 3])
    #expect(scene.network.requests.count == 2)
    // The server rests for a while.
    #expect(try await scene.get().isFromCache)
    #expect(scene.network.requests.count == 2)
    scene.clock.advance(3_000_000)
    let late = await scene.fetcher.get(scene.request)
    #expect((try? late.get())?.isFromCache != true)
  }

  @Test func whatMustBeConfirmedStandsInForNothing() async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60, must-revalidate")
    scene.clock.advance(61)
    scene.network.set(Self.url, .failure(.network("x")))
    #expect(await scene.fetcher.get(scene.request) == .failure(.network("x")))
  }

  @Test(arguments: [401, 403, 400, 416, 302]) func otherAnswersAreHandedOnAndNotKept(status: Int) async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60")
    scene.clock.advance(61)
    scene.serve(status) { $0.cacheControl = "max-age=60" }
    let response = try await scene.get()
    #expect(response.status == status && !response.isFromCache && response.keep == nil)
  }

  @Test func noStoreIsNeverKeptAndDropsWhatWas() async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60")
    scene.clock.advance(61)
    scene.serve(200, [5]) { $0.cacheControl = "no-store" }
    #expect(try await scene.get().keep == nil)
    #expect(await scene.cache.report().entryCount == 0)
    scene.serve(200, [6]) { $0.variesWithoutEnd = true }
    #expect(try await scene.get().keep == nil)
    #expect(await scene.cache.report().entryCount == 0)
  }

  @Test(arguments: [204, 404, 410]) func absenceIsRememberedForAWhile(status: Int) async throws {
    let scene = try Scene()
    scene.serve(status, [1])
    #expect(try await scene.get().status == status)
    scene.clock.advance(CacheRules.absenceSeconds - 1)
    let response = try await scene.get()
    #expect(response.status == status && response.isFromCache && response.body.isEmpty)
    scene.clock.advance(2)
    #expect(try await !scene.get().isFromCache)
    #expect(scene.network.requests.count == 2)
  }

  @Test func partsAndConditionsOfTheAskersOwnPassThrough() async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60")
    for change in [
      { $0.range = 0..<10 }, { $0.ifNoneMatch = "\"b\"" }, { $0.ifMatch = "\"b\"" }, { $0.caching = .none },
    ] as [(inout HTTPRequest) -> Void] {
      var request = scene.request
      change(&request)
      #expect(try await !scene.fetcher.get(request).get().isFromCache)
    }
  }

  @Test func answersDependOnAllOfTheRequest() async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60")
    for change in [
      { $0.headers = [HTTPHeader(name: "Accept-Language", value: "fi")] }, { $0.acceptEncoding = "gzip" },
      { $0.userAgent = "me" },
    ] as [(inout HTTPRequest) -> Void] {
      var request = scene.request
      change(&request)
      #expect(try await !scene.fetcher.get(request).get().isFromCache)
    }
    scene.request.timeoutSeconds = 5
    #expect(try await scene.get().isFromCache)
  }

  @Test func aReloadAsksEvenAboutWhatIsFresh() async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60")
    scene.clock.advance(1)
    scene.request.confirmedAfter = scene.clock.now
    scene.clock.advance(1)
    scene.serve(304, [])
    #expect(try await scene.get().isFromCache)
    #expect(scene.network.requests.count == 2)
    #expect(try await scene.get().isFromCache)
    #expect(scene.network.requests.count == 2)
  }

  // MARK: Offline

  @Test func offlineEverythingKeptIsGoodAndNothingIsAsked() async throws {
    let scene = try Scene()
    try await scene.fill("max-age=60, must-revalidate")
    scene.clock.advance(1e7)
    scene.fetcher.setOffline(true)
    #expect(try await scene.get().body == [1, 2, 3])
    let other = HTTPRequest(url: "http://tiles.example/other", caching: .store(source: "example"))
    #expect(await scene.fetcher.get(other) == .failure(.offline))
    #expect(await scene.fetcher.get(HTTPRequest(url: "http://tiles.example/plain")) == .failure(.offline))
    #expect(scene.network.requests.count == 1)
    scene.fetcher.setOffline(false)
    scene.serve(304, [])
    _ = try await scene.get()
    #expect(scene.network.requests.count == 2)
  }

  @Test func goingOfflineEndsWhatRuns() async throws {
    let folder = try TestFolder()
    let clock = TestClock()
    let cache = DiskCache(in: folder.path, clock: clock)
    defer { cache.close() }
    let network = HeldFetcher()
    let fetcher = CachingFetcher(network, cache: cache)
    let request = HTTPRequest(url: Self.url, caching: .store(source: "example"))
    var old = CachedAnswer.test()
    old.receivedAt = clock.now - 1e6
    cache.store(old, key: CacheKey(request))
    async let kept = fetcher.get(request)
    async let unknown = fetcher.get(HTTPRequest(url: "http://tiles.example/other", caching: .store(source: "example")))
    #expect(await eventually { network.tickets.count >= 2 })
    #expect(network.tickets.count == 2)
    fetcher.setOffline(true)
    let answered = await kept
    #expect((try? answered.get())?.body == old.body)
    #expect(await unknown == .failure(.offline))
    #expect(network.tickets.filter(\.isCancelled).count == 2)
    network.answer(.success(HTTPResponse(status: 200)))
  }

  // MARK: Cancellation and priority

  @Test func aCancelledRequestIsNotAnsweredAndItsTransferEnds() async throws {
    let folder = try TestFolder()
    let cache = DiskCache(in: folder.path)
    defer { cache.close() }
    let network = HeldFetcher()
    let fetcher = CachingFetcher(network, cache: cache)
    let request = HTTPRequest(url: Self.url, caching: .store(source: "example"))
    let ticket = WorkTicket(priority: 3)
    fetcher.fetch(request, ticket: ticket) { _ in Issue.record("called") }
    try await network.waitForRequest()
    let part = try #require(network.tickets.first)
    ticket.priority = 7
    #expect(part.priority == 7)
    ticket.cancel()
    #expect(part.isCancelled)
    network.answer(.success(HTTPResponse(status: 200)))
    // And before it got as far as the network.
    let early = WorkTicket()
    early.cancel()
    fetcher.fetch(request, ticket: early) { _ in Issue.record("called") }
    await cache.report()
    #expect(network.tickets.isEmpty)
  }

  @Test func withoutACacheRequestsPassThrough() async throws {
    let network = FixtureFetcher(other: .success(HTTPResponse(status: 200, body: [1])))
    let fetcher = CachingFetcher(network, cache: nil)
    let request = HTTPRequest(url: Self.url, caching: .store(source: "example"))
    for _ in 0..<2 { #expect(try await fetcher.get(request).get().keep == nil) }
    #expect(network.requests.count == 2)
  }

  @Test func noSecretIsWrittenToTheDisk() async throws {
    let scene = try Scene()
    scene.request.headers = [HTTPHeader(name: "Authorization", value: "Bearer HIDDEN")]
    try await scene.fill("max-age=60")
    scene.cache.close()
    for name in scene.folder.names {
      let text = try String(decoding: #require(FileBytes.read("\(scene.folder.path)/\(name)")), as: Unicode.UTF8.self)
      #expect(!text.contains("SECRET") && !text.contains("HIDDEN") && !text.contains("tiles.example"), "\(name)")
    }
  }
}
