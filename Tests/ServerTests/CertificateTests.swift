import Foundation
import OverlookNetwork
import OverlookSupport
import OverlookTestSupport
import Testing

extension ServerTests {
  /// Whom the client trusts, and what it says of the others.
  @Suite(
    .enabled(if: NginxServer.isAvailable && TestAuthority.isAvailable, "\(NginxServer.absence), or \(TestAuthority.absence)"))
  struct CertificateTests {
    /// What came of one request to a server with this flaw, and whether the server saw it.
    private func verdict(
      _ flaw: TestAuthority.Flaw, environment: (TestAuthority) throws -> [String: String] = { ["SSL_CERT_FILE": $0.path] }
    ) async throws -> (verdict: HTTPVerdict, name: String, requests: Int) {
      let folder = try ServerFolder()
      try folder.write("a", "hello")
      let authority = try await TestAuthority(flaw: flaw)
      let nginx = try await NginxServer(root: folder.path, authority: authority)
      let client = CurlClient(environment: try environment(authority))
      let start = MonotonicClock.now()
      let result = await client.get(nginx.url("a?key=CANARY"))
      #expect(MonotonicClock.now() - start < 5)
      client.shutdown()
      return (HTTPVerdict(result, host: "127.0.0.1:\(nginx.port)"), "127.0.0.1:\(nginx.port)", try await nginx.requests.count)
    }

    /// The reason, when nothing of the request reached the server and the source stops.
    private func refusal(
      _ flaw: TestAuthority.Flaw, environment: (TestAuthority) throws -> [String: String] = { ["SSL_CERT_FILE": $0.path] }
    ) async throws -> String {
      let (verdict, name, requests) = try await verdict(flaw, environment: environment)
      #expect(requests == 0)
      guard case .fault(let fault) = verdict, !fault.isPassing, fault.concernsSource else { return "\(verdict)" }
      let message = fault.message
      #expect(!message.contains("CANARY"))
      let start = "\(name) cannot be trusted: the certificate of \(name) "
      #expect(message.hasPrefix(start), "\(message)")
      return String(message.dropFirst(start.count))
    }

    @Test func anAuthorityThatTheEnvironmentNamesIsTrusted() async throws {
      guard case .body(let response) = try await verdict(.none).verdict else {
        Issue.record("refused")
        return
      }
      #expect(response.body == Array("hello".utf8))
    }

    @Test func aFolderOfAuthoritiesThatTheEnvironmentNamesIsTrusted() async throws {
      let folder = try ServerFolder()
      let (verdict, _, _) = try await verdict(.none) { authority in
        try folder.write("authority.pem", try Data(contentsOf: URL(fileURLWithPath: authority.path)))
        let rehash = Process()
        rehash.executableURL = URL(fileURLWithPath: Tool.path("openssl") ?? "/usr/bin/openssl")
        rehash.arguments = ["rehash", folder.path]
        try rehash.run()
        rehash.waitUntilExit()
        return ["SSL_CERT_DIR": folder.path]
      }
      guard case .body = verdict else {
        Issue.record("\(verdict)")
        return
      }
    }

    @Test func anUnknownAuthorityIsNotTrusted() async throws {
      #expect(try await refusal(.none) { _ in [:] } == "is signed by an authority that is not known here")
    }

    @Test func aCertificateForAnotherHostIsNotTrusted() async throws {
      let reason = try await refusal(.otherHost)
      #expect(reason == "is for another host")
    }

    @Test func aCertificateSignedByItselfIsNotTrusted() async throws {
      #expect(try await refusal(.signedByItself) == "is signed by nobody but itself")
    }

    @Test func authoritiesThatCannotBeReadAreSaidToBeSo() async throws {
      let (verdict, name, requests) = try await verdict(.none) { _ in ["SSL_CERT_FILE": "/nonexistent/CANARY.pem"] }
      #expect(requests == 0)
      #expect(
        verdict
          == .fault(
            .refusal(
              "\(name) cannot be trusted: the certificates of the authorities that are trusted cannot be read",
              concernsSource: true)))
    }

    @Test(.enabled(if: TestAuthority.canTurnTheClock, "\(TestAuthority.clockAbsence)"))
    func aCertificateOfLongAgoMakesTheClockSuspicious() async throws {
      let reason = try await refusal(.otherTime("2015-01-01 12:00:00"))
      let start = "has expired (it is valid from 2015-01-01 to 2015-01-03): is the clock of this computer right, which says "
      #expect(reason.hasPrefix(start), "\(reason)")
    }

    @Test(.enabled(if: TestAuthority.canTurnTheClock, "\(TestAuthority.clockAbsence)"))
    func aCertificateOfTheFarFutureMakesTheClockSuspicious() async throws {
      let reason = try await refusal(.otherTime("2096-02-03 12:00:00"))
      let start = "is not valid yet (it is valid from 2096-02-03 to 2096-02-05): is the clock of this computer right, which says "
      #expect(reason.hasPrefix(start), "\(reason)")
    }

    @Test(.enabled(if: TestAuthority.canTurnTheClock, "\(TestAuthority.clockAbsence)"))
    func aCertificateThatExpiredTheOtherDayIsItsOwnersFault() async throws {
      let reason = try await refusal(.otherTime("-10 days"))
      #expect(reason.hasPrefix("has expired (it is valid from 20") && reason.hasSuffix(")"), "\(reason)")
    }
  }
}

extension CurlClient {
  func get(_ url: String, ticket: WorkTicket = WorkTicket()) async -> Result<HTTPResponse, HTTPError> {
    await withCheckedContinuation { continuation in
      fetch(HTTPRequest(url: url), ticket: ticket) { continuation.resume(returning: $0) }
    }
  }
}
