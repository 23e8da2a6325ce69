package import OverlookSupport

extension Image {
  /// Rows of the picture in half the width, half the height, or both: each pixel is the mean of those that it stands for, rounded, and the
  /// last column or row of an odd size counts twice. Nil where nothing is to be halved, and for rows that it has not.
  ///
  /// - Parameter rows: By default all.
  package func halved(across: Bool = true, down: Bool = true, rows: Range<Int>? = nil) -> Image? {
    let rows = rows ?? 0..<height
    guard !rows.isEmpty, rows.lowerBound >= 0, rows.upperBound <= height, across && width > 1 || down && rows.count > 1,
      pixels.count >= 4 * width * height
    else { return nil }
    let (newWidth, newHeight) = (across ? (width + 1) / 2 : width, down ? (rows.count + 1) / 2 : rows.count)
    let halves = pixels.withUnsafeBytes { bytes in
      [UInt8](unsafeUninitializedCapacity: 4 * newWidth * newHeight) { target, count in
        Self.halve(bytes, width, rows, across: across, down: down, to: UnsafeMutableRawBufferPointer(target), newWidth, newHeight)
        count = 4 * newWidth * newHeight
      }
    }
    return Image(width: newWidth, height: newHeight, scale: 1, premultipliedRGBA: halves, isOpaque: isOpaque)
  }

  /// Invariant: `source` holds rows of `width` pixels of 4 bytes up to the last of `rows`, and `target` as many as its size says: every place
  /// that is read lies in a row of `rows` and a column below `width`.
  private static func halve(
    _ source: UnsafeRawBufferPointer, _ width: Int, _ rows: Range<Int>, across: Bool, down: Bool,
    to target: UnsafeMutableRawBufferPointer, _ newWidth: Int, _ newHeight: Int
  ) {
    guard let from = source.baseAddress, let to = target.baseAddress else { return }
    let step = across ? 8 : 4
    for row in 0..<newHeight {
      let top = rows.lowerBound + (down ? 2 * row : row)
      let upper = from + 4 * width * top
      let lower = down && top + 1 < rows.upperBound ? upper + 4 * width : upper
      let whole = across ? width / 2 : width
      let line = to + 4 * newWidth * row
      let right = across ? 4 : 0
      for column in 0..<whole {
        let place = step * column
        line.storeBytes(
          of: mean(pixel(upper, place), pixel(upper, place + right), pixel(lower, place), pixel(lower, place + right)),
          toByteOffset: 4 * column, as: UInt32.self)
      }
      guard whole < newWidth else { continue }
      let (above, below) = (pixel(upper, step * whole), pixel(lower, step * whole))
      line.storeBytes(of: mean(above, above, below, below), toByteOffset: 4 * whole, as: UInt32.self)
    }
  }

  @inline(__always)
  private static func pixel(_ line: UnsafeRawPointer, _ offset: Int) -> UInt32 {
    line.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  /// Of each channel; two at a time, each with eight bits of room above it.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let channels: UInt32 = 0x00FF_00FF
    let low = (a & channels) &+ (b & channels) &+ (c & channels) &+ (d & channels) &+ 0x0002_0002
    let high =
      (a &>> 8 & channels) &+ (b &>> 8 & channels) &+ (c &>> 8 & channels) &+ (d &>> 8 & channels) &+ 0x0002_0002
    return low &>> 2 & channels | (high &>> 2 & channels) &<< 8
  }
}
