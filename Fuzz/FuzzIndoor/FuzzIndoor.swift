import FuzzSupport
import Glibc
import OverlookFormats
import OverlookGeometry

/// GeoJSON of the insides of buildings: whatever is read, buildings have levels that are there, and areas lie on the Earth.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  ftruncate(file, 0)
  pwrite(file, start, count, 0)
  guard let venue = try? IndoorTagging.venue(path: "/proc/self/fd/\(file)") else { return 0 }
  demand(venue.levels.allSatisfy { $0.ordinal.isFinite && !$0.id.isEmpty }, "a level that is none")
  for building in venue.buildings {
    demand(!building.levels.isEmpty && building.levels.allSatisfy(venue.levels.indices.contains), "levels that are not there")
    for area in building.outline + building.ground {
      demand(!area.rings.isEmpty && area.rings.joined().allSatisfy(\.isValid), "an area off the Earth")
    }
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
