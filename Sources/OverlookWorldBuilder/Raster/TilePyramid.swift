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
      let rows = Self.rows(ofTiles: row, side: side)
      let strip = painter.pixels(rows: rows)
      byteCount += try addRow(row, zoom: zoom, strip[...], width: side, to: &writer)
      let start = (row * Self.tileSide - rows.lowerBound) * side
      upper += Self.halved(Array(strip[start..<start + Self.tileSide * side]), width: side)
    }
    progress("level \(zoom): \(byteCount) bytes")
    while zoom > 0 {
      zoom -= 1
      side /= 2
      byteCount = 0
      for row in 0..<(1 << zoom) {
        let rows = Self.rows(ofTiles: row, side: side)
        byteCount += try addRow(row, zoom: zoom, upper[rows.lowerBound * side..<rows.upperBound * side], width: side, to: &writer)
      }
      progress("level \(zoom): \(byteCount) bytes")
      upper = Self.halved(upper, width: side)
    }
    return writer.file()
  }

  /// The rows of pixels of a row of tiles, and one on either side where there is one.
  private static func rows(ofTiles row: Int, side: Int) -> Range<Int> {
    max(row * tileSide - 1, 0)..<min((row + 1) * tileSide + 1, side)
  }

  /// What two tiles have side by side at their common edge, where renderers look at one of them alone: both get the mean, so that a tile
  /// that is drawn larger than it is meets its neighbour without a step.
  private static func seamless(
    _ strip: ArraySlice<SIMD3<Float>>, x: Int, y: Int, rows: Range<Int>, width: Int
  ) -> SIMD3<Float> {
    func beside(_ place: Int) -> Int {
      switch place % tileSide {
      case 0: place - 1
      case tileSide - 1: place + 1
      default: place
      }
    }
    func color(_ x: Int, _ y: Int) -> SIMD3<Float> { strip[strip.startIndex + (y - rows.lowerBound) * width + x] }
    // The world goes on at its edges.
    let (otherX, otherY) = ((beside(x) + width) % width, min(max(beside(y), 0), width - 1))
    if otherX == x, otherY == y { return color(x, y) }
    return (color(x, y) + color(otherX, y) + color(x, otherY) + color(otherX, otherY)) * 0.25
  }

  /// `strip`: the rows that `rows(ofTiles:side:)` says.
  private func addRow(
    _ row: Int, zoom: Int, _ strip: ArraySlice<SIMD3<Float>>, width: Int, to writer: inout PMTilesWriter
  ) throws -> Int {
    let rows = Self.rows(ofTiles: row, side: width)
    var byteCount = 0
    for column in 0..<(1 << zoom) {
      var pixels: [UInt8] = []
      pixels.reserveCapacity(4 * Self.tileSide * Self.tileSide)
      for y in 0..<Self.tileSide {
        for x in column * Self.tileSide..<(column + 1) * Self.tileSide {
          let color = Self.seamless(strip, x: x, y: row * Self.tileSide + y, rows: rows, width: width)
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
