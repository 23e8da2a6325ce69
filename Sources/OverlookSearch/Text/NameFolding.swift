internal import Foundation

/// Names as they are compared: lower case, without marks, in compatibility letters. The same for what is indexed and what is typed.
enum NameFolding {
  /// Scalars of a word that are told apart; longer words end there.
  static var longestWord: Int { 40 }

  /// The words of a name, folded: runs of letters and digits. Apostrophes, dots between letters and soft hyphens join what they
  /// stand between ("d'Arc", "U.S.").
  static func words(_ text: String) -> [[UInt32]] {
    var words: [[UInt32]] = []
    var word: [UInt32] = []
    for scalar in scalars(text) {
      if isPart(scalar) {
        if word.count < longestWord { word.append(scalar) }
      } else if !joins(scalar), !word.isEmpty {
        words.append(word)
        word = []
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  static func folded(_ text: String) -> String { string(words(text).joined(separator: [0x20])) }

  static func string(_ word: some Sequence<UInt32>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: word.lazy.compactMap { Unicode.Scalar($0) })
    return String(view)
  }

  static func scalars(ofWord word: String) -> [UInt32] { word.unicodeScalars.map(\.value) }

  /// Folded, with what separates words still in it.
  static func scalars(_ text: String) -> [UInt32] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? UInt32($0) + 0x20 : UInt32($0) }
    }
    var result: [UInt32] = []
    result.reserveCapacity(text.utf8.count)
    for scalar in text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
      append(scalar.value, to: &result)
    }
    return result
  }

  private static func append(_ value: UInt32, to result: inout [UInt32]) {
    if value < 0x80 {
      result.append(value >= 0x41 && value <= 0x5A ? value + 0x20 : value)
    } else if isMark(value) {
      return
    } else if let letters = letters[value] {
      result += letters
    } else if value >= 0x30A1, value <= 0x30F6 {
      // Katakana as hiragana.
      result.append(value - 0x60)
    } else {
      result.append(value)
    }
  }

  /// Letters that do not decompose, as people without them on their keyboards write them.
  private static let letters: [UInt32: [UInt32]] = {
    let pairs: [(String, String)] = [
      ("ß", "ss"), ("æ", "ae"), ("œ", "oe"), ("ø", "o"), ("ł", "l"), ("đ", "d"), ("ð", "d"), ("þ", "th"), ("ı", "i"), ("ħ", "h"),
      ("ŋ", "ng"), ("ŧ", "t"), ("ĸ", "k"), ("ə", "a"), ("ς", "σ"), ("ة", "ه"), ("ى", "ي"), ("ی", "ي"), ("ک", "ك"), ("ـ", ""),
      ("ѐ", "е"), ("і", "и"), ("ґ", "г"),
    ]
    var letters: [UInt32: [UInt32]] = [:]
    for (letter, plain) in pairs {
      guard let scalar = letter.unicodeScalars.first else { continue }
      letters[scalar.value] = plain.unicodeScalars.map(\.value)
    }
    return letters
  }()

  /// Marks that people leave out; those of Indic scripts and Thai carry the vowels and stay.
  private static func isMark(_ value: UInt32) -> Bool {
    switch value {
    case 0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670,
      0x6D6...0x6DC, 0x6DF...0x6E8, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0x3099...0x309A, 0xFE00...0xFE0F,
      0xFE20...0xFE2F, 0xAD, 0x200B...0x200F:
      true
    default: false
    }
  }

  private static func joins(_ value: UInt32) -> Bool {
    switch value {
    case 0x27, 0x2019, 0x2018, 0x02BC, 0x02BB, 0x60, 0xB4, 0x2032: true
    default: false
    }
  }

  private static func isPart(_ value: UInt32) -> Bool {
    if value < 0x80 { return (value >= 0x61 && value <= 0x7A) || (value >= 0x30 && value <= 0x39) }
    guard let scalar = Unicode.Scalar(value) else { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .titlecaseLetter, .decimalNumber, .letterNumber,
      .nonspacingMark, .spacingMark, .otherNumber:
      return true
    default: return false
    }
  }
}
