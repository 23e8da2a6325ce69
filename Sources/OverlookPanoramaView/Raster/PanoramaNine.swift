import OverlookPanorama

/// What a square of the screen shows of a chart at its corners.
struct PanoramaCorners {
  var upperLeft: SIMD2<Double>
  var upperRight: SIMD2<Double>
  var lowerLeft: SIMD2<Double>
  var lowerRight: SIMD2<Double>

  var bounds: PanoramaBounds { PanoramaBounds((upperLeft, upperRight, lowerLeft, lowerRight)) }

  func shifted(by way: Double) -> PanoramaCorners {
    let way = SIMD2(way, 0)
    return PanoramaCorners(
      upperLeft: upperLeft + way, upperRight: upperRight + way, lowerLeft: lowerLeft + way, lowerRight: lowerRight + way)
  }

  /// One of its quarters, row after row.
  func quarter(_ number: Int) -> PanoramaCorners {
    let start = SIMD2(Double(number % 2), Double(number / 2)) / 2
    return PanoramaCorners(
      upperLeft: place(start), upperRight: place(start + SIMD2(0.5, 0)), lowerLeft: place(start + SIMD2(0, 0.5)),
      lowerRight: place(start + 0.5))
  }

  /// Between them, for shares of the square's width and height.
  func place(_ share: SIMD2<Double>) -> SIMD2<Double> {
    let left = upperLeft + (lowerLeft - upperLeft) * share.y
    let right = upperRight + (lowerRight - upperRight) * share.y
    return left + (right - left) * share.x
  }
}

/// What it shows at its corners, in the middles of its sides and in its own.
struct PanoramaNine {
  private let corners: PanoramaCorners
  private let above: SIMD2<Double>
  private let before: SIMD2<Double>
  private let middle: SIMD2<Double>
  private let after: SIMD2<Double>
  private let below: SIMD2<Double>

  /// `place` gives what lies so many half sides from the upper left corner; of a chart that begins anew after `period`, all are taken in the
  /// turn nearest to the first.
  init(period: Double?, _ place: (_ column: Int, _ row: Int) -> SIMD2<Double>) {
    let first = place(0, 0)
    func joined(_ column: Int, _ row: Int) -> SIMD2<Double> {
      var place = place(column, row)
      if let period { place.x += ((first.x - place.x) / period).rounded() * period }
      return place
    }
    corners = PanoramaCorners(
      upperLeft: first, upperRight: joined(2, 0), lowerLeft: joined(0, 2), lowerRight: joined(2, 2))
    (above, before, middle, after, below) = (joined(1, 0), joined(0, 1), joined(1, 1), joined(2, 1), joined(1, 2))
  }

  var whole: PanoramaCorners { corners }

  /// Of its quarters, row after row.
  func quarter(_ number: Int) -> PanoramaCorners {
    switch number {
    case 0: PanoramaCorners(upperLeft: corners.upperLeft, upperRight: above, lowerLeft: before, lowerRight: middle)
    case 1: PanoramaCorners(upperLeft: above, upperRight: corners.upperRight, lowerLeft: middle, lowerRight: after)
    case 2: PanoramaCorners(upperLeft: before, upperRight: middle, lowerLeft: corners.lowerLeft, lowerRight: below)
    default: PanoramaCorners(upperLeft: middle, upperRight: after, lowerLeft: below, lowerRight: corners.lowerRight)
    }
  }

  /// Whether all of it lies on the chart or beside it, so that it is known.
  var isKnown: Bool { (sum.x + sum.y).isFinite }

  /// Whether nothing of it is known.
  var isNowhere: Bool {
    corners.upperLeft.x.isNaN && corners.upperRight.x.isNaN && corners.lowerLeft.x.isNaN && corners.lowerRight.x.isNaN
      && middle.x.isNaN
  }

  private var sum: SIMD2<Double> {
    corners.upperLeft + corners.upperRight + corners.lowerLeft + corners.lowerRight + above + before + middle + after + below
  }

  /// How far, in pixels, a square of that side in which places change evenly between the corners lies beside the chart. In quarters of it
  /// that is a quarter.
  func error(side: Double) -> Double {
    let (a, b, c, d) = (corners.upperLeft, corners.upperRight, corners.lowerLeft, corners.lowerRight)
    let (across, down) = ((b - a + d - c) / (2 * side), (c - a + d - b) / (2 * side))
    let area = across.x * down.y - across.y * down.x
    guard abs(area) > 1e-18 else { return .infinity }
    func pixels(_ way: SIMD2<Double>) -> Double {
      let (x, y) = ((way.x * down.y - way.y * down.x) / area, (across.x * way.y - across.y * way.x) / area)
      return x * x + y * y
    }
    var largest = pixels((a + b + c + d) / 4 - middle)
    largest = max(largest, pixels((a + b) / 2 - above))
    largest = max(largest, pixels((c + d) / 2 - below))
    largest = max(largest, pixels((a + c) / 2 - before))
    return max(largest, pixels((b + d) / 2 - after)).squareRoot()
  }
}
