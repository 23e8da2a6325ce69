import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

private func place(_ latitude: Double, _ longitude: Double) -> LocationCoordinate {
  LocationCoordinate(latitude: latitude, longitude: longitude)
}

private let radius = SphericalGeometry.earthRadiusMeters

@Suite struct SphericalPathsTests {
  /// An eighth of the sphere is 4 pi R^2 / 8.
  @Test func measuresAnOctant() {
    let octant = Path([place(0, 0), place(0, 90), place(90, 0)])
    #expect(abs(SphericalGeometry.area(of: octant) / 63_758_239_124_632.0 - 1) < 1e-12)
  }

  /// By Girard's theorem (the angles' excess), 40 digits (mpmath): London, Paris, New York, and a triangle of 111 by 69 metres.
  @Test func measuresTriangles() {
    let large = Path([place(51.5074, -0.1278), place(48.8566, 2.3522), place(40.7128, -74.0060)])
    #expect(abs(SphericalGeometry.area(of: large) / 661_087_435_619.44 - 1) < 1e-10)
    let small = Path([place(51.5, 0), place(51.501, 0), place(51.5, 0.001)])
    #expect(abs(SphericalGeometry.area(of: small) / 3848.493_379_325_3 - 1) < 1e-6)
  }

  @Test func signsTheAreaByTheDirection() {
    let counterClockwise = Path([place(0, 0), place(0, 1), place(1, 1), place(1, 0)])
    let clockwise = Path(counterClockwise.coordinates.reversed())
    #expect(SphericalGeometry.signedArea(of: counterClockwise) > 0)
    #expect(
      abs(SphericalGeometry.signedArea(of: clockwise) + SphericalGeometry.signedArea(of: counterClockwise)) < 1e-3)
    let closed = Path(counterClockwise.coordinates + [place(0, 0)])
    #expect(abs(SphericalGeometry.area(of: closed) / SphericalGeometry.area(of: counterClockwise) - 1) < 1e-12)
  }

  /// A cap down to latitude f covers 2 pi R^2 (1 - sin f).
  @Test func measuresACapAroundThePole() {
    let ring = Path((0..<3600).map { place(80, Double($0) / 10) })
    let cap = 2 * Double.pi * radius * radius * (1 - 0.984_807_753_012_208)
    #expect(abs(SphericalGeometry.area(of: ring) / cap - 1) < 1e-5)
  }

  @Test func hasNoAreaWithoutThreePlaces() {
    #expect(SphericalGeometry.area(of: Path()) == 0)
    #expect(SphericalGeometry.area(of: Path([place(1, 1)])) == 0)
    #expect(abs(SphericalGeometry.area(of: Path([place(1, 1), place(2, 2)]))) < 1e-3)
  }

  @Test func addsUpLengths() {
    let path = Path([place(0, 0), place(0, 90), place(90, 0)])
    #expect(abs(SphericalGeometry.length(of: path) - radius * .pi) < 1e-6)
  }

  /// The great circle from (60, -30) to (60, 30) passes longitude 0 at atan(tan 60 / cos 30) = 63.4349 degrees, the rhumb line at
  /// 60.
  @Test func followsTheKindOfItsEdges() {
    let path = Path([place(60, -30), place(60, 30), place(0, 0)])
    for (latitude, geodesic, rhumb) in [(59.99, true, true), (61.0, true, false), (63.43, true, false), (63.44, false, false)] {
      #expect(SphericalGeometry.contains(place(latitude, 0), in: path, geodesic: true) == geodesic)
      #expect(SphericalGeometry.contains(place(latitude, 0), in: path, geodesic: false) == rhumb)
    }
  }

  @Test func containsThePoleButNeverTheSouthPole() {
    let ring = Path((0..<12).map { place(60, Double($0) * 30) })
    let southern = Path((0..<12).map { place(-60, Double($0) * 30) })
    for geodesic in [true, false] {
      #expect(SphericalGeometry.contains(place(90, 0), in: ring, geodesic: geodesic))
      #expect(SphericalGeometry.contains(place(89, 123), in: ring, geodesic: geodesic))
      #expect(!SphericalGeometry.contains(place(0, 5), in: ring, geodesic: geodesic))
      #expect(SphericalGeometry.contains(place(0, 5), in: southern, geodesic: geodesic))
      #expect(!SphericalGeometry.contains(place(-90, 0), in: southern, geodesic: geodesic))
    }
  }

  @Test func containsAcrossTheAntimeridian() {
    let path = Path([place(-10, 170), place(-10, -170), place(10, -170), place(10, 170)])
    #expect(SphericalGeometry.contains(place(0, 180), in: path))
    #expect(SphericalGeometry.contains(place(0, -175), in: path))
    #expect(!SphericalGeometry.contains(place(0, 0), in: path))
    #expect(SphericalGeometry.contains(place(10, 170), in: path))
    #expect(!SphericalGeometry.contains(.invalid, in: path))
    #expect(!SphericalGeometry.contains(place(0, 0), in: Path()))
  }

  /// At latitude 63.4349 the great circle of 60 degrees north lies 382 km north of the parallel.
  @Test func findsPlacesOnALine() {
    let path = Path([place(60, -30), place(60, 30)])
    let onArc = place(63.434_948_822_922, 0)
    #expect(SphericalGeometry.isLocationOnPath(onArc, path: path))
    #expect(!SphericalGeometry.isLocationOnPath(onArc, path: path, geodesic: false))
    #expect(SphericalGeometry.isLocationOnPath(place(60, 0), path: path, geodesic: false))
    #expect(!SphericalGeometry.isLocationOnPath(place(60, 0), path: path))
    #expect(SphericalGeometry.isLocationOnPath(place(60, 0), path: path, toleranceMeters: 383_000))
  }

  @Test func takesTheToleranceSeriously() {
    let meter = 180 / (.pi * radius)
    for path in [Path([place(0, -1), place(0, 1)]), Path([place(0, 179.5), place(0, -179.5)])] {
      let middle = path.coordinates[0].longitude == -1 ? 0.0 : 180.0
      for geodesic in [true, false] {
        #expect(SphericalGeometry.isLocationOnPath(place(0.09 * meter, middle), path: path, geodesic: geodesic))
        #expect(!SphericalGeometry.isLocationOnPath(place(0.11 * meter, middle), path: path, geodesic: geodesic))
      }
    }
    let line = Path([place(0, 0), place(0, 1)])
    #expect(SphericalGeometry.isLocationOnPath(place(0, 1 + 0.09 * meter), path: line))
    #expect(!SphericalGeometry.isLocationOnPath(place(0, 1 + 0.11 * meter), path: line))
  }

  @Test func closesTheEdgeButNotThePath() {
    let path = Path([place(0, 0), place(0, 1), place(1, 1)])
    let onClosing = SphericalGeometry.interpolate(from: place(1, 1), to: place(0, 0), fraction: 0.4)
    #expect(SphericalGeometry.isLocationOnEdge(onClosing, path: path))
    #expect(!SphericalGeometry.isLocationOnPath(onClosing, path: path))
    #expect(SphericalGeometry.isLocationOnPath(place(5, 5), path: Path([place(5, 5)])))
    #expect(!SphericalGeometry.isLocationOnPath(place(5, 5), path: Path()))
  }

  @Test func simplifiesWhatLiesWithinTheTolerance() {
    let meter = 180 / (.pi * radius)
    let path = Path([place(0, 0), place(4 * meter, 0.5), place(0, 1), place(30 * meter, 1.5), place(0, 2), place(1, 2)])
    let simple = SphericalGeometry.simplify(path, toleranceMeters: 5)
    #expect(simple.coordinates == [place(0, 0), place(0, 1), place(30 * meter, 1.5), place(0, 2), place(1, 2)])
    #expect(SphericalGeometry.simplify(path, toleranceMeters: 100).coordinates == [place(0, 0), place(0, 2), place(1, 2)])
    #expect(SphericalGeometry.simplify(path, toleranceMeters: .nan) == path)
    #expect(SphericalGeometry.simplify(path, toleranceMeters: 0) == path)
  }

  @Test func simplifiesClosedAndLongPaths() {
    let ring = Path((0...360).map { place(10, Double($0)) })
    let simple = SphericalGeometry.simplify(ring, toleranceMeters: 50_000)
    #expect(simple.count > 4 && simple.count < 100)
    for place in ring.coordinates {
      #expect(SphericalGeometry.isLocationOnPath(place, path: simple, toleranceMeters: 50_001))
    }
    // A saw of one tooth a point makes the deepest stack; recursion would not survive a million.
    let saw = Path((0..<3_000).map { place($0.isMultiple(of: 2) ? 0 : 0.001 * Double($0), Double($0) / 100) })
    #expect(SphericalGeometry.simplify(saw, toleranceMeters: 1).count > 1_000)
  }

  @Test func survivesEveryPath() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let path = Path((0..<5).map { _ in place(generator.wildDouble(), generator.wildDouble()) })
      let somewhere = place(generator.wildDouble(), generator.wildDouble())
      #expect(SphericalGeometry.area(of: path).isFinite)
      #expect(SphericalGeometry.simplify(path, toleranceMeters: generator.wildDouble()).count <= 5)
      for geodesic in [true, false] {
        _ = SphericalGeometry.contains(somewhere, in: path, geodesic: geodesic)
        _ = SphericalGeometry.isLocationOnEdge(
          somewhere, path: path, geodesic: geodesic, toleranceMeters: generator.wildDouble())
      }
    }
  }
}
