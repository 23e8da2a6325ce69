import Foundation
import OverlookTestSupport

/// A certificate authority that nobody else trusts, and certificates of it, made by the `openssl` program.
final class TestAuthority: Sendable {
  static let isAvailable = Tool.path("openssl") != nil
  static let absence = "the program openssl is not installed"
  static let canTurnTheClock = Tool.path("faketime") != nil
  static let clockAbsence = "the program faketime is not installed"

  struct Certificate: Sendable {
    /// Paths of PEM files.
    let certificate: String
    let key: String
  }

  private let folder: ServerFolder
  /// The authority's own certificate: what SSL_CERT_FILE must name for the others to be trusted.
  var path: String { "\(folder.path)/authority.pem" }

  /// What is different about the server's certificate, which else is for 127.0.0.1 and valid for two days from now.
  enum Flaw: Sendable, Equatable {
    case none, otherHost, signedByItself
    /// Valid for two days from this one, as the program faketime takes it.
    case otherTime(String)
  }

  init(flaw: Flaw = .none) async throws {
    folder = try ServerFolder()
    try await Self.openssl([
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Overlook test authority", "-keyout",
      "\(folder.path)/authority.key", "-out", path,
    ])
    let names = flaw == .otherHost ? "DNS:elsewhere.example" : "IP:127.0.0.1,DNS:localhost"
    try folder.write("names", "subjectAltName=\(names)\nbasicConstraints=CA:FALSE\n")
    if flaw == .signedByItself {
      try await Self.openssl([
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
        "subjectAltName=\(names)", "-keyout", "\(folder.path)/server.key", "-out", "\(folder.path)/server.pem",
      ])
      return
    }
    try await Self.openssl([
      "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-keyout", "\(folder.path)/server.key", "-out",
      "\(folder.path)/server.csr",
    ])
    let day: String? = if case .otherTime(let day) = flaw { day } else { nil }
    try await Self.openssl(
      at: day,
      [
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

  private static func openssl(at day: String? = nil, _ arguments: [String]) async throws {
    let outcome =
      if let day {
        try await Tool.run("faketime", [day, "openssl"] + arguments)
      } else {
        try await Tool.run("openssl", arguments)
      }
    if outcome.status != 0 { throw ToolError(text: "openssl \(arguments[0]): \(outcome.errors)") }
  }
}
