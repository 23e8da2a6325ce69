import OverlookGeometry
public import OverlookSupport

/// Many journeys as one overlay: paths whose points have times, of which the part that was travelled lately is drawn.
///
/// Setting `currentTime` moves all of them and uploads nothing. Each edge takes the shorter way round the Earth at an even speed.
/// Places have a precision of 19 mm; points that are not valid or have no finite time are left out, and a time before that of the
/// point before is taken as that one. Times are kept in Float precision from the earliest one on. At most 2^28 points. Main
/// thread only.
public final class TripsLayer: DataLayer {
  /// The time that is shown, counted as the points' times are. Default 0. Not finite: nothing is drawn.
  public var currentTime = 0.0 {
    didSet { if currentTime != oldValue { didChange() } }
  }

  /// How long a journey is drawn after it went by, in the unit of the points' times. Default 60. 0, negative or not finite: all
  /// that was travelled.
  public var trailLength = 60.0 {
    didSet { if trailLength != oldValue { didChange() } }
  }

  /// Whether trails fade towards their end. Default true. One of no end does not.
  public var fadesTrail = true {
    didSet { if fadesTrail != oldValue { didChange() } }
  }

  /// Of the trails, in points of the screen. Default 2. 0, negative or not finite: the trail is not drawn.
  public var strokeWidth = LayerValue.constant(2.0) {
    didSet {
      takeWidths(from: 0)
      didChange()
    }
  }

  /// Of the trails. Default blue.
  public var strokeColor = LayerValue.constant(Color.blue) {
    didSet {
      columns.takeColors(strokeColor, from: 0)
      didChange()
    }
  }

  private let columns = PathColumns()
  private var largestWidth: Float = 2

  /// A layer of journeys; see `setTrips`.
  public init(longitudesAndLatitudes numbers: [Double] = [], times: [Double] = [], starts: [Int] = []) {
    super.init()
    setTrips(longitudesAndLatitudes: numbers, times: times, starts: starts)
  }

  /// The number of journeys.
  public override var count: Int { columns.count }

  /// The first and the last time of any point; nil without points.
  public var times: ClosedRange<Double>? {
    guard let last = columns.times.elements.max() else { return nil }
    return columns.firstTime...columns.firstTime + Double(last)
  }

  // MARK: Changes

  /// Replaces all journeys by pairs of longitude and latitude in degrees and a time for each: journey i goes from point
  /// `starts[i]` to before `starts[i + 1]`, the last one to the end. A start below 0 or the one before is taken as that one, a
  /// start beyond the end as the end; points without a time and an odd number at the end are left out.
  public func setTrips(longitudesAndLatitudes numbers: [Double], times: [Double], starts: [Int]) {
    columns.removeAll()
    append(longitudesAndLatitudes: numbers, times: times, starts: starts, from: 0)
  }

  /// Adds journeys after the last one; the rules are those of `setTrips`.
  public func append(longitudesAndLatitudes numbers: [Double], times: [Double], starts: [Int]) {
    append(longitudesAndLatitudes: numbers, times: times, starts: starts, from: count)
  }

  private func append(longitudesAndLatitudes numbers: [Double], times: [Double], starts: [Int], from first: Int) {
    var builder = PlaceBuilder()
    let firstTime = first > 0 ? columns.firstTime : times.lazy.filter(\.isFinite).min() ?? 0
    let kept = builder.addTrips(longitudesAndLatitudes: numbers, times: times, starts: starts, firstTime: firstTime)
    columns.append(builder, times: kept, firstTime: firstTime)
    takeWidths(from: first)
    columns.takeColors(strokeColor, from: first)
    takeFilterValues(from: first)
    didChange()
  }

  // MARK: Overlay

  /// A copy with the same journeys and values that is on no map.
  public override func copy() -> TripsLayer {
    let other = TripsLayer()
    other.columns.takePlaces(of: columns)
    other.currentTime = currentTime
    other.trailLength = trailLength
    other.fadesTrail = fadesTrail
    other.strokeWidth = strokeWidth
    other.strokeColor = strokeColor
    copyDataValues(to: other)
    return other
  }

  override func row(key: DrawKey) -> DataRow? {
    let hasEnd = trailLength > 0 && trailLength.isFinite
    let now = currentTime - columns.firstTime
    var style = PathStyle(
      width: strokeWidth.packedLength, largestWidth: largestWidth, unit: .points,
      color: strokeColor.constant?.packedPremultiplied, opacity: drawnOpacity, join: .round, cap: .round,
      shownValues: drawnRange(columns.filterValues))
    style.trail = PathTrail(
      from: hasEnd ? Float(now - trailLength) : -.greatestFiniteMagnitude, to: Float(now), isFading: hasEnd && fadesTrail)
    let isVisible = style.opacity > 0 && largestWidth > 0 && currentTime.isFinite && !isFilteredOut
    return DataRow(
      key: key, isTappable: isTappable, bounds: isVisible ? columns.sequences.box?.worldRect : nil,
      content: .paths(columns, style))
  }

  override var reachPoints: Double { min(Double(largestWidth), PathLayer.maximumWidthPoints) }

  // MARK: Columns

  private func takeWidths(from first: Int) {
    largestWidth = columns.takeWidths(strokeWidth, from: first, missing: 2)
  }

  override func takeFilterValues(from first: Int) {
    columns.takeFilterValues(filterValue, from: first)
  }
}
