import OverlookPanorama
import OverlookRaster

/// What a square of the screen shows of a chart at its corners, and how it bends between them.
struct PanoramaCorners {
  var upperLeft: SIMD2<Double>
  var upperRight: SIMD2<Double>
  var lowerLeft: SIMD2<Double>
  var lowerRight: SIMD2<Double>
  /// Nil where places change evenly.
  var bend: SquareBend?

  /// Of all that it may show.
  var bounds: PanoramaBounds {
    let bounds = PanoramaBounds((upperLeft, upperRight, lowerLeft, lowerRight))
    guard let most = bend?.most else { return bounds }
    return PanoramaBounds(
      left: bounds.left - most.x, top: bounds.top - most.y, right: bounds.right + most.x, bottom: bounds.bottom + most.y)
  }

  func shifted(by way: Double) -> PanoramaCorners {
    let way = SIMD2(way, 0)
    return PanoramaCorners(
      upperLeft: upperLeft + way, upperRight: upperRight + way, lowerLeft: lowerLeft + way, lowerRight: lowerRight + way,
      bend: bend)
  }

  /// One of its quarters, row after row.
  func quarter(_ number: Int) -> PanoramaCorners {
    let start = SIMD2(Double(number % 2), Double(number / 2)) / 2
    return PanoramaCorners(
      upperLeft: place(start), upperRight: place(start + SIMD2(0.5, 0)), lowerLeft: place(start + SIMD2(0, 0.5)),
      lowerRight: place(start + 0.5), bend: bend?.quarter(start))
  }

  /// Between them, for shares of the square's width and height.
  func place(_ share: SIMD2<Double>) -> SIMD2<Double> {
    let left = upperLeft + (lowerLeft - upperLeft) * share.y
    let right = upperRight + (lowerRight - upperRight) * share.y
    let even = left + (right - left) * share.x
    return bend.map { even + $0.way(share) } ?? even
  }
}

extension SquareBend {
  /// Of the quarter that begins so far from the left and from above.
  fileprivate func quarter(_ start: SIMD2<Double>) -> SquareBend {
    let (down, across) = ((below - above) / 4, (after - before) / 4)
    return SquareBend(
      above: above / 4 + down * start.y, below: above / 4 + down * (start.y + 0.5), before: before / 4 + across * start.x,
      after: before / 4 + across * (start.x + 0.5))
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

  /// The whole as what goes through the middles of its sides, too, and how far, in pixels, what a square of that side shows may lie beside it.
  func bent(side: Double) -> (corners: PanoramaCorners, error: Double) {
    let (a, b, c, d) = (corners.upperLeft, corners.upperRight, corners.lowerLeft, corners.lowerRight)
    let bend = SquareBend(
      above: 4 * above - 2 * (a + b), below: 4 * below - 2 * (c + d), before: 4 * before - 2 * (a + c),
      after: 4 * after - 2 * (b + d))
    var whole = corners
    whole.bend = bend
    // What is left in the middle is of the fourth order. Of the third nothing shows there; it is seen from how bends change across, and is a
    // sixtieth of that where it changes as much along, and no more than a twelfth around the poles of the widest views.
    guard let scale = scale(side: side) else { return (whole, .infinity) }
    let third = max(scale.pixels(bend.below - bend.above), scale.pixels(bend.after - bend.before)).squareRoot() / 12
    return (whole, scale.pixels(whole.place(SIMD2(0.5, 0.5)) - middle).squareRoot() + third)
  }

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
    guard let scale = scale(side: side) else { return .infinity }
    var largest = scale.pixels((a + b + c + d) / 4 - middle)
    largest = max(largest, scale.pixels((a + b) / 2 - above))
    largest = max(largest, scale.pixels((c + d) / 2 - below))
    largest = max(largest, scale.pixels((a + c) / 2 - before))
    return max(largest, scale.pixels((b + d) / 2 - after)).squareRoot()
  }

  private func scale(side: Double) -> Scale? {
    let (a, b, c, d) = (corners.upperLeft, corners.upperRight, corners.lowerLeft, corners.lowerRight)
    return Scale(across: (b - a + d - c) / (2 * side), down: (c - a + d - b) / (2 * side))
  }

  /// From ways on the chart to pixels.
  private struct Scale {
    private let across: SIMD2<Double>
    private let down: SIMD2<Double>
    private let area: Double

    /// `across`, `down`: what a pixel is on the chart; nil for squares that are seen from their edge.
    init?(across: SIMD2<Double>, down: SIMD2<Double>) {
      area = across.x * down.y - across.y * down.x
      guard abs(area) > 1e-18 else { return nil }
      (self.across, self.down) = (across, down)
    }

    /// The length of a way, squared.
    func pixels(_ way: SIMD2<Double>) -> Double {
      let (x, y) = ((way.x * down.y - way.y * down.x) / area, (across.x * way.y - across.y * way.x) / area)
      return x * x + y * y
    }
  }
}
