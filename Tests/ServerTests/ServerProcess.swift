import Foundation
import OverlookTestSupport

/// A server in a process of its own, and the folder it works in. Both are gone when the value is, or when this process ends,
/// however it ends.
final class ServerProcess: Sendable {
  /// Sits between the tests and the server. Its standard input is a pipe that nobody writes to: it ends when the tests close it,
  /// and as well when the kernel does that for them. (PR_SET_PDEATHSIG would kill the server with the thread that started it.)
  /// Its standard output is what the server reads: a listening socket, or nothing.
  private static let watchdog = """
    folder=$1; shift
    "$@" <&1 1>>"$folder/log" 2>&1 &
    server=$!
    while kill -0 "$server" 2>/dev/null; do
      read -r -t 1 _
      [ $? -gt 128 ] || break
    done
    kill -KILL "$server" 2>/dev/null
    wait
    rm -rf -- "$folder"
    """

  private let process = Process()
  private let lifeline: FileHandle
  let folder: ServerFolder

  /// - Parameters:
  ///   - command: A program by name or path, and its arguments.
  ///   - socket: What the server has as its standard input; nil for nothing.
  init(_ command: [String], in folder: ServerFolder, environment: [String: String] = [:], socket: FileHandle? = nil) throws {
    guard let name = command.first, let program = Tool.server(name), let bash = Tool.path("bash") else {
      throw ToolError(text: "\(command.first ?? "bash") is not installed")
    }
    self.folder = folder
    let pipe = Pipe()
    lifeline = pipe.fileHandleForWriting
    process.executableURL = URL(fileURLWithPath: bash)
    process.arguments = ["-c", Self.watchdog, "watchdog", folder.path, program] + command.dropFirst()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = pipe.fileHandleForReading
    process.standardOutput = socket ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try? pipe.fileHandleForReading.close()
  }

  deinit {
    stop()
  }

  /// Ends the server and waits until it is gone.
  func stop() {
    try? lifeline.close()
    process.waitUntilExit()
  }

  /// What the server has said.
  var log: String { folder.text("log") }

  /// Waits until `isReady`; throws with the end of the log when the server ends before, or takes too long.
  func wait(seconds: Double = 90, until isReady: () async -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while await !isReady() {
      guard ContinuousClock.now < end, process.isRunning else {
        throw ToolError(text: "\(process.arguments?.dropFirst(4).first ?? "") did not start: \(log.suffix(2000))")
      }
      try await Task.sleep(for: .seconds(0.02))
    }
  }
}

/// An empty folder under the temporary one.
final class ServerFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/overlook-server-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file; its folder is made when it is not there. Its path.
  @discardableResult func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let file = "\(path)/\(name)"
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: file).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  @discardableResult func write(_ name: String, _ text: String) throws -> String {
    try write(name, text.utf8)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// A symbolic link.
  func link(_ name: String, to path: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(self.path)/\(name)", withDestinationPath: path)
  }

  /// Empty when there is no such file.
  func text(_ name: String) -> String {
    (try? bytes(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension Tool {
  /// The path of a server, which may lie where only root's search path leads.
  static func server(_ name: String) -> String? {
    if let path = path(name) { return path }
    return ["/usr/sbin", "/usr/local/sbin"].map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
