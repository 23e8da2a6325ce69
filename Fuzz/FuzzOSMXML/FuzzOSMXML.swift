import FuzzSupport
import Glibc
import OverlookFormats
import OverlookGeometry

private let words = XMLFromBytes(
  elements: ["node", "way", "relation", "tag", "nd", "member", "bounds", "bound", "note"],
  attributes: [
    "id", "lat", "lon", "ref", "k", "v", "type", "role", "visible", "action", "minlat", "minlon", "maxlat", "maxlon", "box",
  ],
  texts: [
    "1", "2", "3", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "53.5", "-180.00000005", "1e-05",
    "NaN", "", "node", "way", "relation", "outer", "false", "delete", "highway", "residential", "1,2,3,4",
  ])

/// OpenStreetMap data in XML. An odd first byte: the rest is a file, which may be compressed; an even one: it spells XML.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let mode = input.first else { return 0 }
  let bytes = mode & 1 != 0 ? Array(input.dropFirst()) : words.document(input.dropFirst(), root: "osm version=\"0.6\"")
  ftruncate(file, 0)
  pwrite(file, bytes, bytes.count, 0)
  var limits = OSMLimits()
  limits.freeCount = 100_000
  // Some of them from the disk.
  limits.placesInMemory = mode & 2 != 0 ? 3 : 1000
  guard let data = try? OSMFile.read(path: "/proc/self/fd/\(file)", limits: limits) else { return 0 }
  demand(data.fault == nil, "a disk that fails")
  for (ids, kind) in [(data.nodes.map(\.id), "nodes"), (data.ways.map(\.id), "ways"), (data.relations.map(\.id), "relations")] {
    demand(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }, "\(kind) out of order")
  }
  for way in data.ways {
    demand(data.way(withID: way.id)?.references == way.references, "a way that is not found")
    for node in data.references[way.references] {
      guard let place = data.location(ofNode: node) else { continue }
      demand(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "a place off the globe")
    }
    for (key, value) in data.tags(way.tags).all {
      demand(data.number(of: key) != nil && data.number(of: value) != nil, "a text without a number")
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
