import Glibc
import OverlookSupport
import Testing

@testable import OverlookLayout

/// Rings that are seen whole from the middle of their box, cut into triangles.
@Suite struct StarCutterTests {
  private typealias Ring = [(Int32, Int32)]

  /// The ring in the order in which layers keep it, and the triangles in numbers of its points; nil where it is not cut.
  private func cut(_ ring: Ring) -> (places: [SIMD2<Int>], triangles: [UInt32], doubledArea: Int)? {
    let layer = ShapeFeatures.features(.polygon, [[ring]])
    guard let part = layer.features.first?.parts.lowerBound else { return nil }
    let points = layer.points(ofPart: part)
    var cutter = StarCutter()
    var triangles: [UInt32] = [99]
    guard cutter.cut(layer, points, firstVertex: 7, into: &triangles) else {
      #expect(triangles == [99])
      return nil
    }
    let places = points.map { SIMD2<Int>(truncatingIfNeeded: layer.point($0)) }
    return (places, triangles.dropFirst().map { $0 - 7 }, Int(layer.doubledArea(ofPart: part)))
  }

  /// No triangle is turned over, so that equal areas mean that the ring is covered once.
  private func expectCovered(_ ring: Ring) {
    guard let (places, triangles, doubledArea) = cut(ring) else {
      Issue.record("not cut: \(ring)")
      return
    }
    var sum = 0
    for start in stride(from: 0, to: triangles.count, by: 3) {
      let p = (0..<3).map { places[Int(triangles[start + $0])] }
      let (a, b) = (p[1] &- p[0], p[2] &- p[0])
      let area = a.x * b.y - a.y * b.x
      #expect(area > 0, "\(ring)")
      sum += area
    }
    #expect(sum == doubledArea, "\(ring)")
    #expect(triangles.count == 3 * (ring.count - 2), "\(ring)")
  }

  private static let convex: [Ring] = [
    [(0, 0), (10, 2), (4, 10)], [(0, 0), (1000, 0), (1000, 700), (0, 700)],
    [(-16384, -16384), (16383, -16384), (16383, 16383), (-16384, 16383)],
    [(300, 0), (600, 0), (900, 300), (900, 600), (600, 900), (300, 900), (0, 600), (0, 300)],
  ]

  @Test(arguments: convex.indices) func convexRingsAreCovered(number: Int) { expectCovered(Self.convex[number]) }

  /// A dart whose middle sees its bay along the line to its tip, one with flat corners, and a star of four points that is all
  /// bays.
  private static let bays: [Ring] = [
    [(0, 0), (100, 60), (0, 120), (40, 60)], [(0, 0), (50, 0), (100, 0), (100, 50), (100, 100), (50, 100), (0, 100), (0, 50)],
    [(0, -900), (60, -60), (900, 0), (60, 60), (0, 900), (-60, 60), (-900, 0), (-60, -60)],
  ]

  @Test(arguments: bays.indices) func ringsWithBaysAreCovered(number: Int) { expectCovered(Self.bays[number]) }

  @Test func everyStarAroundTheMiddleOfItsBoxIsCovered() {
    var generator = SeededGenerator(seed: 11)
    for round in 0..<3000 {
      let reach = round.isMultiple(of: 3) ? 5.0 : 3000
      let count = Int.random(in: 0...40, using: &generator)
      // The four corners on the axes see to where the middle is.
      var places: Set<SIMD2<Int32>> = [
        SIMD2(0, -Int32(reach)), SIMD2(0, Int32(reach)), SIMD2(-Int32(reach), 0), SIMD2(Int32(reach), 0),
      ]
      for _ in 0..<count {
        let angle = Double.random(in: 0..<(2 * .pi), using: &generator)
        let radius = reach * Double.random(in: 0.05...1, using: &generator)
        places.insert(SIMD2(Int32(radius * cos(angle)), Int32(radius * sin(angle))))
      }
      // One corner in each direction.
      var directions: [Double: SIMD2<Int32>] = [:]
      for place in places where place != .zero { directions[atan2(Double(place.y), Double(place.x))] = place }
      for corner in places where corner.x == 0 || corner.y == 0 {
        if max(abs(corner.x), abs(corner.y)) == Int32(reach) { directions[atan2(Double(corner.y), Double(corner.x))] = corner }
      }
      expectCovered(directions.sorted { $0.key < $1.key }.map { ($0.value.x + 4000, $0.value.y + 4000) })
    }
  }

  @Test func pointsThatAreSaidTwiceAreLeftOut() throws {
    let triangles = try #require(cut([(0, 0), (100, 0), (100, 0), (100, 100), (0, 100), (0, 0)])).triangles
    #expect(triangles.count == 6)
    #expect(Set(triangles).count == 4)
  }

  /// An L, a bow tie, a pentagram, a spiral, and one corner after the other on a line through the middle.
  private static let hidden: [Ring] = [
    [(0, 0), (100, 0), (100, 20), (20, 20), (20, 100), (0, 100)], [(0, 0), (1000, 1000), (1000, 0), (0, 900)],
    [(0, -1000), (588, 809), (-951, -309), (951, -309), (-588, 809)],
    [
      (0, 0), (900, 0), (900, 900), (100, 900), (100, 300), (600, 300), (600, 500), (300, 500), (300, 700), (700, 700),
      (700, 200), (0, 200),
    ],
    [(-100, -100), (0, -100), (0, -40), (100, -40), (100, 100), (-100, 100)],
  ]

  @Test(arguments: hidden.indices) func ringsThatAreNotSeenFromTheMiddleAreLeftToOthers(number: Int) {
    #expect(cut(Self.hidden[number]) == nil)
  }
}
