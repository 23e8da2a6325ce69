import OverlookGeometry
import OverlookSupport
import OverlookTestSupport
import Testing

@Suite struct WorldPointTests {
  /// y = 1/2 - ln(tan(45 + latitude / 2)) / 2 pi, computed with 40 digits (mpmath).
  @Test(arguments: [
    (85.0, 0.001_637_914_786_054_245_8), (51.5, 0.332_558_545_493_120_15), (0.0001, 0.499_999_722_222_222_22),
    (-33.8688, 0.600_092_251_458_776_3), (0, 0.5),
  ])
  func liesAtTheMercatorLatitude(latitude: Double, y: Double) {
    #expect(abs(WorldPoint(LocationCoordinate(latitude: latitude, longitude: 0)).y - y) < 1e-15)
  }

  @Test func spansOneWorldFromAntimeridianToAntimeridian() {
    #expect(WorldPoint(LocationCoordinate(latitude: 0, longitude: -180)).x == 0)
    #expect(WorldPoint(LocationCoordinate(latitude: 0, longitude: 180)).x == 1)
    #expect(abs(WorldPoint(LocationCoordinate(latitude: 90, longitude: 0)).y) < 1e-14)
    #expect(abs(WorldPoint(LocationCoordinate(latitude: -90, longitude: 0)).y - 1) < 1e-14)
  }

  @Test func givesEveryCoordinateBack() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let place = LocationCoordinate(
        latitude: .random(in: -85.05...85.05, using: &generator), longitude: .random(in: -180...180, using: &generator))
      let back = WorldPoint(place).coordinate
      #expect(abs(back.latitude - place.latitude) < 1e-12 && abs(back.longitude - place.longitude) < 1e-12)
    }
  }

  @Test func isFiniteForEveryInput() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<100_000 {
      let point = WorldPoint(LocationCoordinate(latitude: generator.wildDouble(), longitude: generator.wildDouble()))
      #expect(point.x.isFinite && point.y >= -1e-14 && point.y <= 1 + 1e-14)
    }
  }

  @Test func wrapsIntoTheFirstCopy() {
    #expect(WorldPoint(x: 1.25, y: 0.5).wrapped == WorldPoint(x: 0.25, y: 0.5))
    #expect(WorldPoint(x: -0.25, y: 0.5).wrapped == WorldPoint(x: 0.75, y: 0.5))
  }
}

@Suite struct TileIDTests {
  @Test func answersForAddressesThatCannotExist() {
    let tile = TileID(z: Int.max, x: Int.max, y: Int.min)
    #expect(!tile.isValid)
    #expect(tile.children.isEmpty)
    #expect(TileID(z: 0, x: 0, y: 0).parent == nil)
    _ = tile.worldRect
  }

  @Test func coversItsParentWithItsSiblings() {
    let tile = TileID(z: 5, x: 17, y: 9)
    #expect(tile.children.allSatisfy { $0.parent == tile && tile.worldRect.contains($0.worldRect) })
    #expect(Set(tile.children).count == 4)
  }
}

@Suite struct AngleTests {
  @Test func wrapsWithoutCountingTurns() {
    #expect(Angle.wrappedDegrees(190) == -170)
    #expect(Angle.wrappedDegrees(180) == -180)
    #expect(Angle.wrappedDegrees(-180) == -180)
    #expect(Angle.bearingDegrees(-90) == 270)
    #expect(Angle.bearingDegrees(360) == 0)
    #expect(Angle.shortestTurn(fromDegrees: 350, toDegrees: 10) == 20)
    #expect(Angle.shortestTurn(fromDegrees: 10, toDegrees: 350) == -20)
  }

  @Test func staysInRangeForEveryFiniteNumber() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<100_000 {
      let degrees = generator.wildDouble()
      guard degrees.isFinite else { continue }
      let wrapped = Angle.wrappedDegrees(degrees)
      let bearing = Angle.bearingDegrees(degrees)
      #expect(wrapped >= -180 && wrapped < 180 && bearing >= 0 && bearing < 360)
    }
  }
}
