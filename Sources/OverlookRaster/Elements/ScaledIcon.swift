import OverlookSupport

/// An image in the size in which it is drawn, cut to what is not transparent.
struct ScaledIcon {
  private(set) var left = 0
  private(set) var top = 0
  private(set) var width = 0
  private(set) var height = 0
  /// Premultiplied BGRA.
  private(set) var pixels: [UInt32] = []

  /// As a driver draws it with linear filtering, its upper left corner on that of a pixel.
  init(_ image: Image, pixelsPerPoint: Double) {
    let reduction = IconPixels.reduction(of: image, pixelsPerPoint: pixelsPerPoint, maximumSide: IconPixels.largestSide)
    // Drawn pixels to a reduced one.
    let scale = pixelsPerPoint / image.scale * Double(reduction)
    let border = Int(min(scale.rounded(.up), 64))
    let (across, down) = (image.widthPoints * pixelsPerPoint, image.heightPoints * pixelsPerPoint)
    self.init(
      IconPixels(image, reduction: reduction), columns: -border..<Int(across.rounded(.up)) + border,
      rows: -border..<Int(down.rounded(.up)) + border, corner: SIMD2(1, 1), step: SIMD2(1 / scale, 1 / scale))
  }

  /// Samples `source` in the middles of pixels: `corner` is where the first pixel begins in it, `step` what a pixel is of it.
  init(_ source: IconPixels, columns: Range<Int>, rows: Range<Int>, corner: SIMD2<Double>, step: SIMD2<Double>) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    var all: [UInt32] = []
    all.reserveCapacity(columns.count * rows.count)
    var (firstColumn, lastColumn, firstRow, lastRow) = (Int.max, Int.min, Int.max, Int.min)
    for row in rows {
      let y = corner.y + (Double(row) + 0.5) * step.y - 0.5
      for column in columns {
        let pixel = Self.sample(source, x: corner.x + (Double(column) + 0.5) * step.x - 0.5, y: y)
        all.append(pixel)
        if pixel == 0 { continue }
        (firstColumn, lastColumn) = (min(firstColumn, column), max(lastColumn, column))
        (firstRow, lastRow) = (min(firstRow, row), row)
      }
    }
    guard firstColumn <= lastColumn else { return }
    (left, top, width, height) = (firstColumn, firstRow, lastColumn - firstColumn + 1, lastRow - firstRow + 1)
    pixels.reserveCapacity(width * height)
    for row in firstRow...lastRow {
      let start = (row - rows.lowerBound) * columns.count - columns.lowerBound
      pixels += all[start + firstColumn...start + lastColumn]
    }
  }

  /// Between the four pixels around a place, which is counted from the middle of the first.
  private static func sample(_ source: IconPixels, x: Double, y: Double) -> UInt32 {
    // What lies further outside is as transparent.
    let (x, y) = (min(max(x, -2), Double(source.width) + 2), min(max(y, -2), Double(source.height) + 2))
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (right, below) = (x - column, y - row)
    var sum = SIMD4<Double>()
    func add(_ x: Int, _ y: Int, _ share: Double) {
      guard share > 0, x >= 0, y >= 0, x < source.width, y < source.height else { return }
      let at = 4 * (y * source.width + x)
      let bytes = source.bytes
      sum += share * SIMD4(Double(bytes[at + 2]), Double(bytes[at + 1]), Double(bytes[at]), Double(bytes[at + 3]))
    }
    let (left, top) = (Int(column), Int(row))
    add(left, top, (1 - right) * (1 - below))
    add(left + 1, top, right * (1 - below))
    add(left, top + 1, (1 - right) * below)
    add(left + 1, top + 1, right * below)
    let rounded = SIMD4<UInt32>(sum.rounded(.toNearestOrEven))
    return rounded.x | rounded.y << 8 | rounded.z << 16 | rounded.w << 24
  }
}
