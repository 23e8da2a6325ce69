import OverlookGeometry
import Testing

@testable import OverlookTileBuilder

/// A box of 10 by 10 units; x east, y south.
@Suite struct CoastlineTests {
  private let coastline = Coastline(box: TileClipper(minX: 0, minY: 0, maxX: 10, maxY: 10))

  private func area(_ shape: MapFeature.Shape?) -> Double {
    guard case .area(let rings)? = shape else { return 0 }
    return rings.reduce(0) { $0 + RingGeometry.signedArea($1) }
  }

  private func line(_ pairs: (Double, Double)...) -> [WorldPoint] { pairs.map { WorldPoint(x: $0.0, y: $0.1) } }

  /// Going east through the middle: land on the left is north, water on the right is the southern half.
  @Test func fillsTheSideOnTheRight() {
    #expect(abs(area(coastline.sea([line((-2, 5), (12, 5))])) - 50) < 1e-9)
    #expect(abs(area(coastline.sea([line((12, 3), (-2, 3))])) - 30) < 1e-9)
    #expect(abs(area(coastline.sea([line((2, 12), (2, -2))])) - 80) < 1e-9)
  }

  /// A strait: land north of one coastline and south of the other.
  @Test func fillsBetweenTwoCoasts() {
    #expect(abs(area(coastline.sea([line((-1, 3), (11, 3)), line((11, 7), (-1, 7))])) - 40) < 1e-9)
  }

  /// An island has land on the left too, which makes it anticlockwise on a map with north up.
  @Test func leavesIslandsOut() {
    let island = line((4, 4), (4, 6), (6, 6), (6, 4), (4, 4))
    #expect(abs(area(coastline.sea([island])) - 96) < 1e-9)
    #expect(abs(area(coastline.sea([line((-2, 2), (12, 2)), island])) - 76) < 1e-9)
  }

  /// The strait again, of which nothing beyond the box is in the data: the coasts end before its edge.
  @Test func goesOnToTheEdgeWhereTheDataEnds() {
    let north: [WorldPoint?] = [nil] + line((1, 3), (5, 3), (9.5, 3)) + [nil]
    let south: [WorldPoint?] = [nil, nil] + line((9, 7), (0.5, 7)) + [nil]
    #expect(abs(area(coastline.sea([north, south])) - 40) < 1e-9)
    // One coastline that leaves the box between the two is no line across the water.
    #expect(abs(area(coastline.sea([north + south])) - 40) < 1e-9)
  }

  /// A town's extract whose coast ends inside the box that its header names: land north of it, and a mole off the coast, which is
  /// an island to the data.
  @Test func aCoastThatEndsInsideTheBoxGoesOnToItsEdge() {
    let coast = line((0.1, 5), (4, 5), (9.8, 5))
    let mole = line((4, 7), (4, 8), (6, 8), (6, 7), (4, 7))
    #expect(abs(area(coastline.sea([coast, mole])) - 48) < 1e-9)
    #expect(abs(area(coastline.sea([mole, coast])) - 48) < 1e-9)
    // Only one end lies inside.
    #expect(abs(area(coastline.sea([line((-3, 5), (4, 5), (9.8, 5))])) - 50) < 1e-9)
  }

  /// An island of 4 by 4 units, half of it in the box, drawn from a place in the box.
  @Test func leavesOutTheKnownPartOfAnIsland() {
    let island: [WorldPoint?] = line((9, 4), (8, 4), (8, 8), (9, 8)) + [nil, nil] + line((9, 4))
    #expect(abs(area(coastline.sea([island])) - 92) < 1e-9)
  }

  @Test func hasNoSeaWithoutACoast() {
    #expect(area(coastline.sea([])) == 0)
  }
}
