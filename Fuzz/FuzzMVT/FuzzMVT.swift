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
      var tags: [Int32] = []
      reader.readTags(of: feature, into: &tags)
      demand(tags.count.isMultiple(of: 2), "tags in pairs")
      for pair in stride(from: 0, to: tags.count, by: 2) {
        demand(reader.keys.indices.contains(Int(tags[pair])) && reader.values.indices.contains(Int(tags[pair + 1])), "tag")
        _ = tile.text(reader.keys[Int(tags[pair])])
      }
      var coordinates: [Int16] = []
      var partStarts: [Int32] = [0]
      var areas: [Int64] = []
      let frame = VectorTileFrame(extent: layer.extent, side: 8192)
      let isFramed = try? reader.readGeometry(
        of: feature, in: frame, into: &coordinates, &partStarts, ringAreas: &areas)
      guard (try? reader.readGeometry(of: feature)) == true else { continue }
      check(reader.geometry, feature.kind)
      // The points of a tile are counted, so that of the last one only one of two readings may succeed.
      guard isFramed == true else { continue }
      demand(partStarts == reader.geometry.partStarts, "parts in a frame")
      demand(coordinates.allSatisfy { (-16_384...16_383).contains($0) }, "coordinates in a frame")
      check(areas, coordinates, partStarts, feature.kind)
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

/// The areas of rings are told by the way that their points are read.
private func check(_ areas: [Int64], _ coordinates: [Int16], _ partStarts: [Int32], _ kind: VectorTileFeature.Kind) {
  demand(areas.count == (kind == .polygons ? partStarts.count - 1 : 0), "an area for each ring")
  for (ring, area) in areas.enumerated() {
    let points = Int(partStarts[ring])..<Int(partStarts[ring + 1])
    var sum: Int64 = 0
    for point in points {
      let next = point + 1 < points.upperBound ? point + 1 : points.lowerBound
      sum += Int64(coordinates[2 * point]) * Int64(coordinates[2 * next + 1])
      sum -= Int64(coordinates[2 * next]) * Int64(coordinates[2 * point + 1])
    }
    demand(sum == area, "the area of a ring")
  }
}
