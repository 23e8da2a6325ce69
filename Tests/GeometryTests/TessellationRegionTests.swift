import Glibc
import OverlookGeometry
import Testing

@Suite struct TessellationRegionTests {
  private func ring(_ pairs: [(Double, Double)], geodesic: Bool = false) -> WorldLine? {
    var projector = PathProjector(geodesic: geodesic, refinement: CurveRefinement(tolerance: 1e-6))
    return projector.ring(of: pairs.map { LocationCoordinate(latitude: $0.0, longitude: $0.1) })
  }

  /// A region cut into triangles, to be asked for many places.
  private struct Cover {
    let points: [WorldPoint]
    let indices: [UInt32]

    init(_ region: WorldRegion) {
      let triangles = Triangulator.triangulation(of: region.points, ringStarts: region.ringStarts)
      points = region.points + triangles.addedPoints
      indices = triangles.indices
    }

    /// Whether a place is covered in any copy of the world.
    func contains(_ latitude: Double, _ longitude: Double) -> Bool {
      let target = WorldPoint(LocationCoordinate(latitude: latitude, longitude: longitude))
      return [-2.0, -1, 0, 1, 2].contains { contains(WorldPoint(x: target.x + $0, y: target.y)) }
    }

    private func contains(_ p: WorldPoint) -> Bool {
      for i in stride(from: 0, to: indices.count - 2, by: 3) {
        let (a, b, c) = (points[Int(indices[i])], points[Int(indices[i + 1])], points[Int(indices[i + 2])])
        let (d1, d2, d3) = (side(a, b, p), side(b, c, p), side(c, a, p))
        if (d1 >= 0 && d2 >= 0 && d3 >= 0) || (d1 <= 0 && d2 <= 0 && d3 <= 0) { return true }
      }
      return false
    }

    private func side(_ a: WorldPoint, _ b: WorldPoint, _ p: WorldPoint) -> Double {
      (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
    }
  }

  private func cap(_ latitude: Double, _ longitude: Double, degrees: Double, tolerance: Double = 1e-6) -> WorldRegion {
    WorldRegion.cap(
      at: LocationCoordinate(latitude: latitude, longitude: longitude), radius: degrees * .pi / 180,
      refinement: CurveRefinement(tolerance: tolerance)
    ).region
  }

  private func distanceDegrees(_ lat1: Double, _ lon1: Double, _ lat2: Double, _ lon2: Double) -> Double {
    let a = SphereArc.direction(of: LocationCoordinate(latitude: lat1, longitude: lon1))
    let b = SphereArc.direction(of: LocationCoordinate(latitude: lat2, longitude: lon2))
    return acos(min(max((a * b).sum(), -1), 1)) * 180 / .pi
  }

  /// A place is in the circle exactly when it is nearer to the centre than the radius; with circles over the antimeridian,
  /// over one pole, over both, and larger than a hemisphere.
  @Test func aCapCoversWhatIsWithinItsRadius() {
    for (latitude, longitude, degrees) in [
      (0.0, 0.0, 10.0), (60, 20, 25), (-10, 179, 30), (85, 0, 20), (-80, -170, 40), (20, 100, 120), (0, 0, 89.9), (0, 0, 90.1),
      (10, -60, 160), (-45, 90, 44), (-45, 90, 46),
    ] {
      let cover = Cover(cap(latitude, longitude, degrees: degrees, tolerance: 1e-5))
      for lat in stride(from: -84.0, through: 84, by: 12) {
        for lon in stride(from: -179.0, through: 180, by: 23) {
          let distance = distanceDegrees(latitude, longitude, lat, lon)
          if abs(distance - degrees) < 0.05 { continue }
          #expect(cover.contains(lat, lon) == (distance < degrees), "\(latitude) \(longitude) \(degrees): \(lat) \(lon)")
        }
      }
    }
  }

  @Test func aCapsRimIsAtItsRadius() {
    for degrees in [0.001, 1, 30, 100] {
      let region = cap(40, -70, degrees: degrees)
      for line in region.outlines {
        for p in line.points where p.y > 1e-9 && p.y < 1 - 1e-9 {
          let place = p.coordinate
          #expect(abs(distanceDegrees(40, -70, place.latitude, place.longitude) - degrees) < 1e-5)
        }
      }
    }
  }

  @Test func largerCirclesGetMorePoints() {
    let counts = [0.01, 1, 30].map { cap(0, 0, degrees: $0).points.count }
    #expect(counts[0] < counts[1] && counts[1] < counts[2])
    #expect(counts[0] >= 16 && counts[2] < 3000)
  }

  @Test func aCapWithoutRadiusIsNothingAndOneOfHalfTheGlobeIsEverything() {
    #expect(cap(0, 0, degrees: 0).points.isEmpty)
    #expect(cap(0, 0, degrees: -3).points.isEmpty)
    #expect(cap(0, 0, degrees: .nan).points.isEmpty)
    let whole = cap(12, 34, degrees: 180)
    #expect(whole.outlines.isEmpty)
    let world = Cover(whole)
    #expect(world.contains(80, 170) && world.contains(-80, -100))
  }

  @Test func aPolygonAroundAPoleReachesTheEdgeOfTheMap() throws {
    let coast = stride(from: -180.0, to: 180, by: 15).map { (-70 + 5 * sin($0 / 20), $0) }
    for pairs in [coast, coast.reversed()] {
      let region = WorldRegion(outer: try #require(ring(pairs)), holes: [])
      let cover = Cover(region)
      #expect(cover.contains(-84, 12) && cover.contains(-80, 179.9) && cover.contains(-80, -100))
      #expect(!cover.contains(-60, 12) && !cover.contains(80, 0))
      // Only the coast is drawn, not the edge of the map.
      #expect(region.outlines.count == 1 && region.outlines[0].isClosed && abs(region.outlines[0].wrapX) == 1)
    }
  }

  /// Antarctica as files have it: closed by hand along the antimeridian and the pole.
  @Test func aPolygonClosedByHandAlongThePoleIsFilledAlike() throws {
    var pairs = stride(from: -180.0, through: 180, by: 15).map { (-70.0, $0) }
    pairs += [(-90, 180), (-90, -180)]
    let region = WorldRegion(outer: try #require(ring(pairs)), holes: [])
    let cover = Cover(region)
    #expect(cover.contains(-84, 12) && cover.contains(-75, 179))
    #expect(!cover.contains(-60, 12) && !cover.contains(60, 12))
  }

  @Test func aPolarPolygonKeepsItsHoles() throws {
    let outer = try #require(ring(stride(from: -180.0, to: 180, by: 10).map { (60.0, $0) }))
    let hole = try #require(ring([(70, 170), (70, -170), (80, -170), (80, 170)]))
    let region = WorldRegion(outer: outer, holes: [hole])
    let cover = Cover(region)
    #expect(!cover.contains(75, 180) && !cover.contains(75, -175))
    #expect(cover.contains(75, 0) && cover.contains(65, 180) && cover.contains(82, 180))
  }

  @Test func aPolarPolygonWithAHoleAroundThePoleIsABelt() throws {
    for reversed in [false, true] {
      let outerPairs = stride(from: -180.0, to: 180, by: 10).map { (x: Double) -> (Double, Double) in (50 + 3 * sin(x / 30), x) }
      let outer = try #require(ring(outerPairs))
      let innerPairs = stride(from: -175.0, to: 180, by: 10).map { (70 + 2 * cos($0 / 25), $0) }
      let inner = try #require(ring(reversed ? innerPairs.reversed() : innerPairs))
      let region = WorldRegion(outer: outer, holes: [inner])
      let cover = Cover(region)
      for longitude in stride(from: -180.0, to: 180, by: 17) {
        #expect(cover.contains(60, longitude))
        #expect(!cover.contains(78, longitude) && !cover.contains(40, longitude))
      }
      #expect(region.outlines.count == 2)
    }
  }

  @Test func aPolygonAcrossTheAntimeridianIsOnePieceWithItsHole() throws {
    let outer = try #require(ring([(-10, 170), (-10, -170), (10, -170), (10, 170)]))
    let hole = try #require(ring([(-5, -178), (-5, -172), (5, -172), (5, -178)]))
    let region = WorldRegion(outer: outer, holes: [hole])
    let cover = Cover(region)
    #expect(cover.contains(0, 180) && cover.contains(0, 172) && cover.contains(8, -175))
    #expect(!cover.contains(0, -175) && !cover.contains(0, 0))
  }
}
