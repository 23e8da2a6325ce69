import Glibc
import OverlookGeometry
import OverlookPanorama
import OverlookStreetScene

/// The way of the eye from one panorama to the next, and what both pictures show on the way: each lies on the ground and the houses
/// between, or, where nothing is known of them, on the ground and a sphere.
@MainActor final class PanoramaFlight {
  /// Farther than this one fades over.
  static let farthestMeters = 60.0
  /// Of the sphere around the way where nothing is known of houses, and of the sky, metres.
  private static let (sphereMeters, skyMeters) = (40.0, 100_000.0)

  private let frame: StreetFrame
  private let bodies: StreetBodies?
  /// Of both eyes, metres from the first: east, north, up.
  private let eyes: (from: SIMD3<Double>, to: SIMD3<Double>)
  private let heights: (from: Double, to: Double)
  /// What both see; nil where nothing is known.
  private let depths: (from: StreetDepth, to: StreetDepth)?
  /// What is seen on the way, and how far it has come.
  private var seen: (share: Double, depth: StreetDepth)?
  private(set) var share = 0.0

  /// Nil where one of both has no place, or the way is too long or none at all.
  init?(from: Panorama, to: Panorama, surroundings: StreetSurroundings?) {
    guard let start = from.coordinate, let end = to.coordinate, start.isValid, end.isValid else { return nil }
    frame = surroundings?.frame ?? StreetFrame(origin: start)
    heights = (
      surroundings?.height ?? from.heightMeters ?? StreetSurroundings.usualHeight,
      to.heightMeters ?? StreetSurroundings.usualHeight
    )
    let (a, b) = (frame.place(start), frame.place(end))
    eyes = (SIMD3(a.x, a.y, 0), SIMD3(b.x, b.y, heights.to - heights.from))
    let way = eyes.to - eyes.from
    let meters = (way * way).sum().squareRoot()
    guard meters > 0.1, meters <= Self.farthestMeters else { return nil }
    bodies = surroundings?.bodies
    depths = surroundings.map { ($0.depth, $0.bodies.depth(from: SIMD3(b.x, b.y, 0), side: 384)) }
  }

  /// Brings the eye to a share of the way.
  func move(to share: Double) {
    guard self.share != share || seen == nil else { return }
    self.share = share
    seen = bodies.map { (share, $0.depth(from: eye)) }
  }

  private var eye: SIMD3<Double> { eyes.from + (eyes.to - eyes.from) * share }

  /// How what a ray shows (x east, y up, z north; of length 1) is seen in both pictures, and how much of the second one.
  func sight(_ ray: SIMD3<Double>) -> PanoramaFlightSight {
    let direction = SIMD3(ray.x, ray.z, ray.y)
    let place = eye + direction * distance(direction)
    let (first, second) = (place - eyes.from, place - eyes.to)
    let blend = Self.smooth((share - 0.1) / 0.8)
    var weight = blend
    if let depths {
      switch (depths.from.isSeen(first, margin: 0.5), depths.to.isSeen(second, margin: 0.5)) {
      case (true, false): weight = 0
      case (false, true): weight = 1
      default: break
      }
    }
    return PanoramaFlightSight(
      from: SIMD3(first.x, first.z, first.y), to: SIMD3(second.x, second.z, second.y), share: weight)
  }

  private func distance(_ direction: SIMD3<Double>) -> Double {
    if let seen { return seen.depth.distance(toward: direction) ?? Self.skyMeters }
    let height = heights.from + eye.z
    let ground = direction.z < -1e-6 ? -height / direction.z : .infinity
    return min(ground, direction.z > 0.6 ? Self.skyMeters : Self.sphereMeters)
  }

  private static func smooth(_ value: Double) -> Double {
    let x = min(max(value, 0), 1)
    return x * x * (3 - 2 * x)
  }
}

/// What a ray of a flight shows in both pictures: directions of any length (x east, y up, z north) from where they were taken.
struct PanoramaFlightSight {
  var from: SIMD3<Double>
  var to: SIMD3<Double>
  /// Of the second picture, 0 ... 1.
  var share: Double
}
