public import OverlookGeometry
public import OverlookSupport

/// Many arcs between pairs of places as one overlay, along great circles, on the ground or raised above it.
///
/// Each goes from one colour to another. Places have a precision of 19 mm at the ends; arcs with an end that is not valid keep
/// their number and are not drawn. Arcs are not tapped. Main thread only.
public final class ArcLayer: DataLayer {
  /// At the first ends. Default blue.
  public var sourceColor = LayerValue.constant(Color.blue) {
    didSet {
      takeColors(from: 0)
      didChange()
    }
  }

  /// At the second ends. Default red.
  public var targetColor = LayerValue.constant(Color.red) {
    didSet {
      takeColors(from: 0)
      didChange()
    }
  }

  /// In points of the screen. Default 1. 0, negative or not finite: the arc is not drawn.
  public var strokeWidth = LayerValue.constant(1.0) {
    didSet {
      takeWidths(from: 0)
      didChange()
    }
  }

  /// How high the middle of an arc lies above the ground, as a share of the distance between its ends. Default 0: great circles
  /// on the ground. Negative or not finite: as 0. At most 4.
  public var height = 0.0 {
    didSet { if height != oldValue { didChange() } }
  }

  private let columns = ArcColumns()
  private var largestWidth: Float = 1

  /// A layer of the arcs from `sources` to `targets`; what the longer of the two has beyond the other is left out.
  public init(from sources: [LocationCoordinate] = [], to targets: [LocationCoordinate] = []) {
    super.init()
    setArcs(from: sources, to: targets)
  }

  /// The number of arcs.
  public override var count: Int { columns.count }

  // MARK: Changes

  /// Replaces all arcs; what the longer of the two has beyond the other is left out. Attributes given as columns or closures are
  /// taken anew.
  public func setArcs(from sources: [LocationCoordinate], to targets: [LocationCoordinate]) {
    columns.removeAll()
    append(from: sources, to: targets)
  }

  /// Adds arcs after the last one.
  public func append(from sources: [LocationCoordinate], to targets: [LocationCoordinate]) {
    let first = count
    columns.append(zip(sources, targets).lazy.map { PlacePair(source: FixedPlace($0), target: FixedPlace($1)) })
    takeWidths(from: first)
    takeColors(from: first)
    takeFilterValues(from: first)
    didChange()
  }

  // MARK: Overlay

  /// A copy with the same arcs and values that is on no map.
  public override func copy() -> ArcLayer {
    let other = ArcLayer()
    other.columns.append(columns.places.elements)
    other.sourceColor = sourceColor
    other.targetColor = targetColor
    other.strokeWidth = strokeWidth
    other.height = height
    copyDataValues(to: other)
    return other
  }

  override func row(key: DrawKey) -> DataRow? {
    let style = ArcStyle(
      width: strokeWidth.packedLength, largestWidth: largestWidth, sourceColor: sourceColor.constant?.packedPremultiplied,
      targetColor: targetColor.constant?.packedPremultiplied, height: height.isFinite ? Float(min(max(height, 0), 4)) : 0,
      opacity: drawnOpacity, shownValues: drawnRange(columns.filterValues))
    let isVisible = style.opacity > 0 && largestWidth > 0 && columns.count > 0 && !isFilteredOut
    // A great circle leaves the box around its ends, and what is raised is seen far from its ground.
    let bounds = isVisible ? WorldRect(minX: 0, minY: 0, maxX: 1, maxY: 1) : nil
    return DataRow(key: key, isTappable: isTappable, bounds: bounds, content: .arcs(columns, style))
  }

  // MARK: Columns

  private func takeWidths(from first: Int) {
    columns.widths.takeLengths(strokeWidth, from: first, count: count, missing: 1)
    largestWidth = columns.widths.largest(constant: strokeWidth.packedLength)
    columns.noteChange()
  }

  private func takeColors(from first: Int) {
    columns.sourceColors.takeColors(sourceColor, from: first, count: count)
    columns.targetColors.takeColors(targetColor, from: first, count: count, missing: .red)
    columns.noteChange()
  }

  override func takeFilterValues(from first: Int) {
    columns.filterValues.takeFilterValues(filterValue, from: first, count: count)
    columns.noteChange()
  }
}
