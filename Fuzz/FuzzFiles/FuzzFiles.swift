import FuzzSupport
import OverlookFiles
import OverlookGeometry

/// Files of people, and what they paste: whatever the bytes, what comes out holds together. The first byte chooses the reader, by the name
/// that the file has.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = bytes.first else { return 0 }
  if choice == pasted { return checkPasted(String(decoding: bytes.dropFirst(), as: UTF8.self)) }
  let names = ["a.geojson", "a.gpx", "a.kml", "a.kmz", "a.csv", "a.shp", "a.fgb", "a.nmea", "a.tsv"]
  var input = FileInput(name: names[Int(choice) % names.count], bytes: Array(bytes.dropFirst()))
  input.limits.positionCount = 1_000_000
  input.limits.unpackedByteCount = 16 << 20
  guard let document = try? FileFormats.read(input) else { return 0 }
  demandWhole(document)
  return 0
}

/// The first byte of a text that is pasted.
private let pasted = UInt8(ascii: "@")

private func checkPasted(_ text: String) -> CInt {
  switch try? PastedText.read(text) {
  case .place(let place)?: demand(place.coordinate.isValid && place.zoom.map(\.isFinite) != false, "a place off the Earth")
  case .document(let document)?: demandWhole(document)
  case .files(let paths)?: demand(!paths.isEmpty && paths.allSatisfy { $0.hasPrefix("/") }, "files without a path")
  case nil: break
  }
  return 0
}
