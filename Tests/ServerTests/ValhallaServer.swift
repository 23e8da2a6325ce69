import Foundation
import OverlookTestSupport
import Testing

/// Valhalla on a free port of 127.0.0.1, with tiles made of one extract, out of the folder that `Scripts/install-valhalla` fills.
final class ValhallaServer: Sendable {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(".build/valhalla/valhalla").path
  static let isAvailable =
    Tool.path("python3") != nil && FileManager.default.isExecutableFile(atPath: "\(folder)/bin/valhalla_service")
  static let absence = "Valhalla is not installed (Scripts/install-valhalla)"

  let port: Int
  private let process: ServerProcess

  /// `extract`: a PBF file.
  init(extract: [UInt8]) async throws {
    let folder = try ServerFolder()
    port = try ListeningSocket.freePort()
    let input = try folder.write("roads.osm.pbf", extract)
    let configuration = try await Self.said(
      "python3",
      ["\(Self.folder)/valhalla_build_config.py", "--mjolnir-tile-dir", "\(folder.path)/tiles", "--mjolnir-concurrency", "1"])
    // Only the settings of its web server are others than it comes with.
    let settings = try #require(JSONSerialization.jsonObject(with: Data(configuration.utf8)) as? [String: Any])
    let service: [String: Any] = [
      "listen": "tcp://127.0.0.1:\(port)", "loopback": "ipc://\(folder.path)/loopback",
      "interrupt": "ipc://\(folder.path)/interrupt", "drain_seconds": 1, "shutdown_seconds": 1, "timeout_seconds": -1,
    ]
    let all = settings.merging(["httpd": ["service": service]]) { $1 }
    let file = try folder.write("valhalla.json", try JSONSerialization.data(withJSONObject: all))
    _ = try await Self.said("\(Self.folder)/bin/valhalla_build_tiles", ["-c", file, input])
    process = try ServerProcess(["\(Self.folder)/bin/valhalla_service", file, "1"], in: folder)
    let port = port
    try await process.wait { ListeningSocket.isAnswering(port) }
  }

  var address: String { "http://127.0.0.1:\(port)" }

  private static func said(_ program: String, _ arguments: [String]) async throws -> String {
    let outcome = try await Tool.run(program, arguments)
    guard outcome.status == 0 else { throw ToolError(text: "\(program): \(outcome.errors.suffix(2000))") }
    return outcome.output
  }
}
