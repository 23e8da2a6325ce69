import FuzzSupport
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// GeoTIFF from anywhere: directories, blocks, tiles of several zooms, and the same read in parts as from a server.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let file = try? GeoTIFF(bytes: input, name: "fuzz") else { return 0 }
  demand(file.bounds.isValid, "bounds")
  demand((0...30).contains(file.minimumZoom) && (file.minimumZoom...30).contains(file.maximumZoom), "zooms")
  // Larger ones are drawn by the tests.
  guard file.pixelCount <= 1 << 20 else { return 0 }
  let middle = WorldPoint(file.bounds.center).wrapped
  for zoom in Set([0, file.minimumZoom, file.maximumZoom]) {
    let side = Double(1 << zoom)
    let tile = TileID(z: zoom, x: Int(middle.x * side), y: Int(min(max(middle.y, 0), 0.999_999) * side))
    if case .image(let image)? = try? file.draw(tile, side: 32) {
      demand(image.width == 32 && image.height == 32, "a tile of another size")
    }
  }
  readInParts(input)
  return 0
}

/// As from servers: one that says how long the file is, and others that lie about it.
private func readInParts(_ input: [UInt8]) {
  let said = input.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  for total in [said, .max, 1 << 62, UInt64(input.count) + said % (1 << 40)] where total > UInt64(input.count) {
    let parts = FileParts(FileParts.Pages(name: "fuzz", fileByteCount: total))
    for _ in 0..<8 {
      if let file = try? GeoTIFF(parts: parts) {
        _ = try? file.draw(TileID(z: 0, x: 0, y: 0), side: 32, parts: parts)
        _ = parts.takeMissing()
        break
      }
      for range in parts.takeMissing() {
        demand(range.upperBound <= total, "a part outside")
        // Files are as long as what they say of themselves; the rest is nothing.
        guard range.count <= 1 << 20 else { continue }
        parts.add(range.map { $0 < UInt64(input.count) ? input[Int($0)] : 0 }, at: range)
      }
    }
  }
  let pages = FileParts.Pages(name: "fuzz", fileByteCount: UInt64(input.count))
  let parts = FileParts(pages)
  for _ in 0..<20 {
    if (try? GeoTIFF(parts: parts)) != nil { return }
    let missing = parts.takeMissing()
    if missing.isEmpty { break }
    for range in missing {
      demand(range.upperBound <= UInt64(input.count), "a part outside")
      parts.add(Array(input[Int(range.lowerBound)..<Int(range.upperBound)]), at: range)
    }
  }
  demand(false, "opens here and not in parts")
}
