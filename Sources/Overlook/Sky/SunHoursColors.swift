import Glibc

/// The colours of hours of Sun: from night blue through red to yellow.
package enum SunHoursColors {
  private static let ramp: [(share: Double, color: SIMD3<Double>)] = [
    (0, SIMD3(28, 32, 74)), (0.25, SIMD3(86, 44, 118)), (0.5, SIMD3(186, 62, 96)), (0.75, SIMD3(240, 136, 62)),
    (1, SIMD3(255, 224, 120)),
  ]

  /// Of a share of the most hours, 0 to 1: red, green and blue, 0 to 255.
  package static func color(_ share: Double) -> SIMD3<Double> {
    let share = share > 0 ? min(share, 1) : 0
    var color = ramp[0].color
    for (low, high) in zip(ramp, ramp.dropFirst()) where share >= low.share {
      color = low.color + (high.color - low.color) * ((share - low.share) / (high.share - low.share))
    }
    return color
  }

  /// Round numbers from 0 to `most`, about `count` of them: multiples of 1, 2 or 5 times a power of ten.
  package static func marks(upTo most: Double, count: Int) -> [Double] {
    let least = most / Double(max(count, 1))
    let power = pow(10, log10(least).rounded(.down))
    guard power.isFinite, power > 0 else { return [0] }
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= least * 0.999 } ?? 10 * power
    return stride(from: 0, through: most * 1.0001, by: step).map { min($0, most) }
  }
}
