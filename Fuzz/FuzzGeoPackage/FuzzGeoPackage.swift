import FuzzSupport
import Glibc
import OverlookFiles
import OverlookFormats
import OverlookGeometry

/// GeoPackages, whose tables SQLite reads and whose contents we do: grids of tiles, and geometries. SQLite wants a file; there
/// is one, in memory, for all inputs.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let path = write(bytes) else { return 0 }
  checkTiles(path)
  checkFeatures(path)
  return 0
}

private func write(_ bytes: [UInt8]) -> String? {
  let path = "/dev/shm/overlook-fuzz-\(getpid()).gpkg"
  guard let file = fopen(path, "w") else { return nil }
  let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
  return fclose(file) == 0 && written == bytes.count ? path : nil
}

private func checkTiles(_ path: String) {
  guard let contents = try? GeoPackageTiles.contents(path: path), !contents.tiles.isEmpty,
    let archive = try? ArchiveOpener.open(path: path)
  else { return }
  let header = archive.header
  demand(
    header.minimumZoom <= header.maximumZoom && header.minimumZoom >= 0 && header.maximumZoom <= TileID.maximumZoom, "zooms")
  demand(header.southWest.isValid && header.northEast.isValid, "bounds off the Earth")
  demand(archive.tileCount.map { $0 >= 0 } != false, "a count of tiles")
  var visited = 0
  try? archive.visitRuns { (run, _) throws(FormatError) in
    demand(run.first.isValid && run.count == 1, "a tile that is none")
    visited += 1
    if visited == 8 { throw .tooLarge(path, fault: "enough") }
  }
}

private func checkFeatures(_ path: String) {
  guard var input = try? FileInput(path: path) else { return }
  input.limits.positionCount = 1_000_000
  input.limits.pageMilliseconds = 50
  guard let document = try? FileFormats.read(input) else { return }
  demandWhole(document)
}
