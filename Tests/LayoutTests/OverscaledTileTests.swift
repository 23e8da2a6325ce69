import OverlookGeometry
import OverlookLayout
import Testing

@Suite struct OverscaledTileTests {
  @Test func aTileShownTwoZoomsDeeperIsFourTimesWider() {
    let tile = OverscaledTile(canonical: TileID(z: 14, x: 9326, y: 4744), overscaledZ: 16)
    #expect(tile.overscaleFactor == 4)
    #expect(OverscaledTile(tile.canonical).overscaleFactor == 1)
  }

  @Test func everyBucketHasANameOfItsOwn() {
    #expect(Set((0..<100).map { _ in BucketID() }).count == 100)
  }
}
