import CImageCodecs
import OverlookAssets
import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Tiles to measure with: pieces of the embedded imagery, in the formats that tiles come in.
struct TileSamples: Sendable {
  enum Format: String, CaseIterable {
    case png = "PNG"
    case jpeg = "JPEG"
    case webp = "WebP"
  }

  /// Opaque pictures of `side` pixels a side.
  let images: [Image]
  let side: Int

  /// Of the most detailed level that the archive has; 512 takes four of its tiles together. `count` places spread over the land
  /// and sea.
  init(side: Int, count: Int) throws {
    let archive = try ArchiveOpener.open(path: try EmbeddedAssets.worldArchivePath())
    let zoom = archive.header.maximumZoom
    let columns = 1 << zoom
    self.side = side
    images = try (0..<count).compactMap { index in
      // Between 60 degrees north and 40 south, where there is something to see.
      let x = index * 37 % (columns - 2)
      let y = columns / 4 + index * 11 % max(columns / 3, 1)
      return try Self.picture(archive, TileID(z: zoom, x: x, y: y), side: side)
    }
    guard images.count == count else { throw BenchError(description: "the embedded world lacks tiles to measure with") }
  }

  /// The files of all pictures.
  func files(_ format: Format) throws -> [[UInt8]] {
    try images.map { image in
      switch format {
      case .png: try PNGEncoder.encode(image)
      case .jpeg: try Self.jpeg(image)
      case .webp: try WebPEncoder.encodeOpaque(image, quality: 80)
      }
    }
  }

  /// `side` pixels from the north-west corner of `tile` on.
  private static func picture(_ archive: any TileArchive, _ tile: TileID, side: Int) throws -> Image? {
    var parts: [Image] = []
    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      guard let bytes = try archive.tile(TileID(z: tile.z, x: tile.x + dx, y: tile.y + dy)) else { return nil }
      parts.append(try ImageDecoder.decode(bytes))
    }
    let step = parts[0].width
    return Image(width: side, height: side, scale: 1) { column, row in
      let part = parts[column / step % 2 + row / step % 2 * 2]
      let at = 4 * (row % step * step + column % step)
      return SIMD4(part.pixels[at], part.pixels[at + 1], part.pixels[at + 2], 255)
    }
  }

  private static func jpeg(_ image: Image) throws -> [UInt8] {
    guard let encoder = tjInitCompress() else { throw BenchError(description: "no memory for a JPEG encoder") }
    defer { tjDestroy(encoder) }
    let side = Int32(clamping: image.width)
    var memory: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let status = image.pixels.withUnsafeBufferPointer { pixels in
      tjCompress2(
        encoder, pixels.baseAddress, side, 4 * side, Int32(clamping: image.height), Int32(TJPF_RGBA.rawValue), &memory, &count,
        Int32(TJSAMP_420.rawValue), 85, 0)
    }
    // The memory belongs to the caller from here on.
    defer { tjFree(memory) }
    guard status == 0, let memory else { throw BenchError(description: "a picture that cannot be written as JPEG") }
    return Array(UnsafeBufferPointer(start: memory, count: Int(clamping: count)))
  }
}
