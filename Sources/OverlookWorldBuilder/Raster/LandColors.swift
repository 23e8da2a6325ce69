/// The colours of the land, carried on over the water, or those of lakes, carried on over the land, so that a shore can be drawn anywhere
/// without a rim of the old one.
struct LandColors {
  /// Red, green, blue in linear light.
  private(set) var planes: [Plane]

  /// - Parameters:
  ///   - cover: Where they are, 0 ... 1, on the grid of `colors`.
  ///   - skipsBlue: Whether blue values are water that the outlines miss.
  ///   - reach: How far colours are carried, in values.
  init(
    _ colors: [Plane], of cover: [Float], skipsBlue: Bool = true, reach: Int = 128, fallback: SIMD3<Float> = Light.color(0x5B6B46)
  ) {
    let width = colors[0].width
    let height = colors[0].height
    // Pixels that touch the water show some of it, and blue ones among the rest are water that the outlines miss.
    var weights = Plane(width: width, height: height)
    for i in weights.values.indices {
      let isBlue = colors[2].values[i] > 1.15 * max(colors[0].values[i], colors[1].values[i])
      weights.values[i] = cover[i] > 0.97 && !(skipsBlue && isBlue) ? 1 : 0
    }
    planes = colors
    var filled = [Float](repeating: 0, count: weights.values.count)
    var sums = colors.map { plane in
      var weighted = plane
      for i in weighted.values.indices { weighted.values[i] *= weights.values[i] }
      return weighted
    }
    for c in 0..<3 { planes[c].values = sums[c].values }
    filled = weights.values
    // Ever wider averages of what is known fill what is still open; the widest reaches across an ocean.
    var spread = weights
    for radius in [1, 2, 4, 8, 16, 32, 64, 128] where radius <= reach {
      spread = spread.blurred(radius: radius)
      for c in 0..<3 { sums[c] = sums[c].blurred(radius: radius) }
      for i in filled.indices where filled[i] < 1 && spread.values[i] > 1e-4 {
        // Little knowledge counts little, so that the next, wider average blends in without a step.
        let share = min(spread.values[i] * 8, 1) * (1 - filled[i])
        for c in 0..<3 { planes[c].values[i] += share * sums[c].values[i] / spread.values[i] }
        filled[i] += share
      }
    }
    for i in filled.indices where filled[i] < 1 {
      for c in 0..<3 { planes[c].values[i] += (1 - filled[i]) * fallback[c] }
    }
  }
}
