import OverlookSupport

/// What distances and times are said in.
enum MeasureUnit: String, CaseIterable, Sendable {
  case metre, kilometre, foot, yard, mile, minute, hour
}

/// So many of a unit, rounded as people say and show it.
struct Amount: Hashable, Sendable {
  let value: Double
  let unit: MeasureUnit

  init(_ value: Double, _ unit: MeasureUnit) {
    self.value = value
    self.unit = unit
  }

  /// A stretch of numbers that are rounded to the same step.
  private struct Step {
    let below: Double
    let step: Double
  }

  /// The small unit up to a limit, then the large one.
  private struct Scale {
    let small: MeasureUnit
    /// Metres.
    let smallSize: Double
    let smallSteps: [Step]
    /// The largest number that is said of the small unit.
    let smallLimit: Double
    let large: MeasureUnit
    let largeSize: Double
    let largeSteps: [Step]
  }

  private static let (foot, mile) = (MeasureFormat.metresPerFoot, MeasureFormat.metresPerMile)

  /// As said: 10, 20 ... 100, 150 ... 300, 400 ... 900 metres, 1, 1.5 ... 3, 4, 5 kilometres; in feet likewise to 1000, in yards to 400, then
  /// in quarters of a mile.
  static func spoken(_ metres: Double, _ units: DistanceUnits) -> Amount {
    let miles = [
      Step(below: 1, step: 0.25), Step(below: 3, step: 0.5), Step(below: 100, step: 1), Step(below: .infinity, step: 10),
    ]
    let near = [Step(below: 100, step: 10), Step(below: 300, step: 50), Step(below: .infinity, step: 100)]
    let scale =
      switch units {
      case .metric:
        Scale(
          small: .metre, smallSize: 1, smallSteps: near, smallLimit: 900, large: .kilometre, largeSize: 1000,
          largeSteps: [Step(below: 3, step: 0.5), Step(below: 100, step: 1), Step(below: .infinity, step: 10)])
      case .feet:
        Scale(
          small: .foot, smallSize: foot, smallSteps: near, smallLimit: 1000, large: .mile, largeSize: mile, largeSteps: miles)
      case .yards:
        Scale(
          small: .yard, smallSize: 3 * foot, smallSteps: near, smallLimit: 400, large: .mile, largeSize: mile, largeSteps: miles)
      }
    return amount(metres, scale)
  }

  /// As shown, which may be more exact: by 10 metres to 1 kilometre, by 0.1 to 10 kilometres.
  static func shown(_ metres: Double, _ units: DistanceUnits) -> Amount {
    let large = [Step(below: 9.95, step: 0.1), Step(below: .infinity, step: 1)]
    let (tens, fifties) = ([Step(below: .infinity, step: 10)], [Step(below: 100, step: 10), Step(below: .infinity, step: 50)])
    let scale =
      switch units {
      case .metric:
        Scale(
          small: .metre, smallSize: 1, smallSteps: tens, smallLimit: 990, large: .kilometre, largeSize: 1000, largeSteps: large)
      case .feet:
        Scale(
          small: .foot, smallSize: foot, smallSteps: fifties, smallLimit: 1000, large: .mile, largeSize: mile, largeSteps: large)
      case .yards:
        Scale(
          small: .yard, smallSize: 3 * foot, smallSteps: tens, smallLimit: 440, large: .mile, largeSize: mile, largeSteps: large)
      }
    return amount(metres, scale)
  }

  /// Minutes, or hours and minutes by five.
  static func duration(_ seconds: Double) -> [Amount] {
    let minutes = (clamped(seconds, to: 360_000) / 60).rounded()
    guard minutes >= 60 else { return [Amount(max(minutes, 1), .minute)] }
    let rounded = (minutes / 5).rounded() * 5
    let hours = (rounded / 60).rounded(.down)
    let rest = rounded - hours * 60
    return [Amount(hours, .hour)] + (rest > 0 ? [Amount(rest, .minute)] : [])
  }

  private static func amount(_ metres: Double, _ scale: Scale) -> Amount {
    // Half around the Earth.
    let metres = clamped(metres, to: 20_100_000)
    let small = rounded(metres / scale.smallSize, scale.smallSteps)
    if small <= scale.smallLimit { return Amount(small, scale.small) }
    return Amount(rounded(metres / scale.largeSize, scale.largeSteps), scale.large)
  }

  /// Never 0: what is nearer than a step is said as one.
  private static func rounded(_ value: Double, _ steps: [Step]) -> Double {
    let step = steps.first { value < $0.below }?.step ?? 1
    return max((value / step).rounded(), 1) * step
  }

  private static func clamped(_ value: Double, to limit: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), limit)
  }

  /// The number with as many decimals as it has, two at most.
  func number(decimalPoint: String) -> String {
    let hundredths = Int(exactly: (value * 100).rounded()) ?? 0
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    return "\(whole)\(decimalPoint)" + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
  }
}
