import Foundation
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookNetwork

/// What an app may do to requests on their way to the network.
@Suite struct TransformTests {
  private static let url = "http://tiles.example/1/2/3.png?token=CANARY"

  /// What a network in memory is asked for, and what comes of it.
  private func outcome(
    _ request: HTTPRequest = HTTPRequest(url: url, kind: .tile), _ transform: RequestTransform?
  ) async -> (asked: [HTTPRequest], result: Result<HTTPResponse, HTTPError>) {
    let network = FixtureFetcher(other: .success(HTTPResponse(status: 200, body: [1])))
    let setting = RequestTransformSetting()
    setting.current = transform
    let result = await TransformingFetcher(network, setting: setting).get(request)
    return (network.requests, result)
  }

  @Test func withoutOneRequestsStayAsTheyAre() async {
    let request = HTTPRequest(url: Self.url, headers: [HTTPHeader(name: "X-A", value: "1")])
    #expect(await outcome(request, nil).asked == [request])
  }

  @Test func addressAndHeadersMayBeOthersAndTheRestStays() async {
    var request = HTTPRequest(url: Self.url, kind: .sprite, headers: [HTTPHeader(name: "X-A", value: "1", isSecret: false)])
    request.ifNoneMatch = "\"tag\""
    request.maximumBodyBytes = 77
    let seen = Mutex<NetworkRequest?>(nil)
    let header = HTTPHeader(name: "Authorization", value: "Bearer 2")
    let (asked, _) = await outcome(request) { request in
      seen.withLock { $0 = request }
      return NetworkRequest(kind: request.kind, url: "https://mirror.example/a?sig=9", headers: request.headers + [header])
    }
    let headers = [HTTPHeader(name: "X-A", value: "1", isSecret: false)]
    #expect(seen.withLock { $0 } == NetworkRequest(kind: .sprite, url: Self.url, headers: headers))
    request.url = "https://mirror.example/a?sig=9"
    request.headers.append(header)
    #expect(asked == [request])
  }

  /// What is secret of the first server stays with it, unless the app says it anew; what the app adds or changes goes along.
  @Test(arguments: [
    ("https://mirror.example/a", false), ("http://tiles.example:81/a", false), ("http://sub.tiles.example/a", false),
    ("http://tiles.example/other", true), ("https://tiles.example/a", true),
  ]) func anotherServerGetsNoSecretsOfTheFirst(url: String, sharesSecrets: Bool) async {
    let key = HTTPHeader(name: "X-Key", value: "CANARY")
    let plain = HTTPHeader(name: "X-Plain", value: "1", isSecret: false)
    let old = HTTPHeader(name: "Authorization", value: "Bearer CANARY")
    let (new, added) = (HTTPHeader(name: "Authorization", value: "Bearer 2"), HTTPHeader(name: "X-Added", value: "3"))
    let request = HTTPRequest(url: Self.url, headers: [key, plain, old])
    let (asked, _) = await outcome(request) { request in
      NetworkRequest(kind: request.kind, url: url, headers: request.headers.map { $0 == old ? new : $0 } + [added])
    }
    #expect(asked.map(\.headers) == [sharesSecrets ? [key, plain, new, added] : [plain, new, added]])
    let (unchanged, _) = await outcome(request) { NetworkRequest(kind: $0.kind, url: url, headers: $0.headers) }
    #expect(unchanged.map(\.headers) == [sharesSecrets ? [key, plain, old] : [plain]])
  }

  @Test func aRefusalIsFinalAndTheNetworkIsNotAsked() async {
    let (asked, result) = await outcome { _ in nil }
    #expect(asked.isEmpty)
    #expect(
      HTTPVerdict(result, host: "h") == .fault(.refusal("h: the request was refused by the app")))
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://h/a", "myscheme://a", "/relative", "", "http://", "http://h/a b", "data:,x"])
  func anotherAddressMustBeOneOfTheWeb(url: String) async {
    let (asked, result) = await outcome { NetworkRequest(kind: $0.kind, url: url) }
    #expect(asked.isEmpty)
    guard case .fault(let fault) = HTTPVerdict(result, host: "h"), !fault.isPassing, !fault.concernsSource else {
      Issue.record("\(result)")
      return
    }
    #expect(fault.message.contains("no http or https address"))
  }

  @Test func aTransformThatNeverEndsIsGivenUp() async {
    let request = HTTPRequest(url: Self.url, timeoutSeconds: 0.05)
    let wasCancelled = Mutex(false)
    let (asked, result) = await outcome(request) { request in
      do { try await Task.sleep(for: .seconds(60)) } catch { wasCancelled.withLock { $0 = true } }
      return request
    }
    #expect(asked.isEmpty)
    #expect(result == .failure(.app("the app's request transform takes too long", isFinal: false)))
    #expect(await eventually { wasCancelled.withLock { $0 } })
  }

  @Test func whatIsNotWantedAnyMoreIsNotSent() async throws {
    let network = FixtureFetcher()
    let setting = RequestTransformSetting()
    let began = Mutex(false)
    let ended = Mutex(false)
    setting.current = { request in
      began.withLock { $0 = true }
      try? await Task.sleep(for: .seconds(60))
      ended.withLock { $0 = true }
      return request
    }
    let ticket = WorkTicket()
    TransformingFetcher(network, setting: setting).fetch(HTTPRequest(url: Self.url), ticket: ticket) { _ in
      Issue.record("answered")
    }
    try #require(await eventually { began.withLock { $0 } })
    ticket.cancel()
    #expect(await eventually { ended.withLock { $0 } })
    try await Task.sleep(for: .milliseconds(50))
    #expect(network.requests.isEmpty)
  }

  @MainActor @Test func itIsAskedOffTheMainThread() async {
    let isMain = Mutex<Bool?>(nil)
    _ = await outcome { request in
      isMain.withLock { $0 = Thread.isMainThread }
      return request
    }
    #expect(isMain.withLock { $0 } == false)
  }

  /// A stranger's document may not lead into the local network, and the app's own word may.
  @Test func aMirrorMayBeInTheLocalNetwork() async throws {
    let server = try #require(LoopbackServer { _ in .status(200, [7]) })
    defer { server.stop() }
    let client = CurlClient.hasty()
    let setting = RequestTransformSetting()
    let fetcher = TransformingFetcher(client, setting: setting)
    var request = HTTPRequest(url: server.url("a"))
    request.reachesPrivateHosts = false
    setting.current = { $0 }
    #expect(await fetcher.get(request) == .failure(.refusedAddress))
    request.url = "http://tiles.example/a"
    let mirror = server.url("b")
    setting.current = { NetworkRequest(kind: $0.kind, url: mirror) }
    #expect(try await fetcher.get(request).get().body == [7])
    client.shutdown()
  }

  /// The other server gets neither the header nor the parameter of the first, and the app is asked once.
  @Test func redirectsAreFollowedWithoutAskingAndWithoutSecrets() async throws {
    let other = try #require(LoopbackServer { _ in .status(200, [8]) })
    let place = other.url("there?sig=CANARY1&n=1")
    let first = try #require(LoopbackServer { _ in .status(302, headers: ["Location: \(place)"]) })
    defer {
      first.stop()
      other.stop()
    }
    let client = CurlClient.hasty()
    let setting = RequestTransformSetting()
    let counter = Counter()
    let signed = first.url("here?sig=CANARY1")
    setting.current = { request in
      counter.increase()
      return NetworkRequest(kind: request.kind, url: signed, headers: [HTTPHeader(name: "X-Token", value: "CANARY2")])
    }
    let result = await TransformingFetcher(client, setting: setting).get(HTTPRequest(url: first.url("plain")))
    #expect(try result.get().body == [8])
    #expect(counter.value == 1)
    #expect(first.requests.allSatisfy { $0.contains("GET /here?sig=CANARY1") && $0.contains("CANARY2") })
    #expect(other.requests.count == 1 && other.requests.allSatisfy { $0.contains("n=1") && !$0.contains("CANARY") })
    client.shutdown()
  }

  @Test func itsDescriptionHoldsNoSecrets() {
    let request = NetworkRequest(
      kind: .tile, url: Self.url, headers: [HTTPHeader(name: "Authorization", value: "CANARY")])
    var dumped = ""
    dump(request, to: &dumped)
    #expect("\(request)" == "tile http://tiles.example/1/2/3.png?token=...")
    #expect(!"\(request) \(String(reflecting: request)) \(dumped)".contains("CANARY"))
  }
}
