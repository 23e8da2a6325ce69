import FuzzSupport
import OverlookFormats
import OverlookGeometry

/// TileJSON from a public server, and the telling of documents by their content.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = DocumentKind.sniffed(bytes)
  guard let map = try? TileJSON(json: bytes, baseURL: "https://maps.example.org/a/tiles.json?key=1") else { return 0 }
  demand(!map.tiles.isEmpty, "no tiles")
  map.tiles.forEach(demandWebAddress)
  demand((0...30).contains(map.minimumZoom) && (map.minimumZoom...30).contains(map.maximumZoom), "zooms")
  demand(map.bounds.isValid, "bounds")
  demand(map.attribution.map { $0.count <= 301 } ?? true, "attribution")
  return 0
}
