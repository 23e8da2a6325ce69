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

  /// A print server that does not answer for so long is not there.
  private static let waitSeconds = 60.0

  /// Gives a file to the default printer, and takes it away; why it did not, in one line. Tests have a program of their own.
  ///
  /// - Parameter seconds: How long the program may take; it is ended then.
  static func send(_ path: String, with program: String? = program, within seconds: Double = waitSeconds) async -> String? {
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
      // By the program, or when it takes too long.
      let answer = OneAnswer<String?>()
      answer.set(continuation)
      process.terminationHandler = { answer.give(Self.fault(of: $0, errors)) }
      do { try process.run() } catch {
        process.terminationHandler = nil
        answer.give(localized("The printer cannot be reached"))
        return
      }
      let number = process.processIdentifier
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
        if answer.give(localized("The printer cannot be reached")) { kill(number, SIGKILL) }
      }
    }
  }

  /// Why a program that has ended did not take the file; nil where it did.
  private static func fault(of ended: Process, _ errors: Pipe) -> String? {
    guard ended.terminationReason == .exit else { return localized("The printer cannot be reached") }
    // What it has started may keep the pipe open: it is read for a fault alone.
    guard ended.terminationStatus != 0 else { return nil }
    let said = (try? errors.fileHandleForReading.read(upToCount: 4096)) ?? nil
    let text = OutsideText.cleaned(String(decoding: said ?? Data(), as: UTF8.self), limit: 300)
    return localized("The printer does not take it: {reason}", ["reason": text])
  }
}
