import FuzzSupport
import OverlookFormats

/// Vector tiles: everything in them is decoded, as a map would and a little more.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let tile = try? VectorTile(bytes) else { return 0 }
  demand(tile.layers.count <= VectorTileLimits.layers, "layers")
  var reader = VectorTileReader()
  reader.begin(tile)
  for layer in tile.layers {
    demand(layer.extent > 0, "extent")
    reader.begin(layer)
    reader.loadTables()
    demand(reader.keys.count == layer.keyCount && reader.values.count == layer.valueCount, "tables")
    for case .text(let range) in reader.values { demand(Int(range.upperBound) <= tile.bytes.count, "text") }
    var featureCount = 0
    while let feature = reader.nextFeature() {
      featureCount += 1
      var position = 0
      while let tag = reader.nextTag(of: feature, at: &position) {
        demand(reader.keys.indices.contains(tag.key) && reader.values.indices.contains(tag.value), "tag")
        _ = tile.text(reader.keys[tag.key])
      }
      guard (try? reader.readGeometry(of: feature)) == true else { continue }
      check(reader.geometry, feature.kind)
    }
    demand(featureCount <= layer.featureCount, "features")
  }
  return 0
}

private func check(_ geometry: VectorTileGeometry, _ kind: VectorTileFeature.Kind) {
  demand(geometry.coordinates.count % 2 == 0, "coordinates in pairs")
  demand(geometry.coordinates.allSatisfy { abs(Int64($0)) <= VectorTileLimits.coordinate }, "coordinates")
  demand(geometry.partCount > 0 && geometry.partStarts.last.map(Int.init) == geometry.pointCount, "parts")
  let least = kind == .polygons ? 3 : kind == .lines ? 2 : 1
  for part in 0..<geometry.partCount {
    demand(geometry.part(part).count >= least, "a part of too few points")
    demand(geometry.doubledArea(ofPart: part).isFinite, "area")
  }
}
