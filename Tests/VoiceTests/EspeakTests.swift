import Foundation
import OverlookSupport
import OverlookTestSupport
import Testing

@testable import OverlookVoice

@Suite struct EspeakTests {
  static let isInstalled = Tool.path("espeak-ng") != nil

  /// Seconds of a file of sound (WAV): bytes of its data by bytes a second.
  private static func seconds(ofSound path: String) throws -> Double {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    try #require(bytes.count > 44 && bytes[0..<4].elementsEqual("RIFF".utf8))
    let rate = (0..<4).reduce(0) { (sum: Int, byte: Int) in sum + Int(bytes[28 + byte]) << (8 * byte) }
    return Double(bytes.count - 44) / Double(rate)
  }

  private static func path() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("overlook-\(UUID().uuidString).wav").path
  }

  private static func measured(_ utterance: Utterance) throws -> Double {
    let path = path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try EspeakOutput(program: "espeak-ng", arguments: ["-w", path], patience: 1).speak(utterance)
    return try seconds(ofSound: path)
  }

  /// Sentences that are not among those that the rates were fitted to.
  @Test(
    .enabled(if: isInstalled, "espeak-ng is not installed"),
    arguments: [
      ("en", "In 500 metres, keep right at the fork onto River Street towards Oxford"), ("en", "Make a U-turn onto Green Lane"),
      ("de", "In 500 Metern an der Gabelung rechts halten auf Uferstraße in Richtung Köln"), ("de", "Wenden auf Gartenweg"),
      ("fr", "Dans 500 mètres, à la bifurcation, serrez à droite sur Rue du Port vers Nantes"),
      ("es", "En 500 metros, en la bifurcación, siga a la derecha por Calle Real hacia Toledo"),
      ("it", "Tra 500 metri, al bivio, tenga a destra su Via Verdi verso Torino"),
      ("nl", "Houd over 500 meter bij de splitsing rechts aan naar Havenweg richting Delft"),
      ("sv", "Om 500 meter, håll åt höger vid vägskälet in på Hamngatan mot Lund"),
      ("fi", "Ryhmity 500 metrin päästä haarautumassa oikealle Rantakadulle, suunta Turku"),
      ("pl", "Za 500 metrów na rozwidleniu trzymaj się prawej, Nadbrzeżna, kierunek Łódź"),
      ("pt", "A 500 metros, na bifurcação, mantenha-se à direita para Rua do Mar em direção a Faro"),
      ("ru", "Через 500 метров на развилке держитесь правее, на Морскую улицу, направление Тула"),
    ]) func theLengthOfASentenceIsEstimated(language: String, text: String) throws
  {
    let seconds = try Self.measured(Utterance(text, language: language))
    let estimate = SpeechDuration.seconds(text, language: language)
    #expect(abs(estimate - seconds) < 0.2 * seconds + 0.3, "\(estimate) s, measured \(seconds) s")
  }

  @Test(.enabled(if: isInstalled, "espeak-ng is not installed")) func theRateChangesTheLength() throws {
    let text = "In 500 metres, keep right at the fork onto River Street towards Oxford"
    let seconds = try [0.5, 1, 2].map { try Self.measured(Utterance(text, language: "en", rate: $0)) }
    #expect(seconds[0] > 1.5 * seconds[1] && seconds[1] > 1.5 * seconds[2], "\(seconds)")
    for (rate, measured) in zip([0.5, 1, 2], seconds) {
      #expect(abs(SpeechDuration.seconds(text, language: "en", rate: rate) - measured) < 0.3 * measured, "\(rate): \(measured)")
    }
  }

  @Test func whateverTheTextIsTheLengthIsFinite() {
    for rate in [Double.nan, .infinity, -1, 0, 1e300] {
      #expect((0.1..<2).contains(SpeechDuration.seconds("Turn left", language: "", rate: rate)))
    }
    #expect(SpeechDuration.seconds("", language: "en") > 0)
  }

  @Test func aProgramThatIsNotThereOrFailsIsAnError() {
    for program in ["overlook-no-such-voice", "/nonexistent/voice", "false"] {
      #expect(throws: SpeechError.self) {
        try EspeakOutput(program: program, arguments: [], patience: 1).speak(Utterance("Turn left", language: "en"))
      }
    }
  }

  /// A script stands for a voice that never ends, and that reads nothing.
  @Test func aProgramThatHangsIsEndedAfterABound() throws {
    let script = Self.path()
    defer { try? FileManager.default.removeItem(atPath: script) }
    try "#!/bin/sh\nexec sleep 60\n".write(toFile: script, atomically: true, encoding: .utf8)
    #expect(chmod(script, 0o755) == 0)
    let start = MonotonicClock.now()
    #expect(throws: SpeechError.self) {
      try EspeakOutput(program: script, arguments: [], patience: 0.1).speak(
        Utterance("Turn left", language: "en", rate: .nan))
    }
    #expect(MonotonicClock.now() - start < 3)
  }

  /// As espeak-ng does where there is no sound card: a voice that nobody can hear is no voice.
  @Test func aProgramThatIsDoneTooSoonHasNotSpoken() {
    for arguments in [[], ["--to-a-file"]] {
      let output = EspeakOutput(program: "true", arguments: arguments, patience: 1)
      let fault: SpeechError?
      do throws(SpeechError) {
        try output.speak(Utterance("In 300 metres, turn left onto Main Street", language: "en"))
        fault = nil
      } catch {
        fault = error
      }
      #expect((fault == nil) == !arguments.isEmpty, "\(String(describing: fault))")
    }
  }

  @Test func cancellingEndsTheProgram() async throws {
    let script = Self.path()
    defer { try? FileManager.default.removeItem(atPath: script) }
    try "#!/bin/sh\nexec sleep 60\n".write(toFile: script, atomically: true, encoding: .utf8)
    #expect(chmod(script, 0o755) == 0)
    let output = EspeakOutput(program: script, arguments: [], patience: 10)
    let speech = Task.detached { try output.speak(Utterance("Turn left", language: "en")) }
    try await Task.sleep(for: .seconds(0.4))
    let start = MonotonicClock.now()
    output.cancel()
    try await speech.value
    #expect(MonotonicClock.now() - start < 2)
  }
}
