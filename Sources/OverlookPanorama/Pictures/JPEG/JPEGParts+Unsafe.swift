import OverlookFormats

/// A large JPEG file of which single parts can be had: an index of where its units lie, and files of their own made of some of them
/// without decoding and coding them again. It holds the file and some 40 bytes for each 32 x 1 units.
///
/// A picture of 16,384 x 8,192 pixels is half a gigabyte when it is decoded; of it a view needs a few millions of pixels.
struct JPEGParts: Sendable {
  let plan: JPEGPlan
  private let bytes: [UInt8]
  /// The places in the data at each `step` units of each line.
  private let places: [JPEGCursor]
  private let step: Int
  private var placesPerLine: Int { (plan.unitColumns - 1) / step + 1 }

  /// Pixels between places that parts can begin at.
  static let gridPixels = 512

  /// Goes through the whole file once, about 100 MB of pixels a second. `isWanted` is asked at each line.
  init(_ bytes: [UInt8], _ plan: JPEGPlan, isWanted: () -> Bool) throws(PanoramaError) {
    guard plan.isSequential, let walker = JPEGWalker(plan) else {
      throw PanoramaError(FormatError.unsupported(JPEGPlan.thing, fault: "its parts cannot be had alone"))
    }
    (self.plan, self.bytes) = (plan, bytes)
    let step = Self.gridPixels / plan.unitWidth
    self.step = step
    var places: [JPEGCursor] = []
    places.reserveCapacity(plan.unitRows * ((plan.unitColumns - 1) / step + 1))
    var cursor = walker.start
    var receiver = NoReceiver()
    var isWhole = true
    for _ in 0..<plan.unitRows where isWhole {
      guard isWanted() else { throw .cancelled }
      isWhole = bytes.withUnsafeBufferPointer { bytes in
        for column in stride(from: 0, to: plan.unitColumns, by: step) {
          places.append(cursor)
          guard walker.walk(bytes, &cursor, units: min(step, plan.unitColumns - column), &receiver) else { return false }
        }
        return true
      }
    }
    guard isWhole else { throw PanoramaError(FormatError.truncated(JPEGPlan.thing)) }
    self.places = places
  }

  /// A JPEG file of the part from `left`, `top` (multiples of `gridPixels`) on; nil where nothing lies.
  func file(left: Int, top: Int, width: Int, height: Int) -> [UInt8]? {
    let (unitLeft, unitTop) = (left / plan.unitWidth, top / plan.unitHeight)
    guard left >= 0, top >= 0, width > 0, height > 0, unitLeft % step == 0, left + width <= plan.width,
      top + height <= plan.height,
      let walker = JPEGWalker(plan)
    else { return nil }
    let (columns, rows) = ((width - 1) / plan.unitWidth + 1, (height - 1) / plan.unitHeight + 1)
    var writer = JPEGPartWriter(
      head: plan.head(width: width, height: height, unitsPerLine: columns), capacity: width * height / 4)
    let isWhole = bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<rows {
        if row > 0 { writer.restart(row - 1) }
        var cursor = places[(unitTop + row) * placesPerLine + unitLeft / step]
        guard walker.walk(bytes, &cursor, units: columns, &writer) else { return false }
      }
      return true
    }
    return isWhole ? writer.finish() : nil
  }

  private struct NoReceiver: JPEGCodeReceiver {
    @inline(__always) mutating func first(of component: Int, value: Int) {}
    @inline(__always) mutating func code(_ bits: Int, count: Int) {}
  }
}

/// Writes the coded data of a part.
private struct JPEGPartWriter: JPEGCodeReceiver {
  private var bytes: [UInt8]
  private var bits: UInt64 = 0
  private var count = 0
  private var last: SIMD4<Int32> = .zero

  init(head: [UInt8], capacity: Int) {
    bytes = head
    bytes.reserveCapacity(head.count + capacity)
  }

  @inline(__always) mutating func first(of component: Int, value: Int) {
    let difference = value - Int(last[component])
    last[component] = Int32(truncatingIfNeeded: value)
    let size = Int.bitWidth - difference.magnitude.leadingZeroBitCount
    // Sums of damaged data leave what has a code; the decoder is then told of none.
    guard size < JPEGDifferenceCode.codes.count else { return code(0, count: 2) }
    let (prefix, length) = JPEGDifferenceCode.codes[size]
    let rest = difference < 0 ? difference - 1 : difference
    code(Int(prefix) << size | (rest & (1 << size - 1)), count: length + size)
  }

  @inline(__always) mutating func code(_ value: Int, count added: Int) {
    bits = bits << UInt64(added) | UInt64(truncatingIfNeeded: value)
    count += added
    while count >= 8 {
      count -= 8
      let byte = UInt8(truncatingIfNeeded: bits >> UInt64(count))
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
  }

  /// Fills up the last byte with ones.
  private mutating func align() {
    if count > 0 { code(1 << (8 - count) - 1, count: 8 - count) }
  }

  mutating func restart(_ index: Int) {
    align()
    bytes += [0xFF, 0xD0 | UInt8(truncatingIfNeeded: index & 7)]
    last = .zero
  }

  mutating func finish() -> [UInt8] {
    align()
    bytes += [0xFF, 0xD9]
    return bytes
  }
}
