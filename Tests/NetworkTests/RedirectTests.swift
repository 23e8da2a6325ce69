import Foundation
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookNetwork

/// What goes along from one host to the next. To a client 127.0.0.1 and localhost are two hosts.
@Suite struct RedirectTests {
  private static let secret = HTTPHeader(name: "X-Api-Key", value: "CANARY-HEADER")
  private static let open = HTTPHeader(name: "X-Open", value: "seen", isSecret: false)

  /// Two servers, the first of which sends everything to the second.
  private func sentOn(query: String = "", location: @escaping @Sendable (_ there: String, _ path: String) -> String) async throws
    -> (first: [String], second: [String], result: Result<HTTPResponse, HTTPError>)
  {
    let second = try #require(LoopbackServer { _ in .status(200, [1]) })
    let there = "http://localhost:\(second.port)"
    let first = try #require(LoopbackServer { path in .status(302, headers: ["Location: " + location(there, path)]) })
    defer {
      first.stop()
      second.stop()
    }
    let client = CurlClient.hasty()
    let request = HTTPRequest(
      url: "http://me:CANARY-PASSWORD@127.0.0.1:\(first.port)/a\(query)",
      headers: [Self.secret, Self.open, HTTPHeader(name: "Authorization", value: "CANARY-TOKEN", isSecret: false)])
    let result = await client.get(request)
    client.shutdown()
    return (first.requests, second.requests, result)
  }

  @Test func secretsStayWithTheirHost() async throws {
    let (first, second, result) = try await sentOn { there, _ in there + "/b" }
    #expect(try result.get().body == [1])
    #expect(first[0].contains("CANARY-HEADER") && first[0].contains("Authorization"))
    let head = try #require(second.first)
    #expect(head.contains("X-Open: seen"))
    #expect(!head.contains("CANARY") && !head.contains("Authorization") && !head.contains("X-Api-Key"))
  }

  @Test func keysOfTheQueryStayWithTheirHost() async throws {
    let (_, second, result) = try await sentOn(query: "?key=CANARY&style=dark") { there, path in "\(there)/\(path)" }
    #expect(try result.get().body == [1])
    #expect(second.first?.hasPrefix("GET /a?style=dark HTTP/1.1\r\n") == true, "\(second)")
  }

  @Test func aKeyThatTheServerMadeForTheNextHostGoesThere() async throws {
    let (_, second, _) = try await sentOn(query: "?key=CANARY") { there, _ in "\(there)/b?signature=new" }
    #expect(second.first?.hasPrefix("GET /b?signature=new HTTP/1.1\r\n") == true)
  }

  @Test(arguments: ["/p/CANARY/x", "/b?q=x-CANARY-x", "/b?q=%43ANARY-y"]) func aKeyThatIsHiddenInTheAddressEndsIt(path: String)
    async throws
  {
    let (_, second, result) = try await sentOn(query: "?key=CANARY") { there, _ in there + path }
    #expect(result == .failure(.refusedRedirect))
    #expect(second.isEmpty)
  }

  @Test func aServerCannotGiveUsAName() async throws {
    let (_, second, _) = try await sentOn { there, _ in there.replacingOccurrences(of: "//", with: "//you:pw@") + "/b" }
    #expect(second.first?.contains("Authorization") == false)
  }

  @Test(arguments: ["/b", "b", "?b", "../b"]) func secretsGoAlongOnTheSameHost(location: String) async throws {
    let server = try #require(
      LoopbackServer { path in path == "a" ? .status(302, headers: ["Location: " + location]) : .status(200, [1]) })
    defer { server.stop() }
    let client = CurlClient.hasty()
    let url = "http://me:pw@127.0.0.1:\(server.port)/a"
    #expect(try await client.get(HTTPRequest(url: url, headers: [Self.secret])).get().body == [1])
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.contains("CANARY-HEADER") && $0.contains("Authorization: Basic bWU6cHc=") })
    client.shutdown()
  }

  @Test func aReturnToTheFirstHostBringsItsSecretsAgain() throws {
    let url = "https://a.example/x?key=CANARY"
    let first = try #require(HTTPTarget(url))
    var redirects = Redirects(first: first, request: HTTPRequest(url: url, headers: [Self.secret]), maximum: 5)
    let away = try redirects.next(after: first, location: "https://b.example/", isFirstPrivate: false)
    #expect(redirects.headers(for: away.address).isEmpty)
    let back = try redirects.next(after: away, location: "https://a.example/y", isFirstPrivate: false)
    #expect(redirects.headers(for: back.address) == [Self.secret])
  }

  @Test(
    arguments: [
      ("https://a.example/", "http://a.example/"), ("https://a.example/", "http://b.example/"),
      ("http://a.example/", "http://127.0.0.1/"), ("http://a.example/", "http://localhost/"),
      ("http://a.example/", "http://[::1]/"),
      ("http://a.example/", "http://0x7f.1/"), ("http://a.example/", "http://2130706433/"),
      ("http://a.example/", "http://169.254.169.254/latest/meta-data"), ("http://a.example/", "http://[::ffff:10.0.0.1]/"),
      ("http://a.example/", "//192.168.0.1/"), ("http://a.example/", "http://x.localhost./"),
      ("http://a.example/", "javascript:1"),
      ("http://a.example/", "data:,x"), ("http://a.example/", "http://a b/"), ("http://a.example/", "http://[::1"),
    ]) func someWaysAreClosed(from: String, to: String) throws
  {
    let target = try #require(HTTPTarget(from))
    var redirects = Redirects(first: target, request: HTTPRequest(url: from), maximum: 5)
    #expect(throws: HTTPError.refusedRedirect) { try redirects.next(after: target, location: to, isFirstPrivate: false) }
  }

  @Test(arguments: ["https://b.example/", "//tiles.B.example:8080/1", "https://a.b.example./"])
  func hostsThatARequestMustNotGoToAreNotGoneTo(to: String) throws {
    let target = try #require(HTTPTarget("https://a.example/"))
    var request = HTTPRequest(url: "https://a.example/")
    request.closedHosts = ["b.example"]
    var redirects = Redirects(first: target, request: request, maximum: 5)
    let host = try #require(HTTPTarget(to.hasPrefix("//") ? "https:" + to : to)).address.host
    #expect(throws: HTTPError.closedHost(host)) { try redirects.next(after: target, location: to, isFirstPrivate: false) }
    #expect(
      try redirects.next(after: target, location: "https://ab.example/", isFirstPrivate: false).address.host == "ab.example")
  }

  @Test(
    arguments: [
      ("http://a.example/x/y?q", "https://a.example/z", "https://a.example/z"),
      ("http://a.example/x/y?q", "z", "http://a.example/x/z"),
      ("http://a.example/x/y?q", "?r", "http://a.example/x/y?r"), ("http://a.example/x/y", "//b.example/", "http://b.example/"),
      ("https://a.example/", "https://b.example:444/x#y", "https://b.example:444/x"),
      ("http://a.example/", "/a b", "http://a.example/a%20b"),
    ]) func othersAreOpen(from: String, location: String, to: String) throws
  {
    let target = try #require(HTTPTarget(from))
    var redirects = Redirects(first: target, request: HTTPRequest(url: from), maximum: 5)
    #expect(try redirects.next(after: target, location: location, isFirstPrivate: false).url == to)
  }

  @Test func theSecureSideOfAHostIsTheSameHost() throws {
    func address(_ url: String) throws -> HTTPAddress { try #require(HTTPAddress(url)) }
    #expect(try address("http://h/").sharesSecrets(with: address("https://h/")))
    for (from, to) in [
      ("https://h/", "http://h/"), ("http://h/", "http://h:81/"), ("http://h/", "https://h:444/"), ("http://h/", "http://i/"),
    ] {
      #expect(try !address(from).sharesSecrets(with: address(to)), "\(from) \(to)")
    }
  }

  /// The address that a name leads to is seen when the connection is made: a server in this machine stands for one in the local
  /// network.
  @Test func aPublicServerCannotSendUsIntoTheLocalNetwork() throws {
    let target = try #require(HTTPTarget("http://tiles.example/"))
    let submission = CurlSubmission(
      request: HTTPRequest(url: target.url), target: target, ticket: WorkTicket(), completion: { _ in })
    let easy = try #require(CurlEasy())
    let settings = ConnectionSettings(patience: NetworkPatience(), environment: [:])
    let transfer = CurlTransfer(submission: submission, easy: easy, settings: settings, now: 0)
    #expect(transfer.mayConnect(toPrivate: false, isConnected: true))
    try transfer.follow("http://other.example/")
    #expect(transfer.mayConnect(toPrivate: false, isConnected: false))
    #expect(!transfer.mayConnect(toPrivate: true, isConnected: false))
    #expect(!transfer.mayConnect(toPrivate: true, isConnected: true))
  }

  @Test func theAddressOfAPublicDocumentCannotLeadIntoTheLocalNetwork() async throws {
    let server = try #require(LoopbackServer { _ in .status(200, [1]) })
    defer { server.stop() }
    let client = CurlClient.hasty()
    var request = HTTPRequest(url: server.url("a"))
    #expect(try await client.get(request).get().isFromPrivateHost == true)
    request.reachesPrivateHosts = false
    // The connection of the first request is open, and is not used either.
    #expect(await client.get(request) == .failure(.refusedAddress))
    #expect(server.requests.count == 1)
    client.shutdown()
  }
}
