import Foundation
import OverlookTestSupport
import Testing

/// Every test that runs the built program. One after the other, because each run uses all processors.
@Suite(.serialized) struct CommandTests {}

/// An empty folder in which the built program `overlook` is run; it goes away with the value.
final class Workplace {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/overlook-command-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    for folder in [path, cachePath, statePath] { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// What `XDG_STATE_HOME` is for the program here.
  var statePath: String { path + "-state" }

  /// What `XDG_CACHE_HOME` is for the program here.
  var cachePath: String { path + "-cache" }

  static let program = Tool.built("overlook")

  /// Neither a display nor a fault of the machine that runs the tests, and the same pixels everywhere.
  static var environment: [String: String?] {
    // What a test leaves of a session is for nobody: another one would begin with its window.
    shared.merging(["XDG_STATE_HOME": NSTemporaryDirectory() + "/overlook-state-\(UUID().uuidString)"]) { $1 }
  }

  private static let shared: [String: String?] = [
    "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "OVERLOOK_PICTURE": nil, "OVERLOOK_RESOURCES": nil, "LIBGL_ALWAYS_SOFTWARE": "1",
    "MESA_GL_VERSION_OVERRIDE": nil, "LIBGL_DRIVERS_PATH": nil, "no_proxy": "127.0.0.1", "SWIFT_BACKTRACE": "enable=no",
    // Each place has a folder of its own for caches; that of the compiled shaders is better shared.
    "MESA_SHADER_CACHE_DIR": NSTemporaryDirectory(), "DBUS_SESSION_BUS_ADDRESS": nil, "XDG_RUNTIME_DIR": nil,
    "XDG_CONFIG_HOME": configPath,
  ]

  /// Settings of a person who was asked about the network and stays offline: the question would lie on every picture.
  private static let configPath: String = {
    let path = NSTemporaryDirectory() + "/overlook-config-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path + "/overlook", withIntermediateDirectories: true)
    try? Data(#"{"network":"refused"}"#.utf8).write(to: URL(fileURLWithPath: path + "/overlook/settings.json"))
    return path
  }()

  /// Runs the program here to its end; one that takes longer than `seconds` hangs, and is a failure of the test.
  func overlook(
    _ arguments: [String], environment: [String: String?] = [:], in folder: String? = nil, seconds: Double = 180
  ) async throws -> Tool.Outcome {
    let own = Self.environment.merging(["XDG_CACHE_HOME": cachePath, "XDG_STATE_HOME": statePath]) { $1 }
    return try await Tool.run(
      Self.program, arguments, environment: own.merging(environment) { $1 }, in: folder ?? path, seconds: seconds)
  }

  /// Runs a line of the shell here in which `$overlook` is the program.
  func shell(_ line: String) async throws -> Tool.Outcome {
    let environment = Self.environment.merging(["overlook": Self.program, "XDG_CACHE_HOME": cachePath]) { $1 }
    return try await Tool.run("bash", ["-c", line], environment: environment, in: path)
  }

  /// Path of the new file `name` with these bytes.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    return "\(path)/\(name)"
  }

  /// Path of the new file "town.osm": a street to the east, and one to the north at its middle; about 111 m a thousandth of a degree.
  func townExtract() throws -> String {
    let extract = """
      <osm version='0.6'>
      <node id='1' lat='0' lon='10'/><node id='2' lat='0' lon='10.01'/><node id='3' lat='0' lon='10.02'/>
      <node id='4' lat='0.01' lon='10.01'/>
      <way id='1'><nd ref='1'/><nd ref='2'/><nd ref='3'/><tag k='highway' v='residential'/><tag k='name' v='Long Street'/></way>
      <way id='2'><nd ref='2'/><nd ref='4'/><tag k='highway' v='residential'/><tag k='name' v='Hill Road'/></way>
      </osm>
      """
    return try file("town.osm", Array(extract.utf8))
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  /// What lies here now.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

extension Tool.Outcome {
  /// The one line of a failure: `overlook: error: ...`, with the status, and nothing else anywhere.
  func expectError(_ text: String, status: Int32 = 1, _ location: SourceLocation = #_sourceLocation) {
    #expect(self.status == status, "\(errors)", sourceLocation: location)
    #expect(output.isEmpty, sourceLocation: location)
    let lines = errors.split(separator: "\n")
    #expect(lines.count == 1, "\(errors)", sourceLocation: location)
    #expect(errors.hasPrefix("overlook: error: "), "\(errors)", sourceLocation: location)
    #expect(errors.contains(text), "\(errors)", sourceLocation: location)
  }

  /// Wrong usage: the line of a failure first, then how the program is used.
  func expectUsageError(_ text: String = "", _ location: SourceLocation = #_sourceLocation) {
    #expect(status == 2, "\(errors)", sourceLocation: location)
    #expect(output.isEmpty, sourceLocation: location)
    let first = errors.split(separator: "\n").first ?? ""
    #expect(first.hasPrefix("overlook: error: ") && (text.isEmpty || first.contains(text)), "\(errors)", sourceLocation: location)
    #expect(errors.contains("Usage: overlook"), "\(errors)", sourceLocation: location)
  }

  /// Nothing went wrong, and nothing is said about it.
  func expectSuccess(_ location: SourceLocation = #_sourceLocation) {
    #expect(status == 0, sourceLocation: location)
    #expect(errors.isEmpty, "\(errors)", sourceLocation: location)
  }
}
