package import Foundation

package struct ToolError: Error {
  package let text: String

  package init(text: String) {
    self.text = text
  }
}

/// A program that was started and what it said.
package final class Tool {
  package struct Outcome {
    package let status: Int32
    package let output: String
    package let errors: String
    package let seconds: Double

    /// The value in the last line `name value`.
    package func value(_ name: String) -> String? {
      output.split(separator: "\n").last { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
    }

    package func number(_ name: String) -> Double { value(name).flatMap(Double.init) ?? .nan }
  }

  private let process = Process()
  /// What the program said is kept here.
  private let folder: URL
  private let start = ContinuousClock.now

  package static func path(_ name: String) -> String? {
    if name.contains("/") { return name }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The program of this package with this name; it lies beside the tests.
  package static func built(_ name: String) -> String {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Ends a program the hard way: it was started from a thread of libdispatch and has inherited that thread's blocked signals.
  package static func kill(_ process: Process) {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Starts a program in `workingFolder` (nil: where the tests run); a nil value takes a variable out of the environment.
  package init(_ name: String, _ arguments: [String], environment: [String: String?] = [:], in workingFolder: String? = nil)
    throws
  {
    guard let path = Self.path(name) else { throw ToolError(text: "\(name) is not installed") }
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for file in ["out", "err"] { try Data().write(to: folder.appendingPathComponent(file)) }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    if let workingFolder { process.currentDirectoryURL = URL(fileURLWithPath: workingFolder) }
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("out"))
    process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("err"))
    try process.run()
  }

  deinit {
    Self.kill(process)
    try? FileManager.default.removeItem(at: folder)
  }

  package var isRunning: Bool { process.isRunning }

  /// Ends the program at once, as `kill -9` does, and waits until it is gone.
  package func kill() {
    Self.kill(process)
    process.waitUntilExit()
  }

  /// Asks it to end, as a desktop does at the end of its session.
  package func terminate() {
    Foundation.kill(process.processIdentifier, SIGTERM)
  }

  /// Holds the program where it is; `kill` ends it all the same.
  package func suspend() {
    Foundation.kill(process.processIdentifier, SIGSTOP)
  }

  /// What it has said on standard error so far.
  package var errors: String { read("err") }

  package static func run(
    _ name: String, _ arguments: [String], environment: [String: String?] = [:], in workingFolder: String? = nil,
    seconds: Double = 2 * patienceSeconds
  ) async throws -> Outcome {
    try await Tool(name, arguments, environment: environment, in: workingFolder).wait(seconds: seconds)
  }

  /// Waits until the program has printed a line that begins with `text`.
  package func wait(for text: String, seconds: Double = patienceSeconds) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while !read("out").split(separator: "\n").contains(where: { $0.hasPrefix(text) }) {
      guard ContinuousClock.now < end, process.isRunning else { throw ToolError(text: "no \(text): \(read("err"))") }
      try await Task.sleep(for: .seconds(0.02))
    }
  }

  /// Waits until the program has ended; one that does not is ended.
  package func wait(seconds: Double = 2 * patienceSeconds) async throws -> Outcome {
    let end = ContinuousClock.now + .seconds(seconds)
    while process.isRunning {
      if ContinuousClock.now > end {
        Self.kill(process)
        throw ToolError(text: "did not end within \(seconds) s: \(read("out")) \(read("err"))")
      }
      try await Task.sleep(for: .seconds(0.01))
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
