/// A sentence to be said, and how.
public struct Utterance: Hashable, Sendable {
  /// What is said; plain text.
  public var text: String
  /// The code of its language (BCP 47: "de", "pt-BR").
  public var language: String
  /// What it is said before.
  public var priority: SpeechPriority
  /// 0 ... 1 of what the voice can; default 1.
  public var volume: Double
  /// How fast: 1 is the voice's own speed, 0.5 ... 2; default 1.
  public var rate: Double

  /// A sentence of a language.
  public init(_ text: String, language: String, priority: SpeechPriority = .maneuver, volume: Double = 1, rate: Double = 1) {
    self.text = text
    self.language = language
    self.priority = priority
    self.volume = volume
    self.rate = rate
  }
}

/// Why a voice does not speak: one line that names the voice and the cause.
public struct SpeechError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let message: String

  /// An error with its sentence.
  public init(_ message: String) {
    self.message = message
  }

  /// The sentence.
  public var description: String { message }
}

/// A voice: something that says sentences aloud. Its calls come from a thread of its own, never from the main thread, except `cancel`.
public protocol SpeechOutput: AnyObject, Sendable {
  /// What people call it ("speech-dispatcher").
  var name: String { get }
  /// Says a sentence and returns when it was said, or when `cancel` was called. May block; one that takes far longer than its sentence
  /// is left for another voice.
  func speak(_ utterance: Utterance) throws(SpeechError)
  /// Ends what is being said. Any thread; returns at once.
  func cancel()
}
