import OverlookFormats
import OverlookGeometry
import OverlookTiles
import Testing

@Suite struct PackAreaTests {
  private func bounds(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> CoordinateBounds {
    CoordinateBounds(
      southWest: LocationCoordinate(latitude: south, longitude: west),
      northEast: LocationCoordinate(latitude: north, longitude: east < west ? east + 360 : east))
  }

  private func area(_ bounds: CoordinateBounds, _ zooms: ClosedRange<Int>, extent: TileExtent = TileExtent()) -> PackArea {
    PackArea(bounds: bounds, zooms: zooms, extent: extent)
  }

  /// 4^z tiles at zoom z.
  @Test func theWorldIsEveryTile() {
    #expect(area(bounds(-180, -90, 180, 90), 0...5).tileCount == 1 + 4 + 16 + 64 + 256 + 1024)
    #expect(area(bounds(-180, -90, 180, 90), 30...30).tileCount == 1 << 60)
    #expect(area(.world, 0...2).tileCount == 21)
  }

  /// Columns of zoom 3 are 45 degrees wide, and begin at -180.
  @Test func boundsAcrossTheAntimeridianAreTwoSpans() throws {
    let level = try #require(area(bounds(170, 0, -170, 10), 3...3).levels.first)
    #expect(level.columns == [0...0, 7...7])
    // 10 degrees north lies in the row above the equator.
    #expect(level.rows == 3...3)
    #expect(area(bounds(100, 0, -100, 10), 0...0).tileCount == 1)
  }

  @Test func edgesOfTilesBelongToOneSideOnly() throws {
    let level = try #require(area(bounds(-45, 0, 45.000_000_01, 40), 3...3).levels.first)
    #expect(level.columns == [3...4])
    #expect(level.rows == 3...3)
  }

  @Test func aPointHasATileInEveryZoom() {
    #expect(area(bounds(24.94, 60.17, 24.94, 60.17), 0...30).tileCount == 31)
    #expect(area(bounds(180, 90, 180, 90), 4...4).tileCount == 1)
  }

  @Test func latitudesBeyondTheSquareAreItsEdge() throws {
    let level = try #require(area(bounds(0, 89, 10, 90), 4...4).levels.first)
    #expect(level.rows == 0...0)
  }

  @Test func onlyWhatTheSourceHasIsCounted() {
    let extent = TileExtent(minimumZoom: 2, maximumZoom: 4, bounds: bounds(0, 0, 45, 40))
    let area = area(.world, 0...9, extent: extent)
    #expect(area.levels.map(\.zoom) == [2, 3, 4])
    // One tile at zooms 2 and 3 (0 to 45 degrees east and a bit over 40 north), four at 4.
    #expect(area.levels.map(\.tileCount) == [1, 1, 4])
    #expect(self.area(bounds(-100, 0, -50, 40), 0...9, extent: extent).tileCount == 0)
    #expect(self.area(.world, 5...9, extent: extent).tileCount == 0)
  }

  @Test(arguments: [(-20.0, -40.0, 30.0, 55.0), (150, 10, -120, 20), (-180, -90, 180, 90), (9.5, 46.2, 9.6, 46.3)])
  func everyTileComesOnceAndInTheOrderOfArchives(west: Double, south: Double, east: Double, north: Double) {
    let bounds = bounds(west, south, east, north)
    let area = area(bounds, 1...6)
    let tiles = Array(area.tiles)
    #expect(tiles.count == area.tileCount)
    let numbers = tiles.compactMap { PMTilesTileID.number($0) }
    #expect(numbers.count == tiles.count && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    // The same tiles as by the rule for single ones.
    let extent = TileExtent(minimumZoom: 1, maximumZoom: 6, bounds: bounds)
    let expected = (1...6).reduce(0) { sum, z in
      sum + (0..<(1 << z)).reduce(0) { sum, y in sum + (0..<(1 << z)).count { extent.contains(TileID(z: z, x: $0, y: y)) } }
    }
    #expect(tiles.count == expected)
    #expect(tiles.allSatisfy(extent.contains))
  }
}
