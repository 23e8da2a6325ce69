import OverlookFormats
import OverlookGeometry
import OverlookSupport

/// Paints the world in Web Mercator, `WorldPainter.side` pixels wide.
protocol EarthPainter {
  /// Linear light of the pixels of `rows`.
  func pixels(rows: Range<Int>) -> [SIMD3<Float>]
}

/// Cuts the painted world into tiles, level by level from the deepest one up.
struct TilePyramid {
  let painter: any EarthPainter
  let attribution: String
  let name: String
  static let maximumZoom = 5
  private static let tileSide = 256
  /// Quality of WebP by level: the upper levels are few and seen first.
  var quality: [Float] = [92, 92, 92, 90, 88, 86]

  /// The whole archive; `progress` is told of every level.
  func archive(progress: (String) -> Void) throws -> [UInt8] {
    let header = TileArchiveHeader(
      tileFormat: .webp, minimumZoom: 0, maximumZoom: Self.maximumZoom,
      attribution: attribution, name: name)
    var writer = PMTilesWriter(header: header)
    var zoom = Self.maximumZoom
    var side = WorldPainter.side
    var upper: [SIMD3<Float>] = []
    upper.reserveCapacity(side * side / 4)
    var byteCount = 0
    for row in 0..<(1 << zoom) {
      let strip = painter.pixels(rows: row * Self.tileSide..<(row + 1) * Self.tileSide)
      byteCount += try addRow(row, zoom: zoom, strip, width: side, to: &writer)
      upper += Self.halved(strip, width: side)
    }
    progress("level \(zoom): \(byteCount) bytes")
    while zoom > 0 {
      zoom -= 1
      side /= 2
      byteCount = 0
      for row in 0..<(1 << zoom) {
        let start = row * Self.tileSide * side
        let strip = Array(upper[start..<start + Self.tileSide * side])
        byteCount += try addRow(row, zoom: zoom, strip, width: side, to: &writer)
      }
      progress("level \(zoom): \(byteCount) bytes")
      upper = Self.halved(upper, width: side)
    }
    return writer.file()
  }

  private func addRow(
    _ row: Int, zoom: Int, _ strip: [SIMD3<Float>], width: Int, to writer: inout PMTilesWriter
  ) throws -> Int {
    var byteCount = 0
    for column in 0..<(1 << zoom) {
      var pixels: [UInt8] = []
      pixels.reserveCapacity(4 * Self.tileSide * Self.tileSide)
      for y in 0..<Self.tileSide {
        let start = y * width + column * Self.tileSide
        for color in strip[start..<start + Self.tileSide] {
          for channel in 0..<3 { pixels.append(UInt8(Light.encoded(color[channel]) * 255 + 0.5)) }
          pixels.append(255)
        }
      }
      guard let image = Image(width: Self.tileSide, height: Self.tileSide, premultipliedRGBA: pixels) else { continue }
      let bytes = try WebPEncoder.encodeOpaque(image, quality: quality[zoom])
      try writer.add(bytes, at: TileID(z: zoom, x: column, y: row))
      byteCount += bytes.count
    }
    return byteCount
  }

  /// Averages of 2 x 2 pixels, in linear light.
  private static func halved(_ pixels: [SIMD3<Float>], width: Int) -> [SIMD3<Float>] {
    let height = pixels.count / width
    var result: [SIMD3<Float>] = []
    result.reserveCapacity(pixels.count / 4)
    for y in stride(from: 0, to: height - 1, by: 2) {
      let above = y * width
      let below = above + width
      for x in stride(from: 0, to: width - 1, by: 2) {
        result.append((pixels[above + x] + pixels[above + x + 1] + pixels[below + x] + pixels[below + x + 1]) * 0.25)
      }
    }
    return result
  }
}
