import FuzzSupport
import OverlookSearch

/// Blobs of a search index: words, lists of places, places, houses.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  demand((0...4).contains(SearchIndexBlobs.readThrough(bytes)), "kinds")
  return 0
}
