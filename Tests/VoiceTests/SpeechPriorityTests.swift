import OverlookVoice
import Testing

@Suite struct SpeechPriorityTests {
  @Test func alertsComeBeforeManeuvers() {
    #expect(SpeechPriority.allCases.max() == .alert)
    #expect(SpeechPriority.notice < .maneuver)
  }
}
