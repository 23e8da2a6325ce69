import Foundation
import OverlookAstronomy
import OverlookGeometry
import OverlookSupport
import Testing

/// Shadows of boxes against the formula: as long as height / tan(altitude), on the side away from the Sun.
@MainActor @Suite struct ShadowEdgeTests {
  /// Ten days of a year, and how high the Sun stands at the moment of them that is taken, or as near to that as it comes.
  private static let days: [(day: String, altitude: Double)] = [
    ("2026-01-15", 12), ("2026-02-20", 20), ("2026-03-20", 40), ("2026-04-25", 30), ("2026-05-21", 15), ("2026-06-21", 45),
    ("2026-07-30", 25), ("2026-09-22", 22), ("2026-10-28", 18), ("2026-12-10", 10),
  ]

  /// So long is the shadow, in metres.
  private static let length = 40.0

  /// The Sun of a day in the morning or in the afternoon, as high as it is wanted.
  private static func sun(_ day: String, _ altitude: Double, _ latitude: Double, isLate: Bool) throws -> SkyPosition {
    let noon = try Date("\(day)T10:24:00Z", strategy: .iso8601)
    let observer = SkyObserver(LocationCoordinate(latitude: latitude, longitude: 24))
    let suns = try (0..<36).map { step in
      try Ephemeris.position(
        of: .sun, at: noon.addingTimeInterval(Double(step) * (isLate ? 1_200 : -1_200)), observer: observer)
    }
    return try #require(suns.min { abs($0.altitude - altitude) < abs($1.altitude - altitude) })
  }

  @Test(arguments: [-33.87, 24.0, 48.2, 60.17], [0.0, 45])
  func edgesLieWithinHalfAPixelOfTheLine(latitude: Double, pitch: Double) throws {
    for (number, (day, altitude)) in Self.days.enumerated() {
      let text = "\(day), latitude \(latitude)"
      let sun = try Self.sun(day, altitude, latitude, isLate: number & 1 == 1)
      #expect(sun.altitude > 5, "\(text)")
      let box = ShadowScene.Box(
        west: -9, south: -9, width: 18, depth: 18, height: Self.length * tan(sun.altitude * .pi / 180))
      let scene = try ShadowScene([box], latitude: latitude, bearing: pitch > 0 ? 25 : 0, pitch: pitch)
      let image = try scene.picture(azimuth: sun.azimuth, altitude: sun.altitude)
      var checked = 0
      for edge in Self.edges(sun, box, scene) {
        // Well beyond the softest edge.
        let shade = ShadeReader(image, lit: edge.middle + edge.outward * 12, shaded: edge.middle - edge.outward * 11)
        guard let found = shade.end(at: edge.middle, outward: edge.outward, reach: edge.reach) else {
          Issue.record("no edge at \(edge.middle), \(text)")
          continue
        }
        #expect(abs(found) <= 0.5, "\(found) pixels off at \(edge.middle), \(text)")
        checked += 1
      }
      #expect(checked >= 1, "\(text)")
    }
  }

  private struct Edge {
    let middle, outward: SIMD2<Double>
    let reach: Double
  }

  /// The edges of the shadow's outline on the ground that are seen apart from the box, by its corners and the formula.
  private static func edges(_ sun: SkyPosition, _ box: ShadowScene.Box, _ scene: ShadowScene) -> [Edge] {
    let length = box.height / tan(sun.altitude * .pi / 180)
    let away = (sun.azimuth + 180) * .pi / 180
    let shift = SIMD2(sin(away) * length, cos(away) * length)
    let corners = [SIMD2(-9.0, -9), SIMD2(9, -9), SIMD2(9, 9), SIMD2(-9, 9)]
    let hull = convexHull(corners + corners.map { $0 + shift })
    var edges: [Edge] = []
    for (index, a) in hull.enumerated() {
      let b = hull[(index + 1) % hull.count]
      let middle = (a + b) / 2
      // Seen apart from walls and roof, and from the corners.
      guard max(abs(middle.x), abs(middle.y)) > 9 + 12 else { continue }
      let (p, q) = (scene.pixel(a.x, a.y), scene.pixel(b.x, b.y))
      let along = q - p
      let size = (along * along).sum().squareRoot()
      guard size > 14 else { continue }
      let seen = scene.pixel(middle.x, middle.y)
      guard (24...376).contains(seen.x), (24...376).contains(seen.y) else { continue }
      let inner = scene.pixel(shift.x * 0.75, shift.y * 0.75)
      guard (8...392).contains(inner.x), (8...392).contains(inner.y) else { continue }
      var outward = SIMD2(along.y, -along.x) / size
      if (outward * (inner - seen)).sum() > 0 { outward = -outward }
      guard !scene.isHidden(middle.x, middle.y, by: box) else { continue }
      edges.append(Edge(middle: seen, outward: outward, reach: 8))
    }
    return edges
  }

  /// Counter-clockwise, by Andrew's monotone chain.
  private static func convexHull(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func half(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
      var chain: [SIMD2<Double>] = []
      for point in points {
        while chain.count > 1 {
          let (a, b) = (chain[chain.count - 1] - chain[chain.count - 2], point - chain[chain.count - 1])
          guard a.x * b.y - a.y * b.x <= 1e-9 else { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain.dropLast()
    }
    return half(sorted) + half(sorted.reversed())
  }
}
