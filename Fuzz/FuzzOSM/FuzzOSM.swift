import FuzzSupport
import Glibc
import OverlookFormats
import OverlookGeometry
import OverlookTileBuilder

/// OpenStreetMap data, from the bytes of the file to the tiles of one zoom.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  ftruncate(file, 0)
  pwrite(file, start, count, 0)
  guard let data = try? OSMFile.read(path: "/proc/self/fd/\(file)") else { return 0 }
  let features = CitySchema.features(of: data)
  try? FeatureTiler(features: features, finestZoom: 12).tiles(zooms: 12...12) { (tile, bytes) throws(FormatError) in
    demand(tile.isValid, "a tile outside the world")
    // What is written can be read, and nothing of it is wrong.
    var audit = VectorTileAudit()
    guard let faults = try? audit.faults(of: bytes) else { return demand(false, "a tile that cannot be read") }
    demand(faults.isEmpty, "a tile with faults")
  }
  return 0
}

/// A file that nobody else sees.
private let file: CInt = {
  var path = Array("/tmp/overlook-fuzz-XXXXXX".utf8CString)
  let file = mkstemp(&path)
  unlink(path)
  return file
}()
