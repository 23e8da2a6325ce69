package import OverlookSupport

/// A polygon that stands on the map, as the renderer takes it.
package struct Extrusion: Hashable, Sendable {
  /// Metres above the ground, 0 or more.
  package var base: Double
  /// Metres above the ground, above `base`.
  package var height: Double
  package var wallColor: Color
  package var roofColor: Color
  /// Whether walls are darker towards the ground.
  package var hasVerticalGradient: Bool

  /// Taller than anything that stands on the Earth; keeps what is near the view bounded.
  private static let tallest = 100_000.0

  /// Nil for what does not stand: without a height above its base, or without a colour.
  init?(base: Double, height: Double, color: Color?, roofColor: Color?, hasVerticalGradient: Bool) {
    let foot = base.isFinite ? min(max(base, 0), Self.tallest) : 0
    guard let color, height.isFinite, height > foot else { return nil }
    self.base = foot
    self.height = min(height, Self.tallest)
    wallColor = color
    self.roofColor = roofColor ?? color
    self.hasVerticalGradient = hasVerticalGradient
  }

  /// Whether nothing is seen through it.
  package var isOpaque: Bool { wallColor.alpha >= 1 && roofColor.alpha >= 1 }

  /// How far from its foot it can be seen on the ground, in metres: under an angle of 79 degrees from straight down.
  package var reachMeters: Double { 5 * height }
}
