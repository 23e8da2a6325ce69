/// Which places of the paths of a layer are drawn: those that a pixel shows.
package struct PathLevel: Hashable, Sendable {
  /// Pixels of two to this power steps east look the same.
  package let power: Int
  /// Whether of several dots in one pixel the topmost alone is drawn.
  package let isThinned: Bool

  /// More places are not drawn at a level where a coarser one, of half a pixel at most, has fewer, and levels of no more of them are kept:
  /// what millions of them are drawn from takes more memory than they do.
  package static let affordableCount = 4_000_000
}

/// What was made of the paths of a layer for the levels of detail that were drawn lately, so that a zoom back and forth makes none anew.
package struct PathLevels<Made> {
  /// The latest last.
  private var levels: [(level: PathLevel?, made: Made)] = []

  package init() {}

  package var latest: (level: PathLevel?, made: Made)? { levels.last }

  package mutating func removeAll() { levels = [] }

  package subscript(_ level: PathLevel?) -> Made? { levels.first { $0.level == level }?.made }

  /// Takes out what was made for a level, to be appended again.
  package mutating func remove(_ level: PathLevel?) -> Made? {
    levels.firstIndex { $0.level == level }.map { levels.remove(at: $0).made }
  }

  /// Keeps `made` as the latest; others go, the oldest first, until all of them have no more than `limit` places together.
  package mutating func append(_ made: Made, at level: PathLevel?, limit: Int, placeCount: (Made) -> Int) {
    levels.append((level, made))
    var total = levels.reduce(0) { $0 + placeCount($1.made) }
    while total > limit, levels.count > 1 { total -= placeCount(levels.removeFirst().made) }
  }
}
