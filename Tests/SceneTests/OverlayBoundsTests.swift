import Glibc
import OverlookGeometry
import OverlookScene
import Testing

/// What overlays cover of the world, by which they are found.
@MainActor @Suite struct OverlayBoundsTests {
  private let store = OverlayStore()

  private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
    LocationCoordinate(latitude: latitude, longitude: longitude)
  }

  private func bounds(_ circle: Circle) -> WorldRect? {
    store.add(circle)
    return store.circleRow(circle.slot)?.bounds
  }

  private func bounds(_ path: [LocationCoordinate], geodesic: Bool) -> WorldRect? {
    let line = Polyline(path: Path(path))
    line.geodesic = geodesic
    store.add(line)
    return store.polylineRow(line.slot)?.bounds
  }

  @Test func aCircleReachesItsRadiusNorthAndSouthAndTouchesItsWidestMeridians() throws {
    // At 60 N with an angular radius r: sin(half width) = sin(r) / cos(60).
    let radius = 1_000_000.0
    let angle = radius / 6_371_009
    let box = try #require(bounds(Circle(position: place(60, 20), radius: radius)))
    let north = WorldPoint(place(60 + angle * 180 / .pi, 20)).y
    let south = WorldPoint(place(60 - angle * 180 / .pi, 20)).y
    let halfWidth = asin(sin(angle) / 0.5) / (2 * .pi)
    #expect(abs(box.minY - north) < 1e-12 && abs(box.maxY - south) < 1e-12)
    #expect(abs((box.maxX - box.minX) / 2 - halfWidth) < 1e-12)
  }

  @Test func everyPointOfACirclesRimLiesInItsBounds() throws {
    for (latitude, radius) in [(0.0, 5e6), (60, 2e6), (-75, 1e6), (89, 3e5), (-90, 1e6), (40, 1.2e7), (0, 1.9e7)] {
      let center = place(latitude, 170)
      let circle = Circle(position: center, radius: radius)
      store.add(circle)
      for bearing in stride(from: 0.0, to: 360, by: 7.5) {
        let rim = WorldPoint(SphericalGeometry.offset(from: center, distanceMeters: radius * 0.999, headingDegrees: bearing))
        let isInside = store.circles.index.meets(circle.slot, WorldRect(minX: rim.x, minY: rim.y, maxX: rim.x, maxY: rim.y))
        #expect(isInside, "\(latitude), \(radius) m, \(bearing)")
      }
    }
  }

  @Test func aGeodesicLineIsFoundAtItsNorthernmostPoint() throws {
    // From 40 N 0 E to 40 N 90 E the great circle rises to atan(tan(40) / cos(45)).
    let ends = [place(40, 0), place(40, 90)]
    let straight = try #require(bounds(ends, geodesic: false))
    let curved = try #require(bounds(ends, geodesic: true))
    let apex = atan(tan(40 * Double.pi / 180) / cos(45 * Double.pi / 180)) * 180 / .pi
    #expect(straight.minY == WorldPoint(ends[0]).y)
    #expect(abs(curved.minY - WorldPoint(place(apex, 45)).y) < 1e-12)
    #expect(curved.maxY == straight.maxY)
  }

  @Test func edgesTakeTheShortWayAcrossTheAntimeridian() throws {
    let box = try #require(bounds([place(0, 170), place(10, -170), place(0, 175)], geodesic: false))
    #expect(abs(box.maxX - box.minX - 20.0 / 360) < 1e-12)
    // Half a turn goes the way that the longitudes say.
    let east = try #require(bounds([place(0, 0), place(0, 180)], geodesic: false))
    let west = try #require(bounds([place(0, 0), place(0, -180)], geodesic: false))
    #expect(east.minX == 0.5 && east.maxX == 1)
    #expect(west.minX == 0 && west.maxX == 0.5)
  }

  @Test func aRingAroundAPoleMayHoldAnything() throws {
    let ring = (0..<6).map { place(-65, Double($0) * 60) }
    let polygon = Polygon(path: Path(ring))
    store.add(polygon)
    #expect(store.polygonRow(polygon.slot)?.bounds == WorldRect(minX: 0, minY: 0, maxX: 1, maxY: 1))
  }
}
