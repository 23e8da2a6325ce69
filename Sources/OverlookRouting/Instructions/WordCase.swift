/// A grammatical case of the names of streets, by the ends of their words: enough for the words that streets are called by.
struct WordCase: Sendable {
  /// Ends of words in lower case and what takes their place, the longest first.
  let endings: [(String, String)]
  /// Put before a name none of whose words has such an end; empty where the name stays as it is.
  let otherwise: String
  /// Whether the last word alone changes, as in languages that write street names as one word.
  let isOfLastWord: Bool

  init(_ endings: [(String, String)], otherwise: String = "", isOfLastWord: Bool = false) {
    self.endings = endings
    self.otherwise = otherwise
    self.isOfLastWord = isOfLastWord
  }

  func applied(to name: String) -> String {
    // What stands in brackets, a number of a road, does not change.
    let bracket = name.firstRange(of: " (")?.lowerBound ?? name.endIndex
    var words = name[..<bracket].split(separator: " ").map(String.init)
    var isChanged = false
    for index in words.indices where !isOfLastWord || index == words.count - 1 {
      guard let changed = changed(words[index]) else { continue }
      words[index] = changed
      isChanged = true
    }
    guard isChanged else { return otherwise + name }
    return words.joined(separator: " ") + name[bracket...]
  }

  private func changed(_ word: String) -> String? {
    let lower = word.lowercased()
    guard lower.count == word.count, let (ending, replacement) = endings.first(where: { lower.hasSuffix($0.0) }) else {
      return nil
    }
    let stem = word.dropLast(ending.count)
    // The first letter is as it was.
    guard stem.isEmpty, word.first?.isUppercase == true else { return stem + replacement }
    return replacement.prefix(1).uppercased() + replacement.dropFirst()
  }
}
