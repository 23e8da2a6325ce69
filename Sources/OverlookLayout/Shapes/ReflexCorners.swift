/// The reflex corners of a polygon that are left while it is cut, eight at a time: most ears have none near them, and that is what most of the time is spent to learn.
struct ReflexCorners {
  private(set) var count = 0
  /// By blocks; places behind the last corner are outside of every box.
  private var x: [SIMD8<Int32>] = []
  private var y: [SIMD8<Int32>] = []
  private var corners: [Int32] = []

  private static let nowhere = SIMD8<Int32>(repeating: .max)

  mutating func removeAll() {
    count = 0
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    corners.removeAll(keepingCapacity: true)
  }

  mutating func append(_ place: EarCutter.Place, _ corner: Int32) {
    if count & 7 == 0 {
      x.append(Self.nowhere)
      y.append(Self.nowhere)
    }
    x[count >> 3][count & 7] = place.x
    y[count >> 3][count & 7] = place.y
    corners.append(corner)
    count += 1
  }

  /// Puts the last one in the place of another, and says which corner that is; nil when it is the last that goes.
  mutating func remove(at index: Int) -> Int32? {
    guard let last = corners.popLast() else { return nil }
    count -= 1
    let (block, lane) = (count >> 3, count & 7)
    let moved = index < count
    if moved {
      x[index >> 3][index & 7] = x[block][lane]
      y[index >> 3][index & 7] = y[block][lane]
      corners[index] = last
    }
    if lane == 0 {
      x.removeLast()
      y.removeLast()
    } else {
      x[block][lane] = .max
    }
    return moved ? last : nil
  }

  /// Whether one of those in a box, its edges included, is as `isWanted` says.
  @inline(__always)
  func contains(
    inBox low: EarCutter.Place, _ high: EarCutter.Place, where isWanted: (EarCutter.Place) -> Bool
  ) -> Bool {
    let (x, y) = (x.span, y.span)
    for block in x.indices {
      let (xs, ys) = (x[block], y[block])
      let isOutside = (xs .< low.x) .| (xs .> high.x) .| (ys .< low.y) .| (ys .> high.y)
      if all(isOutside) { continue }
      for lane in 0..<8 where !isOutside[lane] {
        if isWanted(EarCutter.Place(x: xs[lane], y: ys[lane])) { return true }
      }
    }
    return false
  }
}
