/// What is said next: the order of sentences that wait. A value; time is an argument.
struct SpeechQueue: Sendable {
  struct Item: Hashable, Sendable {
    var utterance: Utterance
    /// Monotonic seconds after which it is not worth saying.
    var deadline: Double
    let number: Int
  }

  /// What to do when a sentence comes.
  enum Verdict: Hashable, Sendable {
    /// It waits.
    case waits
    /// What is being said ends for it.
    case interrupts
  }

  /// A queue that is longer is of things that nobody needs any more.
  static let limit = 8

  private(set) var waiting: [Item] = []
  private(set) var current: Item?
  private var count = 0

  /// Takes a sentence. A maneuver takes the place of maneuvers and preparations that wait, and of one that is being said: it is nearer.
  /// An alert ends notices and preparations; a preparation takes the place of others that wait.
  mutating func add(_ utterance: Utterance, now: Double, validSeconds: Double) -> Verdict {
    count &+= 1
    let item = Item(utterance: utterance, deadline: now + validSeconds, number: count)
    switch utterance.priority {
    case .maneuver: waiting.removeAll { $0.utterance.priority == .maneuver || $0.utterance.priority == .preparation }
    case .preparation: waiting.removeAll { $0.utterance.priority == .preparation }
    case .notice, .alert: break
    }
    // Equal ones in the order in which they came.
    let place = waiting.firstIndex { $0.utterance.priority < utterance.priority } ?? waiting.endIndex
    waiting.insert(item, at: place)
    if waiting.count > Self.limit { waiting.removeLast() }
    guard let current else { return .waits }
    switch utterance.priority {
    case .maneuver: return current.utterance.priority == .alert ? .waits : .interrupts
    // What tells where to turn is told to its end.
    case .alert: return current.utterance.priority < .maneuver ? .interrupts : .waits
    case .preparation, .notice: return .waits
    }
  }

  /// The next sentence, which counts as being said; nil when there is none, or one is being said.
  mutating func next(now: Double) -> Item? {
    guard current == nil else { return nil }
    waiting.removeAll { $0.deadline <= now }
    guard !waiting.isEmpty else { return nil }
    current = waiting.removeFirst()
    return current
  }

  /// The sentence of that number is over.
  mutating func finish(_ number: Int) {
    if current?.number == number { current = nil }
  }

  /// Puts what was being said back to the front: its voice has failed.
  mutating func putBack(_ number: Int) {
    guard let item = current, item.number == number else { return }
    current = nil
    waiting.insert(item, at: 0)
  }

  /// Drops what waits and is not to be said.
  mutating func removeAll(where isUnwanted: (Utterance) -> Bool) { waiting.removeAll { isUnwanted($0.utterance) } }
}
