/// A body whose place in the sky is known.
public enum CelestialBody: String, Hashable, Sendable, CaseIterable {
  /// The Sun.
  case sun
  /// The Moon.
  case moon
  /// The centre of the Milky Way, Sagittarius A*.
  case galacticCenter
}
