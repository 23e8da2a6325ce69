/// How far what a square shows lies beside what changes evenly between its corners, most in the middle of each side, where that is a quarter
/// of these numbers.
package struct SquareBend {
  package var above: SIMD2<Double>
  package var below: SIMD2<Double>
  package var before: SIMD2<Double>
  package var after: SIMD2<Double>

  package init(above: SIMD2<Double>, below: SIMD2<Double>, before: SIMD2<Double>, after: SIMD2<Double>) {
    (self.above, self.below, self.before, self.after) = (above, below, before, after)
  }

  /// No place in the square lies farther beside.
  package var most: SIMD2<Double> {
    (pointwiseMax(Self.size(above), Self.size(below)) + pointwiseMax(Self.size(before), Self.size(after))) / 4
  }

  private static func size(_ way: SIMD2<Double>) -> SIMD2<Double> { pointwiseMax(way, -way) }

  /// What is added for shares of the square's width and height.
  package func way(_ share: SIMD2<Double>) -> SIMD2<Double> {
    (above + (below - above) * share.y) * (share.x * (1 - share.x))
      + (before + (after - before) * share.x) * (share.y * (1 - share.y))
  }
}

/// A square of the screen that shows a part of a picture: between its corners places in the picture change evenly, or bend as `bend` says.
package struct PictureSquare {
  /// Of its upper left pixel on the screen; may lie outside.
  package var x: Int
  package var y: Int
  /// Pixels.
  package var side: Int
  /// What is seen at its corners: pixels of the picture, counted from the middle of the first one.
  package var upperLeft: SIMD2<Double>
  package var upperRight: SIMD2<Double>
  package var lowerLeft: SIMD2<Double>
  package var lowerRight: SIMD2<Double>
  /// Nil where places change evenly.
  package var bend: SquareBend?

  package init(
    x: Int, y: Int, side: Int, upperLeft: SIMD2<Double>, upperRight: SIMD2<Double>, lowerLeft: SIMD2<Double>,
    lowerRight: SIMD2<Double>, bend: SquareBend? = nil
  ) {
    self.bend = bend
    (self.x, self.y, self.side) = (x, y, side)
    (self.upperLeft, self.upperRight) = (upperLeft, upperRight)
    (self.lowerLeft, self.lowerRight) = (lowerLeft, lowerRight)
  }

  /// The least and the largest column and row of the picture that it may show.
  var limits: (low: SIMD2<Double>, high: SIMD2<Double>) {
    let low = pointwiseMin(pointwiseMin(upperLeft, upperRight), pointwiseMin(lowerLeft, lowerRight))
    let high = pointwiseMax(pointwiseMax(upperLeft, upperRight), pointwiseMax(lowerLeft, lowerRight))
    guard let most = bend?.most else { return (low, high) }
    return (low - most, high + most)
  }

  /// Whether each of its pixels lies between four pixels of a picture of that size.
  func isInside(width: Int, height: Int) -> Bool {
    let (low, high) = limits
    // Fixed point numbers go astray by less than that: in squares of some hundred pixels, or bent ones of `mostBent`.
    let margin = bend == nil ? 1.0 / 256 : 1.0 / 64
    guard bend == nil || side <= Self.mostBent else { return false }
    // What is no number passes all comparisons of the smaller one.
    var sum = upperLeft + upperRight + lowerLeft + lowerRight
    if let bend { sum += bend.above + bend.below + bend.before + bend.after }
    return (sum.x + sum.y).isFinite && low.x >= margin && low.y >= margin && high.x <= Double(width - 1) - margin
      && high.y <= Double(height - 1) - margin
  }

  /// Pixels along a side of a square that may be bent.
  package static let mostBent = 32
}
