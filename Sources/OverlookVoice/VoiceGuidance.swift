/// What is spoken during guidance.
public enum VoiceGuidance: String, CaseIterable, Hashable, Sendable {
  /// Nothing.
  case silent
  /// Alerts: traffic, speed, what must be known.
  case alertsOnly
  /// Alerts and instructions; the default.
  case alertsAndGuidance

  /// Whether a sentence of that priority is spoken.
  public func includes(_ priority: SpeechPriority) -> Bool {
    switch self {
    case .silent: false
    case .alertsOnly: priority == .alert
    case .alertsAndGuidance: true
    }
  }
}

/// By what means guidance makes itself heard and felt.
public struct AudioGuidance: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// A set with those bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Vibration with alerts: what an app has for it (`Speaker.onVibration`).
  public static let vibration = AudioGuidance(rawValue: 1)
  /// Spoken sentences.
  public static let voice = AudioGuidance(rawValue: 2)
  /// Spoken sentences where the sound of the desktop goes to a Bluetooth device. Which device sounds is the desktop's to say: without
  /// this option the voice speaks there too.
  public static let bluetooth = AudioGuidance(rawValue: 4)
  /// All of them.
  public static let standard: AudioGuidance = [.vibration, .voice, .bluetooth]
}
