import OverlookGeometry
import Testing

@testable import OverlookTileBuilder

@Suite struct TileClipperTests {
  private let box = TileClipper(minX: 0, minY: 0, maxX: 10, maxY: 10)

  private func points(_ pairs: (Double, Double)...) -> [WorldPoint] { pairs.map { WorldPoint(x: $0.0, y: $0.1) } }

  @Test func cutsALineThatLeavesAndComesBackIntoTwo() {
    let line = points((5, 5), (15, 5), (15, 8), (5, 8))
    #expect(box.clipped(line: line) == [points((5, 5), (10, 5)), points((10, 8), (5, 8))])
  }

  @Test func leavesOutLinesBesideTheBox() {
    #expect(box.clipped(line: points((-5, 5), (-1, 8), (-3, 20))).isEmpty)
    #expect(box.clipped(line: points((-5, 6), (6, -5))) == [points((0, 1), (1, 0))])
  }

  /// A line of a hundred points on a half circle of radius 1: within the tolerance everywhere, ends kept, far fewer points.
  @Test func simplifiesWithinTheTolerance() throws {
    let line = (0...100).map { index in
      let angle = Double(index) / 100 * Double.pi
      return WorldPoint(x: Self.cosine(angle), y: Self.sine(angle))
    }
    let simple = LineSimplifier.simplified(line, tolerance: 0.01)
    #expect(simple.count < 30 && simple.count > 5)
    #expect(simple.first == line.first && simple.last == line.last)
    for point in line {
      let distance = zip(simple, simple.dropFirst()).map { Self.distance(point, $0, $1) }.min() ?? 1
      #expect(distance <= 0.01 + 1e-12)
    }
  }

  private static func distance(_ p: WorldPoint, _ a: WorldPoint, _ b: WorldPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let t = min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0), 1)
    let (x, y) = (p.x - a.x - t * dx, p.y - a.y - t * dy)
    return (x * x + y * y).squareRoot()
  }

  /// By their series, so that the test needs no mathematics library.
  private static func sine(_ x: Double) -> Double { series(x, first: x, from: 1) }
  private static func cosine(_ x: Double) -> Double { series(x, first: 1, from: 0) }

  private static func series(_ x: Double, first: Double, from start: Int) -> Double {
    var term = first
    var sum = first
    for n in stride(from: start + 1, to: 40, by: 2) {
      term *= -x * x / Double(n * (n + 1))
      sum += term
    }
    return sum
  }
}
