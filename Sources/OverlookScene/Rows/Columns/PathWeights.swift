import Glibc
import OverlookGeometry

/// How much each place of a path matters: from which size of a pixel on it can be left out.
///
/// By the rule of Douglas and Peucker (1973), over windows of 64 places, then over the windows' ends, and so on: a path of any
/// length costs at most 32 looks a place and level, of which ten million places have four. Where a place of a window is kept, so
/// are the window's ends. A path through what is kept lies nowhere farther from the whole one than `tolerance` of a pixel for
/// each level.
struct PathWeights {
  /// For each place the power of two below which the steps of a pixel have to be for it to be kept.
  private(set) var powers: ContiguousArray<UInt8>
  private var stack: [(range: Range<Int>, limit: Double)] = []
  /// Paths whose places are weighed, from the first on.
  private var weighedCount = 0

  /// Of a pixel.
  static let tolerance = 1.0 / 16
  private static let window = 64

  /// Of so many places, of which none is weighed.
  init(placeCount: Int) {
    powers = ContiguousArray(repeating: 0, count: placeCount)
  }

  /// Goes on with `sequences` until `placeCount` more places are weighed, or a few more than that; true when all are.
  mutating func weigh(_ sequences: PlaceSequences, placeCount: Int) -> Bool {
    var rest = placeCount
    while weighedCount < sequences.count {
      guard rest > 0 else { return false }
      weigh(sequences, path: weighedCount)
      rest -= sequences.range(of: weighedCount).count + 1
      weighedCount += 1
    }
    return true
  }

  /// From a sixteenth of a pixel to a half.
  private static let coarserLevels = 3

  /// The level that is drawn where so fine a one is wanted.
  func affordable(_ level: Int) -> Int {
    let limit = PathLevel.affordableCount
    guard powers.count > limit else { return level }
    let levels = level..<level + Self.coarserLevels
    return levels.first { coarser in powers.count(where: { Int($0) > coarser }) <= limit } ?? levels.upperBound
  }

  /// Weighs the places of one path anew.
  mutating func weigh(_ sequences: PlaceSequences, path: Int) {
    let range = sequences.range(of: path)
    guard let first = range.first, let last = range.last else { return }
    for index in range { powers[index] = 0 }
    var step = 1
    while last - first > step {
      weighLevel(sequences.places.elements, first, last, step)
      step *= Self.window
    }
    powers[first] = .max
    powers[last] = .max
  }

  /// Weighs every `step`-th place by its neighbours of that distance.
  private mutating func weighLevel(_ places: ContiguousArray<FixedPlace>, _ first: Int, _ last: Int, _ step: Int) {
    let knots = Knots(first: first, last: last, step: step)
    for start in stride(from: 0, to: knots.count - 1, by: Self.window) {
      let end = min(start + Self.window, knots.count - 1)
      let largest = weighWindow(places, knots, start, end)
      let (low, high) = (knots[start], knots[end])
      powers[low] = max(powers[low], largest)
      powers[high] = max(powers[high], largest)
    }
  }

  /// Weighs what lies between two knots; returns the largest weight.
  private mutating func weighWindow(_ places: ContiguousArray<FixedPlace>, _ knots: Knots, _ start: Int, _ end: Int) -> UInt8 {
    var largest: UInt8 = 0
    stack.removeAll(keepingCapacity: true)
    stack.append((start..<end, .infinity))
    while let (range, limit) = stack.popLast() {
      guard range.count > 1, let (knot, square) = Self.farthest(places, knots, range) else { continue }
      // What lies beyond a place that is left out is left out too.
      let allowed = min(square, limit)
      let power = Self.power(allowed)
      guard power > 0 else { continue }
      let index = knots[knot]
      powers[index] = max(powers[index], power)
      largest = max(largest, powers[index])
      stack.append((range.lowerBound..<knot, allowed))
      stack.append((knot..<range.upperBound, allowed))
    }
    return largest
  }

  private static func farthest(
    _ places: ContiguousArray<FixedPlace>, _ knots: Knots, _ range: Range<Int>
  ) -> (knot: Int, square: Double)? {
    let a = places[knots[range.lowerBound]]
    let direction = offset(a, places[knots[range.upperBound]])
    let length = (direction * direction).sum()
    var best = -1.0
    var found = range.lowerBound
    for knot in range.lowerBound + 1..<range.upperBound {
      let away = offset(a, places[knots[knot]])
      let t = length > 0 ? min(max((away * direction).sum() / length, 0), 1) : 0
      let rest = away - direction * t
      let square = (rest * rest).sum()
      if square > best { (best, found) = (square, knot) }
    }
    return best >= 0 ? (found, best) : nil
  }

  /// In steps east.
  @inline(__always)
  private static func offset(_ a: FixedPlace, _ b: FixedPlace) -> SIMD2<Double> {
    SIMD2(Double(Int32(bitPattern: b.x &- a.x)), 2 * Double(Int32(bitPattern: b.y &- a.y)))
  }

  /// A place so far (squared) from the line is kept while a pixel has fewer than two to this power steps.
  private static func power(_ square: Double) -> UInt8 {
    guard square > 0 else { return 0 }
    return UInt8(min(max((log2(square) / 2 - log2(tolerance)).rounded(.up), 0), 250))
  }

  /// Every `step`-th place of a path, and its last.
  private struct Knots {
    let first: Int
    let last: Int
    let step: Int

    var count: Int { (last - first + step - 1) / step + 1 }
    subscript(knot: Int) -> Int { min(first + knot * step, last) }
  }
}
