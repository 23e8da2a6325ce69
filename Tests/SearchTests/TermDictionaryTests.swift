import OverlookSupport
import Testing

@testable import OverlookSearch

@Suite struct TermDictionaryTests {
  private static func words(_ texts: [String]) -> [[UInt32]] {
    Set(texts).map { NameFolding.scalars(ofWord: $0) }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Made-up words over few letters, so that many are alike.
  private static func randomWords(_ count: Int, seed: UInt64, of alphabet: String = "abcdeé東ж") -> [[UInt32]] {
    var generator = SeededGenerator(seed: seed)
    let letters = Array(alphabet)
    return words(
      (0..<count).map { _ in
        String((0..<Int.random(in: 1...12, using: &generator)).map { _ in letters.randomElement(using: &generator) ?? "a" })
      })
  }

  /// By the recurrence of optimal string alignment, without bands and shared rows.
  private static func distance(_ a: [UInt32], _ b: [UInt32]) -> Int {
    var table = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for row in 0...a.count {
      for column in 0...b.count {
        if row == 0 || column == 0 {
          table[row][column] = row + column
          continue
        }
        var best = min(table[row - 1][column] + 1, table[row][column - 1] + 1)
        best = min(best, table[row - 1][column - 1] + (a[row - 1] == b[column - 1] ? 0 : 1))
        if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
          best = min(best, table[row - 2][column - 2] + 1)
        }
        table[row][column] = best
      }
    }
    return table[a.count][b.count]
  }

  @Test func holdsEveryWordUnderItsNumber() throws {
    let words = Self.randomWords(3000, seed: 1)
    let dictionary = try TermDictionary(TermDictionary.encoded(words))
    #expect(dictionary.count == words.count)
    for (number, word) in words.enumerated() {
      #expect(dictionary.word(number) == word)
      #expect(dictionary.term(word) == number)
    }
    #expect(dictionary.term(NameFolding.scalars(ofWord: "zzz")) == nil)
  }

  @Test(arguments: ["a", "ab", "cé", "東", "abcde", "zz"]) func findsTheWordsThatBeginSo(beginning: String) throws {
    let words = Self.randomWords(3000, seed: 2)
    let dictionary = try TermDictionary(TermDictionary.encoded(words))
    let scalars = NameFolding.scalars(ofWord: beginning)
    let expected = words.indices.filter { words[$0].starts(with: scalars) }
    #expect(Array(dictionary.terms(beginningWith: scalars)) == expected)
  }

  @Test(arguments: [0, 1, 2], ["abcdeé", "жзи東京"]) func findsAllWordsOfADistanceAndNoOthers(limit: Int, alphabet: String) throws {
    let words = Self.randomWords(600, seed: 3, of: alphabet)
    let dictionary = try TermDictionary(TermDictionary.encoded(words))
    for query in Self.randomWords(40, seed: 4, of: alphabet) {
      let found = dictionary.similar(to: query, limit: limit, beginnings: false)
      let expected = words.indices.filter { Self.distance(query, words[$0]) <= limit }
      #expect(found.map(\.term) == expected)
      for similar in found where similar.distance != Self.distance(query, words[similar.term]) {
        Issue.record("\(query) \(words[similar.term]): \(similar)")
      }
    }
  }

  /// Typed, meant, and how many of the changes between could as well have come from another word.
  @Test(
    arguments: [
      ("syrua", "syrau", 0), ("syrua", "syria", 1), ("bagy", "baugy", 0), ("bagy", "bago", 1), ("tawwa", "tawa", 0),
      ("tavwa", "tawa", 1), ("ycui", "ybycui", 0), ("trskw", "truskaw", 0), ("chevyra", "chevry", 1), ("poxay", "poian", 2),
      ("tkoo", "tokyo", 0), ("bari", "bari", 0), ("aabc", "abc", 0),
    ]) func tellsErrorsThatSayWhatWasMeantFromThoseThatDoNot(typed: String, meant: String, guesses: Int) throws
  {
    let dictionary = try TermDictionary(TermDictionary.encoded(Self.words([meant])))
    let found = dictionary.similar(to: NameFolding.scalars(ofWord: typed), limit: 2, beginnings: false)
    #expect(found.map(\.guesses) == [guesses])
  }

  @Test func guessesAreAtMostTheChanges() throws {
    let words = Self.randomWords(600, seed: 9, of: "abcdeé")
    let dictionary = try TermDictionary(TermDictionary.encoded(words))
    for query in Self.randomWords(40, seed: 10, of: "abcdeé") {
      for similar in dictionary.similar(to: query, limit: 2, beginnings: true) {
        #expect((0...(similar.distance ?? 0)).contains(similar.guesses))
        // A letter more or less is an error of one kind alone; one that is added may double another.
        let longer = words[similar.term].count - query.count
        if longer == similar.distance { #expect(similar.guesses == 0) }
      }
    }
  }

  @Test(arguments: [0, 1, 2]) func findsAllWordsWithASimilarBeginning(limit: Int) throws {
    let words = Self.randomWords(400, seed: 5, of: "abcdefé")
    let dictionary = try TermDictionary(TermDictionary.encoded(words))
    for query in Self.randomWords(20, seed: 6, of: "abcdefé") where query.count > 2 {
      let found = dictionary.similar(to: query, limit: limit, beginnings: true)
      let best = words.map { word in (0...word.count).map { Self.distance(query, Array(word[..<$0])) }.min() ?? 99 }
      #expect(found.map(\.term) == words.indices.filter { best[$0] <= limit })
      #expect(found.map(\.beginningDistance) == found.map { best[$0.term] })
    }
  }

  @Test func refusesDamagedWords() throws {
    let bytes = TermDictionary.encoded(Self.randomWords(200, seed: 7))
    var generator = SeededGenerator(seed: 8)
    var refused = 0
    for _ in 0..<2000 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      if Bool.random(using: &generator) { damaged.removeLast(Int.random(in: 1..<bytes.count, using: &generator)) }
      guard let dictionary = try? TermDictionary(damaged) else {
        refused += 1
        continue
      }
      // Whatever is accepted can be read through.
      #expect(dictionary.similar(to: [0x61, 0x62, 0x63], limit: 2, beginnings: true).count <= dictionary.count)
    }
    #expect(refused > 100)
  }
}
