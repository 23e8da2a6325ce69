/// Terrestrial time minus universal time, in seconds: how far the Earth's rotation lags behind even time.
enum DeltaT {
  /// At the beginning of each year from 1986 on, as observed (International Earth Rotation and Reference Systems Service).
  private static let observed: [Double] = [
    54.87, 55.32, 55.82, 56.30, 56.86, 57.57, 58.31, 59.12, 59.98, 60.79, 61.63, 62.30, 62.97, 63.47, 63.83, 64.09, 64.30, 64.47,
    64.57, 64.69, 64.85, 65.15, 65.46, 65.78, 66.07, 66.32, 66.60, 66.91, 67.28, 67.64, 68.10, 68.59, 68.97, 69.22, 69.36, 69.36,
    69.29, 69.20, 69.18, 69.14, 69.11,
  ]
  private static let firstObserved = 1986.0
  private static var lastObserved: Double { firstObserved + Double(observed.count - 1) }
  /// From here on the prediction stands alone.
  private static let predicted = 2150.0

  /// Of a decimal `year` in 1600 ... 2601. After what was observed the prediction takes over little by little.
  static func seconds(year: Double) -> Double {
    guard year >= firstObserved else { return past(year) }
    if year < lastObserved {
      let place = year - firstObserved
      let index = min(Int(exactly: place.rounded(.down)) ?? 0, observed.count - 2)
      let share = place - Double(index)
      return observed[index] * (1 - share) + observed[index + 1] * share
    }
    let excess = (observed.last ?? 0) - prediction(lastObserved)
    let left = max(predicted - year, 0) / (predicted - lastObserved)
    return prediction(year) + excess * left
  }

  /// Polynomials of F. Espenak and J. Meeus, "Five Millennium Canon of Solar Eclipses" (NASA/TP-2006-214141).
  private static func past(_ year: Double) -> Double {
    switch year {
    case ..<1700: polynomial(year - 1600, 120, -0.9808, -0.01532, 1 / 7129)
    case ..<1800: polynomial(year - 1700, 8.83, 0.1603, -0.0059285, 0.00013336, -1 / 1_174_000)
    case ..<1860:
      polynomial(
        year - 1800, 13.72, -0.332447, 0.0068612, 0.0041116, -0.00037436, 0.0000121272, -0.0000001699, 0.000000000875)
    case ..<1900: polynomial(year - 1860, 7.62, 0.5737, -0.251754, 0.01680668, -0.0004473624, 1 / 233_174)
    case ..<1920: polynomial(year - 1900, -2.79, 1.494119, -0.0598939, 0.0061966, -0.000197)
    case ..<1941: polynomial(year - 1920, 21.20, 0.84493, -0.076100, 0.0020936)
    case ..<1961: polynomial(year - 1950, 29.07, 0.407, -1 / 233, 1 / 2547)
    default: polynomial(year - 1975, 45.45, 1.067, -1 / 260, -1 / 718)
    }
  }

  private static func prediction(_ year: Double) -> Double {
    if year < 2050 { return polynomial(year - 2000, 62.92, 0.32217, 0.005589) }
    let centuries = (year - 1820) / 100
    return -20 + 32 * centuries * centuries - 0.5628 * max(predicted - year, 0)
  }

  private static func polynomial(_ x: Double, _ coefficients: Double...) -> Double {
    coefficients.reversed().reduce(0) { $0 * x + $1 }
  }
}
