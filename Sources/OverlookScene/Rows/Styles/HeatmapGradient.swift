public import OverlookSupport

/// The colours of a heatmap, from no warmth to full warmth.
public struct HeatmapGradient: Hashable, Sendable {
  /// At least one.
  public let colors: [Color]
  /// Where each colour is reached, 0 ... 1, ascending, as many as there are colours. Below the first its colour fades away, above
  /// the last its colour stays.
  public let startPoints: [Double]

  /// Nil when there is no colour, when there are not as many start points, or when these do not ascend within 0 ... 1.
  public init?(colors: [Color], startPoints: [Double]) {
    guard !colors.isEmpty, colors.count == startPoints.count, startPoints.allSatisfy({ $0 >= 0 && $0 <= 1 }),
      zip(startPoints, startPoints.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.init(validColors: colors, startPoints: startPoints)
  }

  private init(validColors: [Color], startPoints: [Double]) {
    colors = validColors
    self.startPoints = startPoints
  }

  /// From blue over cyan, green and yellow to red.
  public static let rainbow = HeatmapGradient(
    validColors: [
      Color(red: 0.2, green: 0.35, blue: 0.95), Color(red: 0.1, green: 0.8, blue: 0.9), Color(red: 0.25, green: 0.85, blue: 0.3),
      Color(red: 1, green: 0.87, blue: 0.1), Color(red: 0.9, green: 0.1, blue: 0.1),
    ], startPoints: [0.15, 0.35, 0.55, 0.75, 1])

  /// The colour at a warmth of 0 ... 1.
  package func color(at warmth: Double) -> Color {
    guard let next = startPoints.firstIndex(where: { warmth < $0 }) else { return colors[colors.count - 1] }
    let end = startPoints[next]
    guard next > 0 else {
      let share = end > 0 ? max(warmth, 0) / end : 1
      return colors[0].withAlpha(colors[0].alpha * Float(share))
    }
    let share = Float((warmth - startPoints[next - 1]) / (end - startPoints[next - 1]))
    let (low, high) = (colors[next - 1], colors[next])
    func mixed(_ part: KeyPath<Color, Float>) -> Float { low[keyPath: part] * (1 - share) + high[keyPath: part] * share }
    return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue), alpha: mixed(\.alpha))
  }
}
