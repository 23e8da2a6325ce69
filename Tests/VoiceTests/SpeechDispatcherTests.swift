import Foundation
import OverlookStreams
import OverlookSupport
import OverlookTestSupport
import Synchronization
import Testing

@testable import OverlookVoice

@Suite struct SpeechDispatcherTests {
  /// What a service of speech does wrong.
  enum Fault: String, CaseIterable {
    case closesAtOnce, hangs, wrongCode, noCode, noAnswer, endlessAnswer, closesWhileSpeaking, neverEnds
  }

  private static func socketPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("ov-\(UUID().uuidString.prefix(8)).sock").path
  }

  /// As the real one answers.
  private static func serve(
    _ connection: LineServer.Connection, heard: Heard, fault: Fault? = nil, seconds: Double = 0.05
  ) {
    if fault == .closesAtOnce { return }
    while let line = connection.line() {
      heard.add(line)
      switch fault {
      case .hangs: return connection.waitForEnd()
      case .wrongCode: connection.send("413 ERR LANGUAGE NOT SUPPORTED\r\n")
      case .noCode: connection.send("hello\r\n")
      case .endlessAnswer: while connection.send("250-more\r\n") {}
      default: break
      }
      if fault == .noAnswer, line == "SPEAK" { continue }
      switch line {
      case "SPEAK":
        connection.send("230 OK RECEIVING DATA\r\n")
        while let text = connection.line(), text != "." { heard.add(text) }
        connection.send("225-21\r\n225 OK MESSAGE QUEUED\r\n701-21\r\n701-1\r\n701 BEGIN\r\n")
        if fault == .closesWhileSpeaking { return }
        if fault == .neverEnds { continue }
        usleep(UInt32(seconds * 1e6))
        connection.send("702-21\r\n702-1\r\n702 END\r\n")
      case "QUIT": return
      default: connection.send("200 OK\r\n")
      }
    }
  }

  /// Lines that a server has heard; a class, for it outlives the test's frame on the threads of connections.
  private final class Heard: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func aSentenceIsSaidAndItsEndAwaited() throws {
    let (path, heard) = (Self.socketPath(), Heard())
    defer { unlink(path) }
    let server = try #require(
      LineServer(path: path) { connection, _ in Self.serve(connection, heard: heard, seconds: 0.3) })
    defer { server.stop() }
    let start = MonotonicClock.now()
    let text = "Turn left\n.now\r\nSET SELF VOLUME -100\r\n."
    try SpeechDispatcherOutput(path: path, patience: 1).speak(
      Utterance(text, language: "de-AT\r\nQUIT", priority: .alert, volume: 0.75, rate: 1.5))
    #expect((0.3..<3).contains(MonotonicClock.now() - start))
    #expect(heard.all.contains("SET SELF PRIORITY important") && heard.all.contains("SET SELF LANGUAGE de-ATQUIT"))
    #expect(heard.all.contains("SET SELF RATE 50") && heard.all.contains("SET SELF VOLUME 50"))
    // Nothing of the text is taken for a command or the end.
    #expect(heard.all.suffix(4) == ["Turn left", "..now", "SET SELF VOLUME -100", ".."])
  }

  @Test(arguments: Fault.allCases) func aServiceThatIsBrokenIsAnErrorWithinABound(fault: Fault) throws {
    let (path, heard) = (Self.socketPath(), Heard())
    defer { unlink(path) }
    let server = try #require(
      LineServer(path: path) { connection, _ in Self.serve(connection, heard: heard, fault: fault) })
    defer { server.stop() }
    let start = MonotonicClock.now()
    #expect(throws: SpeechError.self) {
      try SpeechDispatcherOutput(path: path, patience: 0.1).speak(Utterance("Turn left", language: "en"))
    }
    #expect(MonotonicClock.now() - start < 3)
  }

  @Test(arguments: ["/nonexistent/socket", "", String(repeating: "x", count: 500)])
  func aServiceThatIsNotThereIsAnError(path: String) {
    #expect(throws: SpeechError.self) {
      try SpeechDispatcherOutput(path: path, patience: 1).speak(Utterance("Turn left", language: "en"))
    }
  }

  @Test func cancellingEndsTheSentenceAndTellsTheService() async throws {
    let (path, heard) = (Self.socketPath(), Heard())
    defer { unlink(path) }
    let server = try #require(
      LineServer(path: path) { connection, _ in Self.serve(connection, heard: heard, fault: .neverEnds) })
    defer { server.stop() }
    let output = SpeechDispatcherOutput(path: path, patience: 1)
    let speech = Task.detached { try output.speak(Utterance("Turn left", language: "en")) }
    let end = ContinuousClock.now + .seconds(patienceSeconds)
    while !heard.all.contains("Turn left"), ContinuousClock.now < end { try await Task.sleep(for: .seconds(0.01)) }
    try await Task.sleep(for: .seconds(0.05))
    output.cancel()
    while !heard.all.contains("CANCEL SELF"), ContinuousClock.now < end { try await Task.sleep(for: .seconds(0.01)) }
    #expect(heard.all.contains("CANCEL SELF"))
    // It was no failure of the voice.
    try await speech.value
  }

  /// With the service itself, on a socket of its own; without a sound card it says that a sentence is over at once.
  @Test(.enabled(if: Tool.path("speech-dispatcher") != nil, "speech-dispatcher is not installed"))
  func speechDispatcherIsUnderstood() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ov-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder + "/conf", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let settings = """
      LogLevel 1
      LogDir "\(folder)"
      AudioOutputMethod "libao"
      AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
      DefaultModule espeak-ng
      """
    try settings.write(toFile: folder + "/conf/speechd.conf", atomically: true, encoding: .utf8)
    let tool = try Tool(
      "speech-dispatcher",
      ["-s", "-c", "unix_socket", "-S", folder + "/s", "-C", folder + "/conf", "-L", folder, "-P", folder + "/pid", "-t", "0"])
    defer { tool.kill() }
    let end = ContinuousClock.now + .seconds(patienceSeconds)
    while !FileManager.default.fileExists(atPath: folder + "/s"), ContinuousClock.now < end {
      try await Task.sleep(for: .seconds(0.05))
    }
    let output = SpeechDispatcherOutput(path: folder + "/s", patience: 1)
    for (text, language) in [("Turn left.\n.\nThen right", "en"), ("Links abbiegen", "de-AT"), ("左方向に曲がります", "ja")] {
      try output.speak(Utterance(text, language: language, volume: 0, rate: 2))
    }
  }

  @Test func ratesAndVolumesOfAnyKindAreInTheBoundsOfTheProtocol() {
    #expect([0.5, 1, 2].map(SpeechDispatcherOutput.rate) == [-100, 0, 100])
    #expect([0, 0.5, 1].map(SpeechDispatcherOutput.volume) == [-100, 0, 100])
    for value in [Double.nan, .infinity, -.infinity, 1e300, -5] {
      #expect(
        (-100...100).contains(SpeechDispatcherOutput.rate(value)) && (-100...100).contains(SpeechDispatcherOutput.volume(value)))
    }
  }
}
