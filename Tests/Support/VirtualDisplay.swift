import Foundation

/// An X server of our own, without a screen to look at: Xvfb, unless another is named.
package final class VirtualDisplay {
  /// As in the environment, `:N`.
  package let name: String
  private let server: Process

  package static let isAvailable = Tool.path("Xvfb") != nil
  package static let hasRobot = isAvailable && Tool.path("xdotool") != nil

  package convenience init(_ options: [String] = []) throws {
    try self.init(program: "Xvfb", ["-screen", "0", "1280x1024x24"] + options)
  }

  /// A server of another kind.
  package init(program: String, _ options: [String]) throws {
    guard let path = Tool.path(program) else { throw ToolError(text: "\(program) is not installed") }
    server = Process()
    server.executableURL = URL(fileURLWithPath: path)
    // The server picks a free number itself and says which: fixed numbers collide with other programs of the machine. Without
    // -noreset it would forget everything when its last client leaves; without -r a busy machine types letters twice.
    server.arguments = ["-displayfd", "1", "-noreset", "-r"] + options
    let answer = Pipe()
    server.standardOutput = answer
    server.standardError = FileHandle.nullDevice
    try server.run()
    var number = Data()
    while !number.contains(UInt8(ascii: "\n")) {
      let more = answer.fileHandleForReading.availableData
      if more.isEmpty { throw ToolError(text: "\(program) ended before it began") }
      number += more
    }
    name = ":" + String(decoding: number, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Ends the server, and with it what its clients show.
  package func stop() {
    Tool.kill(server)
  }

  deinit {
    Tool.kill(server)
  }

  /// Does what a person would with mouse and keyboard.
  package func robot(_ arguments: String...) async throws {
    let run = try await Tool.run("xdotool", arguments, environment: ["DISPLAY": name])
    if run.status != 0 { throw ToolError(text: "xdotool \(arguments): \(run.errors)") }
  }
}
