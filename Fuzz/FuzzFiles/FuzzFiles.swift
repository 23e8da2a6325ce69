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
  check(document)
  return 0
}

/// The first byte of a text that is pasted.
private let pasted = UInt8(ascii: "@")

private func checkPasted(_ text: String) -> CInt {
  switch try? PastedText.read(text) {
  case .place(let place)?: demand(place.coordinate.isValid && place.zoom.map(\.isFinite) != false, "a place off the Earth")
  case .document(let document)?: check(document)
  case .files(let paths)?: demand(!paths.isEmpty && paths.allSatisfy { $0.hasPrefix("/") }, "files without a path")
  case nil: break
  }
  return 0
}

private func check(_ document: FileDocument) {
  let shapes = document.shapes
  for index in stride(from: 0, to: shapes.coordinates.count - 1, by: 2) {
    demand(abs(shapes.coordinates[index]) <= 540 && abs(shapes.coordinates[index + 1]) <= 90, "a position off the Earth")
  }
  demand(shapes.coordinates.count % 2 == 0, "half a position")
  demand(shapes.heights.isEmpty || shapes.heights.count == shapes.positionCount, "heights")
  demand(shapes.times.isEmpty || shapes.times.count == shapes.positionCount, "times")
  demand(shapes.measures.allSatisfy { $0.values.count == shapes.positionCount }, "measures")
  demand(shapes.partStarts.first == 0 && shapes.partStarts.last.map(Int.init) == shapes.positionCount, "parts")
  demand(zip(shapes.partStarts, shapes.partStarts.dropFirst()).allSatisfy { $0 < $1 }, "parts out of order")
  demand(zip(shapes.shapes, shapes.shapes.dropFirst()).allSatisfy { $0.firstPart < $1.firstPart }, "shapes without parts")
  for feature in 0..<document.featureCount {
    for shape in shapes.shapes(of: feature) {
      let least = shapes.shapes[shape].kind == .points ? 1 : shapes.shapes[shape].kind == .lines ? 2 : 3
      demand(shapes.parts(of: shape).allSatisfy { shapes.positions(of: $0).count >= least }, "a part of too few positions")
    }
    let record = shapes.records[feature]
    demand(record.look < document.looks.count && record.folder < document.folders.count, "a look or a folder that is none")
    _ = document.title(of: feature)
    _ = document.properties.values(of: feature)
    _ = TrackStatistics(shapes, feature: feature)
  }
}
