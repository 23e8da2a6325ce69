import Foundation
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookNetwork

/// What one request makes of each way in which servers fail: the verdict, and that it comes in bounded time.
@Suite struct FaultTests {
  enum Outcome: Sendable, Equatable {
    case body([UInt8])
    case missing
    /// The text that the message holds.
    case retry(String)
    case refuse(String)
    case stop(String)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: LoopbackServer.Answer
    let outcome: Outcome
    var maximumBodyBytes = 1 << 20
    var testDescription: String { name }
  }

  private static func raw(_ head: String, _ body: [UInt8] = []) -> LoopbackServer.Answer {
    .raw(Array(("HTTP/1.1 " + head + "\r\n\r\n").utf8) + body)
  }

  static let statuses = [
    Fault(name: "204", answer: .status(204), outcome: .missing),
    Fault(name: "400", answer: .status(400), outcome: .refuse("refuses the request (400)")),
    Fault(name: "401", answer: .status(401), outcome: .stop("refuses access (401)")),
    Fault(name: "403", answer: .status(403), outcome: .refuse("refuses access (403)")),
    Fault(name: "404", answer: .status(404, Array("<html>".utf8)), outcome: .missing),
    Fault(name: "404 without end", answer: raw("404 X", [UInt8](repeating: 1, count: 5 << 20)), outcome: .missing),
    Fault(name: "408", answer: .status(408), outcome: .retry("answers 408")),
    Fault(name: "410", answer: .status(410), outcome: .missing),
    Fault(name: "429", answer: .status(429), outcome: .retry("asks to wait for up to 5 s (429)")),
    Fault(name: "429 with a second", answer: .status(429, headers: ["Retry-After: 1"]), outcome: .retry("for up to 1 s (429)")),
    Fault(name: "429 with a time", answer: .status(429, headers: ["Retry-After: 17"]), outcome: .retry("for up to 20 s (429)")),
    Fault(name: "500", answer: .status(500), outcome: .retry("answers 500")),
    Fault(name: "503", answer: .status(503, headers: ["Retry-After: 90000"]), outcome: .retry("for up to an hour (503)")),
    Fault(name: "304 of nothing", answer: .status(304), outcome: .retry("answers 304")),
    Fault(
      name: "206 of nothing", answer: .status(206, [1], headers: ["Content-Range: bytes 0-0/9"]), outcome: .retry("another part")),
  ]

  static let bodies = [
    Fault(name: "late first byte", answer: .late(seconds: 0.6, LoopbackServer.message(200, [1], [])), outcome: .body([1])),
    Fault(name: "no first byte", answer: .silence, outcome: .retry("does not answer in time")),
    Fault(
      name: "stalled", answer: .half(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab".utf8)),
      outcome: .retry("in the middle")),
    Fault(name: "short", answer: raw("200 OK\r\nContent-Length: 9", [1, 2]), outcome: .retry("it is cut")),
    Fault(
      name: "short, in chunks", answer: raw("200 OK\r\nTransfer-Encoding: chunked", Array("5\r\nab".utf8)), outcome: .retry("")),
    Fault(
      name: "no last chunk", answer: raw("200 OK\r\nTransfer-Encoding: chunked", Array("2\r\nab\r\n".utf8)), outcome: .retry("")),
    Fault(
      name: "bad chunk", answer: raw("200 OK\r\nTransfer-Encoding: chunked", Array("zz\r\nab\r\n".utf8)), outcome: .retry("")),
    Fault(
      name: "two lengths", answer: raw("200 OK\r\nContent-Length: 2\r\nContent-Length: 3", [1, 2, 3]),
      outcome: .retry("no certain length")),
    Fault(
      name: "two equal lengths", answer: raw("200 OK\r\nContent-Length: 2\r\nContent-Length: 2", [1, 2]), outcome: .body([1, 2])),
    Fault(name: "length of words", answer: raw("200 OK\r\nContent-Length: many", [1]), outcome: .retry("")),
    Fault(name: "negative length", answer: raw("200 OK\r\nContent-Length: -5", [1]), outcome: .retry("")),
    Fault(name: "no length", answer: raw("200 OK\r\nContent-Type: image/png", [1, 2]), outcome: .body([1, 2])),
    Fault(name: "wrong type", answer: .status(200, [1], headers: ["Content-Type: text/html"]), outcome: .body([1])),
    Fault(
      name: "hints first",
      answer: .raw(
        Array("HTTP/1.1 103 Early\r\nContent-Encoding: br\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na".utf8)),
      outcome: .body([97])),
    Fault(name: "without end", answer: .endless, outcome: .refuse("more than 1 MiB")),
    Fault(
      name: "claims too much", answer: .half(Array("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n".utf8)),
      outcome: .refuse("more than 1 MiB")),
    Fault(
      name: "length beyond numbers", answer: .half(Array("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n".utf8)),
      outcome: .retry("")),
    Fault(name: "head without end", answer: .endlessHead, outcome: .retry("its head is too long")),
    Fault(name: "reset at once", answer: .reset([]), outcome: .retry("cannot be reached")),
    Fault(
      name: "reset in the body", answer: .reset(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab".utf8)), outcome: .retry("")
    ),
    Fault(name: "closed at once", answer: .raw([]), outcome: .retry("cannot be reached")),
    Fault(name: "no HTTP", answer: .raw(Array("SSH-2.0-x\r\n".utf8)), outcome: .retry("not HTTP")),
    Fault(name: "old HTTP", answer: .raw(Array("<html>0.9</html>".utf8)), outcome: .retry("not HTTP")),
  ]

  static let redirects = [
    Fault(name: "loop", answer: .status(302, headers: ["Location: /a"]), outcome: .refuse("redirects to where it must not")),
    Fault(name: "nowhere", answer: .status(302), outcome: .retry("without saying where to")),
    Fault(name: "to a file", answer: .status(302, headers: ["Location: file:///etc/passwd"]), outcome: .refuse("redirects")),
    Fault(name: "to FTP", answer: .status(301, headers: ["Location: ftp://127.0.0.1/x"]), outcome: .refuse("redirects")),
    Fault(name: "to nonsense", answer: .status(307, headers: ["Location: http://"]), outcome: .refuse("redirects")),
    Fault(
      name: "to a port beyond", answer: .status(308, headers: ["Location: http://127.0.0.1:99999/"]),
      outcome: .refuse("redirects")),
    Fault(
      name: "with much to say", answer: raw("302 X\r\nLocation: /a", [UInt8](repeating: 1, count: 5 << 20)), outcome: .refuse("")),
  ]

  @Test(arguments: statuses + bodies + redirects) func endsInTheRightState(fault: Fault) async throws {
    let server = try #require(LoopbackServer { _ in fault.answer })
    defer { server.stop() }
    let client = CurlClient.hasty()
    let start = MonotonicClock.now()
    let result = await client.get(HTTPRequest(url: server.url("a?key=CANARY"), maximumBodyBytes: fault.maximumBodyBytes))
    let verdict = HTTPVerdict(result, host: "h")
    switch (verdict, fault.outcome) {
    case (.body(let response), .body(let bytes)): #expect(response.body == bytes && response.contentEncoding == nil)
    case (.missing, .missing): break
    case (.fault(let fault), .retry(let text)):
      #expect(fault.isPassing && (text.isEmpty || fault.message.contains(text)), "\(fault)")
    case (.fault(let fault), .refuse(let text)):
      #expect(!fault.isPassing && !fault.concernsSource && (text.isEmpty || fault.message.contains(text)), "\(fault)")
    case (.fault(let fault), .stop(let text)):
      #expect(!fault.isPassing && fault.concernsSource && fault.message.contains(text), "\(fault)")
    default: Issue.record("\(verdict)")
    }
    #expect(!"\(verdict) \(result)".contains("CANARY"))
    // Two seconds to connect or one for the first byte, half a second for the next: nothing waits longer.
    #expect(MonotonicClock.now() - start < 4)
    client.shutdown()
  }

  @Test func aServerThatRecoversIsAskedAgainOnTheSameClient() async throws {
    let count = Mutex(0)
    let server = try #require(
      LoopbackServer { _ in
        count.withLock {
          $0 += 1; return $0 == 1 ? .status(500) : $0 == 2 ? .reset([]) : .status(200, [7])
        }
      })
    defer { server.stop() }
    let client = CurlClient.hasty()
    let fetcher = DocumentFetcher(http: client, retrying: Retrying(pause: { _ in }))
    #expect(try await fetcher.fetch(HTTPRequest(url: server.url("a"))).body == [7])
    #expect(server.requests.count == 3)
    client.shutdown()
  }

  /// What a coding hides is for the one who decodes: a bomb counts by the bytes that arrive, and a cut one is not found here.
  @Test(arguments: [true, false]) func codedBodiesStayAsTheyAre(isCut: Bool) async throws {
    // 10 MB of zeros in gzip, made by `head -c 10000000 /dev/zero | gzip -9`, begin like this.
    let bomb: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3] + [UInt8](repeating: 0, count: isCut ? 3 : 9000)
    let server = try #require(LoopbackServer { _ in .status(200, bomb, headers: ["Content-Encoding: GZIP"]) })
    defer { server.stop() }
    let client = CurlClient.hasty()
    let response = try await client.get(HTTPRequest(url: server.url("a"), acceptEncoding: "gzip, br")).get()
    #expect(response.body == bomb && response.contentEncoding == "gzip")
    #expect(server.requests.first?.contains("\r\nAccept-Encoding: gzip, br\r\n") == true)
    client.shutdown()
  }
}
