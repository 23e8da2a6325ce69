/// A font by the name that styles give it: a family and words for its weight and slant, as "Noto Sans Bold Italic".
package struct FontRequest: Hashable, Sendable {
  package var family: String
  /// Of CSS: 400 is regular, 700 bold.
  package var weight: Int
  package var isItalic: Bool

  private static let weights: [String: Int] = [
    "thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300, "book": 400, "regular": 400, "normal": 400,
    "roman": 400, "medium": 500, "semibold": 600, "demibold": 600, "demi": 600, "bold": 700, "extrabold": 800, "ultrabold": 800,
    "black": 900, "heavy": 900,
  ]

  package init(_ name: String) {
    var words = name.split(separator: " ").map(String.init)
    weight = 400
    isItalic = false
    while words.count > 1, let last = words.last?.lowercased() {
      if last == "italic" || last == "oblique" {
        isItalic = true
      } else if let weight = Self.weights[last] {
        self.weight = weight
        // "Semi Bold" in two words.
        if words.count > 2, ["semi", "demi", "extra", "ultra"].contains(words[words.count - 2].lowercased()) {
          self.weight = weight == 700 ? (["semi", "demi"].contains(words[words.count - 2].lowercased()) ? 600 : 800) : 200
          words.removeLast()
        }
      } else {
        break
      }
      words.removeLast()
    }
    family = words.joined(separator: " ")
  }
}
