import Foundation
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Testing

extension ServerTests {
  /// Many transfers on one connection.
  @Suite(
    .enabled(if: NginxServer.isAvailable && TestAuthority.isAvailable, "\(NginxServer.absence), or \(TestAuthority.absence)"))
  struct HTTP2Tests {
    private static let slow = "location /slow { limit_rate 2k; } location /away { return 302 http://127.0.0.1:1/; }"

    private func serve(
      _ body: (NginxServer, CurlClient) async throws -> Void
    ) async throws {
      let folder = try ServerFolder()
      for name in ["a", "slow"] { try folder.write(name, [UInt8](repeating: 7, count: 100_000)) }
      let authority = try await TestAuthority()
      let nginx = try await NginxServer(root: folder.path, configuration: Self.slow, authority: authority)
      let client = CurlClient(environment: ["SSL_CERT_FILE": authority.path])
      try await body(nginx, client)
      client.shutdown()
    }

    @Test func manyTransfersShareOneConnection() async throws {
      try await serve { nginx, client in
        await withTaskGroup { group in
          for index in 0..<100 {
            group.addTask {
              let result = await client.get(nginx.url("a?\(index)"))
              let response = try? result.get()
              #expect(response?.status == 200 && response?.body.count == 100_000, "\(HTTPVerdict(result, host: "h"))")
            }
          }
        }
        let requests = try await nginx.requests
        #expect(requests.count == 100)
        #expect(Set(requests.map(\.version)) == ["HTTP/2.0"])
        #expect(Set(requests.map(\.connection)).count == 1)
      }
    }

    @Test func cancellingEndsAStreamAndNotTheConnection() async throws {
      try await serve { nginx, client in
        _ = await client.get(nginx.url("a"))
        let ticket = WorkTicket()
        client.fetch(HTTPRequest(url: nginx.url("slow")), ticket: ticket) { _ in Issue.record("completed") }
        // 50 s it would take in all.
        try await Task.sleep(for: .seconds(0.3))
        ticket.cancel()
        #expect(try await client.get(nginx.url("a?2")).get().status == 200)
        let requests = try await nginx.requests
        #expect(requests.count == 3)
        #expect(Set(requests.map(\.connection)).count == 1)
        #expect(requests.first { $0.path == "/slow" }.map { $0.bytes < 50_000 } == true)
      }
    }

    @Test func aSecureServerCannotSendUsToAnInsecureOne() async throws {
      try await serve { nginx, client in
        #expect(await client.get(nginx.url("away")) == .failure(.refusedRedirect))
      }
    }
  }
}
