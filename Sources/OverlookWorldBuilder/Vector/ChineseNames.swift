import Foundation
import OverlookFormats
import OverlookTileBuilder

/// Chinese names in both ways of writing: `name:zh` in simplified characters, and `name:zh-Hant` in traditional ones where those are
/// others. The sources mix them.
enum ChineseNames {
  /// The language of what is written in traditional characters.
  static let traditional = "zh-Hant"
  private static let key = "name:zh"
  private static let traditionalKey = "name:\(traditional)"

  /// The features with those names.
  static func written(_ features: [MapFeature]) -> [MapFeature] {
    features.map { feature in
      guard let name = feature.text(key) else { return feature }
      let simplified = converted(name, "Traditional-Simplified")
      // What is written in the traditional way, or known, needs no guess: of 塔什干 a guess would be another name.
      let traditional = feature.text(traditionalKey) ?? (simplified == name ? guess(name) : name)
      var written = feature
      written.tags = feature.tags.filter { $0.0 != traditionalKey }.map { $0.0 == key ? (key, .string(simplified)) : $0 }
      if traditional != simplified { written.tags.append((traditionalKey, .string(traditional))) }
      return written
    }
  }

  private static func guess(_ name: String) -> String {
    if let known = others[name] { return known }
    let guess = converted(name, "Simplified-Traditional")
    guard guess.count == name.count else { return guess }
    return String(zip(name, guess).map { shared.contains($0) ? $0 : $1 })
  }

  /// What names write in the same way, for their sound, or as they always did, though the words that are written so today have
  /// traditional characters of their own.
  private static let shared: Set<Character> = Set("里干斗涌占夸扎于棱舍")
  /// Names of which a word does.
  private static let others = ["里海": "裏海"]

  private static func converted(_ name: String, _ transform: String) -> String {
    name.applyingTransform(StringTransform(transform), reverse: false) ?? name
  }
}
