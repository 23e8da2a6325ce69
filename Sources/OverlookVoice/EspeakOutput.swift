import Foundation
import OverlookStreams
import OverlookSupport
import Synchronization

/// A voice that every distribution has: espeak-ng, as a program of its own for each sentence, which reads it from its standard input.
public final class EspeakOutput: SpeechOutput {
  /// "espeak-ng".
  public let name = "espeak-ng"

  /// Of the estimate that a sentence at least takes.
  private static let shortestShare = 0.25

  private let program: String
  private let arguments: [String]
  private let patience: Double
  private let running = Mutex<(process: Process, signal: StopSignal)?>(nil)

  /// The program of that name in the folders of PATH.
  public convenience init() {
    self.init(program: "espeak-ng", arguments: [], patience: 1)
  }

  /// With more arguments, such as those that write into a file; `patience` times the seconds that a sentence may take.
  init(program: String, arguments: [String], patience: Double) {
    self.program = program
    self.arguments = arguments
    self.patience = patience
  }

  /// Ends what is being said.
  public func cancel() {
    running.withLock { running in
      running?.signal.set()
      if let process = running?.process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
  }

  /// Says a sentence and waits until the program has ended.
  public func speak(_ utterance: Utterance) throws(SpeechError) {
    guard let path = Self.path(program) else { throw SpeechError("\(program) is not installed") }
    let (process, input, signal) = (Process(), Pipe(), StopSignal())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = Self.arguments(utterance) + arguments + ["--stdin"]
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let (isOver, start) = (StopSignal(), MonotonicClock.now())
    process.terminationHandler = { _ in isOver.set() }
    do {
      // Before it starts: a pipe takes 64 KiB without anybody who reads, far more than a sentence, and writing to one whose reader has ended
      // would end this process.
      try input.fileHandleForWriting.write(contentsOf: Data(utterance.text.utf8.prefix(32 << 10)))
      try input.fileHandleForWriting.close()
      try process.run()
    } catch {
      throw SpeechError("\(program) does not start: \(OutsideText.cleaned(error.localizedDescription))")
    }
    running.withLock { $0 = (process, signal) }
    defer { running.withLock { if $0?.process === process { $0 = nil } } }
    let estimate = SpeechDuration.seconds(utterance.text, language: utterance.language, rate: utterance.rate)
    if isOver.wait(seconds: (estimate * 2 + 4) * patience) {
      kill(process.processIdentifier, SIGKILL)
      if !signal.isSet { throw SpeechError("\(program) does not come to the end of a sentence") }
      return
    }
    guard !signal.isSet else { return }
    guard process.terminationStatus == 0 else {
      throw SpeechError("\(program) ended with status \(process.terminationStatus)")
    }
    // Without a device for sound it says so on standard error alone, and ends at once. Into a file it is as quick.
    guard !arguments.isEmpty || MonotonicClock.now() - start > estimate * Self.shortestShare else {
      throw SpeechError("\(program) ended before the sentence could be heard; is there a sound device?")
    }
  }

  private static func path(_ program: String) -> String? {
    if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) ? program : nil }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Its own speed is 175 words a minute, its loudest without distortion 100 of 200.
  private static func arguments(_ utterance: Utterance) -> [String] {
    let speed = Int(exactly: (175 * SpeechRate.clamped(utterance.rate)).rounded()) ?? 175
    let volume = Int(exactly: ((utterance.volume.isFinite ? min(max(utterance.volume, 0), 1) : 1) * 100).rounded()) ?? 100
    return ["-v", voice(utterance.language), "-s", "\(speed)", "-a", "\(volume)"]
  }

  /// The voice of a language, as a plain word: the language alone is known of every one.
  private static func voice(_ language: String) -> String {
    let code = language.lowercased().prefix { $0.isASCII && $0.isLetter }
    return code.isEmpty ? "en" : String(code.prefix(3))
  }
}
