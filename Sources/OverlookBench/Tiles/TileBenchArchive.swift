import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// An archive of PNG tiles around one place, for as long as the value lives. Its pictures repeat from place to place, which costs
/// the map as much as if they did not.
final class TileBenchArchive {
  let path: String
  private let folder: URL

  /// The place that all levels surround.
  static let middle = LocationCoordinate(latitude: 46.8, longitude: 8.2)
  static let zooms = 0...15
  /// Tiles to each side of the middle one.
  private static let reach = 16

  init(_ files: [[UInt8]]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("tiles.pmtiles").path
    let header = TileArchiveHeader(tileFormat: .png, minimumZoom: Self.zooms.lowerBound, maximumZoom: Self.zooms.upperBound)
    let writer = try PMTilesStreamWriter(path: path, header: header)
    for zoom in Self.zooms {
      for tile in Self.tiles(zoom: zoom) { try writer.append(tile, files[Self.sample(of: tile, count: files.count)]) }
    }
    try writer.finish()
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Which of `count` pictures stands at a place.
  static func sample(of tile: TileID, count: Int) -> Int {
    (tile.x &* 31 &+ tile.y &* 17 &+ tile.z &* 7) % count
  }

  private static func tiles(zoom: Int) -> [TileID] {
    let columns = 1 << zoom
    let world = WorldPoint(middle)
    let (x, y) = (Int(world.x * Double(columns)), Int(world.y * Double(columns)))
    let rows = max(y - reach, 0)...min(y + reach, columns - 1)
    return rows.flatMap { row in
      (max(x - reach, 0)...min(x + reach, columns - 1)).map { TileID(z: zoom, x: $0, y: row) }
    }
  }
}
