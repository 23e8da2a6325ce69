import Foundation
import OverlookTestSupport

/// Somebody who cannot see the window: a session of the desktop of its own (`dbus-run-session`) with the accessibility service in it, and a
/// program that asks it what it is asked (`session.py`).
final class ScreenReader {
  static let isPossible: Bool = {
    guard Tool.path("dbus-run-session") != nil,
      FileManager.default.isExecutableFile(atPath: "/usr/libexec/at-spi-bus-launcher"), VirtualDisplay.hasRobot
    else { return false }
    return Tool.succeeds(
      PrivateBus.python, ["-c", "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"])
  }()

  private let process = Process()
  private let requests = Pipe()
  private let answers = Pipe()
  private var rest = Data()

  init(environment: [String: String?]) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("session.py").path
    guard let path = Tool.path("dbus-run-session") else { throw ToolError(text: "dbus-run-session is not installed") }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--", PrivateBus.python, script]
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    for name in ["AT_SPI_BUS_ADDRESS", "NO_AT_BRIDGE", "OVERLOOK_ACCESSIBILITY"] { variables[name] = nil }
    process.environment = variables
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try process.run()
    guard try line() == "ready" else { throw ToolError(text: "the session did not begin") }
  }

  deinit {
    try? requests.fileHandleForWriting.close()
    let end = ContinuousClock.now + .seconds(5)
    while process.isRunning, ContinuousClock.now < end { usleep(20_000) }
    Tool.kill(process)
  }

  /// What is answered: nil for "no ..." with the reason kept in `refusal`.
  private(set) var refusal = ""

  @discardableResult func ask(_ words: String...) throws -> String? {
    try requests.fileHandleForWriting.write(contentsOf: Data((words.joined(separator: "\t") + "\n").utf8))
    let answer = try line()
    if answer.hasPrefix("ok") { return String(answer.dropFirst(3)) }
    refusal = answer
    return nil
  }

  private func line() throws -> String {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest = Data(rest[rest.index(after: end)...])
        // Services that were started say things, too.
        if line.hasPrefix("@") { return String(line.dropFirst()) }
        continue
      }
      let more = answers.fileHandleForReading.availableData
      if more.isEmpty { throw ToolError(text: "the session has ended") }
      rest += more
    }
  }
}
