import Synchronization

extension TermDictionary {
  /// A word that is near to another one.
  struct Similar: Sendable {
    let term: Int
    /// Letters added, dropped, changed or swapped with their neighbour; nil for more than asked for.
    let distance: Int?
    /// Of these changes, the fewest that tell nothing of what was meant: letters added, unless they only double one, and changed. Few
    /// words are left that a letter dropped or swapped explains, and many that another one does. 0 for the word itself.
    let guesses: Int
    /// As `distance`, for the best beginning of the word.
    let beginningDistance: Int?
  }

  /// The words at most `limit` (2 or less) changes away from `word`; with `beginnings`, also those of which a beginning is.
  ///
  /// The distance of optimal string alignment. What begins too differently is passed over together, as in a trie. Words in letters
  /// of another part of Unicode are no typing errors, and not looked at.
  func similar(to word: [UInt32], limit: Int, beginnings: Bool) -> [Similar] {
    let question = SimilarWords.Question(word: word, limit: limit, beginnings: beginnings)
    return remembered.answer(question) { found(question) }
  }

  private func found(_ question: SimilarWords.Question) -> [Similar] {
    let (word, limit, beginnings) = (question.word, question.limit, question.beginnings)
    guard let automaton = AlignmentAutomaton(word, limit: limit) else { return [] }
    let isLatin = word.allSatisfy { $0 < Self.firstBeyondLatin }
    let middle = (lowerBound([Self.firstBeyondLatin]) + Self.blockCount - 1) / Self.blockCount
    return similar(
      automaton, word, limit: limit, beginnings: beginnings, blocks: isLatin ? 0..<middle : max(middle - 1, 0)..<blockTotal)
  }

  private static var firstBeyondLatin: UInt32 { 0x250 }
}

/// What was found for the words asked for last: who types asks for the words before the last one with every key.
final class SimilarWords: Sendable {
  struct Question: Hashable, Sendable {
    let word: [UInt32]
    let limit: Int
    let beginnings: Bool
  }

  private static let mostQuestions = 128
  private let answers = Mutex<[Question: [TermDictionary.Similar]]>([:])

  func answer(_ question: Question, _ find: () -> [TermDictionary.Similar]) -> [TermDictionary.Similar] {
    if let known = answers.withLock({ $0[question] }) { return known }
    let found = find()
    answers.withLock { answers in
      // Begun anew now and then, which costs less than to know the oldest.
      if answers.count >= Self.mostQuestions { answers.removeAll(keepingCapacity: true) }
      answers[question] = found
    }
    return found
  }
}

/// Compares words with one word, a scalar at a time: bit i of a set says that so many scalars of the word are used up, and there is a
/// set for each number of changes (Wu and Manber, doi 10.1145/135239.135244, with swapped neighbours).
struct AlignmentAutomaton {
  struct State: BitwiseCopyable {
    var none: UInt64
    var one: UInt64
    var two: UInt64
    /// In the middle of a swap.
    var swap: UInt64 = 0
    var swapAfterOne: UInt64 = 0
    /// The least changes of a beginning so far.
    var beginning: UInt8
  }

  private let limit: Int
  private let end: UInt64
  private var ascii = [UInt64](repeating: 0, count: 128)
  private var others: [(scalar: UInt32, mask: UInt64)] = []
  private let usesOne: UInt64
  private let usesTwo: UInt64

  init?(_ word: [UInt32], limit: Int) {
    guard !word.isEmpty, word.count <= 60, (0...2).contains(limit) else { return nil }
    self.limit = limit
    end = 1 << UInt64(word.count)
    usesOne = limit > 0 ? .max : 0
    usesTwo = limit > 1 ? .max : 0
    for (index, scalar) in word.enumerated() {
      let bit: UInt64 = 1 << UInt64(index + 1)
      if scalar < 128 {
        ascii[Int(scalar)] |= bit
      } else if let known = others.firstIndex(where: { $0.scalar == scalar }) {
        others[known].mask |= bit
      } else {
        others.append((scalar, bit))
      }
    }
  }

  /// Before anything is read: scalars of the word may be left out.
  var start: State {
    var state = State(none: 1, one: 0b11 & usesOne, two: 0b111 & usesTwo, beginning: 99)
    state.beginning = accepted(state)
    return state
  }

  @inline(__always) private func mask(_ scalar: UInt32) -> UInt64 {
    if scalar < 128 { return ascii[Int(scalar)] }
    for other in others where other.scalar == scalar { return other.mask }
    return 0
  }

  @inline(__always) func next(_ state: State, _ scalar: UInt32) -> State {
    let mask = mask(scalar)
    let none = (state.none &<< 1) & mask
    let swapped = mask &<< 1
    var one = (state.one &<< 1) & mask | state.none | state.none &<< 1 | none &<< 1 | state.swap & swapped
    one &= usesOne
    var two = (state.two &<< 1) & mask | state.one | state.one &<< 1 | one &<< 1 | state.swapAfterOne & swapped
    two &= usesTwo
    var result = State(none: none, one: one, two: two, beginning: state.beginning)
    result.swap = (state.none &<< 2) & mask & usesOne
    result.swapAfterOne = (state.one &<< 2) & mask & usesTwo
    result.beginning = min(state.beginning, accepted(result))
    return result
  }

  @inline(__always) private func accepted(_ state: State) -> UInt8 {
    if state.none & end != 0 { return 0 }
    if state.one & end != 0 { return 1 }
    return state.two & end != 0 ? 2 : 99
  }

  @inline(__always) func distance(_ state: State) -> Int? {
    let changes = accepted(state)
    return changes <= limit ? Int(changes) : nil
  }

  /// Whether no longer word can be near.
  @inline(__always) func isLost(_ state: State, beginnings: Bool) -> Bool {
    if beginnings, state.beginning <= limit { return false }
    let reachable = (end &<< 1) &- 1
    return (state.none | state.one | state.two | state.swap | state.swapAfterOne) & reachable == 0
  }
}
