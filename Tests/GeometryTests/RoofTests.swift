import Glibc
import OverlookGeometry
import Testing

@Suite struct RoofTests {
  private typealias Place = SIMD2<Double>

  /// A house of 20 x 8 m.
  private static let house = [SIMD2(0.0, 0), SIMD2(20, 0), SIMD2(20, 8), SIMD2(0, 8)]
  private static let angled = [SIMD2(0.0, 0), SIMD2(20, 0), SIMD2(20, 8), SIMD2(8, 8), SIMD2(8, 18), SIMD2(0, 18)]
  private static let tee = [
    SIMD2(0.0, 0), SIMD2(30, 0), SIMD2(30, 8), SIMD2(19, 8), SIMD2(19, 20), SIMD2(11, 20), SIMD2(11, 8), SIMD2(0, 8),
  ]
  private static let cross = [
    SIMD2(10.0, 0), SIMD2(20, 0), SIMD2(20, 10), SIMD2(30, 10), SIMD2(30, 20), SIMD2(20, 20), SIMD2(20, 30), SIMD2(10, 30),
    SIMD2(10, 20), SIMD2(0, 20), SIMD2(0, 10), SIMD2(10, 10),
  ]
  /// Wings of different width, none at a right angle.
  private static let bent = [SIMD2(0.0, 0), SIMD2(21, -2), SIMD2(24, 9), SIMD2(10, 8), SIMD2(12, 22), SIMD2(-1, 19)]
  private static let tower = (0..<8).map { number in
    let angle = Double(number) * .pi / 4
    return SIMD2(6 * cos(angle), 6 * sin(angle))
  }
  private static let outlines = [
    house, angled, tee, cross, bent, tower, turned(angled, by: 0.5), turned(tee, by: 1.1), turned(cross, by: 2.2),
    Array(angled.reversed()),
  ]

  private static func turned(_ ring: [SIMD2<Double>], by angle: Double) -> [SIMD2<Double>] {
    ring.map { SIMD2($0.x * cos(angle) - $0.y * sin(angle) + 100, $0.x * sin(angle) + $0.y * cos(angle) - 40) }
  }

  private static func area(_ ring: [SIMD2<Double>]) -> Double {
    ring.indices.reduce(0) { sum, index in
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      return sum + (a.x * b.y - a.y * b.x) / 2
    }
  }

  /// The room below the slopes and above the eaves.
  private func volume(_ roof: Roof) -> Double {
    var sum = 0.0
    for triangle in roof.triangles {
      let height: Double = (triangle.a.height + triangle.b.height + triangle.c.height) / 3
      sum += Self.area([triangle.a.place, triangle.b.place, triangle.c.place]) * height
    }
    return sum
  }

  private func roof(_ shape: RoofForm.Shape, _ outline: [SIMD2<Double>], height: Double = 3) throws -> Roof {
    try #require(Roof(RoofForm(shape: shape, height: height), rings: [outline], limit: 10), "\(shape)")
  }

  @Test(arguments: RoofForm.Shape.allCases.filter { $0 != .flat })
  func aRoofCoversItsHouseOnceAndReachesFromEavesToRidge(_ shape: RoofForm.Shape) throws {
    for outline in Self.outlines {
      let roof = try roof(shape, outline)
      let covered = roof.triangles.reduce(0) { $0 + Self.area([$1.a.place, $1.b.place, $1.c.place]) }
      #expect(abs(covered - abs(Self.area(outline))) < 0.01, "\(shape)")
      let heights = roof.triangles.flatMap { [$0.a.height, $0.b.height, $0.c.height] }
      #expect(abs((heights.max() ?? 0) - 3) < 1e-3 && abs(heights.min() ?? 1) < 1e-3, "\(shape)")
    }
  }

  /// Every edge of a triangle is that of another one, or lies on top of a wall.
  @Test(arguments: RoofForm.Shape.allCases.filter { $0 != .flat })
  func aRoofAndItsWallsLeaveNoGap(_ shape: RoofForm.Shape) throws {
    for (number, outline) in Self.outlines.enumerated() {
      let roof = try roof(shape, outline)
      let open = unmatched(roof)
      let walls = roof.wallTops.joined().flatMap { zip($0, $0.dropFirst()).map { [$0, $1].map(Self.point) } }
      let all = roof.triangles.flatMap { triangle -> [[SIMD3<Double>]] in
        let corners = [triangle.a, triangle.b, triangle.c].map(Self.point)
        return [[corners[0], corners[1]], [corners[1], corners[2]], [corners[2], corners[0]]]
      }
      for edge in open {
        // A corner of a neighbour may part it.
        let others = all.filter { $0 != edge }
        for share in [0.1, 0.5, 0.9] {
          let place = edge[0] + (edge[1] - edge[0]) * share
          #expect((walls + others).contains { Self.distance(place, from: $0) < 0.005 }, "\(shape) of outline \(number): \(place)")
        }
      }
    }
  }

  /// The edges of triangles that no other triangle has the other way round.
  private func unmatched(_ roof: Roof) -> [[SIMD3<Double>]] {
    func key(_ corner: SIMD3<Double>) -> [Int] { (0..<3).map { Int((corner[$0] * 4096).rounded()) } }
    var edges: [[Int]: [SIMD3<Double>]] = [:]
    for triangle in roof.triangles {
      let corners = [triangle.a, triangle.b, triangle.c].map(Self.point)
      for (a, b) in [(corners[0], corners[1]), (corners[1], corners[2]), (corners[2], corners[0])] {
        if edges.removeValue(forKey: key(b) + key(a)) == nil { edges[key(a) + key(b)] = [a, b] }
      }
    }
    return Array(edges.values)
  }

  private static func point(_ corner: Roof.Corner) -> SIMD3<Double> { SIMD3(corner.place.x, corner.place.y, corner.height) }

  private static func distance(_ place: SIMD3<Double>, from line: [SIMD3<Double>]) -> Double {
    let way = line[1] - line[0]
    let offset = place - line[0]
    let along = min(max((offset * way).sum() / max((way * way).sum(), 1e-12), 0), 1)
    let apart = offset - way * along
    return (apart * apart).sum().squareRoot()
  }

  /// With a rise of 3 m above 20 x 8 m.
  @Test func theRoomBelowARoofIsThatOfItsFormula() throws {
    // Half, half and a third of the box; a wedge is rise x width x (2 x length + ridge) / 6, its ridge 12 m long.
    let wanted: [(RoofForm.Shape, Double)] = [(.gabled, 240), (.skillion, 240), (.pyramidal, 160), (.hipped, 208)]
    for (shape, room) in wanted {
      let roof = try roof(shape, Self.house)
      #expect(abs(volume(roof) - room) < 1e-6, "\(shape)")
    }
    // Half a barrel of six chords: the trapezoids below an arc of 3 m over 4 m.
    var half = 0.0
    for step in 0..<6 {
      let angles = [Double(step) * Double.pi / 12, Double(step + 1) * Double.pi / 12]
      let width: Double = 4 * (cos(angles[0]) - cos(angles[1]))
      let height: Double = 3 * (sin(angles[0]) + sin(angles[1])) / 2
      half += width * height
    }
    let barrel = try roof(.round, Self.house)
    #expect(abs(volume(barrel) - 40 * half) < 0.01)
    // A half-hipped roof lies between both.
    let between = try roof(.halfHipped, Self.house)
    #expect(volume(between) > 208 && volume(between) < 240)
  }

  /// Each place of a hipped roof is as high as the nearest wall is far away: 4 m from it, in the middle of a wing, stands the ridge.
  @Test func slopesOfAnAngledHouseRiseFromItsWalls() throws {
    let hipped = try roof(.hipped, Self.angled, height: 4)
    for triangle in hipped.triangles {
      for corner in [triangle.a, triangle.b, triangle.c] {
        var nearest = Double.infinity
        for index in Self.angled.indices {
          let a: SIMD2<Double> = Self.angled[index]
          let edge: SIMD2<Double> = Self.angled[(index + 1) % Self.angled.count] - a
          let offset: SIMD2<Double> = corner.place - a
          let along = min(max((offset * edge).sum() / (edge * edge).sum(), 0), 1)
          let way: SIMD2<Double> = offset - edge * along
          nearest = min(nearest, (way * way).sum().squareRoot())
        }
        #expect(abs(corner.height - nearest) < 1e-6)
      }
    }
  }

  @Test func gablesOfAnAngledHouseStandAtTheEndsOfItsWings() throws {
    let roof = try roof(.gabled, Self.angled, height: 4)
    let gables = roof.wallTops[0].enumerated().filter { $0.element.contains { $0.height > 3.9 } }.map(\.offset)
    // The short sides: from (20, 0) to (20, 8) and from (8, 18) to (0, 18).
    #expect(gables == [1, 4])
    #expect(roof.wallTops[0][1].map { Int($0.height.rounded()) } == [0, 4, 0])
  }

  @Test func ridgesFollowDirectionAndOrientation() {
    func ridge(_ form: RoofForm) -> [SIMD2<Double>] {
      let roof = Roof(form, rings: [Self.house], limit: 10)
      return (roof?.triangles ?? []).flatMap { [$0.a, $0.b, $0.c] }.filter { $0.height > 2.99 }.map(\.place)
    }
    #expect(!ridge(RoofForm(shape: .gabled, height: 3)).isEmpty)
    #expect(ridge(RoofForm(shape: .gabled, height: 3)).allSatisfy { abs($0.y - 4) < 1e-6 })
    #expect(ridge(RoofForm(shape: .gabled, height: 3, isAcross: true)).allSatisfy { abs($0.x - 10) < 1e-6 })
    // Slopes to the east and the west.
    #expect(ridge(RoofForm(shape: .gabled, height: 3, direction: 90)).allSatisfy { abs($0.x - 10) < 1e-6 })
    // A shed roof that falls to the east is highest in the west.
    #expect(ridge(RoofForm(shape: .skillion, height: 3, direction: 90)).allSatisfy { abs($0.x) < 1e-6 })
  }

  @Test func aCourtyardStaysOpen() throws {
    let court = [SIMD2(6.0, 3), SIMD2(6, 5), SIMD2(14, 5), SIMD2(14, 3)]
    for shape in RoofForm.Shape.allCases where shape != .flat {
      let roof = try #require(Roof(RoofForm(shape: shape, height: 3), rings: [Self.house, court], limit: 10), "\(shape)")
      let covered = roof.triangles.reduce(0) { $0 + Self.area([$1.a.place, $1.b.place, $1.c.place]) }
      #expect(abs(covered - 144) < 0.01, "\(shape)")
      #expect(roof.wallTops.map(\.count) == [4, 4])
    }
  }

  @Test func aRoofIsNoHigherThanItsHouse() throws {
    let roof = try #require(Roof(RoofForm(shape: .gabled, height: 50), rings: [Self.house], limit: 6))
    #expect(roof.rise == 6)
    #expect(Roof(RoofForm(shape: .gabled), rings: [Self.house], limit: 0) == nil)
  }

  @Test func normalsPointOutOfTheSlopes() throws {
    let gabled = try roof(.gabled, Self.house, height: 4)
    for triangle in gabled.triangles {
      // As steep to the north as to the south: 45 degrees.
      let middle = (triangle.a.place.y + triangle.b.place.y + triangle.c.place.y) / 3
      #expect(abs(triangle.normal.z - 0.5.squareRoot()) < 1e-9)
      #expect((triangle.normal.y > 0) == (middle > 4) && triangle.normal.x.magnitude < 1e-9)
    }
  }

  // MARK: Bad input

  @Test(arguments: RoofForm.Shape.allCases)
  func whatIsNoOutlineHasNoRoof(_ shape: RoofForm.Shape) {
    let bowtie = [SIMD2(0.0, 0), SIMD2(10, 10), SIMD2(10, 0), SIMD2(0, 10)]
    let bad: [[SIMD2<Double>]] = [
      [], [SIMD2(1, 1)], [SIMD2(0, 0), SIMD2(5, 5)], [SIMD2(0, 0), SIMD2(9, 0), SIMD2(18, 0)], bowtie,
      [SIMD2(3, 3), SIMD2(3, 3), SIMD2(3, 3)], [SIMD2(.nan, 0), SIMD2(9, 0), SIMD2(9, 9)],
      [SIMD2(.infinity, 0), SIMD2(9, 0), SIMD2(9, 9)], [SIMD2(1e300, 0), SIMD2(9, 0), SIMD2(9, 9)],
    ]
    for ring in bad { #expect(Roof(RoofForm(shape: shape, height: 3), rings: [ring], limit: 10) == nil) }
    #expect(Roof(RoofForm(shape: shape, height: 3), rings: [], limit: 10) == nil)
  }

  @Test(arguments: RoofForm.Shape.allCases)
  func numbersThatAreNoneCountAsNotGiven(_ shape: RoofForm.Shape) {
    for value in [Double.nan, .infinity, -.infinity, -5, 1e308] {
      let roof = Roof(RoofForm(shape: shape, height: value, direction: value), rings: [Self.house], limit: 10)
      for triangle in roof?.triangles ?? [] {
        #expect([triangle.a, triangle.b, triangle.c].allSatisfy { $0.height.isFinite && (-1e-9...10).contains($0.height) })
      }
    }
    #expect(Roof(RoofForm(shape: shape, height: 3), rings: [Self.house], limit: .nan) == nil)
  }

  @Test func anOutlineOfAHundredThousandCornersIsLeftFlat() {
    let ring = (0..<100_000).map { (corner: Int) -> SIMD2<Double> in
      let angle = Double(corner) * 1e-4
      return SIMD2(30 * cos(angle), 30 * sin(angle))
    }
    for shape in RoofForm.Shape.allCases {
      #expect(Roof(RoofForm(shape: shape, height: 3), rings: [ring], limit: 10) == nil)
    }
  }

  /// Outlines of all kinds, many of which cross themselves: whatever comes of it closes.
  @Test func randomOutlinesGiveAWholeRoofOrNone() {
    var state: UInt64 = 42
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31)
    }
    var found = 0
    for _ in 0..<400 {
      let count = 3 + Int(random() * 12)
      // Some turn once around their middle, some do not.
      let isRound = random() < 0.7
      let ring = (0..<count).map { number -> SIMD2<Double> in
        let angle = (isRound ? Double(number) / Double(count) : random()) * 2 * .pi
        let reach = 3 + 12 * random()
        return SIMD2((reach * cos(angle)).rounded(), (reach * sin(angle)).rounded())
      }
      for shape in RoofForm.Shape.allCases {
        guard let roof = Roof(RoofForm(shape: shape, height: 3), rings: [ring], limit: 10) else { continue }
        found += 1
        let covered = roof.triangles.reduce(0) { $0 + Self.area([$1.a.place, $1.b.place, $1.c.place]) }
        #expect(abs(covered - abs(Self.area(ring))) < 0.01 * abs(Self.area(ring)))
        let heights = roof.triangles.flatMap { [$0.a.height, $0.b.height, $0.c.height] }
        #expect(heights.allSatisfy { (-1e-9...3 + 1e-9).contains($0) })
      }
    }
    #expect(found > 1_000)
  }
}
