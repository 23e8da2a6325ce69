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

/// Many columns as one overlay, prisms that stand on the ground, each with its own place, height and colour, and no object for
/// any of them.
///
/// They are lit as the buildings of a style are, and what stands on the map hides what lies behind it: columns, buildings and
/// models alike. Main thread only.
public final class ColumnLayer: PlaceLayer {
  /// From the middle to the corners, on the ground, in metres. Default 100. 0, negative or not finite: nothing is drawn. A square
  /// of side a has a radius of a / sqrt(2), a hexagon's sides are as long as its radius.
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

  /// Of the columns, in metres. Default 1000. 0, negative or not finite: only the ground plan is drawn. At most
  /// 1,000,000.
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

  private var largestHeight: Float = 1000

  /// A layer of columns at `positions`. Those that are not valid keep their number and are not drawn.
  public override init(positions: [LocationCoordinate] = []) {
    super.init(positions: positions)
  }

  /// Gives the columns `first`, `first` + 1, ... other heights in metres. Nothing happens while all have one height.
  public func replaceHeights(from first: Int, with newHeights: [Double]) {
    largestHeight = newHeights.reduce(largestHeight) { max($0, LayerColumn<Float>.packed(height: $1)) }
    replace(\.sizes, from: first, with: newHeights, LayerColumn<Float>.packed(height:))
  }

  // MARK: Overlay

  /// A copy with the same columns and values that is on no map.
  public override func copy() -> ColumnLayer {
    let other = ColumnLayer()
    copyPlaceValues(to: other)
    other.radius = radius
    other.shape = shape
    other.rotation = rotation
    other.height = height
    other.fillColor = fillColor
    other.hasVerticalGradient = hasVerticalGradient
    return other
  }

  override var content: DataRow.Content { .prisms(columns, style) }

  override var hasVisibleElements: Bool { style.radius > 0 }

  private var style: PrismStyle {
    let turn = (rotation.isFinite ? rotation.remainder(dividingBy: 360) : 0) * .pi / 180
    return PrismStyle(
      sides: shape.sides, angle: Float(turn + shape.firstCorner), radius: LayerColumn<Float>.packed(length: radius),
      height: height.packedHeight, largestHeight: largestHeight, color: fillColor.constant?.packedPremultiplied,
      hasVerticalGradient: hasVerticalGradient, opacity: drawnOpacity, shownValues: drawnRange(columns.filterValues))
  }

  /// What is high reaches into views that show nothing of the ground below it.
  override var bounds: WorldRect? {
    columns.chunks.bounds?.widened(byMeters: radius + 6 * Double(largestHeight))
  }

  // MARK: Columns

  override func takeAttributes(from first: Int) {
    super.takeAttributes(from: first)
    takeHeights(from: first)
    takeColors(from: first)
  }

  private func takeHeights(from first: Int) {
    take(height, from: first, missing: 0, failed: .nan, into: \.sizes, LayerColumn<Float>.packed(height:))
    largestHeight = columns.sizes.largest(constant: height.packedHeight, from: first, known: largestHeight)
  }

  private func takeColors(from first: Int) {
    take(fillColor, from: first, missing: Color.blue.packedPremultiplied, failed: 0, into: \.colors, \.packedPremultiplied)
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
