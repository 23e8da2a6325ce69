/// Where a line is drawn and where it is left out, again and again along it.
///
/// Lengths count in the unit of the line's width. In points they are those of the screen at any zoom and tilt, and the pattern
/// starts at the first point of the path; in metres they lie on the ground.
public struct DashPattern: Hashable, Sendable {
  /// A dash, a gap, a dash, ...: finite, 0 or more, with a sum above 0; otherwise the line is drawn without a pattern. A dash of
  /// length 0 shows by its cap alone. An odd number of lengths is run through twice; of more than `maximumLengths` the first ones
  /// count.
  public var lengths: [Double]
  /// How far into the pattern the line starts; any finite number. Default 0.
  public var phase: Double
  /// How dashes end. Round and square caps reach over half of the line's width beyond the dash. Default butt.
  public var cap: StrokeCap

  /// How many lengths count.
  public static let maximumLengths = 16

  /// A pattern of dashes and gaps, beginning with a dash.
  public init(_ lengths: [Double], phase: Double = 0, cap: StrokeCap = .butt) {
    self.lengths = lengths
    self.phase = phase
    self.cap = cap
  }

  /// Discs as wide as the line, `spacing` apart from middle to middle.
  public static func dots(spacing: Double) -> DashPattern {
    DashPattern([0, spacing], cap: .round)
  }

  /// Longer than any line of the screen.
  private static let longest = 1e6

  /// The pattern with lengths that can be drawn; nil when there are none.
  var drawable: DashPattern? {
    guard !lengths.isEmpty, lengths.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
    var kept = lengths.prefix(Self.maximumLengths).map { min($0, Self.longest) }
    if !kept.count.isMultiple(of: 2) { kept = Array((kept + kept).prefix(Self.maximumLengths)) }
    guard kept.reduce(0, +) > 0 else { return nil }
    return DashPattern(kept, phase: phase.isFinite ? phase : 0, cap: cap)
  }

  /// Sum of the lengths.
  package var period: Double { lengths.reduce(0, +) }

  /// Start and end of each dash within one period, of a pattern with an even number of lengths.
  package var dashes: [ClosedRange<Double>] {
    var dashes: [ClosedRange<Double>] = []
    var position = 0.0
    for i in stride(from: 0, to: lengths.count - 1, by: 2) {
      dashes.append(position...(position + lengths[i]))
      position += lengths[i] + lengths[i + 1]
    }
    return dashes
  }
}
