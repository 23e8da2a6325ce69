import Testing

@testable import OverlookVoice

@MainActor @Suite struct SpeakerTests {
  private func wait(seconds: Double = 90, until holds: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while !holds(), ContinuousClock.now < end { try await Task.sleep(for: .seconds(0.005)) }
    #expect(holds())
  }

  @Test func sentencesAreSaidOneAfterTheOther() async throws {
    let voice = FakeVoice("a", .speaks(0.05))
    let speaker = Speaker(outputs: [voice])
    for text in ["one", "two", "three"] { speaker.say(text, priority: .notice) }
    #expect(speaker.isSpeaking)
    try await wait { voice.said.count == 3 && !speaker.isSpeaking }
    #expect(voice.said == ["one", "two", "three"] && speaker.voiceName == "a")
  }

  @Test func aNearerManeuverEndsAnOlderSentence() async throws {
    let voice = FakeVoice("a", .speaks(0.4))
    let speaker = Speaker(outputs: [voice])
    speaker.say("in 300 metres", priority: .preparation)
    try await wait { voice.begun.count == 1 }
    speaker.say("turn left")
    try await wait { voice.said.count == 1 }
    #expect(voice.begun == ["in 300 metres", "turn left"] && voice.said == ["turn left"])
  }

  /// Even before the voice has heard of the older one.
  @Test func aManeuverInTheSameInstantEndsAnOlderSentence() async throws {
    let voice = FakeVoice("a", .speaks(0.6))
    let speaker = Speaker(outputs: [voice])
    speaker.say("old")
    speaker.say("new")
    try await wait { voice.said.contains("new") }
    #expect(voice.said == ["new"])
  }

  @Test func whatIsMutedOrUnwantedIsNotSaid() async throws {
    let voice = FakeVoice("a", .speaks(0.01))
    let speaker = Speaker(outputs: [voice])
    speaker.isMuted = true
    speaker.say("muted", priority: .alert)
    speaker.isMuted = false
    speaker.guidance = .alertsOnly
    speaker.say("turn left")
    speaker.say("jam", priority: .alert)
    try await wait { voice.said == ["jam"] }
    speaker.guidance = .silent
    speaker.say("jam again", priority: .alert)
    speaker.guidance = .alertsAndGuidance
    speaker.audio = [.vibration]
    speaker.say("turn right")
    try await Task.sleep(for: .seconds(0.1))
    #expect(voice.said == ["jam"])
  }

  @Test func mutingEndsWhatIsBeingSaidAndTheNextIsSaidAfterwards() async throws {
    let voice = FakeVoice("a", .speaks(0.5))
    let speaker = Speaker(outputs: [voice])
    speaker.say("long")
    try await wait { voice.begun.count == 1 }
    speaker.isMuted = true
    try await wait(seconds: 0.4) { !speaker.isSpeaking }
    speaker.isMuted = false
    speaker.say("next")
    try await wait { voice.said == ["next"] }
  }

  @Test func alertsVibrateAlsoWhereTheVoiceIsOff() {
    let speaker = Speaker(outputs: [])
    var count = 0
    speaker.onVibration = { count += 1 }
    speaker.say("jam", priority: .alert)
    speaker.say("turn left")
    speaker.audio = [.voice]
    speaker.say("jam", priority: .alert)
    #expect(count == 1)
  }

  @Test func theLastInstructionIsSaidAgain() async throws {
    let voice = FakeVoice("a", .speaks(0.01))
    let speaker = Speaker(outputs: [voice])
    speaker.repeatLast()
    speaker.say("turn left")
    speaker.say("rain", priority: .notice)
    try await wait { voice.said.count == 2 }
    speaker.repeatLast()
    try await wait { voice.said == ["turn left", "rain", "turn left"] }
  }

  @Test func aVoiceThatFailsIsLeftForTheNextWhichSaysTheSentence() async throws {
    let (broken, voice) = (FakeVoice("broken", .fails), FakeVoice("good", .speaks(0.01)))
    let speaker = Speaker(outputs: [broken, voice])
    var notices: [String] = []
    speaker.onNotice = { notices.append($0) }
    speaker.say("turn left")
    try await wait { voice.said == ["turn left"] }
    #expect(notices == ["broken is left: it is broken; good speaks instead"] && speaker.voiceName == "good")
  }

  @Test func aVoiceThatHangsIsLeftAfterABound() async throws {
    let (hanging, voice) = (FakeVoice("hanging", .hangs), FakeVoice("good", .speaks(0.01)))
    let speaker = Speaker(language: "en", outputs: [hanging, voice], patience: 0.05)
    var notices: [String] = []
    speaker.onNotice = { notices.append($0) }
    let start = ContinuousClock.now
    speaker.say("turn left")
    try await wait { voice.said == ["turn left"] }
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(notices == ["hanging is left: it did not come to the end of a sentence; good speaks instead"])
  }

  @Test func whereNoVoiceIsLeftNothingWaits() async throws {
    let speaker = Speaker(outputs: [FakeVoice("broken", .fails)])
    var notices: [String] = []
    speaker.onNotice = { notices.append($0) }
    speaker.say("turn left")
    try await wait { notices.count == 1 }
    #expect(notices[0].hasSuffix("nothing is spoken any more") && !speaker.isSpeaking && speaker.voiceName == nil)
    speaker.say("turn right")
    speaker.repeatLast()
    #expect(!speaker.isSpeaking)
  }

  /// A thousand sentences cost the main thread no waiting.
  @Test func theMainThreadDoesNotWait() {
    let speaker = Speaker(language: "en", outputs: [FakeVoice("hanging", .hangs)], patience: 1)
    let start = ContinuousClock.now
    for number in 0..<1000 { speaker.say("sentence \(number)", priority: SpeechPriority.allCases[number % 4]) }
    speaker.cancel()
    #expect(ContinuousClock.now - start < .seconds(10))
  }
}
