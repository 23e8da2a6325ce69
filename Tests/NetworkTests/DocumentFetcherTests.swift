import Foundation
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookNetwork

@Suite struct DocumentFetcherTests {
  /// Answers in turn, the last one for ever; keeps a clock that only pauses move.
  final class Script: HTTPFetching {
    struct State: Sendable {
      var answers: [Result<HTTPResponse, HTTPError>]
      var requests = 0
      var pauses: [Double] = []
      var now = 1000.0
    }

    let state: Mutex<State>

    init(_ answers: [Result<HTTPResponse, HTTPError>]) { state = Mutex(State(answers: answers)) }

    func fetch(
      _ request: HTTPRequest, ticket: WorkTicket, completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
    ) {
      completion(
        state.withLock { state in
          state.requests += 1
          return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        })
    }

    var fetcher: DocumentFetcher {
      var retrying = Retrying(
        now: { self.state.withLock { $0.now } }, jitter: { 0.5 },
        pause: { seconds in
          self.state.withLock {
            $0.pauses.append(seconds)
            $0.now += seconds
          }
        })
      retrying.longestPauseSeconds = retrying.totalSeconds
      return DocumentFetcher(http: self, retrying: retrying)
    }

    func outcome() async -> Result<HTTPResponse, FetchFault> {
      do { return .success(try await fetcher.fetch(HTTPRequest(url: "http://h/a?key=CANARY"))) } catch { return .failure(error) }
    }

    var pauses: [Double] { state.withLock { $0.pauses } }
    var requests: Int { state.withLock { $0.requests } }
  }

  static let good = HTTPResponse(status: 200, body: [1])

  @Test func triesAgainWithGrowingPauses() async {
    let script = Script([
      .success(HTTPResponse(status: 500)), .failure(.timedOut(.stall)), .failure(.network("x")), .success(Self.good),
    ])
    #expect(await script.outcome() == .success(Self.good))
    // 1, 2, 4: without jitter, which is 0.8 ... 1.2 of it.
    #expect(script.pauses == [1, 2, 4])
  }

  @Test func givesUpAfterFiveRetries() async {
    let script = Script([.success(HTTPResponse(status: 503))])
    #expect(await script.outcome() == .failure(.failed("h asks to wait (503)")))
    #expect(script.requests == 6 && script.pauses == [1, 2, 4, 8, 16])
  }

  @Test func waitsAsLongAsTheServerAsks() async {
    let script = Script([.success(HTTPResponse(status: 429, retryAfterSeconds: 40)), .success(Self.good)])
    #expect(await script.outcome() == .success(Self.good))
    #expect(script.pauses == [40])
  }

  @Test func doesNotWaitLongerThanADocumentMayTake() async {
    let script = Script([.success(HTTPResponse(status: 429, retryAfterSeconds: 3600))])
    #expect(await script.outcome() == .failure(.failed("h asks to wait for up to an hour (429)")))
    #expect(script.requests == 1)
  }

  @Test(
    arguments: [
      (Result.success(HTTPResponse(status: 404)), FetchFault.missing("h has nothing at this address (404)")),
      (.success(HTTPResponse(status: 204)), .missing("h has nothing at this address (404)")),
      (.success(HTTPResponse(status: 412)), .changed("what h has was changed")),
      (.success(HTTPResponse(status: 403)), .refused("h refuses access (403): is a key needed, or wrong?", stopsSource: false)),
      (.success(HTTPResponse(status: 400)), .refused("h refuses the request (400)", stopsSource: false)),
      (.failure(.offline), .offline("h is not asked while offline, and the document is not kept")),
      (.failure(.tooLarge(limitBytes: 32 << 20)), .refused("h sends more than 32 MiB", stopsSource: false)),
      (.failure(.certificate("x")), .refused("h cannot be trusted: x", stopsSource: true)),
    ] as [(Result<HTTPResponse, HTTPError>, FetchFault)])
  func whatWillNotGetBetterIsNotTriedAgain(answer: Result<HTTPResponse, HTTPError>, fault: FetchFault) async {
    let script = Script([answer])
    #expect(await script.outcome() == .failure(fault))
    #expect(script.requests == 1)
  }

  @Test func cancellingTheTaskAbortsTheTransfer() async throws {
    let server = try #require(LoopbackServer { _ in .silence })
    defer { server.stop() }
    let client = CurlClient(environment: [:])
    let url = server.url("a")
    let task = Task { () async -> FetchFault? in
      do {
        _ = try await DocumentFetcher(http: client).fetch(HTTPRequest(url: url))
        return nil
      } catch {
        return error as? FetchFault
      }
    }
    #expect(await eventually { !server.requests.isEmpty })
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(await eventually { server.aborted == 1 })
    client.shutdown()
  }

  @Test func aNetworkThatIsShutDownLetsNobodyWait() async throws {
    let server = try #require(LoopbackServer { _ in .silence })
    defer { server.stop() }
    let client = CurlClient(environment: [:])
    let fetcher = DocumentFetcher(http: client, retrying: Retrying(pause: { _ in throw CancellationError() }))
    let url = server.url("a")
    let task = Task { try? await fetcher.fetch(HTTPRequest(url: url)) }
    #expect(await eventually { !server.requests.isEmpty })
    client.shutdown()
    #expect(await task.value == nil)
  }
}
