import OverlookGeometry
import OverlookSupport

/// Puts tiles of our grid together of the pictures of another grid in the same projection.
enum GeoPackageMosaic {
  private static let side = 256
  /// Pictures of the other grid that one tile may take.
  private static let sourceLimit = 64

  /// Between two neighbouring pixels of the other grid: their places, and how near the second is.
  private struct Sample {
    var first: (tile: Int, pixel: Int)
    var second: (tile: Int, pixel: Int)
    var share: Float
  }

  /// A PNG file; nil where there is nothing.
  ///
  /// - Parameter stored: The bytes of a picture of `level`; nil where it has none.
  static func tile(
    _ id: TileID, of level: GeoPackagePyramid.Level,
    _ stored: (_ column: Int, _ row: Int) throws(FormatError) -> [UInt8]?
  ) throws(FormatError) -> [UInt8]? {
    let count = 1 << id.z
    let span = WebMercatorGrid.widthMeters / Double(count)
    let left = WebMercatorGrid.meters(id.x, of: count) - level.left
    let top = level.top + WebMercatorGrid.meters(id.y, of: count)
    let columns = samples(from: left, span: span, pixelMeters: level.metersX, tileSide: level.tileWidth, tiles: level.columns)
    let rows = samples(from: top, span: span, pixelMeters: level.metersY, tileSide: level.tileHeight, tiles: level.rows)
    let (across, down) = (tiles(columns), tiles(rows))
    guard !across.isEmpty, !down.isEmpty else { return nil }
    guard across.count * down.count <= sourceLimit else {
      throw .tooLarge("tile \(id.z)/\(id.x)/\(id.y)", fault: "it lies on \(across.count * down.count) pictures of the file")
    }
    var pictures: [[Image?]] = []
    var isEmpty = true
    for row in down {
      var line: [Image?] = []
      for column in across {
        let image = try stored(column, row).map { bytes throws(FormatError) in try ImageDecoder.decode(bytes) }
        isEmpty = isEmpty && image == nil
        line.append(image)
      }
      pictures.append(line)
    }
    guard !isEmpty else { return nil }
    var pixels = [UInt8](repeating: 0, count: 4 * side * side)
    for (y, row) in rows.enumerated() {
      guard let row else { continue }
      for (x, column) in columns.enumerated() {
        guard let column else { continue }
        func pixel(_ x: (tile: Int, pixel: Int), _ y: (tile: Int, pixel: Int)) -> SIMD4<Float> {
          guard let image = pictures[y.tile - down.lowerBound][x.tile - across.lowerBound], x.pixel < image.width,
            y.pixel < image.height
          else { return .zero }
          let at = 4 * (y.pixel * image.width + x.pixel)
          return SIMD4(
            Float(image.pixels[at]), Float(image.pixels[at + 1]), Float(image.pixels[at + 2]), Float(image.pixels[at + 3]))
        }
        let upper = mix(pixel(column.first, row.first), pixel(column.second, row.first), column.share)
        let lower = mix(pixel(column.first, row.second), pixel(column.second, row.second), column.share)
        let value = mix(upper, lower, row.share).rounded(.toNearestOrEven).clamped(
          lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        for channel in 0..<4 { pixels[4 * (y * side + x) + channel] = UInt8(value[channel]) }
      }
    }
    guard let image = Image(width: side, height: side, premultipliedRGBA: pixels) else { return nil }
    return try PNGEncoder.encode(image)
  }

  private static func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ share: Float) -> SIMD4<Float> { a + (b - a) * share }

  /// For each pixel of the tile the two of the other grid that its middle lies between; nil outside of it.
  private static func samples(
    from start: Double, span: Double, pixelMeters: Double, tileSide: Int, tiles: Int
  ) -> [Sample?] {
    let last = tileSide * tiles - 1
    return (0..<side).map { index in
      let place = (start + (Double(index) + 0.5) * span / Double(side)) / pixelMeters - 0.5
      guard place >= -0.5, place <= Double(last) + 0.5, let whole = Int(exactly: place.rounded(.down)) else { return nil }
      let (first, second) = (min(max(whole, 0), last), min(max(whole + 1, 0), last))
      return Sample(
        first: (first / tileSide, first % tileSide), second: (second / tileSide, second % tileSide),
        share: Float(place - place.rounded(.down)))
    }
  }

  private static func tiles(_ samples: [Sample?]) -> Range<Int> {
    let used = samples.compactMap { $0 }
    guard let first = used.first, let last = used.last else { return 0..<0 }
    return first.first.tile..<last.second.tile + 1
  }
}
