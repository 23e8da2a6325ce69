/// A square of the screen that shows a part of a picture: between its corners places in the picture change evenly.
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

  package init(
    x: Int, y: Int, side: Int, upperLeft: SIMD2<Double>, upperRight: SIMD2<Double>, lowerLeft: SIMD2<Double>,
    lowerRight: SIMD2<Double>
  ) {
    (self.x, self.y, self.side) = (x, y, side)
    (self.upperLeft, self.upperRight) = (upperLeft, upperRight)
    (self.lowerLeft, self.lowerRight) = (lowerLeft, lowerRight)
  }

  /// The least and the largest column and row of the picture that are seen at its corners.
  var limits: (low: SIMD2<Double>, high: SIMD2<Double>) {
    (
      pointwiseMin(pointwiseMin(upperLeft, upperRight), pointwiseMin(lowerLeft, lowerRight)),
      pointwiseMax(pointwiseMax(upperLeft, upperRight), pointwiseMax(lowerLeft, lowerRight))
    )
  }

  /// Whether each of its pixels lies between four pixels of a picture of that size.
  func isInside(width: Int, height: Int) -> Bool {
    let (low, high) = limits
    // Fixed point numbers go astray by less than that, in squares of some hundred pixels.
    let margin = 1.0 / 256
    // What is no number passes all comparisons of the smaller one.
    let sum = upperLeft + upperRight + lowerLeft + lowerRight
    return (sum.x + sum.y).isFinite && low.x >= margin && low.y >= margin && high.x <= Double(width - 1) - margin
      && high.y <= Double(height - 1) - margin
  }
}
