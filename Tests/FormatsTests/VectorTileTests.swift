import OverlookFormats
import Testing

/// Expected values are those of the Mapbox Vector Tile specification 2.1, by section.
@Suite struct VectorTileTests {
  @Test func aPointIsOneMoveTo() throws {
    // 4.3.5.1
    let tile = try DecodedTile(1, [9, 50, 34])
    #expect(tile.features.map(\.parts) == [[[[25, 17]]]])
    #expect(tile.features.map(\.kind) == [.points])
    #expect(tile.faults.isEmpty)
  }

  @Test func pointsOfAMultipointAreOnePart() throws {
    // 4.3.5.2
    #expect(try DecodedTile(1, [17, 10, 14, 3, 9]).features.map(\.parts) == [[[[5, 7], [3, 2]]]])
  }

  @Test func aLineGoesOnFromItsStart() throws {
    // 4.3.5.3
    #expect(try DecodedTile(2, [9, 4, 4, 18, 0, 16, 16, 0]).features.map(\.parts) == [[[[2, 2], [2, 10], [10, 10]]]])
  }

  @Test func everyLineOfAMultilineIsAPartAndTheCursorGoesOn() throws {
    // 4.3.5.4
    let tile = try DecodedTile(2, [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8])
    #expect(tile.features.map(\.parts) == [[[[2, 2], [2, 10], [10, 10]], [[1, 1], [3, 5]]]])
  }

  @Test func aRingDoesNotRepeatItsFirstPoint() throws {
    // 4.3.5.5
    let tile = try DecodedTile(3, [9, 6, 12, 18, 10, 12, 24, 44, 15])
    #expect(tile.features.map(\.parts) == [[[[3, 6], [8, 12], [20, 34]]]])
    #expect(tile.features.map(\.kind) == [.polygons])
  }

  @Test func ringsTellByTheirAreaWhetherTheyAreHoles() throws {
    // 4.3.5.6; areas of squares with sides 10, 9 and 4, positive for exterior rings (4.3.3.3)
    let tile = try DecodedTile(
      3,
      [
        9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15, 9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15, 9, 4, 13, 26, 0, 8, 8, 0, 0, 7, 15,
      ])
    #expect(
      tile.features.map(\.parts) == [
        [
          [[0, 0], [10, 0], [10, 10], [0, 10]], [[11, 11], [20, 11], [20, 20], [11, 20]],
          [[13, 13], [13, 17], [17, 17], [17, 13]],
        ]
      ])
    #expect(tile.features.map(\.areas) == [[100, 81, -16]])
  }
}
