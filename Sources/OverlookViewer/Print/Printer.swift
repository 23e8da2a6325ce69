import Foundation
import OverlookSupport

/// The printer of the desktop, through `lp` of CUPS where that is installed.
enum Printer {
  /// Nil where there is none.
  static let program = ["/usr/bin/lp", "/bin/lp", "/usr/local/bin/lp"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static var isThere: Bool { program != nil }

  /// A file for a page on its way to the printer, in the folder for such.
  static func temporaryPath(_ ending: String = "pdf") -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("overlook-page-\(UUID().uuidString).\(ending)").path
  }

  /// Gives a file to the default printer, and takes it away; why it did not, in one line. Tests have a program of their own.
  static func send(_ path: String, with program: String? = program) async -> String? {
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let program else { return localized("There is no printing on this machine") }
    return await withCheckedContinuation { continuation in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = ["-s", "-t", "Overlook", "--", path]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      let errors = Pipe()
      process.standardError = errors
      process.terminationHandler = { ended in
        let said = (try? errors.fileHandleForReading.read(upToCount: 4096)) ?? nil
        let text = OutsideText.cleaned(String(decoding: said ?? Data(), as: UTF8.self), limit: 300)
        continuation.resume(
          returning: ended.terminationStatus == 0
            ? nil : localized("The printer does not take it: {reason}", ["reason": text]))
      }
      do { try process.run() } catch {
        process.terminationHandler = nil
        continuation.resume(returning: localized("The printer cannot be reached"))
      }
    }
  }
}
