/// Chooses the filter of each row of a picture: the one that leaves the smallest sum of differences, taken as signed bytes (PNG
/// specification, third edition, 12.7).
struct PNGFilter {
  private let pixelByteCount: Int
  private var candidate: [UInt8]

  init(rowByteCount: Int, pixelByteCount: Int) {
    self.pixelByteCount = pixelByteCount
    candidate = [UInt8](repeating: 0, count: rowByteCount)
  }

  private enum Kind: UInt8, CaseIterable { case none, sub, up, average, paeth }

  /// The number of no filter.
  static var none: UInt8 { Kind.none.rawValue }

  /// Writes the number 0, of no filter, and `row` to `target`, which has one byte more.
  private static func copy(_ row: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>) {
    target[0] = Kind.none.rawValue
    _ = UnsafeMutableBufferPointer(rebasing: target[1...]).update(fromContentsOf: row)
  }

  /// Writes the number of the best filter and the filtered `row` to `target`, which has one byte more; `above` is nil for the first row.
  mutating func write(
    _ row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>?, to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    Self.copy(row, to: target)
    var least = Self.size(row)
    let (pixelByteCount, count) = (pixelByteCount, row.count)
    candidate.withUnsafeMutableBufferPointer { candidate in
      for kind in Kind.allCases.dropFirst() {
        guard let above else {
          // Without a row above, up is none, and the others are sub or nearly.
          guard kind == .sub else { continue }
          Self.sub(row, pixelByteCount, to: candidate)
          keep(kind)
          continue
        }
        switch kind {
        case .none: break
        case .sub: Self.sub(row, pixelByteCount, to: candidate)
        case .up: for i in 0..<count { candidate[i] = row[i] &- above[i] }
        case .average: Self.average(row, above, pixelByteCount, to: candidate)
        case .paeth: Self.paeth(row, above, pixelByteCount, to: candidate)
        }
        keep(kind)
      }

      func keep(_ kind: Kind) {
        let size = Self.size(UnsafeBufferPointer(candidate))
        guard size < least else { return }
        least = size
        target[0] = kind.rawValue
        _ = UnsafeMutableBufferPointer(rebasing: target[1...]).update(fromContentsOf: candidate)
      }
    }
  }

  // Invariant of all below: rows and candidates have as many bytes, at least `step`, those of a pixel.

  private static func size(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var sum: UInt32 = 0
    for byte in bytes { sum &+= UInt32(min(byte, 0 &- byte)) }
    return Int(sum)
  }

  private static func sub(_ row: UnsafeBufferPointer<UInt8>, _ step: Int, to result: UnsafeMutableBufferPointer<UInt8>) {
    for i in 0..<step { result[i] = row[i] }
    for i in step..<row.count { result[i] = row[i] &- row[i &- step] }
  }

  private static func average(
    _ row: UnsafeBufferPointer<UInt8>, _ above: UnsafeBufferPointer<UInt8>, _ step: Int,
    to result: UnsafeMutableBufferPointer<UInt8>
  ) {
    for i in 0..<step { result[i] = row[i] &- above[i] >> 1 }
    for i in step..<row.count {
      // Half the sum without its ninth bit.
      let (a, b) = (row[i &- step], above[i])
      result[i] = row[i] &- ((a & b) &+ (a ^ b) >> 1)
    }
  }

  private static func paeth(
    _ row: UnsafeBufferPointer<UInt8>, _ above: UnsafeBufferPointer<UInt8>, _ step: Int,
    to result: UnsafeMutableBufferPointer<UInt8>
  ) {
    for i in 0..<step { result[i] = row[i] &- above[i] }
    for i in step..<row.count {
      let (left, up, corner) = (Int16(row[i &- step]), Int16(above[i]), Int16(above[i &- step]))
      let (toLeft, toUp) = (abs(up &- corner), abs(left &- corner))
      let toCorner = abs(left &+ up &- 2 &* corner)
      let nearest = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
      result[i] = row[i] &- UInt8(truncatingIfNeeded: nearest)
    }
  }
}
