// Unsafe: every pixel of tiles and blocks passes through here; checked access takes several times as long.

/// A part of a picture that is put together of blocks, reduced by a whole number: each cell is the mean of that many pixels in
/// both directions, or of up to 2048 of them, evenly spread.
struct PictureWindow {
  /// Pixels of the picture, multiples of `reduction`.
  let left: Int
  let top: Int
  /// Cells.
  let width: Int
  let height: Int
  let reduction: Int
  /// Of so many pixels in both directions one is looked at: 2048 x 2048 times 255 is a sum that 32 bits hold.
  private let stride: Int
  /// Premultiplied RGBA of the cells.
  private(set) var pixels: [UInt8]
  /// Red, green, blue, alpha and number of pixels of each cell, while they are gathered; empty where a cell is a pixel.
  private var sums: [UInt32]

  /// Cells of a window; beyond, it is reduced further.
  static let maximumCellCount = 1 << 22

  init(columns: Range<Int>, rows: Range<Int>, reduction: Int) {
    var reduction = max(reduction, 1)
    func cells(_ range: Range<Int>) -> (first: Int, count: Int) {
      let first = range.lowerBound / reduction
      return (first, max((range.upperBound + reduction - 1) / reduction - first, 1))
    }
    while cells(columns).count * cells(rows).count > Self.maximumCellCount { reduction *= 2 }
    let (across, down) = (cells(columns), cells(rows))
    self.reduction = reduction
    stride = (reduction + 2047) / 2048
    (left, width) = (across.first * reduction, across.count)
    (top, height) = (down.first * reduction, down.count)
    pixels = [UInt8](repeating: 0, count: 4 * width * height)
    sums = reduction > 1 ? [UInt32](repeating: 0, count: 5 * width * height) : []
  }

  /// Columns of the picture that the window shows.
  var columns: Range<Int> { left..<left + width * reduction }
  var rows: Range<Int> { top..<top + height * reduction }

  /// Adds a block of premultiplied RGBA, `stride` pixels wide, whose first pixel is at `x`, `y` of the picture; of it only the
  /// pixels left of `right` and above `bottom` count, where the picture ends.
  mutating func add(_ block: [UInt8], stride blockStride: Int, x: Int, y: Int, right: Int, bottom: Int) {
    let xs = max(columns.lowerBound, x)..<max(min(columns.upperBound, x + blockStride, right), max(columns.lowerBound, x))
    let blockBottom = y + block.count / max(4 * blockStride, 1)
    let ys = max(rows.lowerBound, y)..<max(min(rows.upperBound, blockBottom, bottom), max(rows.lowerBound, y))
    guard !xs.isEmpty, !ys.isEmpty else { return }
    block.withUnsafeBufferPointer { block in
      // Invariant: xs and ys lie within the window and within the block.
      if reduction == 1 {
        pixels.withUnsafeMutableBufferPointer { pixels in
          for row in ys {
            let source = 4 * ((row - y) * blockStride + xs.lowerBound - x)
            let target = 4 * ((row - top) * width + xs.lowerBound - left)
            let part = UnsafeBufferPointer(rebasing: block[source..<source + 4 * xs.count])
            _ = UnsafeMutableBufferPointer(rebasing: pixels[target..<target + 4 * xs.count]).update(fromContentsOf: part)
          }
        }
        return
      }
      let (sampledColumns, sampledRows) = (spread(xs, from: left), spread(ys, from: top))
      sums.withUnsafeMutableBufferPointer { sums in
        for row in sampledRows {
          let cells = (row - top) / reduction * width
          for column in sampledColumns {
            let source = 4 * ((row - y) * blockStride + column - x)
            let target = 5 * (cells + (column - left) / reduction)
            for channel in 0..<4 { sums[target + channel] &+= UInt32(block[source + channel]) }
            sums[target + 4] &+= 1
          }
        }
      }
    }
  }

  /// Those of the range that are looked at, whatever blocks the picture is cut into; `start` is the window's, not above the
  /// range.
  private func spread(_ range: Range<Int>, from start: Int) -> StrideTo<Int> {
    let first = start + (range.lowerBound - start + stride - 1) / stride * stride
    return Swift.stride(from: first, to: range.upperBound, by: stride)
  }

  /// Makes pixels of what was gathered, once all blocks are there.
  mutating func finish() {
    guard reduction > 1 else { return }
    for cell in 0..<width * height where sums[5 * cell + 4] > 0 {
      let count = sums[5 * cell + 4]
      for channel in 0..<4 { pixels[4 * cell + channel] = UInt8(clamping: (sums[5 * cell + channel] + count / 2) / count) }
    }
    sums = []
  }
}

/// A tile that pictures are drawn into.
struct TileCanvas {
  let side: Int
  /// Premultiplied RGBA.
  private(set) var pixels: [UInt8]

  init(side: Int) {
    self.side = side
    pixels = [UInt8](repeating: 0, count: 4 * side * side)
  }

  /// Draws a window of a picture of `width` x `height` pixels where `warp` says, bilinear between the middles of its cells.
  ///
  /// - Parameter scale: Pixels of this picture, in both directions, for one of that which `warp` is about.
  mutating func draw(_ window: PictureWindow, _ warp: TileWarp, scale: (x: Double, y: Double), width: Int, height: Int) {
    let (step, side) = (warp.step, side)
    let cells = 1 / Double(window.reduction)
    pixels.withUnsafeMutableBufferPointer { target in
      window.pixels.withUnsafeBufferPointer { source in
        for y in 0..<side {
          let gridRow = min(y / step, warp.count - 2)
          let v = (Double(y - gridRow * step) + 0.5) / Double(step)
          for gridColumn in 0..<warp.count - 1 {
            // Invariant: gridRow and gridColumn are below count - 1, so that the four corners exist.
            let corner = gridRow * warp.count + gridColumn
            func edge(_ values: [Double], _ offset: Int) -> Double {
              values[corner + offset] + (values[corner + offset + warp.count] - values[corner + offset]) * v
            }
            let (x0, x1) = (edge(warp.columns, 0) * scale.x, edge(warp.columns, 1) * scale.x)
            let (y0, y1) = (edge(warp.rows, 0) * scale.y, edge(warp.rows, 1) * scale.y)
            guard x0.isFinite, x1.isFinite, y0.isFinite, y1.isFinite else { continue }
            for index in 0..<step {
              let u = (Double(index) + 0.5) / Double(step)
              let (px, py) = (x0 + (x1 - x0) * u, y0 + (y1 - y0) * u)
              guard px >= 0, py >= 0, px < Double(width), py < Double(height) else { continue }
              let place = 4 * (y * side + gridColumn * step + index)
              Self.sample(
                source, window, (px - Double(window.left)) * cells - 0.5, (py - Double(window.top)) * cells - 0.5,
                into: target, at: place)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func sample(
    _ source: UnsafeBufferPointer<UInt8>, _ window: PictureWindow, _ x: Double, _ y: Double,
    into target: UnsafeMutableBufferPointer<UInt8>, at place: Int
  ) {
    // Invariant: columns and rows are brought into the window, whatever x and y are; both are far below 2^53.
    let (right, bottom) = (window.width - 1, window.height - 1)
    let (cx, cy) = (min(max(x, 0), Double(right)), min(max(y, 0), Double(bottom)))
    let (column, row) = (Int(cx), Int(cy))
    // To the nearest: what falls on the middle of a cell but for a rounding is that cell's.
    let (fx, fy) = (Int32((cx - Double(column)) * 256 + 0.5), Int32((cy - Double(row)) * 256 + 0.5))
    let (nextColumn, nextRow) = (min(column + 1, right), min(row + 1, bottom))
    let (top, under) = (row * window.width, nextRow * window.width)
    let corners = (4 * (top + column), 4 * (top + nextColumn), 4 * (under + column), 4 * (under + nextColumn))
    for channel in 0..<4 {
      let upper = Int32(source[corners.0 + channel]) * (256 - fx) + Int32(source[corners.1 + channel]) * fx
      let lower = Int32(source[corners.2 + channel]) * (256 - fx) + Int32(source[corners.3 + channel]) * fx
      target[place + channel] = UInt8(truncatingIfNeeded: (upper * (256 - fy) + lower * fy + 32_768) >> 16)
    }
  }
}
