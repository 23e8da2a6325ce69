import Glibc
import OverlookGeometry
import Testing

@Suite struct TessellationPathTests {
  private static let paris = LocationCoordinate(latitude: 48.857, longitude: 2.352)
  private static let newYork = LocationCoordinate(latitude: 40.713, longitude: -74.006)
  private static let tokyo = LocationCoordinate(latitude: 35.677, longitude: 139.65)

  private func coordinates(_ pairs: [(Double, Double)]) -> [LocationCoordinate] {
    pairs.map { LocationCoordinate(latitude: $0.0, longitude: $0.1) }
  }

  private func lines(
    _ path: [LocationCoordinate], geodesic: Bool = false, tolerance: Double = 1e-5, region: WorldRect? = nil
  ) -> [WorldLine] {
    var projector = PathProjector(geodesic: geodesic, refinement: CurveRefinement(tolerance: tolerance, region: region))
    return projector.lines(of: path)
  }

  private func ring(_ path: [LocationCoordinate], geodesic: Bool = false) -> WorldLine? {
    var projector = PathProjector(geodesic: geodesic, refinement: CurveRefinement(tolerance: 1e-5))
    return projector.ring(of: path)
  }

  @Test func edgesGoTheShortWay() throws {
    let line = try #require(lines(coordinates([(10, 170), (20, -170), (0, 175)])).first)
    #expect(line.points.map { ($0.x * 360).rounded() } == [350, 370, 355])
    #expect(line.positions == [0, 1, 2])
  }

  @Test func anEdgeOfHalfTheWorldGoesAsItsLongitudesSay() throws {
    let east = try #require(lines(coordinates([(0, 0), (0, 180)])).first)
    #expect(east.points.map(\.x) == [0.5, 1])
    let west = try #require(lines(coordinates([(0, 0), (0, -180)])).first)
    #expect(west.points.map(\.x) == [0.5, 0])
    let world = try #require(ring(coordinates([(-60, -180), (-60, 0), (-60, 180), (60, 180), (60, 0), (60, -180)])))
    #expect(world.wrapX == 0)
    #expect(world.bounds?.minX == 0 && world.bounds?.maxX == 1)
  }

  @Test func invalidAndRepeatedPlacesAreLeftOut() throws {
    let path = coordinates([(0, 0), (.nan, 3), (0, 0), (91, 0), (0, 10), (0, 10)])
    let line = try #require(lines(path).first)
    #expect(line.points.count == 2)
    #expect(lines(coordinates([(0, 0), (.infinity, 1)])).isEmpty)
    #expect(lines([]).isEmpty)
    #expect(ring(coordinates([(1, 1), (1, 1), (1, 1)])) == nil)
  }

  @Test func hugeLongitudesAreTheSamePlaces() throws {
    let line = try #require(lines(coordinates([(0, 10), (0, 370 + 3600), (0, 20 - 720)])).first)
    #expect(line.points.count == 2)
    #expect(abs(line.points[1].x - line.points[0].x - 10.0 / 360) < 1e-12)
  }

  /// Every point of a great circle lies in the plane through its ends and the Earth's centre.
  @Test func geodesicEdgesLieOnTheGreatCircle() throws {
    for (a, b) in [(Self.paris, Self.newYork), (Self.newYork, Self.tokyo), (Self.tokyo, Self.paris)] {
      let line = try #require(lines([a, b], geodesic: true).first)
      #expect(line.points.count > 8)
      let (u, v) = (SphereArc.direction(of: a), SphereArc.direction(of: b))
      let normal = SIMD3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)
      for p in line.points {
        let d = SphereArc.direction(of: p.coordinate)
        #expect(abs((d * normal).sum()) < 1e-12)
      }
    }
  }

  /// The great circle between New York and Tokyo runs over Alaska and the Bering Sea: across the antimeridian at about 69.6
  /// degrees north (formula 1.9 of Ed Williams' Aviation Formulary: latitude at a given longitude).
  @Test func newYorkToTokyoCrossesTheAntimeridianFarNorth() throws {
    let line = try #require(lines([Self.newYork, Self.tokyo], geodesic: true, tolerance: 1e-9).first)
    #expect(line.points.last?.x ?? 0 < 0)
    let i = try #require(line.points.firstIndex { $0.x < 0 })
    let radians = Double.pi / 180
    let (lat1, lon1) = (Self.newYork.latitude * radians, Self.newYork.longitude * radians)
    let (lat2, lon2) = (Self.tokyo.latitude * radians, Self.tokyo.longitude * radians)
    let expected = atan((tan(lat1) * sin(.pi - lon2) - tan(lat2) * sin(.pi - lon1)) / sin(lon1 - lon2))
    let (a, b) = (line.points[i - 1], line.points[i])
    let crossing = WorldPoint(x: 0, y: a.y + (b.y - a.y) * (a.x / (a.x - b.x)))
    #expect(abs(abs(expected / radians) - crossing.coordinate.latitude) < 1e-4)
  }

  /// Halfway between two points the curve may be no farther from the piece than the tolerance.
  @Test func piecesStayWithinTheTolerance() throws {
    let arc = SphereArc(
      greatCircleFrom: LocationCoordinate(latitude: -50, longitude: -60), to: LocationCoordinate(latitude: 50, longitude: 60))
    for tolerance in [1e-4, 1e-6, 1e-8] {
      let first = arc.worldPoint(at: 0)
      var points = [first]
      CurveRefinement(tolerance: tolerance).append(arc, from: first, last: nil, to: &points)
      var worst = 0.0
      for i in 0...20_000 {
        let p = arc.worldPoint(at: Double(i) / 20_000)
        var low = 0
        var high = points.count - 1
        while high - low > 1 {
          let middle = (low + high) / 2
          if points[middle].x <= p.x { low = middle } else { high = middle }
        }
        let (a, b) = (points[low], points[low + 1])
        let t = (p.x - a.x) / (b.x - a.x)
        worst = max(worst, abs(a.y + (b.y - a.y) * t - p.y) / hypot(1, (b.y - a.y) / (b.x - a.x)))
      }
      #expect(worst < tolerance * 1.3)
      #expect(Double(points.count) < 4 / tolerance.squareRoot())
    }
  }

  @Test func onlyTheRegionIsFine() throws {
    let region = WorldRect(minX: 0.40, minY: 0.3, maxX: 0.401, maxY: 0.4)
    let everywhere = try #require(lines([Self.paris, Self.newYork], geodesic: true, tolerance: 1e-10).first)
    let nearby = try #require(lines([Self.paris, Self.newYork], geodesic: true, tolerance: 1e-10, region: region).first)
    #expect(nearby.points.count < everywhere.points.count / 20)
    let inside = everywhere.points.filter { region.contains($0) }
    #expect(inside.count > 3)
    #expect(nearby.points.filter { region.contains($0) }.count >= inside.count - 2)
  }

  @Test func aPathOverThePoleIsCutWhereTheMapEnds() {
    let path = coordinates([(80, 10), (80, -170)])
    let cut = lines(path, geodesic: true)
    #expect(cut.count == 2)
    for line in cut {
      #expect(line.points.allSatisfy { $0.y >= 0 && $0.y < 0.2 })
      #expect(abs(line.points[0].x - line.points[line.points.count - 1].x) < 1e-6)
    }
    #expect(lines(coordinates([(89, 0), (89, 40)])).isEmpty)
  }

  @Test func antipodesAreJoinedOverThePole() {
    let path = lines(coordinates([(0, 0), (0, 180)]), geodesic: true)
    #expect(path.allSatisfy { line in line.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } })
    #expect(path.contains { line in line.points.contains { $0.y < 1e-3 } })
  }

  @Test func aRingAroundAPoleKnowsHowFarItGoes() throws {
    let antarctic = coordinates(stride(from: -180, to: 180, by: 30).map { (-70.0, Double($0)) })
    #expect(try #require(ring(antarctic)).wrapX == 1)
    #expect(try #require(ring(antarctic.reversed())).wrapX == -1)
    #expect(try #require(ring(coordinates([(0, 0), (0, 10), (10, 10)]))).wrapX == 0)
  }

  /// A satellite's track over a week: about a hundred times around.
  @Test func aTrackAroundTheEarthIsManyPartsOfOneWorld() throws {
    let track = (0..<40_000).map { i in
      LocationCoordinate(latitude: 51.6 * sin(Double(i) * 0.0157), longitude: Angle.wrappedDegrees(-Double(i)))
    }
    let parts = lines(track)
    #expect((100...130).contains(parts.count))
    for part in parts {
      let bounds = try #require(part.bounds)
      #expect(bounds.maxX - bounds.minX <= 1 && bounds.minX > -1 && bounds.maxX < 2)
    }
    for (a, b) in zip(parts, parts.dropFirst()) {
      let (last, first) = (try #require(a.points.last), b.points[0])
      #expect(abs(last.x - first.x - (last.x - first.x).rounded()) < 1e-9 && last.y == first.y)
      #expect(a.positions.last == b.positions.first)
      #expect(a.after?.y == b.points[1].y && b.before?.y == a.points[a.points.count - 2].y)
    }
    #expect(parts[0].before == nil && parts[parts.count - 1].after == nil)
    #expect(parts.reduce(0) { $0 + $1.pieceCount } == track.count - 1)
  }

  @Test func aClippedRingStillKnowsItsNeighbours() {
    let ring = WorldLine(
      points: [(0.5, 0.5), (0.9, 0.5), (0.9, 0.9), (0.5, 0.9)].map { WorldPoint(x: $0.0, y: $0.1) }, isClosed: true)
    let parts = ring.clipped(to: WorldRect(minX: 0.4, minY: 0.4, maxX: 0.7, maxY: 0.7))
    #expect(parts.count == 2)
    #expect(parts[0].points[0] == WorldPoint(x: 0.5, y: 0.5))
    #expect(parts[0].before == WorldPoint(x: 0.5, y: 0.9) && parts[0].after == nil)
    #expect(parts[1].before == nil && parts[1].after == WorldPoint(x: 0.9, y: 0.5))
  }

  @Test func clippingKeepsWhatIsInsideAndWhereItWas() throws {
    let line = WorldLine(
      points: [WorldPoint(x: -1, y: 0.5), WorldPoint(x: 2, y: 0.5), WorldPoint(x: 2, y: 0.2), WorldPoint(x: -1, y: 0.2)],
      positions: [0, 1, 2, 3])
    let parts = line.clipped(to: WorldRect(minX: 0, minY: 0, maxX: 1, maxY: 1))
    #expect(parts.count == 2)
    #expect(parts[0].points == [WorldPoint(x: 0, y: 0.5), WorldPoint(x: 1, y: 0.5)])
    #expect(parts[0].positions.map { ($0 * 3).rounded() } == [1, 2])
    #expect(parts[1].positions.map { ($0 * 3).rounded() } == [7, 8])
  }

  /// The cut of an edge does not depend on its direction, or neighbours would leave a gap.
  @Test func anEdgeIsCutAtTheSamePointsBothWays() {
    let rect = WorldRect(minX: 0.1, minY: 0.1, maxX: 0.9, maxY: 0.9)
    for i in 0..<200 {
      let angle = Double(i) * 0.731
      let a = WorldPoint(x: 0.5 + 3 * cos(angle), y: 0.5 + 2.7 * sin(angle))
      let b = WorldPoint(x: 0.47 - 2 * cos(angle + 0.1), y: 0.52 - 3.1 * sin(angle + 0.2))
      let there = WorldClip.piece(a, b, in: rect)
      let back = WorldClip.piece(b, a, in: rect)
      #expect(there?.a == back?.b)
      #expect(there?.b == back?.a)
    }
  }
}
