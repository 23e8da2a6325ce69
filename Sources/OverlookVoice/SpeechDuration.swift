/// How long a voice takes to say a sentence.
public enum SpeechDuration {
  /// Seconds that a sentence of a language takes at a rate (1 is the voice's own speed).
  public static func seconds(_ text: String, language: String, rate: Double = 1) -> Double {
    let speed = rate.isFinite ? min(max(rate, 0.5), 2) : 1
    return (0.3 + Double(text.unicodeScalars.count) / 15) / speed
  }
}
