// Tiles that the app makes: a chessboard whose squares get darker with every zoom, above the base map.
import Overlook

final class Chessboard: SyncTileLayer {
  // Called by worker threads, several at a time.
  override nonisolated func tile(x: Int, y: Int, zoom: Int) -> Image? {
    guard zoom <= 12 else { return TileLayer.noTile }
    let side = 256
    var pixels = [UInt8](repeating: 0, count: 4 * side * side)
    for row in 0..<side {
      for column in 0..<side where (row / 32 + column / 32) % 2 == 0 {
        // Premultiplied: no colour may be more than the alpha.
        let alpha = UInt8(40 + 12 * zoom)
        pixels[4 * (row * side + column) + 3] = alpha
      }
    }
    return Image(width: side, height: side, premultipliedRGBA: pixels)
  }
}

let board = Chessboard()
board.zIndex = 1
let map = MapView(camera: CameraPosition(latitude: 30, longitude: 15, zoom: 3), mapType: .satellite)
board.map = map
try map.run(title: "Own tile layer")
