import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookStyledMap
import Testing

/// Expected levels and counts follow from 512 * 2^zoom points of the world; `zoom` is the style's, one less than the camera's.
@Suite struct StyleTileCoverTests {
  private func view(
    zoom: Double, latitude: Double = 0, longitude: Double = 0, pitch: Double = 0, side: Double = 512
  ) -> ViewTransform {
    ViewTransform(
      camera: CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom + 1, viewingAngle: pitch),
      size: ScreenSize(width: side, height: side))
  }

  @Test func aViewOfTheWholeWorldIsOneTile() {
    let squares = StyleTileCover.squares(view(zoom: 0), StyleTileCover.Parameters())
    #expect(squares.map(\.tile) == [OverscaledTile(TileID(z: 0, x: 0, y: 0))])
  }

  @Test(arguments: [(3.0, 3), (3.4, 3), (3.99, 3), (4.0, 4)])
  func theLevelIsTheWholeZoomBelow(zoom: Double, level: Int) {
    let squares = StyleTileCover.squares(view(zoom: zoom), StyleTileCover.Parameters())
    #expect(Set(squares.map(\.tile.canonical.z)) == [level])
  }

  /// Steps of 0.7 degrees over tiles of 5.6 degrees, so that most steps keep the tiles and some do not.
  @Test func viewsHaveTheSameTilesJustWhenTheirExtentIsTheSame() {
    let views = (0..<40).map { view(zoom: 6.3, longitude: Double($0) * 0.7, side: 300) }
    for (before, after) in zip(views, views.dropFirst()) {
      let tiles = [before, after].map { Set(StyleTileCover.squares($0, StyleTileCover.Parameters()).map(\.tile)) }
      let extents = [before, after].map { StyleTileCover.extent($0, StyleTileCover.Parameters()) }
      #expect((tiles[0] == tiles[1]) == (extents[0] == extents[1]))
    }
    #expect(StyleTileCover.extent(view(zoom: 6, pitch: 30), StyleTileCover.Parameters()) == nil)
  }

  @Test func picturesTakeTheNearestLevel() {
    var parameters = StyleTileCover.Parameters()
    parameters.roundsZoom = true
    #expect(Set(StyleTileCover.squares(view(zoom: 3.6), parameters).map(\.tile.canonical.z)) == [4])
    parameters.tileSize = 256
    #expect(Set(StyleTileCover.squares(view(zoom: 3), parameters).map(\.tile.canonical.z)) == [4])
  }

  @Test func deeperThanTheSourceItsTilesAreLaidOutForTheZoom() {
    var parameters = StyleTileCover.Parameters()
    parameters.maximumZoom = 2
    let squares = StyleTileCover.squares(view(zoom: 5.5, latitude: 10, longitude: 10), parameters)
    #expect(squares.map(\.tile) == [OverscaledTile(canonical: TileID(z: 2, x: 2, y: 1), overscaledZ: 5)])
    parameters.overscales = false
    #expect(StyleTileCover.squares(view(zoom: 5.5, latitude: 10, longitude: 10), parameters).map(\.tile.overscaledZ) == [2])
  }

  @Test func aboveItsZoomsASourceHasNoTiles() {
    var parameters = StyleTileCover.Parameters()
    parameters.minimumZoom = 5
    #expect(StyleTileCover.squares(view(zoom: 4.9), parameters).isEmpty)
    #expect(!StyleTileCover.squares(view(zoom: 5), parameters).isEmpty)
  }

  @Test func copiesOfTheWorldAreCovered() {
    // 1536 points across a world of 512: one copy to either side of the middle one.
    let wide = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 1), size: ScreenSize(width: 1536, height: 512))
    #expect(StyleTileCover.squares(wide, StyleTileCover.Parameters()).map(\.worldCopy).sorted() == [-1, 0, 1])
  }

  @Test func upTo60DegreesAllTilesHaveOneLevelAndBeyondItFallsWithTheDistance() {
    let steep = StyleTileCover.squares(view(zoom: 10, pitch: 60), StyleTileCover.Parameters())
    #expect(Set(steep.map(\.tile.canonical.z)) == [10])
    let steeper = StyleTileCover.squares(view(zoom: 10, pitch: 80), StyleTileCover.Parameters())
    let levels = steeper.map(\.tile.canonical.z)
    #expect((levels.max() ?? 0) >= 9 && (levels.min() ?? 10) < 8)
    #expect(steeper.count < 200, "\(steeper.count) tiles")
  }

  @Test func tilesDoNotOverlapAndCoverTheSeenGround() {
    for pitch in [0.0, 45, 70] {
      let view = view(zoom: 6.3, latitude: 30, longitude: 20, pitch: pitch)
      let squares = StyleTileCover.squares(view, StyleTileCover.Parameters())
      for x in stride(from: 8.0, to: 512, by: 72) {
        for y in stride(from: 200.0, to: 512, by: 72) {
          guard let place = view.worldPoint(at: ScreenPoint(x: x, y: y)) else { continue }
          let holding = squares.filter {
            let rect = $0.tile.canonical.worldRect
            let local = WorldPoint(x: place.x - Double($0.worldCopy), y: place.y)
            return local.x >= rect.minX && local.x < rect.maxX && local.y >= rect.minY && local.y < rect.maxY
          }
          #expect(holding.count == 1, "pitch \(pitch), \(x), \(y): \(holding.count) tiles")
        }
      }
    }
  }
}
