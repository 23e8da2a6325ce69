import Foundation
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookNetwork

/// Heads as they go out, and answers as they come in.
@Suite struct RequestTests {
  private func heads(_ request: (LoopbackServer) -> HTTPRequest) async throws -> [String] {
    let server = try #require(LoopbackServer { _ in .status(200, [1]) })
    defer { server.stop() }
    let client = CurlClient.hasty()
    _ = await client.get(request(server))
    client.shutdown()
    return server.requests
  }

  @Test func sendsHeadersAndConditions() async throws {
    let head = try #require(
      await heads { server in
        HTTPRequest(
          url: server.url("a"), headers: [HTTPHeader(name: "X-Key", value: "k"), HTTPHeader(name: "X-Empty", value: "")],
          ifMatch: "\"m\"", ifNoneMatch: "\"n\"", ifModifiedSince: "Wed, 21 Oct 2015 07:28:00 GMT")
      }.first)
    for line in [
      "X-Key: k", "X-Empty:", "If-Match: \"m\"", "If-None-Match: \"n\"", "If-Modified-Since: Wed, 21 Oct 2015 07:28:00 GMT",
    ] {
      #expect(head.contains("\r\n\(line)\r\n"), "\(line) in \(head)")
    }
    #expect(!head.contains("Accept-Encoding") && !head.contains("Range"))
  }

  @Test func headersCannotSmuggleOthers() async throws {
    let head = try #require(
      await heads { server in
        HTTPRequest(
          url: server.url("a"),
          headers: [
            HTTPHeader(name: "X-A", value: "1\r\nX-Evil: 1"), HTTPHeader(name: "X-B\r\nX-Evil", value: "1"),
            HTTPHeader(name: "Host", value: "evil"), HTTPHeader(name: "Content-Length", value: "5"),
            HTTPHeader(name: "", value: "x"),
          ], ifMatch: "\"\r\nX-Evil: 1")
      }.first)
    #expect(!head.contains("\r\nX-Evil") && !head.contains("evil\r\n") && !head.contains("Content-Length"))
    #expect(head.contains("\r\nX-A: 1X-Evil: 1\r\n"))
  }

  @Test func sendsUserAndPasswordOfTheAddressButNotInTheAddress() async throws {
    let head = try #require(
      await heads { server in HTTPRequest(url: "http://me:p%40ss@127.0.0.1:\(server.port)/a#part") }.first)
    // RFC 7617: "me:p@ss" in base 64.
    #expect(head.contains("\r\nAuthorization: Basic bWU6cEBzcw==\r\n"))
    #expect(head.hasPrefix("GET /a HTTP/1.1\r\n") && !head.contains("me:p"))
  }

  @Test func asksForAPartAndChecksIt() async throws {
    let whole = (0..<100).map { UInt8($0) }
    let server = try #require(
      LoopbackServer { path in
        switch path {
        case "good": .status(206, Array(whole[10..<20]), headers: ["Content-Range: bytes 10-19/100"])
        case "end": .status(206, Array(whole[10..<15]), headers: ["Content-Range: bytes 10-14/15"])
        case "elsewhere": .status(206, Array(whole[0..<10]), headers: ["Content-Range: bytes 0-9/100"])
        case "short": .status(206, Array(whole[10..<15]), headers: ["Content-Range: bytes 10-19/100"])
        case "long": .status(206, Array(whole[10..<30]), headers: ["Content-Range: bytes 10-29/100"])
        case "silent": .status(206, Array(whole[10..<20]))
        case "whole": .status(200, whole)
        default: .status(416, headers: ["Content-Range: bytes */5"])
        }
      })
    defer { server.stop() }
    let client = CurlClient.hasty()
    func get(_ path: String) async -> Result<HTTPResponse, HTTPError> {
      await client.get(HTTPRequest(url: server.url(path), range: 10..<20))
    }
    let good = try await get("good").get()
    #expect(good.status == 206 && good.body == Array(whole[10..<20]))
    #expect(good.contentRange == HTTPContentRange(range: 10..<20, total: 100))
    #expect(server.requests[0].contains("\r\nRange: bytes=10-19\r\n"))
    #expect(try await get("end").get().body.count == 5)
    for path in ["elsewhere", "short", "long", "silent"] {
      #expect(await get(path) == .failure(.badAnswer("it is another part than was asked for")), "\(path)")
    }
    #expect(try await get("whole").get().status == 200)
    let beyond = try await get("beyond").get()
    #expect(beyond.status == 416 && beyond.contentRange == HTTPContentRange(range: nil, total: 5))
    client.shutdown()
  }

  @Test func tellsWhatCachesNeed() async throws {
    let server = try #require(
      LoopbackServer { _ in
        .status(
          200, [1],
          headers: [
            "ETag: W/\"x\"", "LAST-MODIFIED:Wed, 21 Oct 2015 07:28:00 GMT", "cache-control: max-age=60", "Cache-Control: public",
            "Expires:   0", "Date: Thu, 22 Oct 2015 07:28:00 GMT", "Age: 17", "Content-Type: Image/PNG \t", "X-Etag: no",
          ])
      })
    defer { server.stop() }
    let client = CurlClient.hasty()
    let response = try await client.get(server.url("a")).get()
    #expect(response.entityTag == "W/\"x\"" && response.lastModified == "Wed, 21 Oct 2015 07:28:00 GMT")
    #expect(response.cacheControl == "max-age=60, public" && response.expires == "0" && response.ageSeconds == 17)
    #expect(
      response.date == "Thu, 22 Oct 2015 07:28:00 GMT" && response.contentType == "image/png" && response.contentLength == 1)
    #expect(response.isFromPrivateHost == true && !response.isFromCache && response.keep == nil)
    client.shutdown()
  }

  @Test(
    arguments: [
      ("bytes 0-99/1234", 0..<100, 1234), ("BYTES 5-5/*", 5..<6, nil), ("bytes */7", nil, 7),
    ] as [(String, Range<UInt64>?, UInt64?)])
  func readsContentRanges(text: String, range: Range<UInt64>?, total: UInt64?) {
    #expect(HTTPContentRange(text) == HTTPContentRange(range: range, total: total))
  }

  @Test(arguments: [
    "", "bytes", "bytes 0-99", "bytes 9-5/10", "bytes 0-10/10", "bytes -1-5/10", "bytes 0-18446744073709551615/*", "items 0-1/2",
    "bytes 0-/5", "bytes 0-1/", "bytes 0-1/5 x", "bytes 0-99999999999999999999/*", "bytes 0-1-2/9",
  ]) func whatIsNoContentRangeIsNone(text: String) {
    #expect(HTTPContentRange(text) == nil)
  }

  @Test(arguments: [("X-Key: abc", "X-Key", "abc"), ("a:b:c", "a", "b:c"), ("X-Empty:", "X-Empty", "")])
  func readsHeadersOfCommandLines(line: String, name: String, value: String) {
    #expect(HTTPHeader(line: line) == HTTPHeader(name: name, value: value))
  }

  @Test(arguments: ["", "no colon", ": x", "a b: c", "Host: x", "Transfer-Encoding: chunked", "X: a\nY: b"])
  func refusesWhatIsNoHeader(line: String) {
    #expect(HTTPHeader(line: line) == nil)
  }

  @Test func keepsABodyOnceItIsGood() {
    let calls = Counter()
    let receipt = CacheReceipt { calls.increase() }
    receipt.keep()
    receipt.keep()
    #expect(calls.value == 1)
  }
}
