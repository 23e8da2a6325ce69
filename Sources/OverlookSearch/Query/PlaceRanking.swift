import Glibc
import OverlookGeometry

/// How good an answer a place is: text x importance x nearness. Documentation/search.md says why these numbers.
enum PlaceRanking {
  /// 0 ... 1 and a little more.
  ///
  /// - Parameters:
  ///   - text: How well its names answer what was typed, 0 ... 1.
  ///   - importance: 0 ... 1.
  ///   - meters: From where the search is near to; nil where it is near to nothing.
  static func score(text: Double, importance: Double, meters: Double?) -> Double {
    text * text * text * text * (0.35 + importance) / 1.35 * nearness(meters)
  }

  /// What lies in the street, in the town and in the country counts more.
  static func nearness(_ meters: Double?) -> Double {
    guard let meters else { return 1 }
    let kilometers = max(meters, 0) / 1000
    return (1 + 0.7 * exp(-kilometers / 3) + 0.5 * exp(-kilometers / 40) + 0.3 * exp(-kilometers / 500)) / 1.3
  }

  /// How much less the text of a name counts that is not the first one of its place: an older one, or one in another language.
  static let otherName = 0.94
  /// The same where a word of it has typing errors: of some hundred spellings of a famous place one is near to anything.
  static let otherNameWithErrors = 0.88
  /// How much more a place counts whose name is written as it was typed, with its marks.
  static let asTyped = 1.12

  /// Names of which the words that were typed are a part are less likely meant.
  static func coverage(matched: Int, of count: Int) -> Double {
    0.72 + 0.28 * Double(matched) / Double(max(count, 1))
  }
}
