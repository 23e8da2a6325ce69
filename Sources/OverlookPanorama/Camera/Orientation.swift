/// Where one looks from a place.
public struct Orientation: Hashable, Sendable {
  /// Degrees clockwise from true north.
  public var heading: Double
  /// Degrees above the horizon, -90 (straight down) ... 90.
  public var pitch: Double

  /// An orientation of these degrees.
  public init(heading: Double, pitch: Double) {
    self.heading = heading
    self.pitch = pitch
  }
}
