import FuzzSupport
import OverlookGeometry
import OverlookSearch

/// Answers of Nominatim and Photon, and coordinates as people type them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let place = CoordinateText.place(String(decoding: bytes, as: UTF8.self)) { demand(place.isValid, "a place off the Earth") }
  for found in [try? PlaceAnswer.nominatim(bytes, host: "example.org"), try? PlaceAnswer.photon(bytes, host: "example.org")] {
    for place in found ?? [] {
      demand(place.coordinate.isValid && place.bounds.isValid && place.score.isFinite, "place")
      demand(place.name.count <= 301 && place.address.lines.count <= 6, "texts")
    }
  }
  return 0
}
