import Foundation
import OverlookTestSupport

/// A certificate authority that nobody else trusts, and certificates of it, made by the `openssl` program.
final class TestAuthority: Sendable {
  static let isAvailable = Tool.path("openssl") != nil
  static let absence = "the program openssl is not installed"

  struct Certificate: Sendable {
    /// Paths of PEM files.
    let certificate: String
    let key: String
  }

  private let folder: ServerFolder
  /// The authority's own certificate: what SSL_CERT_FILE must name for the others to be trusted.
  var path: String { "\(folder.path)/authority.pem" }

  init() async throws {
    folder = try ServerFolder()
    try await Self.openssl([
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Overlook test authority", "-keyout",
      "\(folder.path)/authority.key", "-out", path,
    ])
    try folder.write("names", "subjectAltName=IP:127.0.0.1,DNS:localhost\nbasicConstraints=CA:FALSE\n")
    try await Self.openssl([
      "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-keyout", "\(folder.path)/server.key", "-out",
      "\(folder.path)/server.csr",
    ])
    try await Self.openssl([
      "x509", "-req", "-in", "\(folder.path)/server.csr", "-CA", path, "-CAkey", "\(folder.path)/authority.key",
      "-CAcreateserial", "-days", "2", "-extfile", "\(folder.path)/names", "-out", "\(folder.path)/server.pem",
    ])
  }

  /// A copy, in `other`, of the certificate for 127.0.0.1 and of its key.
  func certificate(in other: ServerFolder) throws -> Certificate {
    Certificate(
      certificate: try other.write("server.pem", try folder.bytes("server.pem")),
      key: try other.write("server.key", try folder.bytes("server.key")))
  }

  private static func openssl(_ arguments: [String]) async throws {
    let outcome = try await Tool.run("openssl", arguments)
    if outcome.status != 0 { throw ToolError(text: "openssl \(arguments[0]): \(outcome.errors)") }
  }
}
