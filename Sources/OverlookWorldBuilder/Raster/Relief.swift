import Foundation

/// Light and shadow on the heights, -1 (turned away) ... 1 (facing the light), as if lit from the north-west.
struct Relief {
  private(set) var shade: Plane

  /// - Parameters:
  ///   - heights: Any unit; `steepness` scales its differences.
  init(_ heights: Plane, steepness: Float) {
    shade = Plane(width: heights.width, height: heights.height)
    let light = SIMD2<Float>(-0.707, -0.707)
    for y in 0..<heights.height {
      let latitude = 90 - (Double(y) + 0.5) / Double(heights.height) * 180
      // East-west distances shrink towards the poles; not to nothing, else noise becomes mountains there.
      let stretch = 1 / Float(max(cos(latitude * .pi / 180), 0.35))
      let at = y * heights.width
      let above = max(y - 1, 0) * heights.width
      let below = min(y + 1, heights.height - 1) * heights.width
      for x in 0..<heights.width {
        let east = heights.values[at + heights.wrapped(x + 1)] - heights.values[at + heights.wrapped(x - 1)]
        let south = heights.values[below + x] - heights.values[above + x]
        // A slope that rises away from the light faces it.
        let facing = -(east * stretch * light.x + south * light.y) * steepness
        shade.values[at + x] = -facing / (1 + facing * facing).squareRoot()
      }
    }
  }
}
