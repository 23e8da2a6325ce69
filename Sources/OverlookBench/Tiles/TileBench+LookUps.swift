import Foundation
import OverlookFormats
import OverlookGeometry
import OverlookSupport

// Look-ups in the directories of an archive.
extension TileBench {
  private static let lookUps = 1_000_000

  static func measureLookUps(into report: inout BenchReport) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("overlook-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("directory.pmtiles").path
    let zoom = 8
    let writer = try PMTilesStreamWriter(
      path: path, header: TileArchiveHeader(tileFormat: .png, minimumZoom: zoom, maximumZoom: zoom))
    var tiles: [TileID] = []
    for y in 0..<1 << zoom {
      for x in 0..<1 << zoom {
        let tile = TileID(z: zoom, x: x, y: y)
        // All different, so that each has an entry of its own.
        try writer.append(tile, [1, UInt8(x), UInt8(y), 2])
        tiles.append(tile)
      }
    }
    try writer.finish()
    let archive = try PMTilesArchive(path: path)
    var generator = SeededGenerator(seed: 5)
    tiles.shuffle(using: &generator)
    var found = 0
    for tile in tiles { found += try archive.location(of: tile) == nil ? 0 : 1 }
    guard found == tiles.count else { throw BenchError(description: "an archive that does not find its own tiles") }
    let samples = try Samples.timing(count: 7) {
      for index in 0..<lookUps / 7 { found += try archive.location(of: tiles[index % tiles.count])?.length ?? 0 }
    }
    report.add(
      "PMTiles look-ups in warm directories of \(tiles.count) tiles", Double(lookUps / 7) / max(samples.median, 1e-9), "1/s",
      goal: 1_000_000, goalIsLeast: true)
  }
}
