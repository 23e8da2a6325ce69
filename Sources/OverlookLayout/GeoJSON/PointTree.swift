internal import Glibc

/// Finds points near a place or in a rectangle: a k-d tree whose order is an array of its own (Bentley, 1975).
struct PointTree: Sendable {
  private static let leafSize = 64

  private var items: [Int32]
  /// In the order of `items`. As much of a coordinate as 24 bits hold: what is near is decided by these.
  private var points: [SIMD2<Float>]

  init(_ places: [SIMD2<Double>]) {
    items = (0..<places.count).map { Int32(clamping: $0) }
    points = places.map { SIMD2<Float>($0) }
    Self.sort(&points, &items)
  }

  /// Adds every item in the rectangle, its edges included, to `found`.
  func find(from low: SIMD2<Double>, to high: SIMD2<Double>, into found: inout [Int]) {
    let region = Region(low: low, high: high, center: (low + high) / 2, square: .infinity)
    Self.walk(points.span, items.span, 0, items.count - 1, 0, region, &found)
  }

  /// Adds every item no farther than `radius` from `center` to `found`.
  func find(around center: SIMD2<Double>, radius: Double, into found: inout [Int]) {
    let region = Region(low: center - radius, high: center + radius, center: center, square: radius * radius)
    Self.walk(points.span, items.span, 0, items.count - 1, 0, region, &found)
  }

  /// A rectangle, and of it what lies near its middle.
  private struct Region {
    let low: SIMD2<Double>
    let high: SIMD2<Double>
    let center: SIMD2<Double>
    let square: Double

    @inline(__always)
    func contains(_ point: SIMD2<Float>) -> Bool {
      let (x, y) = (Double(point.x), Double(point.y))
      let (dx, dy) = (x - center.x, y - center.y)
      return square < .infinity ? dx * dx + dy * dy <= square : x >= low.x && x <= high.x && y >= low.y && y <= high.y
    }
  }

  /// Looks at the points of leaves and nodes that the region can have. Calls itself for halves, 25 deep at most; with spans, and
  /// no closure, because each call would keep what that holds alive of its own.
  private static func walk(
    _ points: Span<SIMD2<Float>>, _ items: Span<Int32>, _ first: Int, _ last: Int, _ axis: Int, _ region: Region,
    _ found: inout [Int]
  ) {
    if last - first <= leafSize {
      var index = first
      while index <= last {
        if region.contains(points[index]) { found.append(Int(items[index])) }
        index += 1
      }
      return
    }
    let middle = (first + last) / 2
    let point = points[middle]
    if region.contains(point) { found.append(Int(items[middle])) }
    let value = Double(axis == 0 ? point.x : point.y)
    let (least, most) = axis == 0 ? (region.low.x, region.high.x) : (region.low.y, region.high.y)
    if most >= value { walk(points, items, middle + 1, last, 1 - axis, region, &found) }
    if least <= value { walk(points, items, first, middle - 1, 1 - axis, region, &found) }
  }

  /// How far from `center`, the place of `item`, the nearest other item is; or, once one at most `near` away is found, how far
  /// that is. Infinite for an only item.
  func clearance(around center: SIMD2<Double>, of item: Int, near: Double) -> Double {
    var search = Search(center: center, item: Int32(clamping: item), nearSquare: near * near)
    Self.nearest(points.span, items.span, 0, items.count - 1, 0, &search)
    return search.square.squareRoot()
  }

  private struct Search {
    let center: SIMD2<Double>
    let item: Int32
    let nearSquare: Double
    var square = Double.infinity

    mutating func meet(_ point: SIMD2<Float>, _ other: Int32) {
      let away = SIMD2<Double>(point) - center
      let found = (away * away).sum()
      if found < square, other != item { square = found }
    }
  }

  /// Calls itself for halves, 25 deep at most; the one that has the center first.
  private static func nearest(
    _ points: Span<SIMD2<Float>>, _ items: Span<Int32>, _ first: Int, _ last: Int, _ axis: Int, _ search: inout Search
  ) {
    if last - first <= leafSize {
      var index = first
      while index <= last {
        search.meet(points[index], items[index])
        index += 1
      }
      return
    }
    let middle = (first + last) / 2
    search.meet(points[middle], items[middle])
    let side = axis == 0 ? search.center.x - Double(points[middle].x) : search.center.y - Double(points[middle].y)
    let (below, above) = ((first, middle - 1), (middle + 1, last))
    let (own, other) = side < 0 ? (below, above) : (above, below)
    nearest(points, items, own.0, own.1, 1 - axis, &search)
    if search.square > search.nearSquare, side * side < search.square {
      nearest(points, items, other.0, other.1, 1 - axis, &search)
    }
  }

  // MARK: Sorting

  private static func sort(_ points: inout [SIMD2<Float>], _ items: inout [Int32]) {
    var points = points.mutableSpan
    var items = items.mutableSpan
    var stack: [(first: Int, last: Int, axis: Int)] = [(0, items.count - 1, 0)]
    while let (first, last, axis) = stack.popLast() {
      guard last - first > leafSize else { continue }
      let middle = (first + last) / 2
      select(&points, &items, middle, first, last, axis, depth: 0)
      stack.append((first, middle - 1, 1 - axis))
      stack.append((middle + 1, last, 1 - axis))
    }
  }

  /// Puts what belongs at `place` there, smaller ones before and larger ones behind it (Floyd and Rivest, CACM algorithm 489).
  /// Calls itself for samples, each a small part of the one before.
  private static func select(
    _ points: inout MutableSpan<SIMD2<Float>>, _ items: inout MutableSpan<Int32>, _ place: Int, _ first: Int, _ last: Int,
    _ axis: Int, depth: Int
  ) {
    func swap(_ a: Int, _ b: Int) {
      points.swapAt(a, b)
      items.swapAt(a, b)
    }
    func key(_ index: Int) -> Float { axis == 0 ? points[index].x : points[index].y }
    var (left, right) = (first, last)
    while right > left {
      if right - left > 600 && depth < 16 {
        let n = Double(right - left + 1)
        let m = Double(place - left + 1)
        let z = log(n)
        let s = 0.5 * exp(2 * z / 3)
        let spread = 0.5 * (z * s * (n - s) / n).squareRoot() * (m - n / 2 < 0 ? -1 : 1)
        let low = (Double(place) - m * s / n + spread).rounded(.down)
        let high = (Double(place) + (n - m) * s / n + spread).rounded(.down)
        select(
          &points, &items, place, max(left, Int(max(low, Double(left)))), min(right, Int(min(high, Double(right)))), axis,
          depth: depth + 1)
      }
      let pivot = key(place)
      var (i, j) = (left, right)
      swap(left, place)
      if key(right) > pivot { swap(left, right) }
      while i < j {
        swap(i, j)
        i += 1
        j -= 1
        while key(i) < pivot { i += 1 }
        while key(j) > pivot { j -= 1 }
      }
      if key(left) == pivot {
        swap(left, j)
      } else {
        j += 1
        swap(j, right)
      }
      if j <= place { left = j + 1 }
      if place <= j { right = j - 1 }
    }
  }
}
