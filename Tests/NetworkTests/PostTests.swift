import OverlookTestSupport
import Testing

@testable import OverlookNetwork

@Suite struct PostTests {
  private func request(_ url: String) -> HTTPRequest {
    var request = HTTPRequest(url: url)
    request.body = .json(#"{"where":"Zürich"}"#)
    return request
  }

  @Test func aBodyIsPostedWithItsTypeAndLength() async throws {
    let server = try #require(LoopbackServer { _ in .status(200, [1]) })
    let client = CurlClient.hasty()
    #expect(try await client.get(request(server.url("route"))).get().body == [1])
    let head = try #require(server.requests.first)
    #expect(head.hasPrefix("POST /route HTTP/1.1\r\n"))
    #expect(head.contains("\r\nContent-Type: application/json\r\n") && head.contains("\r\nContent-Length: 19\r\n"))
    #expect(head.hasSuffix("\r\n\r\n{\"where\":\"Zürich\"}"))
    client.shutdown()
    server.stop()
  }

  @Test func aRequestAfterItOnTheSameConnectionIsAGet() async throws {
    let server = try #require(LoopbackServer { _ in .status(200, [1]) })
    let client = CurlClient.hasty()
    _ = await client.get(request(server.url("route")))
    _ = await client.get(server.url("tile"))
    #expect(server.requests.last?.hasPrefix("GET /tile") == true)
    #expect(server.requests.last?.lowercased().contains("content-") == false)
    client.shutdown()
    server.stop()
  }

  /// A 302 would make it a GET without what was brought.
  @Test(arguments: [(307, true), (308, true), (302, false), (301, false), (303, false)])
  func itFollowsRedirectsThatKeepTheMethodAlone(status: Int, follows: Bool) async throws {
    let server = try #require(
      LoopbackServer { path in path == "there" ? .status(200, [7]) : .status(status, headers: ["Location: /there"]) })
    let client = CurlClient.hasty()
    let answer = await client.get(request(server.url("here")))
    #expect(answer.map(\.body) == (follows ? .success([7]) : .failure(.refusedRedirect)))
    #expect(server.requests.allSatisfy { $0.hasPrefix("POST") } && server.requests.count == (follows ? 2 : 1))
    client.shutdown()
    server.stop()
  }

  @Test func itStaysWithItsServer() async throws {
    let other = try #require(LoopbackServer { _ in .status(200, [7]) })
    let server = try #require(LoopbackServer { _ in .status(307, headers: ["Location: \(other.url("there"))"]) })
    let client = CurlClient.hasty()
    #expect(await client.get(request(server.url("here"))) == .failure(.refusedRedirect))
    #expect(other.requests.isEmpty)
    client.shutdown()
    server.stop()
    other.stop()
  }
}
