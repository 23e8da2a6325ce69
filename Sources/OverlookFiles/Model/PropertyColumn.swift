import OverlookSupport

/// The values of one name. All of one type are held as such; features in a row without gaps need no numbers of theirs.
package struct PropertyColumn: Sendable {
  package enum Kind: UInt8, Hashable, Sendable { case empty, bools, integers, numbers, texts, json, mixed }

  package let name: String
  package private(set) var kind = Kind.empty
  /// Bools, integers, and numbers of texts; those of `mixed` columns with their kind in `kinds`, and bits of a Double as well.
  private var words: [Int64] = []
  /// Bools and integers in place of `words`, while all of them fit.
  private var small: [Int32] = []
  private var numbers: [Double] = []
  /// In place of `numbers` once all of them are there, where they have so few decimals that they are these whole numbers by `divisor`.
  private var decimals: [Int32] = []
  private var divisor = 1.0
  private var texts: [UInt32] = []
  private var kinds: [Kind] = []
  private var firstFeature = 0
  /// The features that have a value; empty while they follow each other from `firstFeature` on.
  private var features: [Int32] = []

  init(name: String) { self.name = name }

  /// How many features have a value.
  package var count: Int {
    switch kind {
    case .empty: 0
    case .bools, .integers, .mixed: words.count + small.count
    case .numbers: numbers.count + decimals.count
    case .texts, .json: texts.count
    }
  }

  package var byteCount: Int {
    8 * (words.capacity + numbers.capacity)
      + 4 * (small.capacity + decimals.capacity + texts.capacity + features.capacity) + kinds.capacity
  }

  private func number(at index: Int) -> Double { decimals.isEmpty ? numbers[index] : Double(decimals[index]) / divisor }

  private func word(at index: Int) -> Int64 { small.isEmpty ? words[index] : Int64(small[index]) }

  func value(of feature: Int, _ pool: TextPool) -> PropertyValue? {
    index(of: feature).map { value(at: $0, pool) }
  }

  /// The number of the feature's text in the pool, in a column of texts alone.
  package func text(of feature: Int) -> UInt32? {
    guard kind == .texts, let index = index(of: feature) else { return nil }
    return texts[index]
  }

  private func value(at index: Int, _ pool: TextPool) -> PropertyValue {
    switch kind {
    case .numbers: return .number(number(at: index))
    case .texts: return .text(pool[Int(texts[index])])
    case .json: return .json(pool[Int(texts[index])])
    case .bools: return .bool(word(at: index) != 0)
    case .integers: return .integer(word(at: index))
    case .empty, .mixed:
      let word = words[index]
      switch kinds[index] {
      case .bools: return .bool(word != 0)
      case .numbers: return .number(Double(bitPattern: UInt64(bitPattern: word)))
      case .texts: return .text(pool[Int(clamping: word)])
      case .json: return .json(pool[Int(clamping: word)])
      case .integers, .empty, .mixed: return .integer(word)
      }
    }
  }

  private func index(of feature: Int) -> Int? {
    let count = count
    guard count > 0 else { return nil }
    if features.isEmpty {
      let index = feature - firstFeature
      return index >= 0 && index < count ? index : nil
    }
    var (low, high) = (0, features.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(features[middle]) < feature { low = middle + 1 } else { high = middle }
    }
    return low < features.count && Int(features[low]) == feature ? low : nil
  }

  // MARK: Writing

  mutating func append(_ number: Double, _ feature: Int) {
    if kind == .numbers {
      guard begin(feature) else { return }
      return numbers.append(number)
    }
    if kind == .integers, words.allSatisfy({ $0.magnitude < 1 << 53 }) {
      guard begin(feature) else { return }
      numbers = small.isEmpty ? words.map(Double.init) : small.map(Double.init)
      (words, small) = ([], [])
      kind = .numbers
      return numbers.append(number)
    }
    append(Int64(bitPattern: number.bitPattern), as: .numbers, feature)
  }

  mutating func append(_ word: Int64, as added: Kind, _ feature: Int) {
    guard begin(feature) else { return }
    if kind == .empty { kind = added }
    if kind != added, kind != .mixed {
      // A whole number among others is one of them.
      if kind == .numbers, added == .integers, word.magnitude < 1 << 53 { return numbers.append(Double(word)) }
      mix()
    }
    switch kind {
    case .mixed:
      words.append(word)
      kinds.append(added)
    case .numbers: numbers.append(Double(bitPattern: UInt64(bitPattern: word)))
    case .texts, .json: texts.append(UInt32(truncatingIfNeeded: word))
    case .empty, .bools, .integers:
      if words.isEmpty, let short = Int32(exactly: word) { return small.append(short) }
      if !small.isEmpty { (words, small) = (small.map(Int64.init), []) }
      words.append(word)
    }
  }

  /// Notes that a value of `feature` comes; false when it has one already, which stays.
  private mutating func begin(_ feature: Int) -> Bool {
    expand()
    let count = count
    if count == 0 {
      (firstFeature, features) = (feature, [])
      return true
    }
    let last = features.last.map(Int.init) ?? firstFeature + count - 1
    guard feature > last else { return false }
    if features.isEmpty, feature != last + 1 {
      features = (0..<count).map { Int32(clamping: firstFeature + $0) }
    }
    if !features.isEmpty { features.append(Int32(clamping: feature)) }
    return true
  }

  private mutating func mix() {
    let old = kind
    switch old {
    case .numbers: words = numbers.map { Int64(bitPattern: $0.bitPattern) }
    case .texts, .json: words = texts.map(Int64.init)
    case .bools, .integers: if !small.isEmpty { words = small.map(Int64.init) }
    case .empty, .mixed: break
    }
    kinds = [Kind](repeating: old, count: words.count)
    (numbers, texts, small, kind) = ([], [], [], .mixed)
  }

  mutating func remove(from feature: Int) {
    expand()
    var kept = count
    if features.isEmpty {
      kept = min(max(feature - firstFeature, 0), kept)
    } else {
      while let last = features.last, Int(last) >= feature {
        features.removeLast()
        kept -= 1
      }
    }
    words.removeLast(max(words.count - kept, 0))
    small.removeLast(max(small.count - kept, 0))
    numbers.removeLast(max(numbers.count - kept, 0))
    texts.removeLast(max(texts.count - kept, 0))
    kinds.removeLast(max(kinds.count - kept, 0))
    if kept == 0 { (kind, features) = (.empty, []) }
  }

  mutating func keep(_ kept: [Int32], _ pool: TextPool) {
    var other = PropertyColumn(name: name)
    for (new, old) in kept.enumerated() {
      guard let index = index(of: Int(old)) else { continue }
      switch kind {
      case .numbers: other.append(number(at: index), new)
      case .texts, .json: other.append(Int64(texts[index]), as: kind, new)
      case .bools, .integers: other.append(word(at: index), as: kind, new)
      case .mixed where kinds[index] == .numbers:
        other.append(Double(bitPattern: UInt64(bitPattern: words[index])), new)
      case .mixed: other.append(words[index], as: kinds[index], new)
      case .empty: break
      }
    }
    self = other
  }

  mutating func trim() {
    pack()
    words = words.trimmed()
    small = small.trimmed()
    numbers = numbers.trimmed()
    texts = texts.trimmed()
    features = features.trimmed()
  }

  /// Whole numbers by a power of ten give the very number that such a decimal reads as: both are rounded once.
  private mutating func pack() {
    guard kind == .numbers, !numbers.isEmpty else { return }
    var scale = 1.0
    for number in numbers {
      while scale <= 1e7, !Self.isWhole(number, scale) { scale *= 10 }
      guard scale <= 1e7 else { return }
    }
    // A later number may have raised the scale beyond what an earlier one has room for.
    guard numbers.allSatisfy({ Self.isWhole($0, scale) }) else { return }
    decimals = numbers.map { Int32(exactly: ($0 * scale).rounded()) ?? 0 }
    (numbers, divisor) = ([], scale)
  }

  private static func isWhole(_ number: Double, _ scale: Double) -> Bool {
    guard let whole = Int32(exactly: (number * scale).rounded()) else { return false }
    // Minus zero is another number.
    return (Double(whole) / scale).bitPattern == number.bitPattern
  }

  private mutating func expand() {
    guard !decimals.isEmpty else { return }
    numbers = decimals.map { Double($0) / divisor }
    (decimals, divisor) = ([], 1)
  }
}
