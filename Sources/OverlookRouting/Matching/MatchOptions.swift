/// What the matching of traces expects of them (Newson and Krumm: Hidden Markov Map Matching Through Noise and Sparseness, 2009).
package struct MatchOptions: Hashable, Sendable {
  /// Standard deviation of a fix that says nothing of its accuracy, metres.
  package var noise = 4.07
  /// Metres around a fix in which roads are looked for; more for fixes that say that they are vague.
  package var radius = 50.0
  /// How much longer than the straight line a way is, on the average, metres: what a second of travel adds, and the least.
  package var detourPerSecond = 0.35
  package var leastDetour = 3.0
  /// The least for each metre of a fix's noise: the straight line between two fixes is as inexact as both together.
  package var detourPerNoise = 1.5
  /// A trace is two where the next fix is farther away, metres.
  package var breakage = 2000.0
  /// Fixes nearer than that to the one before are on its road, metres.
  package var spacing = 4.0
  /// Metres that turning back in the road counts.
  package var turnBack = 30.0

  package init() {}
}
