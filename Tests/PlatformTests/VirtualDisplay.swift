import Foundation

/// An X server of our own, without a screen to look at.
final class VirtualDisplay {
  /// As in the environment, `:N`.
  let name: String
  private let server: Process

  static let isAvailable = Tool.path("Xvfb") != nil
  static let hasRobot = isAvailable && Tool.path("xdotool") != nil

  init(_ options: [String] = []) throws {
    guard let path = Tool.path("Xvfb") else { throw ToolError(text: "Xvfb is not installed") }
    server = Process()
    server.executableURL = URL(fileURLWithPath: path)
    // The server picks a free number itself and says which: fixed numbers collide with other programs of the machine. Without
    // -noreset it would forget everything when its last client leaves.
    server.arguments = ["-displayfd", "1", "-noreset", "-screen", "0", "1280x1024x24"] + options
    let answer = Pipe()
    server.standardOutput = answer
    server.standardError = FileHandle.nullDevice
    try server.run()
    var number = Data()
    while !number.contains(UInt8(ascii: "\n")) {
      let more = answer.fileHandleForReading.availableData
      if more.isEmpty { throw ToolError(text: "Xvfb ended before it began") }
      number += more
    }
    name = ":" + String(decoding: number, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    killProgram(server)
  }

  /// Does what a person would with mouse and keyboard.
  func robot(_ arguments: String...) throws {
    let run = try Tool.run("xdotool", arguments, environment: ["DISPLAY": name])
    if run.status != 0 { throw ToolError(text: "xdotool \(arguments): \(run.errors)") }
  }
}

struct ToolError: Error {
  let text: String
}

/// Ends a program the hard way: it was started from a thread of libdispatch and has inherited that thread's blocked signals.
private func killProgram(_ process: Process) {
  if process.isRunning { kill(process.processIdentifier, SIGKILL) }
}

/// A program that was started and what it said.
final class Tool {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
    let seconds: Double

    /// The value in the last line `name value`.
    func value(_ name: String) -> String? {
      output.split(separator: "\n").last { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
    }

    func number(_ name: String) -> Double { value(name).flatMap(Double.init) ?? .nan }
  }

  private let process = Process()
  private let folder: URL
  private let start = ContinuousClock.now

  static func path(_ name: String) -> String? {
    if name.contains("/") { return name }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The program of the window's experiments, which lies beside the tests.
  static var probe: String {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("PlatformProbe").path
  }

  /// Starts a program; a nil value takes a variable out of the environment.
  init(_ name: String, _ arguments: [String], environment: [String: String?] = [:]) throws {
    guard let path = Self.path(name) else { throw ToolError(text: "\(name) is not installed") }
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in ["out", "err"] { try Data().write(to: folder.appendingPathComponent(file)) }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("out"))
    process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("err"))
    try process.run()
  }

  deinit {
    killProgram(process)
    try? FileManager.default.removeItem(at: folder)
  }

  static func run(_ name: String, _ arguments: [String], environment: [String: String?] = [:]) throws -> Outcome {
    try Tool(name, arguments, environment: environment).wait()
  }

  /// Waits until the program has printed a line that begins with `text`.
  func wait(for text: String, seconds: Double = 20) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while !read("out").split(separator: "\n").contains(where: { $0.hasPrefix(text) }) {
      guard ContinuousClock.now < end, process.isRunning else { throw ToolError(text: "no \(text): \(read("err"))") }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  /// Waits until the program has ended; one that does not is ended.
  func wait(seconds: Double = 60) throws -> Outcome {
    let end = ContinuousClock.now + .seconds(seconds)
    while process.isRunning {
      if ContinuousClock.now > end {
        killProgram(process)
        throw ToolError(text: "did not end within \(seconds) s: \(read("out")) \(read("err"))")
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
    let duration = (ContinuousClock.now - start).components
    return Outcome(
      status: process.terminationStatus, output: read("out"), errors: read("err"),
      seconds: Double(duration.seconds) + Double(duration.attoseconds) / 1e18)
  }

  private func read(_ file: String) -> String {
    (try? Data(contentsOf: folder.appendingPathComponent(file))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
