import OverlookCamera
import OverlookGeometry
import Testing

@testable import OverlookTiles

/// The covers of styles. Expected levels and counts follow from 512 * 2^zoom points of the world; `zoom` is the style's, one less
/// than the camera's.
@Suite struct TileLevelsTests {
  private static let features = TileParameters(tilePoints: 512, maximumZoom: 22, levels: .below)

  private func squares(_ view: ViewTransform, _ parameters: TileParameters = features) -> [TileCover.Square] {
    TileCoverTests.cover(view, parameters).squares
  }

  private func view(
    zoom: Double, latitude: Double = 0, longitude: Double = 0, pitch: Double = 0, side: Double = 512
  ) -> ViewTransform {
    ViewTransform(
      camera: CameraPosition(latitude: latitude, longitude: longitude, zoom: zoom + 1, viewingAngle: pitch),
      size: ScreenSize(width: side, height: side))
  }

  @Test func aViewOfTheWholeWorldIsOneTile() {
    let squares = self.squares(view(zoom: 0))
    #expect(squares.map(\.quad) == [TileID(z: 0, x: 0, y: 0)] && squares[0].zoom == 0)
  }

  @Test(arguments: [(3.0, 3), (3.4, 3), (3.99, 3), (4.0, 4)])
  func theLevelIsTheWholeZoomBelow(zoom: Double, level: Int) {
    let squares = self.squares(view(zoom: zoom))
    #expect(Set(squares.map(\.quad.z)) == [level])
  }

  @Test func picturesTakeTheNearestLevel() {
    var parameters = TileParameters(tilePoints: 512, levels: .nearest)
    #expect(Set(squares(view(zoom: 3.6), parameters).map(\.quad.z)) == [4])
    parameters = TileParameters(tilePoints: 256, levels: .nearest)
    #expect(Set(squares(view(zoom: 3), parameters).map(\.quad.z)) == [4])
  }

  @Test func deeperThanTheSourceItsTilesAreLaidOutForTheZoom() {
    let parameters = TileParameters(tilePoints: 512, maximumZoom: 2, levels: .below)
    let squares = self.squares(view(zoom: 5.5, latitude: 10, longitude: 10), parameters)
    #expect(squares.map(\.quad) == [TileID(z: 2, x: 2, y: 1)] && squares.map(\.zoom) == [5])
    let pictures = TileParameters(tilePoints: 512, maximumZoom: 2, levels: .nearest)
    #expect(self.squares(view(zoom: 5.5, latitude: 10, longitude: 10), pictures).map(\.zoom) == [2])
  }

  @Test func aboveItsZoomsASourceHasNoTiles() {
    let parameters = TileParameters(tilePoints: 512, minimumZoom: 5, levels: .below)
    #expect(squares(view(zoom: 4.9), parameters).isEmpty)
    #expect(!squares(view(zoom: 5), parameters).isEmpty)
  }

  @Test func copiesOfTheWorldAreCovered() {
    // 1536 points across a world of 512: one copy to either side of the middle one.
    let wide = ViewTransform(
      camera: CameraPosition(latitude: 0, longitude: 0, zoom: 1), size: ScreenSize(width: 1536, height: 512))
    #expect(squares(wide).map(\.worldCopy).sorted() == [-1, 0, 1])
  }

  @Test func upTo60DegreesAllTilesHaveOneLevelAndBeyondItFallsWithTheDistance() {
    let steep = squares(view(zoom: 10, pitch: 60))
    #expect(Set(steep.map(\.quad.z)) == [10])
    let steeper = squares(view(zoom: 10, pitch: 80))
    let levels = steeper.map(\.quad.z)
    #expect((levels.max() ?? 0) >= 9 && (levels.min() ?? 10) < 8)
    #expect(steeper.count < 200, "\(steeper.count) tiles")
  }

  @Test func tilesDoNotOverlapAndCoverTheSeenGround() {
    for pitch in [0.0, 45, 70] {
      let view = view(zoom: 6.3, latitude: 30, longitude: 20, pitch: pitch)
      let squares = self.squares(view)
      for x in stride(from: 8.0, to: 512, by: 72) {
        for y in stride(from: 200.0, to: 512, by: 72) {
          guard let place = view.worldPoint(at: ScreenPoint(x: x, y: y)) else { continue }
          let holding = squares.filter {
            let rect = $0.quad.worldRect
            let local = WorldPoint(x: place.x - Double($0.worldCopy), y: place.y)
            return local.x >= rect.minX && local.x < rect.maxX && local.y >= rect.minY && local.y < rect.maxY
          }
          #expect(holding.count == 1, "pitch \(pitch), \(x), \(y): \(holding.count) tiles")
        }
      }
    }
  }
}
