import FuzzSupport
import OverlookFormats

/// GeoJSON documents: arrays that hold together whatever the document says.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // Whatever it answers, it must not break down.
  _ = GeoJSONParser.isSequence(bytes)
  guard let document = try? GeoJSONParser.parse(bytes) else { return 0 }
  let places = document.coordinates
  for index in stride(from: 0, to: places.count - 1, by: 2) {
    demand(abs(places[index]) <= 540 && abs(places[index + 1]) <= 90, "a position off the Earth")
  }
  demand(document.coordinates.count % 2 == 0, "half a position")
  demand(document.partStarts.first == 0 && document.partStarts.last == Int32(clamping: document.positionCount), "parts")
  demand(zip(document.partStarts, document.partStarts.dropFirst()).allSatisfy { $0 <= $1 }, "parts out of order")
  for feature in document.features {
    demand(feature.parts.upperBound < Int32(clamping: document.partStarts.count), "parts of a feature")
    let least: Int32 = feature.kind == .points ? 1 : feature.kind == .lines ? 2 : 4
    for part in feature.parts {
      let count = document.partStarts[Int(part) + 1] - document.partStarts[Int(part)]
      demand(count >= least, "a part of too few positions")
    }
    demand(feature.tags.upperBound <= Int32(clamping: document.tags.count) && feature.tags.count % 2 == 0, "tags of a feature")
  }
  for (index, tag) in document.tags.enumerated() {
    demand(tag >= 0 && Int(tag) < (index % 2 == 0 ? document.keys.count : document.values.count), "a tag that leads nowhere")
  }
  return 0
}
