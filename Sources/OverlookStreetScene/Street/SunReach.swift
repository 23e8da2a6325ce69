package import Foundation
import Glibc
package import OverlookAstronomy
import OverlookGeometry

/// When the sun reaches a place between houses: a window, a table of a café, a balcony.
package struct SunReach: Sendable {
  /// From when until when the sun shines there.
  package typealias Span = ClosedRange<Date>

  /// Seconds between two places of the sun that are looked at; the ends of spans lie between two of them.
  private static let step = 300.0
  /// The sun's middle has to stand so high, degrees: half of its disc.
  private static let leastAltitude = 0.27

  private let observer: SkyObserver
  private let depth: StreetDepth
  /// Out of the wall, x east and y north, of length 1; nil for a place that looks all around.
  private let outward: SIMD2<Double>?

  /// - Parameters:
  ///   - place: Metres east and north of the origin of the scene and above the ground; moved a hand's breadth out of its wall.
  ///   - facing: The direction that a window looks to, degrees clockwise from north; nil for what is lit from all sides.
  package init(_ place: SIMD3<Double>, facing: Double? = nil, in scene: StreetScene) {
    let outward = facing.map { SIMD2(sin($0 * .pi / 180), cos($0 * .pi / 180)) }
    self.outward = outward
    observer = SkyObserver(scene.frame.coordinate(SIMD2(place.x, place.y)), heightMeters: 0)
    let bodies = StreetBodies(StreetMesh(scene), height: 0, radius: scene.radius)
    let shift = (outward ?? SIMD2()) * 0.3
    depth = bodies.depth(from: SIMD3(place.x + shift.x, place.y + shift.y, max(place.z, 0.1)), side: 512)
  }

  /// Whether the sun shines there at a moment.
  package func isLit(at date: Date) throws(AstronomyError) -> Bool {
    let sun = try Ephemeris.position(of: .sun, at: date, observer: observer)
    guard sun.altitude >= Self.leastAltitude else { return false }
    let (azimuth, altitude) = (sun.azimuth * .pi / 180, sun.altitude * .pi / 180)
    let ray = SIMD3(sin(azimuth) * cos(altitude), cos(azimuth) * cos(altitude), sin(altitude))
    if let outward, ray.x * outward.x + ray.y * outward.y <= 0 { return false }
    return depth.distance(toward: ray) == nil
  }

  /// From when until when it shines within a day that begins at `start`.
  package func spans(from start: Date, seconds: Double = 86_400) throws(AstronomyError) -> [Span] {
    var spans: [Span] = []
    var begin: Date?
    var before = start
    for number in 0...Int((min(max(seconds, 0), 400 * 86_400) / Self.step).rounded()) {
      let date = start.addingTimeInterval(Double(number) * Self.step)
      let isLit = try isLit(at: date)
      if isLit, begin == nil { begin = number == 0 ? date : try edge(before, date) }
      if !isLit, let first = begin {
        spans.append(first...max(try edge(before, date), first))
        begin = nil
      }
      before = date
    }
    if let begin { spans.append(begin...max(before, begin)) }
    return spans
  }

  /// When it begins or ends between two moments, to the nearest ten seconds.
  private func edge(_ first: Date, _ second: Date) throws(AstronomyError) -> Date {
    var (low, high) = (first, second)
    let isLitFirst = try isLit(at: first)
    while high.timeIntervalSince(low) > 10 {
      let middle = low.addingTimeInterval(high.timeIntervalSince(low) / 2)
      if try isLit(at: middle) == isLitFirst { low = middle } else { high = middle }
    }
    return high
  }
}
