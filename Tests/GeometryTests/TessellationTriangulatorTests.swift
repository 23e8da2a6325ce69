import Glibc
import OverlookGeometry
import OverlookSupport
import Testing

@Suite struct TessellationTriangulatorTests {
  private func unit(_ random: inout SeededGenerator) -> Double { Double.random(in: 0..<1, using: &random) }

  private func ring(_ points: [(Double, Double)]) -> [WorldPoint] { points.map { WorldPoint(x: $0.0, y: $0.1) } }

  private func polygon(_ rings: [[WorldPoint]]) -> (points: [WorldPoint], starts: [Int]) {
    var (points, starts): ([WorldPoint], [Int]) = ([], [])
    for ring in rings {
      starts.append(points.count)
      points += ring
    }
    return (points, starts)
  }

  private func triangulate(_ rings: [[WorldPoint]]) -> (result: Triangulation, points: [WorldPoint]) {
    let (points, starts) = polygon(rings)
    let result = Triangulator.triangulation(of: points, ringStarts: starts)
    return (result, points + result.addedPoints)
  }

  /// Sum of the areas without their signs: overlapping triangles would make it larger than the polygon.
  private func area(_ rings: [[WorldPoint]]) -> Double {
    let (result, points) = triangulate(rings)
    var sum = 0.0
    for i in stride(from: 0, to: result.indices.count - 2, by: 3) {
      let (a, b, c) = (points[Int(result.indices[i])], points[Int(result.indices[i + 1])], points[Int(result.indices[i + 2])])
      sum += abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2
    }
    return sum
  }

  private func shoelace(_ ring: [WorldPoint]) -> Double {
    var sum = 0.0
    for i in ring.indices {
      let (a, b) = (ring[i], ring[(i + 1) % ring.count])
      sum += a.x * b.y - b.x * a.y
    }
    return abs(sum) / 2
  }

  private func circle(_ count: Int, radius: Double, x: Double = 0.5, y: Double = 0.5) -> [WorldPoint] {
    (0..<count).map { i in
      let angle = 2 * Double.pi * Double(i) / Double(count)
      return WorldPoint(x: x + radius * cos(angle), y: y + radius * sin(angle))
    }
  }

  @Test func aSquareIsTwoTrianglesWhicheverWayItWinds() {
    let square = ring([(0, 0), (1, 0), (1, 1), (0, 1)])
    for points in [square, square.reversed()] {
      let (result, _) = triangulate([points])
      #expect(result.indices.count == 6)
      #expect(result.isComplete)
      #expect(abs(area([points]) - 1) < 1e-15)
    }
  }

  @Test func aSimplePolygonOfNCornersIsNMinusTwoTriangles() {
    for count in [3, 4, 7, 50, 1000, 20_000] {
      let (result, _) = triangulate([circle(count, radius: 0.3)])
      #expect(result.indices.count == 3 * (count - 2))
    }
  }

  /// Stars with random radii have reflex corners everywhere; their area is known from the corners alone.
  @Test func areaIsKeptForRandomStars() {
    var random = SeededGenerator(seed: 7)
    for count in [5, 12, 60, 400, 3000] {
      for _ in 0..<20 {
        let star = (0..<count).map { i -> WorldPoint in
          let angle = 2 * Double.pi * Double(i) / Double(count)
          let radius = 0.05 + 0.4 * unit(&random)
          return WorldPoint(x: 0.5 + radius * cos(angle), y: 0.5 + radius * sin(angle))
        }
        let expected = shoelace(star)
        #expect(abs(area([star]) - expected) < 1e-12 * Double(count))
      }
    }
  }

  @Test func holesAreCutOut() {
    var random = SeededGenerator(seed: 11)
    for count in [1, 2, 9, 100, 400] {
      let side = Int(Double(count).squareRoot().rounded(.up))
      var rings = [ring([(0, 0), (1, 0), (1, 1), (0, 1)])]
      var expected = 1.0
      for i in 0..<count {
        let radius = (0.1 + 0.3 * unit(&random)) / Double(side)
        let hole = circle(
          3 + i % 9, radius: radius, x: (Double(i % side) + 0.5) / Double(side), y: (Double(i / side) + 0.5) / Double(side))
        rings.append(i % 2 == 0 ? hole : hole.reversed())
        expected -= shoelace(hole)
      }
      #expect(abs(area(rings) - expected) < 1e-12)
    }
  }

  @Test func holesMayTouchTheEdgeAndEachOther() {
    let outer = ring([(0, 0), (1, 0), (1, 1), (0, 1)])
    let left = ring([(0, 0.5), (0.25, 0.25), (0.5, 0.5), (0.25, 0.75)])
    let right = ring([(0.5, 0.5), (0.75, 0.25), (1, 0.5), (0.75, 0.75)])
    #expect(abs(area([outer, left, right]) - (1 - 2 * 0.125)) < 1e-12)
  }

  @Test func aHoleOutsideOfThePolygonCutsNothing() {
    let outer = ring([(0, 0), (0.4, 0), (0.4, 0.4), (0, 0.4)])
    #expect(abs(area([outer, circle(12, radius: 0.1, x: 0.8, y: 0.8)]) - 0.16) < 1e-12)
    #expect(abs(area([outer, circle(12, radius: 0.05, x: -0.8, y: 0.2)]) - 0.16) < 1e-12)
  }

  /// A bow tie covers its two wings, a pentagram its five tips but not its middle: the even-odd rule.
  @Test func crossingEdgesFollowTheEvenOddRule() {
    let bowTie = ring([(0, 0), (1, 1), (1, 0), (0, 1)])
    #expect(abs(area([bowTie]) - 0.5) < 1e-12)
    let tips = [0, 2, 4, 1, 3].map { i in
      let angle = 2 * Double.pi * Double(i) / 5
      return WorldPoint(x: 0.5 + 0.4 * sin(angle), y: 0.5 - 0.4 * cos(angle))
    }
    // The inner pentagon has the golden ratio squared as its scale; a tip is a triangle on each of its sides.
    let inner = 0.4 * 0.381_966_011_250_105_1
    let decagram = (0..<10).map { i -> WorldPoint in
      let angle = Double.pi * Double(i) / 5
      let radius = i % 2 == 0 ? 0.4 : inner
      return WorldPoint(x: 0.5 + radius * sin(angle), y: 0.5 - radius * cos(angle))
    }
    let pentagon = (0..<5).map { i -> WorldPoint in
      let angle = 2 * Double.pi * Double(i) / 5 + .pi / 5
      return WorldPoint(x: 0.5 + inner * sin(angle), y: 0.5 - inner * cos(angle))
    }
    #expect(abs(area([tips]) - (shoelace(decagram) - shoelace(pentagon))) < 1e-12)
  }

  @Test func repeatedCollinearAndMissingPointsDoNoHarm() {
    let square = ring([(0, 0), (0, 0), (0.5, 0), (1, 0), (1, 0), (1, 1), (0.5, 1), (0.25, 1), (0, 1), (0, 0.5), (0, 0)])
    #expect(abs(area([square]) - 1) < 1e-12)
    let withGaps = [WorldPoint(x: .nan, y: 0)] + square + [WorldPoint(x: 0.2, y: .infinity)]
    #expect(abs(area([withGaps]) - 1) < 1e-12)
    let spike = ring([(0, 0), (1, 0), (1, 0.5), (2, 0.5), (1, 0.5), (1, 1), (0, 1)])
    #expect(abs(area([spike]) - 1) < 1e-12)
  }

  @Test func ringsWithoutAreaGiveNoTriangles() {
    for points in [
      [], ring([(0, 0)]), ring([(0, 0), (1, 1)]), ring([(0, 0), (1, 1), (0, 0)]), ring([(0, 0), (0.5, 0.5), (1, 1)]),
    ] {
      let (result, _) = triangulate([points])
      #expect(area([points]) == 0)
      #expect(result.isComplete)
    }
    #expect(Triangulator.triangulation(of: [], ringStarts: []).indices.isEmpty)
    #expect(Triangulator.triangulation(of: ring([(0, 0), (1, 0), (0, 1)]), ringStarts: [0, 9]).isComplete)
  }

  /// A tangle of random edges crosses itself everywhere: it must end, with triangles or with the report that there are none.
  @Test func aTangleStaysWithinItsBudget() {
    var random = SeededGenerator(seed: 3)
    let tangle = (0..<5000).map { _ in WorldPoint(x: unit(&random), y: unit(&random)) }
    let result = Triangulator.triangulation(of: tangle, ringStarts: [0])
    #expect(!result.isComplete)
    #expect(result.indices.isEmpty)
    for budget in [0, 100, 10_000, 200_000] {
      let cheap = Triangulator.triangulation(of: tangle, ringStarts: [0], stepBudget: budget)
      #expect(cheap.isComplete != cheap.indices.isEmpty)
    }
    let small = Array(tangle.prefix(60))
    let (complete, _) = triangulate([small])
    #expect(complete.isComplete)
    #expect(area([small]) > 0.1 && area([small]) < 1)
  }

  /// Hatching: every edge is as wide as the polygon, so that each meets each other's range, and none crosses.
  @Test func aCombOfLongTeethIsFilled() {
    let teeth = 8000
    var comb: [WorldPoint] = []
    for i in 0..<teeth {
      comb.append(WorldPoint(x: 0, y: Double(2 * i) / Double(2 * teeth)))
      comb.append(WorldPoint(x: 1, y: Double(2 * i) / Double(2 * teeth)))
      comb.append(WorldPoint(x: 1, y: Double(2 * i + 1) / Double(2 * teeth)))
      comb.append(WorldPoint(x: 0.001, y: Double(2 * i + 1) / Double(2 * teeth)))
    }
    comb.append(WorldPoint(x: 0, y: 1))
    #expect(abs(area([comb]) - shoelace(comb)) < 1e-9)
  }

  @Test func anyPointsAtAllEndInValidIndices() {
    var random = SeededGenerator(seed: 99)
    for _ in 0..<300 {
      let count = Int.random(in: 0..<30, using: &random)
      // A coarse grid makes points, edges and corners coincide all the time.
      let points = (0..<count).map { _ in
        WorldPoint(x: Double(Int.random(in: 0..<6, using: &random)), y: Double(Int.random(in: 0..<6, using: &random)))
      }
      let starts = count > 12 ? [0, count / 3, count / 2] : [0]
      let result = Triangulator.triangulation(of: points, ringStarts: starts)
      let limit = UInt32(points.count + result.addedPoints.count)
      #expect(result.indices.count % 3 == 0)
      #expect(result.indices.allSatisfy { $0 < limit })
    }
  }
}
