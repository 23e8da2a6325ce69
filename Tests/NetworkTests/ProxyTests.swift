import Foundation
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookNetwork

@Suite struct ProxyTests {
  private func proxy(_ url: String, _ environment: [String: String]) throws -> String? {
    ProxySettings(environment: environment).proxy(for: try #require(HTTPAddress(url)))
  }

  @Test func takesTheProxyOfTheScheme() throws {
    let environment = ["http_proxy": "http://a:1", "HTTPS_PROXY": "http://b:2", "all_proxy": "c:3"]
    #expect(try proxy("http://h/", environment) == "http://a:1")
    #expect(try proxy("https://h/", environment) == "http://b:2")
    #expect(try proxy("http://h/", ["all_proxy": "c:3"]) == "c:3")
    #expect(try proxy("https://h/", ["http_proxy": "a"]) == nil)
    #expect(try proxy("http://h/", ["HTTP_PROXY": "evil"]) == nil)
    #expect(try proxy("http://h/", ["http_proxy": "", "ALL_PROXY": "d"]) == "d")
    #expect(try proxy("http://h/", [:]) == nil)
  }

  @Test(
    arguments: [
      ("example.org", "http://example.org/", true), ("example.org", "http://a.example.org/", true),
      (".example.org", "http://a.example.org/", true),
      ("example.org", "http://badexample.org/", false), ("EXAMPLE.org.", "http://example.org./", true), ("*", "http://x/", true),
      ("a, b ,c", "http://b/", true), ("10.0.0.0/8", "http://10.1.2.3/", true), ("10.0.0.0/8", "http://11.1.2.3/", false),
      ("192.168.1.128/25", "http://192.168.1.127/", false), ("192.168.1.128/25", "http://192.168.1.200/", true),
      ("127.0.0.1", "http://127.0.0.1:8080/", true), ("127.0.0.1", "http://1.127.0.0.1.example/", false),
      ("0.0.1", "http://127.0.0.1/", false), ("fd00::/8", "http://[fd12::1]/", true), ("::1", "http://[::1]/", true),
      ("::1", "http://[::2]/", false), ("10.0.0.0/99", "http://10.0.0.1/", false), ("", "http://x/", false),
      (",,", "http://x/", false),
    ]) func leavesExceptionsAlone(list: String, url: String, isException: Bool) throws
  {
    #expect(try proxy(url, ["http_proxy": "p", "no_proxy": list]) == (isException ? nil : "p"))
  }

  /// A proxy is a server that is asked for whole addresses (RFC 9112, 3.2.2).
  @Test func asksTheProxyForTheWholeAddress() async throws {
    let proxy = try #require(LoopbackServer { _ in .status(200, [5]) })
    let server = try #require(LoopbackServer { _ in .status(200, [6]) })
    defer {
      proxy.stop()
      server.stop()
    }
    let client = CurlClient.hasty(environment: [
      "http_proxy": "http://me:CANARY@127.0.0.1:\(proxy.port)", "no_proxy": "127.0.0.1",
    ])
    #expect(try await client.get("http://tiles.invalid/a?b").get().body == [5])
    let head = try #require(proxy.requests.first)
    #expect(head.hasPrefix("GET http://tiles.invalid/a?b HTTP/1.1\r\n") && head.contains("\r\nProxy-Authorization: Basic "))
    #expect(try await client.get(server.url("a")).get().body == [6])
    #expect(server.requests.first?.contains("Proxy-") == false && proxy.requests.count == 1)
    client.shutdown()
  }

  /// Behind a proxy the address that is connected to says nothing of the host.
  @Test func aPublicServerBehindAProxyCannotSendUsIntoTheLocalNetwork() async throws {
    let proxy = try #require(
      LoopbackServer { path in
        if path.contains("second.invalid") { return .status(200, [5]) }
        return .status(302, headers: ["Location: http://\(path.hasSuffix("in") ? "10.0.0.1" : "second.invalid")/"])
      })
    defer { proxy.stop() }
    let client = CurlClient.hasty(environment: ["http_proxy": "127.0.0.1:\(proxy.port)"])
    #expect(await client.get("http://first.invalid/in") == .failure(.refusedRedirect))
    #expect(proxy.requests.count == 1)
    #expect(try await client.get("http://first.invalid/out").get().body == [5])
    client.shutdown()
  }

  @Test func aHostBehindAProxyCannotSendUsToAPrivateOneThatIsReachedDirectly() throws {
    let settings = ConnectionSettings(
      patience: NetworkPatience(), environment: ["http_proxy": "127.0.0.1:1", "no_proxy": "inside.example"])
    let target = try #require(HTTPTarget("http://tiles.example/"))
    let submission = CurlSubmission(
      request: HTTPRequest(url: target.url), target: target, ticket: WorkTicket(), completion: { _ in })
    let transfer = CurlTransfer(submission: submission, easy: try #require(CurlEasy()), settings: settings, now: 0)
    // This is the proxy's address.
    #expect(transfer.mayConnect(toPrivate: true, isConnected: true))
    try transfer.follow("http://inside.example/")
    #expect(!transfer.mayConnect(toPrivate: true, isConnected: false))
  }

  @Test func aProxyThatWantsAPasswordIsNamed() async throws {
    let proxy = try #require(LoopbackServer { _ in .status(407) })
    defer { proxy.stop() }
    let address = "http://127.0.0.1:\(proxy.port)"
    let client = CurlClient.hasty(environment: ["http_proxy": address, "https_proxy": address])
    #expect(
      await HTTPVerdict(client.get("http://h.invalid/"), host: "h.invalid")
        == .fault(.refusal("the proxy on the way to h.invalid refuses access (407)", concernsSource: true)))
    #expect(await client.get("https://h.invalid/") == .failure(.network("the proxy answers 407")))
    #expect(proxy.requests.last?.hasPrefix("CONNECT h.invalid:443 HTTP/1.1\r\n") == true)
    client.shutdown()
  }
}
