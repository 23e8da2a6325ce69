public import OverlookGeometry
public import OverlookSupport

/// The ground plan of the columns of a `ColumnLayer`.
public enum ColumnShape: Hashable, Sendable {
  /// Six corners, the first one in the north.
  case hexagon
  /// Four corners, with sides to the north, east, south and west.
  case square
  /// Nearly round: 20 corners.
  case round
}

/// Many columns as one overlay, prisms that stand on the ground, each with its own place, height and colour, and no object for any of
/// them.
///
/// They are lit as the buildings of a style are, and those that are nearer hide others. Places have a precision of 19 mm; columns at
/// places that are not valid keep their number and are not drawn. Main thread only.
public final class ColumnLayer: BulkLayer {
  /// From the middle to the corners, on the ground, in metres. Default 100. 0, negative or not finite: nothing is drawn. A square of
  /// side a has a radius of a / sqrt(2), a hexagon's sides are as long as its radius.
  public var radius = 100.0 {
    didSet { if radius != oldValue { didChange() } }
  }

  /// Default hexagon.
  public var shape = ColumnShape.hexagon {
    didSet { if shape != oldValue { didChange() } }
  }

  /// Clockwise, in degrees. Default 0. Not finite: as 0.
  public var rotation = 0.0 {
    didSet { if rotation != oldValue { didChange() } }
  }

  /// Of the columns, in metres. Default 1000. 0, negative or not finite: only the ground plan is drawn.
  public var height = LayerValue.constant(1000.0) {
    didSet {
      takeHeights(from: 0)
      didChange()
    }
  }

  /// Of the columns; its alpha is not looked at, `opacity` is that of the layer. Default blue.
  public var fillColor = LayerValue.constant(Color.blue) {
    didSet {
      takeColors(from: 0)
      didChange()
    }
  }

  /// Whether walls are darker towards the ground. Default true.
  public var hasVerticalGradient = true {
    didSet { if hasVerticalGradient != oldValue { didChange() } }
  }

  private let columns = PrismColumns()
  private var largestHeight: Float = 1000

  /// A layer of columns at `positions`.
  public init(positions: [LocationCoordinate] = []) {
    super.init()
    columns.replaceAll(with: ContiguousArray(positions.lazy.map(FixedPlace.init)))
  }

  /// Columns.
  public override var count: Int { columns.count }

  // MARK: Changes

  /// Replaces all columns. Attributes given as columns or closures are taken anew.
  public func setPositions(_ positions: [LocationCoordinate]) {
    columns.replaceAll(with: ContiguousArray(positions.lazy.map(FixedPlace.init)))
    takeAttributes(from: 0)
  }

  /// Adds columns after the last one.
  public func append(_ positions: [LocationCoordinate]) {
    let first = count
    columns.append(ContiguousArray(positions.lazy.map(FixedPlace.init)))
    takeAttributes(from: first)
  }

  /// Gives the columns `first`, `first` + 1, ... other heights in metres. Nothing happens while all have one height.
  public func replaceHeights(from first: Int, with newHeights: [Double]) {
    guard first >= 0, first < columns.heights.count else { return }
    let heights = newHeights.prefix(columns.heights.count - first).lazy.map { LayerColumn<Float>.packed(height: $0) }
    columns.heights.replace(from: first, with: ContiguousArray(heights))
    largestHeight = max(largestHeight, heights.max() ?? 0)
    columns.noteChange()
    didChange()
  }

  // MARK: Overlay

  /// A copy with the same columns and values that is on no map.
  public override func copy() -> ColumnLayer {
    let other = ColumnLayer()
    other.columns.replaceAll(with: columns.places.elements)
    other.radius = radius
    other.shape = shape
    other.rotation = rotation
    other.height = height
    other.fillColor = fillColor
    other.hasVerticalGradient = hasVerticalGradient
    copyBulkValues(to: other)
    return other
  }

  override func row(key: DrawKey) -> BulkRow? {
    let turn = (rotation.isFinite ? rotation.remainder(dividingBy: 360) : 0) * .pi / 180
    let radius = LayerColumn<Float>.packed(length: self.radius)
    let style = PrismStyle(
      sides: shape.sides, angle: Float(turn + shape.firstCorner), radius: radius,
      height: height.constant.map { LayerColumn<Float>.packed(height: $0) }, largestHeight: largestHeight,
      color: fillColor.constant?.packedPremultiplied, hasVerticalGradient: hasVerticalGradient, opacity: drawnOpacity,
      shownValues: drawnRange(columns.filterValues))
    let isVisible = style.opacity > 0 && radius > 0 && !isFilteredOut
    return BulkRow(
      key: key, isTappable: isTappable, bounds: isVisible ? bounds : nil, content: .prisms(columns, style))
  }

  /// What is high reaches into views that show nothing of the ground below it.
  private var bounds: WorldRect? {
    columns.chunks.bounds?.widened(byMeters: self.radius + 6 * Double(largestHeight))
  }

  // MARK: Columns

  private func takeAttributes(from first: Int) {
    takeHeights(from: first)
    takeColors(from: first)
    takeFilterValues(from: first)
    didChange()
  }

  private func takeHeights(from first: Int) {
    columns.heights.takeHeights(height, from: first, count: count)
    largestHeight = columns.heights.largestHeight(constant: height.constant)
    columns.noteChange()
  }

  private func takeColors(from first: Int) {
    columns.colors.takeColors(fillColor, from: first, count: count)
    columns.noteChange()
  }

  override func takeFilterValues(from first: Int) {
    columns.filterValues.takeFilterValues(filterValue, from: first, count: count)
    columns.noteChange()
  }
}

extension ColumnShape {
  var sides: Int {
    switch self {
    case .hexagon: 6
    case .square: 4
    case .round: 20
    }
  }

  /// Clockwise from north, in radians.
  var firstCorner: Double { self == .square ? .pi / 4 : 0 }
}
