import Foundation
import OverlookAstronomy
import OverlookGeometry
import OverlookSupport
import Testing

/// Shadows of boxes against the formula: as long as height / tan(altitude), on the side away from the Sun.
@MainActor @Suite struct ShadowEdgeTests {
  private static let box = ShadowScene.Box(west: -9, south: -9, width: 18, depth: 18, height: 20)

  /// Ten moments of a year, at several hours of the day at 24 degrees east.
  private static let dates = [
    "2026-01-15T10:20:00Z", "2026-02-20T08:00:00Z", "2026-03-20T12:30:00Z", "2026-04-25T14:10:00Z", "2026-05-21T06:45:00Z",
    "2026-06-21T10:24:00Z", "2026-07-30T15:00:00Z", "2026-09-22T09:10:00Z", "2026-10-28T11:40:00Z", "2026-12-10T10:00:00Z",
  ]

  @Test(arguments: [-33.87, 24.0, 48.2, 60.17], [0.0, 45])
  func edgesLieWithinHalfAPixelOfTheLine(latitude: Double, pitch: Double) throws {
    let scene = try ShadowScene([Self.box], latitude: latitude, bearing: pitch > 0 ? 25 : 0, pitch: pitch)
    var checked = 0
    for text in Self.dates {
      let sun = try scene.sun(try #require(ISO8601DateFormatter().date(from: text)))
      guard sun.altitude > 5 else { continue }
      let image = try scene.picture(azimuth: sun.azimuth, altitude: sun.altitude)
      for edge in Self.edges(sun, scene) {
        // Well beyond the softest edge.
        let shade = ShadeReader(image, lit: edge.middle + edge.outward * 12, shaded: edge.middle - edge.outward * 11)
        guard let found = shade.edge(at: edge.middle, outward: edge.outward, reach: edge.reach) else {
          Issue.record("no edge at \(edge.middle), latitude \(latitude), \(text)")
          continue
        }
        #expect(abs(found) <= 0.5, "\(found) pixels off at \(edge.middle), latitude \(latitude), \(text)")
        checked += 1
      }
    }
    #expect(checked >= 8)
  }

  private struct Edge {
    let middle, outward: SIMD2<Double>
    let reach: Double
  }

  /// The edges of the shadow's outline on the ground that are seen apart from the box, by its corners and the formula.
  private static func edges(_ sun: SkyPosition, _ scene: ShadowScene) -> [Edge] {
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
