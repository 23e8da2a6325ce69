extension TermDictionary {
  /// The similar words in some blocks.
  ///
  /// Half of the time of a search goes by here, hence the pointers. Invariants: `init` looked through all entries, so that each lies
  /// within `bytes`, shares no more than the word before it has and is no longer than `longest`; `path` and `states` hold one
  /// more than that. A depth is at most the length of the word that is read. `SimilarScan.guesses` reads `path` below a depth, and in
  /// its rows the columns 0 to `depth` of one word.
  func similar(
    _ automaton: AlignmentAutomaton, _ word: [UInt32], limit: Int, beginnings: Bool, blocks: Range<Int>
  ) -> [Similar] {
    guard !blocks.isEmpty else { return [] }
    let end = blocks.upperBound < blockTotal ? start(ofBlock: blocks.upperBound) : bytes.count
    return bytes.withUnsafeBufferPointer { bytes in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.longest + 2) { path in
        withUnsafeTemporaryAllocation(of: AlignmentAutomaton.State.self, capacity: Self.longest + 2) { states in
          path.initialize(repeating: 0)
          states.initialize(repeating: automaton.start)
          var scan = SimilarScan(
            bytes: bytes, path: path, states: states, position: start(ofBlock: blocks.lowerBound), end: end,
            term: blocks.lowerBound * Self.blockCount - 1)
          return scan.run(automaton, word, limit: UInt8(limit), beginnings: beginnings)
        }
      }
    }
  }
}

/// A walk through the entries of a dictionary.
private struct SimilarScan {
  let bytes: UnsafeBufferPointer<UInt8>
  let path: UnsafeMutableBufferPointer<UInt32>
  let states: UnsafeMutableBufferPointer<AlignmentAutomaton.State>
  var position: Int
  let end: Int
  var term: Int

  mutating func run(
    _ automaton: AlignmentAutomaton, _ word: [UInt32], limit: UInt8, beginnings: Bool
  ) -> [TermDictionary.Similar] {
    var found: [TermDictionary.Similar] = []
    // Scalars of the path after which all is lost.
    var dead = Int.max
    let inBlock = TermDictionary.blockCount - 1
    while position < end {
      term += 1
      let (shared, last) = entry()
      if dead != .max {
        let isHead = term & inBlock == 0
        if isHead ? begins(last, count: dead) : shared >= dead {
          position = last
          continue
        }
      }
      dead = .max
      var depth = shared
      while position < last {
        let scalar = scalar()
        path[depth] = scalar
        let state = automaton.next(states[depth], scalar)
        depth += 1
        states[depth] = state
        if automaton.isLost(state, beginnings: beginnings) {
          dead = depth
          break
        }
      }
      position = last
      guard dead == .max else { continue }
      let distance = automaton.distance(states[depth])
      let beginning = beginnings && states[depth].beginning <= limit ? Int(states[depth].beginning) : nil
      if distance != nil || beginning != nil {
        let guessed = distance.map { guesses(word, depth, changes: $0) } ?? 0
        found.append(
          TermDictionary.Similar(term: term, distance: distance, guesses: guessed, beginningDistance: beginning))
      }
    }
    return found
  }

  /// What a change costs: the fewest of them count first, and of these the fewest guesses.
  private static let change = 16
  private static let guess = change + 1
  private static let unreachable = Int.max / 2

  /// Of the changes between the first `depth` scalars of the path and what was typed, those that are guesses (`Similar.guesses`), by
  /// the distances of all their beginnings.
  private func guesses(_ typed: [UInt32], _ depth: Int, changes: Int) -> Int {
    guard changes > 0 else { return 0 }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * (depth + 1)) { rows in
      rows.initialize(repeating: Self.unreachable)
      var (before, last, now) = (0, depth + 1, 2 * (depth + 1))
      for column in 0...depth { rows[last + column] = Self.change * column }
      for (row, letter) in typed.enumerated() {
        let previous = row > 0 ? typed[row - 1] : nil
        let isDoubled = previous == letter || row + 1 < typed.count && typed[row + 1] == letter
        let added = isDoubled ? Self.change : Self.guess
        rows[now] = rows[last] + added
        for column in 0..<depth {
          let own = path[column]
          var best = min(rows[last + column] + (own == letter ? 0 : Self.guess), rows[now + column] + Self.change)
          best = min(best, rows[last + column + 1] + added)
          if column > 0, previous == own, path[column - 1] == letter {
            best = min(best, rows[before + column - 1] + Self.change)
          }
          rows[now + column + 1] = best
        }
        (before, last, now) = (last, now, before)
      }
      return min(max(rows[last + depth] - Self.change * changes, 0), changes)
    }
  }

  /// Scalars shared with the word before, and where the next entry begins.
  @inline(__always) private mutating func entry() -> (shared: Int, last: Int) {
    let head = bytes[position]
    position += 1
    if head != 0xFF { return (Int(head >> 4), position + Int(head & 15)) }
    position += 2
    return (Int(bytes[position - 2]), position + Int(bytes[position - 1]))
  }

  @inline(__always) private mutating func scalar() -> UInt32 {
    let first = bytes[position]
    position += 1
    guard first >= 0x80 else { return UInt32(first) }
    var value = UInt32(first & (first >= 0xF0 ? 0x07 : first >= 0xE0 ? 0x0F : 0x1F))
    while position < end, bytes[position] & 0xC0 == 0x80 {
      value = value &<< 6 | UInt32(bytes[position] & 0x3F)
      position += 1
    }
    return value
  }

  /// Whether the word that begins here begins as the path does.
  private mutating func begins(_ last: Int, count: Int) -> Bool {
    let start = position
    defer { position = start }
    for depth in 0..<count {
      guard position < last, scalar() == path[depth] else { return false }
    }
    return true
  }
}
