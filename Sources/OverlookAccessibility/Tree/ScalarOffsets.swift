/// Places of a text, which an editor counts in characters and the bus in Unicode scalars.
package struct ScalarOffsets {
  /// Scalars before each character, and at the end.
  private var starts: [Int] = [0]

  package init(_ text: String) {
    for character in text { starts.append(starts[starts.count - 1] + character.unicodeScalars.count) }
  }

  package var scalarCount: Int { starts[starts.count - 1] }

  /// How many scalars lie before a character.
  package func scalars(before character: Int) -> Int { starts[min(max(character, 0), starts.count - 1)] }

  /// How many characters lie whole before a scalar.
  package func characters(before scalar: Int) -> Int {
    (starts.lastIndex { $0 <= max(scalar, 0) } ?? 0)
  }
}
