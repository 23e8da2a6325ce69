import Foundation
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookNetwork

/// Schemes that the app answers itself.
@Suite struct CustomProtocolTests {
  private struct Boom: Error, CustomStringConvertible {
    let description = "out of\n luck at own://a?key=CANARY"
  }

  private func verdict(_ request: HTTPRequest, _ handler: @escaping ProtocolHandler) async throws -> HTTPVerdict {
    let protocols = CustomProtocols()
    try protocols.set("own", handler)
    let network = FixtureFetcher()
    let result = await ProtocolFetcher(network, protocols: protocols).get(request)
    #expect(network.requests.isEmpty)
    return HTTPVerdict(result, host: HTTPAddress.name(of: request.url) ?? "?")
  }

  @Test(arguments: [
    "http", "HTTPS", "file", "data", "pmtiles", "mbtiles", "asset", "local", "tms", "wms", "wmts", "tilejson", "geotiff", "COG",
  ])
  func whatMeansSomethingAlreadyCannotBeReplaced(name: String) {
    #expect(throws: ProtocolNameError.reserved(name.lowercased())) { try CustomProtocols().set(name) { _ in [] } }
  }

  @Test(arguments: ["", "1a", "a b", "a:", "a://", "ä", "-a", "a/b", "a\0", String(repeating: "a", count: 31)])
  func whatIsNoSchemeIsRefused(name: String) {
    #expect(throws: ProtocolNameError.invalid(name)) { try CustomProtocols().set(name) { _ in [] } }
  }

  @Test(arguments: ["a", "My-App", "x.y+z0", String(repeating: "a", count: 30)]) func whatIsAScheme(name: String) throws {
    let protocols = CustomProtocols()
    try protocols.set(name) { _ in [] }
    #expect(protocols.answers(name.uppercased() + "://a") && !protocols.answers(name + ":a") && !protocols.answers(name))
    #expect(!protocols.answers("x" + name + "://a"))
    try protocols.set(name, nil)
    #expect(!protocols.answers(name + "://a"))
  }

  @Test func theHandlerIsToldWhatIsAskedFor() async throws {
    let request = HTTPRequest(url: "OWN://a/b?c", kind: .glyphs, headers: [HTTPHeader(name: "X", value: "1")])
    let seen = Mutex<NetworkRequest?>(nil)
    let answer = try await verdict(request) { request in
      seen.withLock { $0 = request }
      return [1, 2]
    }
    #expect(answer == .body(HTTPResponse(status: 200, body: [1, 2])))
    #expect(seen.withLock { $0 } == NetworkRequest(kind: .glyphs, url: "OWN://a/b?c", headers: request.headers))
  }

  @Test func errorsAreThoseOfServers() async throws {
    let request = HTTPRequest(url: "own://a")
    #expect(try await verdict(request) { _ in throw ProtocolError.notFound } == .missing)
    #expect(
      try await verdict(request) { _ in throw ProtocolError.refused("no licence") }
        == .fault(.refusal("own: no licence")))
    #expect(
      try await verdict(request) { _ in throw Boom() }
        == .fault(.passing("own: out of luck at own://a?key=...")))
  }

  @Test func anAnswerMayBeAsLargeAsThatOfAServer() async throws {
    var request = HTTPRequest(url: "own://a")
    request.maximumBodyBytes = 1 << 20
    let body = [UInt8](repeating: 0, count: 1 << 20)
    #expect(try await verdict(request) { _ in body } == .body(HTTPResponse(status: 200, body: body)))
    #expect(
      try await verdict(request) { _ in body + [0] } == .fault(.refusal("own sends more than 1 MiB")))
  }

  @Test func aHandlerThatNeverAnswersIsGivenUp() async throws {
    let wasCancelled = Mutex(false)
    let answer = try await verdict(HTTPRequest(url: "own://a", timeoutSeconds: 0.05)) { _ in
      do { try await Task.sleep(for: .seconds(60)) } catch { wasCancelled.withLock { $0 = true } }
      return []
    }
    #expect(answer == .fault(.passing("own takes too long")))
    #expect(await eventually { wasCancelled.withLock { $0 } })
  }

  @Test func aHandlerWhoseAnswerNobodyWantsIsCancelled() async throws {
    let protocols = CustomProtocols()
    let began = Mutex(false)
    let ended = Mutex(false)
    try protocols.set("own") { _ in
      began.withLock { $0 = true }
      while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
      ended.withLock { $0 = true }
      return [1]
    }
    let ticket = WorkTicket()
    ProtocolFetcher(FixtureFetcher(), protocols: protocols).fetch(HTTPRequest(url: "own://a"), ticket: ticket) { _ in
      Issue.record("answered")
    }
    try #require(await eventually { began.withLock { $0 } })
    ticket.cancel()
    #expect(await eventually { ended.withLock { $0 } })
    try await Task.sleep(for: .milliseconds(20))
  }

  @MainActor @Test func handlersRunOffTheMainThread() async throws {
    let isMain = Mutex<Bool?>(nil)
    _ = try await verdict(HTTPRequest(url: "own://a")) { _ in
      isMain.withLock { $0 = Thread.isMainThread }
      return []
    }
    #expect(isMain.withLock { $0 } == false)
  }

  @Test func otherAddressesGoToTheNetwork() async throws {
    let protocols = CustomProtocols()
    try protocols.set("own") { _ in [1] }
    let network = FixtureFetcher()
    let fetcher = ProtocolFetcher(network, protocols: protocols)
    for url in ["http://own/a", "other://a", "own:a", "http://h/own://a"] { _ = await fetcher.get(HTTPRequest(url: url)) }
    #expect(network.requests.map(\.url) == ["http://own/a", "other://a", "own:a", "http://h/own://a"])
  }

  /// Without a handler the scheme is as unknown as any.
  @Test func aSchemeThatWasTakenBackIsNotFetched() async throws {
    let client = CurlClient(environment: [:])
    let result = await ProtocolFetcher(client, protocols: CustomProtocols()).get(HTTPRequest(url: "own://a"))
    #expect(result == .failure(.badAddress))
    client.shutdown()
  }

  @Test func whileOfflineTheAppGoesOnAnswering() async throws {
    let protocols = CustomProtocols()
    try protocols.set("own") { _ in [1] }
    let offline = CachingFetcher(FixtureFetcher(), cache: nil, isOffline: true)
    let fetcher = ProtocolFetcher(offline, protocols: protocols)
    #expect(await fetcher.get(HTTPRequest(url: "http://h/a")) == .failure(.offline))
    #expect(try await fetcher.get(HTTPRequest(url: "own://a")).get().body == [1])
  }
}
