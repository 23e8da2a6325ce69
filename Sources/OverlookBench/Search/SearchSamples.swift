import OverlookSupport

/// What people type, made up from names with a seed.
struct SearchSamples {
  private var generator: SeededGenerator
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// `count` of the elements, each once.
  mutating func picked<Element>(_ elements: [Element], count: Int) -> [Element] {
    Array(elements.shuffled(using: &generator).prefix(count))
  }

  /// A name with typing errors, each at any place: a letter more, one less, two swapped, another one.
  mutating func mistyped(_ name: String, errors: Int) -> String {
    var letters = Array(name)
    for _ in 0..<errors where !letters.isEmpty {
      let place = Int.random(in: letters.indices, using: &generator)
      let letter = Self.letters[Int.random(in: Self.letters.indices, using: &generator)]
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: letters.insert(letter, at: place)
      case 1 where letters.count > 1: letters.remove(at: place)
      case 2 where letters.count > 1: letters.swapAt(place, place + 1 < letters.count ? place + 1 : place - 1)
      default: letters[place] = letter
      }
    }
    return String(letters)
  }
}
