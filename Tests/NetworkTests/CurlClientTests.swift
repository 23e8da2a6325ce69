import Foundation
import OverlookSupport
import Synchronization
import OverlookTestSupport
import Testing

@testable import OverlookNetwork

@Suite struct CurlClientTests {
  /// Short enough for a test, in the same proportions.
  static var patience: NetworkPatience {
    var patience = NetworkPatience()
    patience.connectSeconds = 2
    patience.firstByteSeconds = 1
    patience.stallSeconds = 0.5
    return patience
  }

  static func get(
    _ url: String, client: CurlClient? = nil, maximumBodyBytes: Int = 8 << 20, timeoutSeconds: Double = 30
  ) async -> Result<HTTPResponse, HTTPError> {
    let own = client ?? CurlClient(patience: patience)
    let result = await withCheckedContinuation { continuation in
      own.fetch(
        HTTPRequest(url: url, maximumBodyBytes: maximumBodyBytes, timeoutSeconds: timeoutSeconds), ticket: WorkTicket()
      ) { continuation.resume(returning: $0) }
    }
    if client == nil { own.shutdown() }
    return result
  }

  @Test func getsABodyAndSaysWhoItIs() async throws {
    let server = try #require(LoopbackServer { _ in .status(200, [1, 2, 3], headers: ["Content-Type: image/PNG"]) })
    let response = try await Self.get(server.url("a?key=1")).get()
    #expect(response.status == 200 && response.body == [1, 2, 3] && response.contentType == "image/png")
    let head = try #require(server.requests.first)
    #expect(head.hasPrefix("GET /a?key=1 HTTP/1.1\r\n"))
    #expect(head.contains("User-Agent: Overlook/\(Version.string)\r\n"))
    #expect(!head.lowercased().contains("accept-encoding"))
    server.stop()
  }

  @Test func aUserAgentCannotSmuggleHeaders() async throws {
    let server = try #require(LoopbackServer { _ in .status(204) })
    let client = CurlClient()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      client.fetch(HTTPRequest(url: server.url("a"), userAgent: "me\r\nX-Evil: 1"), ticket: WorkTicket()) { _ in
        continuation.resume()
      }
    }
    #expect(server.requests.first?.contains("\r\nX-Evil") == false)
    client.shutdown()
    server.stop()
  }

  /// No machine has a stack of this size, so that no thread can be started.
  @Test func withoutAThreadEachRequestFailsAndSaysWhy() async throws {
    let client = CurlClient(stackBytes: 1 << 50)
    for _ in 0..<2 {
      let result = await withCheckedContinuation { continuation in
        client.fetch(HTTPRequest(url: "http://127.0.0.1:1/"), ticket: WorkTicket()) { continuation.resume(returning: $0) }
      }
      guard case .failure(let error) = result else {
        Issue.record("an answer")
        continue
      }
      #expect("\(error)".contains("no thread can be started"))
    }
    client.shutdown()
  }

  @Test(arguments: [404, 500, 204, 429])
  func anyStatusIsAnAnswer(status: Int) async throws {
    let server = try #require(LoopbackServer { _ in .status(status, headers: ["Retry-After: 7"]) })
    let response = try await Self.get(server.url("a")).get()
    #expect(response.status == status && response.retryAfterSeconds == 7)
    server.stop()
  }

  @Test func keepsConnectionsAndOpensAtMostSixToAHost() async throws {
    let server = try #require(
      LoopbackServer { _ in
        Thread.sleep(forTimeInterval: 0.01)
        return .status(200, [1])
      })
    let client = CurlClient()
    await withTaskGroup { group in
      for index in 0..<40 { group.addTask { _ = await Self.get(server.url("\(index)"), client: client) } }
    }
    #expect(server.requests.count == 40)
    #expect(server.connections >= 2 && server.connections <= 6)
    client.shutdown()
    server.stop()
  }

  @Test func theMostWantedGoesFirst() async throws {
    let server = try #require(
      LoopbackServer { _ in
        Thread.sleep(forTimeInterval: 0.03)
        return .status(200)
      })
    let client = CurlClient()
    let done = Mutex(0)
    // Six fill the host's share; those behind them are taken by priority, which may change while they wait.
    let tickets = (0..<18).map { WorkTicket(priority: Double($0)) }
    for (index, ticket) in tickets.enumerated() {
      client.fetch(HTTPRequest(url: server.url("\(index)")), ticket: ticket) { _ in done.withLock { $0 += 1 } }
    }
    tickets[17].priority = -1
    while done.withLock({ $0 }) < 18 { try await Task.sleep(for: .milliseconds(5)) }
    let paths = server.requests.compactMap { $0.split(separator: " ").dropFirst().first }
    let position = try #require(paths.firstIndex(of: "/17"))
    #expect(position < 12)
    client.shutdown()
    server.stop()
  }

  @Test func silenceEndsWithTheFirstBytesPatience() async throws {
    let server = try #require(LoopbackServer { _ in .silence })
    var patience = Self.patience
    patience.connectSeconds = 0.5
    patience.firstByteSeconds = 0.5
    let client = CurlClient(patience: patience)
    #expect(await Self.get(server.url("a"), client: client) == .failure(.timedOut(.firstByte)))
    client.shutdown()
    server.stop()
  }

  @Test func aBodyThatStopsHalfWayIsGivenUp() async throws {
    let server = try #require(LoopbackServer { _ in .half(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)) })
    #expect(await Self.get(server.url("a")) == .failure(.timedOut(.stall)))
    server.stop()
  }

  @Test func aDrippingBodyEndsWithTheWholesPatience() async throws {
    let server = try #require(LoopbackServer { _ in .drip([UInt8](repeating: 1, count: 1000), pauseSeconds: 0.02) })
    let client = CurlClient()
    #expect(await Self.get(server.url("a"), client: client, timeoutSeconds: 1) == .failure(.timedOut(.total)))
    client.shutdown()
    server.stop()
  }

  @Test func aBodyBeyondTheLimitIsAborted() async throws {
    let server = try #require(
      LoopbackServer { path in path == "endless" ? .endless : .status(200, [UInt8](repeating: 1, count: 2000)) })
    #expect(await Self.get(server.url("endless")) == .failure(.tooLarge(limitBytes: 8 << 20)))
    #expect(await Self.get(server.url("long"), maximumBodyBytes: 1999) == .failure(.tooLarge(limitBytes: 1999)))
    #expect(try await Self.get(server.url("long"), maximumBodyBytes: 2000).get().body.count == 2000)
    server.stop()
  }

  @Test func aHeadBeyondTheLimitIsAborted() async throws {
    let flood = (0..<30_000).map { "X-\($0): \($0)" }
    let server = try #require(LoopbackServer { _ in .status(200, [1], headers: flood) })
    guard case .failure = await Self.get(server.url("a")) else {
      Issue.record("a flood of headers was taken")
      return
    }
    server.stop()
  }

  @Test func aBodyShorterThanItsLengthIsAFault() async throws {
    let server = try #require(LoopbackServer { _ in .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)) })
    guard case .failure(.badAnswer) = await Self.get(server.url("a")) else {
      Issue.record("a cut body was taken")
      return
    }
    server.stop()
  }

  @Test(arguments: ["", "garbage that is not HTTP\r\n\r\n", "HTTP/1.1"])
  func whatIsNotAnAnswerIsAFault(text: String) async throws {
    let server = try #require(LoopbackServer { _ in .raw(Array(text.utf8)) })
    switch await Self.get(server.url("a")) {
    case .failure(.network), .failure(.badAnswer): break
    case let other: Issue.record("\(text): \(other)")
    }
    server.stop()
  }

  @Test func followsAFewRedirectsButNoLoops() async throws {
    let server = try #require(
      LoopbackServer { path in
        let step = Int(path) ?? 0
        return path == "end"
          ? .status(200, [9])
          : .status(302, headers: ["Location: /\(path == "loop" ? "loop" : step == 0 ? "end" : "\(step - 1)")"])
      })
    #expect(try await Self.get(server.url("4")).get().body == [9])
    #expect(await Self.get(server.url("5")) == .failure(.refusedRedirect))
    #expect(await Self.get(server.url("loop")) == .failure(.refusedRedirect))
    server.stop()
  }

  @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "gopher://127.0.0.1/x", "dict://127.0.0.1/x"])
  func redirectsLeadToWebServersOnly(target: String) async throws {
    let server = try #require(LoopbackServer { _ in .status(302, headers: ["Location: \(target)"]) })
    #expect(await Self.get(server.url("a")) == .failure(.refusedRedirect))
    server.stop()
  }

  @Test(arguments: ["file:///etc/hostname", "ftp://h/", "//host/x", "x", "", "http://", "http://h/\r\nX: 1", "http:///x"])
  func otherAddressesAreNotFetched(url: String) async {
    #expect(await Self.get(url) == .failure(.badAddress))
  }

  @Test func aClosedPortIsAFault() async throws {
    let server = try #require(LoopbackServer { _ in .silence })
    let url = server.url("a")
    server.stop()
    guard case .failure(.unreachable) = await Self.get(url) else {
      Issue.record("nobody listens there")
      return
    }
  }

  @Test func cancellingAbortsTheTransfer() async throws {
    let server = try #require(LoopbackServer { _ in .half(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)) })
    let client = CurlClient()
    let ticket = WorkTicket()
    let calls = Mutex(0)
    client.fetch(HTTPRequest(url: server.url("a")), ticket: ticket) { _ in calls.withLock { $0 += 1 } }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    ticket.cancel()
    let end = ContinuousClock.now + .seconds(patienceSeconds)
    while server.aborted == 0, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(2)) }
    #expect(server.aborted == 1)
    client.shutdown()
    #expect(calls.withLock { $0 } == 0)
    server.stop()
  }

  @Test func shuttingDownEndsEverythingAtOnce() async throws {
    let server = try #require(LoopbackServer { _ in .silence })
    let client = CurlClient()
    let calls = Mutex(0)
    for index in 0..<30 {
      client.fetch(HTTPRequest(url: server.url("\(index)")), ticket: WorkTicket()) { _ in calls.withLock { $0 += 1 } }
    }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    let start = ContinuousClock.now
    client.shutdown()
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(calls.withLock { $0 } == 0)
    guard case .failure = await Self.get(server.url("late"), client: client) else {
      Issue.record("a client that is shut down fetched")
      return
    }
    server.stop()
  }

  @Test func aClientThatNobodyUsesMakesNoWork() async throws {
    let client = CurlClient()
    // No transfer: the thread sleeps, and a shutdown does not have to wait for it.
    try await Task.sleep(for: .milliseconds(50))
    let start = ContinuousClock.now
    client.shutdown()
    #expect(ContinuousClock.now - start < .seconds(15))
  }
}
