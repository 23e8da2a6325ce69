import Foundation

extension Tool {
  /// Whether a program is there, can be started and ends well; what it says is thrown away.
  package static func succeeds(_ name: String, _ arguments: [String]) -> Bool {
    guard let path = path(name), FileManager.default.isExecutableFile(atPath: path) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
