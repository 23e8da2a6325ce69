import OverlookGeometry

/// Which places of the paths of a layer are drawn: those that a pixel shows.
package struct PathLevel: Hashable, Sendable {
  /// Pixels of two to this power steps east look the same.
  package let power: Int
  /// Whether of several dots in one pixel the topmost alone is drawn.
  package let isThinned: Bool
}

/// The paths of a layer at the levels of detail that were drawn lately, so that a zoom back and forth makes none anew.
struct PathLevels {
  /// The latest last.
  private var made: [(level: PathLevel, sequences: PlaceSequences)] = []

  mutating func removeAll() { made = [] }

  /// The paths at a level, by `make` where they are not there; others go until all of them have no more than `limit` places together.
  mutating func sequences(at level: PathLevel, limit: Int, make: () -> PlaceSequences) -> PlaceSequences {
    if let last = made.last, last.level == level { return last.sequences }
    let known = made.firstIndex { $0.level == level }.map { made.remove(at: $0).sequences }
    let wanted = known ?? make()
    made.append((level, wanted))
    var total = made.reduce(0) { $0 + $1.sequences.places.count }
    while total > limit, made.count > 1 { total -= made.removeFirst().sequences.places.count }
    return wanted
  }
}
