import Testing

@testable import OverlookTileBuilder

/// The box holds the lines 0 to 10 of the grid; what is cut gets corners at -1 and 11.
@Suite struct RegionClipperTests {
  private let box = RegionClipper(low: GridPoint(0, 0), high: GridPoint(10, 10))

  private func ring(_ pairs: (Int64, Int64)...) -> [GridPoint] { pairs.map { GridPoint($0.0, $0.1) } }

  private func area(_ rings: [[GridPoint]]) -> Double { rings.reduce(0) { $0 + GridRings.signedArea($1) } }

  /// 12 by 12 units with the margin.
  @Test func fillsTheBoxInsideAnArea() {
    #expect(area(box.clipped([ring((-20, -20), (40, -20), (40, 40), (-20, 40))])) == 144)
    #expect(box.clipped([ring((20, 20), (30, 20), (30, 30), (20, 30))]).isEmpty)
  }

  @Test func cutsAnAreaThatReachesIn() {
    let half = box.clipped([ring((-20, -20), (5, -20), (5, 40), (-20, 40))])
    #expect(half.count == 1)
    #expect(area(half) == 72)
  }

  /// A comb of two teeth from the west: two areas, not one that is joined along the edge.
  @Test func keepsPartsApart() {
    let comb = ring((-9, 1), (5, 1), (5, 3), (-4, 3), (-4, 7), (5, 7), (5, 9), (-9, 9))
    let parts = box.clipped([comb])
    #expect(parts.count == 2)
    #expect(area(parts) == 24)
  }

  @Test func putsHolesBehindTheirAreas() {
    let outer = ring((-20, -20), (40, -20), (40, 40), (-20, 40))
    let hole = ring((4, 4), (4, 6), (6, 6), (6, 4))
    let island = ring((20, 4), (22, 4), (22, 6), (20, 6))
    let parts = box.clipped([island, outer, hole])
    #expect(parts.count == 2)
    #expect(GridRings.signedArea(parts[0]) > 0 && GridRings.signedArea(parts[1]) == -4)
  }

  @Test func leavesOutTheBoxInsideAHole() {
    let outer = ring((-50, -50), (60, -50), (60, 60), (-50, 60))
    let hole = ring((-20, -20), (-20, 40), (40, 40), (40, -20))
    #expect(box.clipped([outer, hole]).isEmpty)
  }

  /// A hole that the box cuts leaves the rest: left of x = 5.
  @Test func cutsHoles() {
    let outer = ring((-50, -50), (60, -50), (60, 60), (-50, 60))
    let hole = ring((5, -20), (5, 40), (40, 40), (40, -20))
    #expect(area(box.clipped([outer, hole])) == 72)
  }

  @Test func dropsSpikesAndNeedlessPoints() {
    let spiked = ring((0, 0), (5, 0), (9, 0), (5, 0), (5, 5), (5, 5), (0, 5), (0, 2))
    #expect(GridRings.cleaned(spiked) == ring((0, 0), (5, 0), (5, 5), (0, 5)))
    #expect(GridRings.cleaned(ring((0, 0), (5, 0), (9, 0))).isEmpty)
  }

  /// A figure of eight.
  @Test func uncrossesRings() {
    let eight = ring((0, 0), (10, 10), (10, 0), (0, 10))
    #expect(GridRings.crossings(of: eight).count == 1)
    let simple = GridRings.uncrossed(eight)
    #expect(GridRings.crossings(of: simple).isEmpty)
    #expect(abs(GridRings.signedArea(simple)) == 100)
  }

  /// Two ways cross where the ring begins, so that what lies between them is nearly all of it.
  @Test func aRingGoesAroundAsBeforeWithoutItsCrossings() {
    let knotted = ring((20, 0), (100, 0), (100, 100), (0, 100), (0, 0), (30, 5), (25, -5))
    for sign in [1.0, -1] {
      let simple = GridRings.uncrossed(sign > 0 ? knotted : knotted.reversed())
      #expect(GridRings.crossings(of: simple).isEmpty)
      #expect(abs(GridRings.signedArea(simple) * sign - 10_000) < 200, "\(GridRings.signedArea(simple))")
    }
  }
}
