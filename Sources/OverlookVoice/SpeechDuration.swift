/// How long a voice takes to say a sentence.
public enum SpeechDuration {
  /// Letters a second, and seconds that each sentence costs, of espeak-ng 1.51 at its own speed (175 words a minute), fitted to sentences
  /// of guidance. It reads no Japanese that is written in characters: there six of them a second are an estimate.
  private static let lettersPerSecond: [String: Double] = [
    "en": 19, "de": 18.8, "fr": 23.8, "es": 19.7, "it": 19.4, "nl": 18.6, "sv": 17.8, "fi": 16.3, "pl": 16.4, "pt": 18.5,
    "ru": 18.9,
    "ja": 6,
  ]
  private static let usualLetters = 18.0
  private static let pause = 0.3

  /// Seconds that a sentence of a language (BCP 47) takes at a rate (1 is the voice's own speed).
  public static func seconds(_ text: String, language: String, rate: Double = 1) -> Double {
    let code = String(language.lowercased().prefix { $0 != "-" && $0 != "_" })
    let letters = lettersPerSecond[code] ?? usualLetters
    return (pause + Double(weight(text)) / letters) / SpeechRate.clamped(rate)
  }

  /// Letters, where a digit counts as a short word and a mark as a breath.
  private static func weight(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
      switch scalar {
      case "0"..."9": sum + 5
      case ",", ".", ":", ";", "、", "。": sum + 4
      default: sum + 1
      }
    }
  }
}

/// How fast a voice speaks, 1 is its own speed.
enum SpeechRate {
  static func clamped(_ rate: Double) -> Double { rate.isFinite ? min(max(rate, 0.5), 2) : 1 }
}
