import Glibc
import OverlookGeometry

/// How the directions around the viewer come to lie on the flat view. All keep the middle of the view and its field of view.
public enum PanoramaProjection: Hashable, Sendable {
  /// As a camera sees: straight lines stay straight. Shows less than 180 degrees.
  case rectilinear
  /// Keeps small shapes.
  case stereographic
  /// As stereographic, and so wide that, where one looks straight down, all around is a little planet: 90 degrees from the middle of the view
  /// lie on a circle of three quarters of its smaller side at zoom 1, whatever the field of view.
  case littlePlanet
  /// Distances from the middle are angles: a fisheye.
  case equidistant
  /// From rectilinear (0) to stereographic (1), which is what an opening flight goes through; beyond, as at the nearer end.
  case between(stereographic: Double)

  /// The point that directions are projected from lies this far behind the middle of the sphere, in radii, 0 (rectilinear) to 1
  /// (stereographic); nil for projections that are none from a point. A shader needs nothing else of a projection.
  package var centerDistance: Double? {
    switch self {
    case .rectilinear: 0
    case .stereographic, .littlePlanet: 1
    case .equidistant: nil
    case .between(let share): share.isNaN ? 0 : min(max(share, 0), 1)
    }
  }

  /// Where a direction lies: its distance from the middle of the view in focal lengths. `cosine` and `sine` are those of its angle from
  /// the middle. Nil for directions that have no point.
  func radius(cosine: Double, sine: Double) -> Double? {
    guard let distance = centerDistance else {
      let angle = atan2(sine, cosine)
      // The opposite direction is all of the rim.
      return cosine < 0 && sine < 1e-15 ? nil : angle
    }
    let depth = distance + cosine
    // Nearer to the edge the sum has no digits left to tell one direction from the next.
    return depth > 1e-12 ? (1 + distance) * sine / depth : nil
  }

  /// The angle from the middle, as cosine and sine, of what lies `radius` focal lengths away from it; nil where nothing lies.
  func angle(radius: Double) -> (cosine: Double, sine: Double)? {
    guard let distance = centerDistance else { return radius < .pi ? (cos(radius), sin(radius)) : nil }
    // With k = r / (1 + d): sin = k (d + cos), whose square is a quadratic equation of cos. Halves of tangents keep all digits:
    // k (1 + d) + k (d - 1) t^2 = 2 t for t = tan(angle / 2).
    let k = radius / (1 + distance)
    let root = (1 + k * k * (1 - distance) * (1 + distance)).squareRoot()
    let half = k * (1 + distance) / (1 + root)
    // cos and sin of twice the angle whose tangent is `half`, which may be too large to be squared.
    guard half < 1e150 else { return nil }
    let scale = 1 + half * half
    return ((1 - half) * (1 + half) / scale, 2 * half / scale)
  }

  /// Focal lengths from the middle to the edge of a view that shows `fov` degrees.
  func halfWidth(fov: Double) -> Double {
    let half = fov / 2 * Angle.radiansPerDegree
    return radius(cosine: cos(half), sine: sin(half)) ?? 1
  }
}
