public import OverlookGeometry
public import OverlookSupport

/// Many points as one overlay: round dots, each with its own place, radius and colour, and no object for any of them.
///
/// Later points are drawn over earlier ones. Main thread only.
public final class PointLayer: PlaceLayer {
  /// Of the points, in `radiusUnit`. Default 4. 0, negative or not finite: the point is not drawn. In points of the screen at
  /// most `maximumRadiusPoints`.
  public var radius = LayerValue.constant(4.0) {
    didSet {
      takeRadii(from: 0)
      didChange()
    }
  }

  /// Default points of the screen. Radii in metres lie on the ground, and tilt with it.
  public var radiusUnit = LengthUnit.points {
    didSet { if radiusUnit != oldValue { didChange() } }
  }

  /// Of the points. Default blue.
  public var fillColor = LayerValue.constant(Color.blue) {
    didSet {
      takeColors(from: 0)
      didChange()
    }
  }

  /// Of the outline, in points of the screen, half of it outside the radius. Default 0, negative or not finite: no outline.
  public var strokeWidth = 0.0 {
    didSet { if strokeWidth != oldValue { didChange() } }
  }

  /// Of the outline. Default white.
  public var strokeColor = Color.white {
    didSet { if strokeColor != oldValue { didChange() } }
  }

  /// Radii in points of the screen are no larger.
  public static let maximumRadiusPoints = 1024.0

  private var largestRadius: Float = 4

  /// A layer of the points at `positions`. Those that are not valid keep their number and are not drawn.
  public override init(positions: [LocationCoordinate] = []) {
    super.init(positions: positions)
  }

  /// Gives the points `first`, `first` + 1, ... other colours. Nothing happens while all points have one colour.
  public func replaceColors(from first: Int, with newColors: [Color]) {
    replace(\.colors, from: first, with: newColors, \.packedPremultiplied)
  }

  /// Gives the points `first`, `first` + 1, ... other radii. Nothing happens while all points have one radius.
  public func replaceRadii(from first: Int, with newRadii: [Double]) {
    largestRadius = newRadii.reduce(largestRadius) { max($0, LayerColumn<Float>.packed(length: $1)) }
    replace(\.sizes, from: first, with: newRadii, LayerColumn<Float>.packed(length:))
  }

  // MARK: Overlay

  /// A copy with the same points and values that is on no map.
  public override func copy() -> PointLayer {
    let other = PointLayer()
    copyPlaceValues(to: other)
    other.radius = radius
    other.radiusUnit = radiusUnit
    other.fillColor = fillColor
    other.strokeWidth = strokeWidth
    other.strokeColor = strokeColor
    return other
  }

  override var content: DataRow.Content { .points(columns, style) }

  override var hasVisibleElements: Bool { largestRadius > 0 }

  private var style: PointStyle {
    PointStyle(
      radius: radius.packedLength, largestRadius: largestDrawnRadius, unit: radiusUnit,
      color: fillColor.constant?.packedPremultiplied, strokeWidthPoints: strokeWidth.isFinite ? Float(max(strokeWidth, 0)) : 0,
      strokeColor: strokeColor.packedPremultiplied, opacity: drawnOpacity,
      shownValues: drawnRange(columns.filterValues))
  }

  private var largestDrawnRadius: Float {
    radiusUnit == .points ? min(largestRadius, Float(Self.maximumRadiusPoints)) : largestRadius
  }

  override var reachPoints: Double {
    let stroke = strokeWidth.isFinite ? max(strokeWidth, 0) / 2 : 0
    return radiusUnit == .points ? Double(largestDrawnRadius) + stroke : stroke
  }

  override var bounds: WorldRect? {
    guard let bounds = columns.chunks.bounds, radiusUnit == .meters else { return columns.chunks.bounds }
    return bounds.widened(byMeters: Double(largestRadius))
  }

  // MARK: Columns

  override func takeAttributes(from first: Int) {
    super.takeAttributes(from: first)
    takeRadii(from: first)
    takeColors(from: first)
  }

  private func takeRadii(from first: Int) {
    take(radius, from: first, missing: 4, failed: .nan, into: \.sizes, LayerColumn<Float>.packed(length:))
    largestRadius = columns.sizes.largest(constant: radius.packedLength, from: first, known: largestRadius)
  }

  private func takeColors(from first: Int) {
    take(fillColor, from: first, missing: Color.blue.packedPremultiplied, failed: 0, into: \.colors, \.packedPremultiplied)
  }
}
