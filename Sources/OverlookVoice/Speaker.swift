/// Says sentences in the order of their importance, with the first voice that works. Used on the main thread, which it never blocks.
@MainActor public final class Speaker {
  /// The code of the language of sentences that name none (BCP 47); "en" by default.
  public var language: String
  /// 0 ... 1; default 1.
  public var volume = 1.0
  /// 1 is the voice's own speed, 0.5 ... 2; default 1.
  public var rate = 1.0
  /// Whether nothing is said for now; default false.
  public var isMuted = false
  /// What is spoken; default `alertsAndGuidance`.
  public var guidance = VoiceGuidance.alertsAndGuidance
  /// By what means; default `standard`.
  public var audio = AudioGuidance.standard
  /// Called with a sentence when a voice was left for another one, or none is left.
  public var onNotice: (@MainActor (String) -> Void)?
  /// Called with each alert while `audio` has `vibration`.
  public var onVibration: (@MainActor () -> Void)?

  /// A speaker with its voices, the best first.
  public init(language: String = "en", outputs: [any SpeechOutput]) {
    self.language = language
  }

  /// Says a sentence when its turn has come. One of the same or a higher priority takes the place of maneuvers that still wait.
  public func say(_ text: String, priority: SpeechPriority = .maneuver) {}

  /// Says again what was said last.
  public func repeatLast() {}

  /// Ends what is being said and forgets what waits.
  public func cancel() {}

  /// Whether something is being said or waits.
  public var isSpeaking: Bool { false }

  /// The voice in use; nil when there is none.
  public var voiceName: String? { nil }

  /// How long a sentence takes, in seconds.
  public func seconds(toSay text: String) -> Double {
    SpeechDuration.seconds(text, language: language, rate: rate)
  }
}
