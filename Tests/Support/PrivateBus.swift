package import Foundation

/// A message bus of its own (`dbus-daemon`), for services written in Python. Whoever makes one ends it.
package final class PrivateBus {
  package static let python = "/usr/bin/python3"
  package static let isPossible = Tool.path("dbus-daemon") != nil && Tool.succeeds(python, ["-c", "import dbus, gi"])
  package static let whatIsMissing = "dbus-daemon or Python's dbus and gi are not installed"

  /// For files that its services need; a socket's path must be short.
  package let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ov-\(UUID().uuidString.prefix(8))")
  private let daemon: Tool

  package var address: String { "unix:path=\(folder.path)/bus" }

  package init() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    daemon = try Tool(
      "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(folder.path)/bus", "--print-address"])
    do {
      try await daemon.wait(for: "unix:")
    } catch {
      end()
      throw error
    }
  }

  /// Ends the bus, and with it what its services say.
  package func end() {
    daemon.kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts a program, which finds the bus in its first argument and prints "ready" when it can be asked.
  package func service(_ program: String, _ arguments: [String] = []) async throws -> Tool {
    let file = folder.appendingPathComponent("service-\(UUID().uuidString).py")
    try Data(program.utf8).write(to: file)
    let tool = try Tool(Self.python, [file.path, address] + arguments)
    try await tool.wait(for: "ready")
    return tool
  }
}
