import OverlookGeometry
import Testing

@Suite struct FixedPlaceTests {
  /// Half a step is 2^-33 of the width and 2^-32 of the height: 5 and 9 mm.
  @Test(arguments: [(60.17, 24.94), (-33.9, 151.2), (0, 0), (85, -179.999999), (-85, 179.999999)])
  func keepsAPlaceToHalfAStep(_ latitude: Double, _ longitude: Double) {
    let exact = WorldPoint(LocationCoordinate(latitude: latitude, longitude: longitude))
    let kept = FixedPlace(LocationCoordinate(latitude: latitude, longitude: longitude)).worldPoint
    #expect(abs(kept.x - exact.x) <= 0x1p-33)
    #expect(abs(kept.y - exact.y) <= 0x1p-32)
  }

  /// The antimeridian from the west is the one from the east, and differences go the shorter way.
  @Test func goesRoundTheWorld() {
    let west = FixedPlace(LocationCoordinate(latitude: 10, longitude: -180))
    let east = FixedPlace(LocationCoordinate(latitude: 10, longitude: 180))
    #expect(west == east)
    #expect(west.x == 0)
    let before = FixedPlace(LocationCoordinate(latitude: 0, longitude: 179.9))
    let after = FixedPlace(LocationCoordinate(latitude: 0, longitude: -179.9))
    let steps = Int32(bitPattern: after.x &- before.x)
    let expected: Double = 0.2 / 360 * 0x1p32
    #expect(abs(Double(steps) - expected) <= 1)
  }

  @Test func whatIsNoPlaceIsNotValid() {
    #expect(!FixedPlace(LocationCoordinate(latitude: .nan, longitude: 0)).isValid)
    #expect(!FixedPlace(LocationCoordinate(latitude: 91, longitude: 0)).isValid)
    #expect(!FixedPlace(WorldPoint(x: .infinity, y: 0)).isValid)
    #expect(FixedPlace(LocationCoordinate(latitude: -90, longitude: 0)).isValid)
  }
}
