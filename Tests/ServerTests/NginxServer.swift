import Foundation
import OverlookTestSupport
import Synchronization

/// nginx on a free port of 127.0.0.1: one process, no root, nothing outside its folder.
final class NginxServer: Sendable {
  static let isAvailable = Tool.server("nginx") != nil
  static let absence = "nginx is not installed (Debian's package nginx-light)"

  /// One line of the access log.
  struct Request: Sendable, Hashable {
    let method: String
    /// With the query.
    let path: String
    let status: Int
    let range: String
    let ifNoneMatch: String
    let ifModifiedSince: String
    /// "HTTP/1.1", "HTTP/2.0".
    let version: String
    /// Content-Encoding of the answer.
    let encoding: String
    let bytes: Int
    /// Number of the connection.
    let connection: String

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { $0 == "-" ? "" : String($0) }
      guard fields.count == 10, let status = Int(fields[2]) else { return nil }
      (method, path, self.status, range) = (fields[0], fields[1], status, fields[3])
      (ifNoneMatch, ifModifiedSince, version, encoding) = (fields[4], fields[5], fields[6], fields[7])
      bytes = Int(fields[8]) ?? 0
      connection = fields[9]
    }
  }

  let port: Int
  /// Present when the server speaks TLS.
  let authority: TestAuthority?
  private let process: ServerProcess
  /// How many lines of the access log are old.
  private let forgotten = Mutex(0)

  /// Serves the folder `root`.
  ///
  /// - Parameters:
  ///   - configuration: More lines of the `server` block.
  ///   - authority: Makes the server speak TLS and HTTP/2, with a certificate of this one.
  init(root: String, configuration: String = "", authority: TestAuthority? = nil) async throws {
    let folder = try ServerFolder()
    port = try ListeningSocket.freePort()
    self.authority = authority
    let certificate = try authority?.certificate(in: folder)
    let file = try folder.write(
      "nginx.conf", Self.configuration(folder.path, root, port: port, certificate: certificate, configuration))
    let arguments = ["nginx", "-p", folder.path, "-c", file, "-e", "\(folder.path)/error.log"]
    process = try ServerProcess(arguments, in: folder)
    let port = port
    try await process.wait { ListeningSocket.isAnswering(port) }
  }

  func stop() { process.stop() }

  func url(_ path: String) -> String { "\(authority == nil ? "http" : "https")://127.0.0.1:\(port)/\(path)" }

  /// What was asked for since the last call of `takeRequests`. nginx writes a line when the answer is out, which may be after the
  /// client has it.
  var requests: [Request] {
    get async throws {
      try await Task.sleep(for: .seconds(0.05))
      let lines = process.folder.text("access.log").split(separator: "\n")
      return lines.dropFirst(forgotten.withLock { $0 }).compactMap(Request.init)
    }
  }

  /// `requests`, and forgets them.
  func takeRequests() async throws -> [Request] {
    let taken = try await requests
    forgotten.withLock { $0 += taken.count }
    return taken
  }

  private static func configuration(
    _ folder: String, _ root: String, port: Int, certificate: TestAuthority.Certificate?, _ more: String
  ) -> String {
    let secure = certificate.map { "ssl_certificate \($0.certificate); ssl_certificate_key \($0.key);" } ?? ""
    let log = [
      "request_method", "request_uri", "status", "http_range", "http_if_none_match", "http_if_modified_since", "server_protocol",
      "sent_http_content_encoding", "body_bytes_sent", "connection",
    ].map { "$\($0)" }.joined(separator: "\t")
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
    return """
      daemon off;
      master_process off;
      pid \(folder)/pid;
      events {}
      http {
        log_format fields '\(log)';
        access_log \(folder)/access.log fields;
        \(temporary.joined(separator: " "))
        types {
          image/png png; image/webp webp; application/json json; text/xml xml; application/x-protobuf pbf;
          application/octet-stream pmtiles mbtiles;
        }
        server {
          listen 127.0.0.1:\(port)\(certificate == nil ? "" : " ssl http2");
          server_name 127.0.0.1;
          \(secure)
          root \(root);
          \(more)
        }
      }
      """
  }
}
