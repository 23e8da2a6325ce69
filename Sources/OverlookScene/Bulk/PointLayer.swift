public import OverlookGeometry
public import OverlookSupport

/// Many points as one overlay: round dots, each with its own place, radius and colour, and no object for any of them.
///
/// What is given is packed once and lies in the driver's memory, 8 bytes a place and 4 for each attribute that differs from point
/// to point; a change of some points uploads those. Points are numbered from 0 in the order in which they were given, and later
/// ones are drawn over earlier ones. Places have a precision of 19 mm. Main thread only.
public final class PointLayer: BulkLayer {
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

  private let columns = PointColumns()
  private var largestRadius: Float = 4

  /// A layer of the points at `positions`. Those that are not valid keep their number and are not drawn.
  public init(positions: [LocationCoordinate] = []) {
    super.init()
    columns.replaceAll(with: ContiguousArray(positions.lazy.map(FixedPlace.init)))
  }

  /// Points.
  public override var count: Int { columns.count }

  /// Where the point of this number lies, to the layer's precision; nil when there is none or it is not valid.
  public func position(of index: Int) -> LocationCoordinate? {
    let places = columns.places.elements
    guard places.indices.contains(index), places[index].isValid else { return nil }
    return places[index].worldPoint.coordinate
  }

  // MARK: Changes

  /// Replaces all points. Attributes given as columns or closures are taken anew.
  public func setPositions(_ positions: [LocationCoordinate]) {
    columns.replaceAll(with: ContiguousArray(positions.lazy.map(FixedPlace.init)))
    takeAttributes(from: 0)
  }

  /// Replaces all points by pairs of longitude and latitude in degrees; an odd number at the end is left out.
  public func setPositions(longitudesAndLatitudes numbers: [Double]) {
    var places = ContiguousArray<FixedPlace>()
    places.reserveCapacity(numbers.count / 2)
    for index in 0..<numbers.count / 2 {
      places.append(FixedPlace(LocationCoordinate(latitude: numbers[2 * index + 1], longitude: numbers[2 * index])))
    }
    columns.replaceAll(with: places)
    takeAttributes(from: 0)
  }

  /// Moves the points `first`, `first` + 1, ... to `positions`; what would lie past the end is left out.
  public func replacePositions(from first: Int, with positions: [LocationCoordinate]) {
    guard first >= 0, first < count else { return }
    columns.replace(from: first, with: ContiguousArray(positions.prefix(count - first).lazy.map(FixedPlace.init)))
    didChange()
  }

  /// Adds points after the last one.
  public func append(_ positions: [LocationCoordinate]) {
    let first = count
    columns.append(ContiguousArray(positions.lazy.map(FixedPlace.init)))
    takeAttributes(from: first)
  }

  /// Gives the points `first`, `first` + 1, ... other colours. Nothing happens while all points have one colour.
  public func replaceColors(from first: Int, with newColors: [Color]) {
    guard first >= 0, first < columns.colors.count else { return }
    columns.colors.replaceColors(from: first, with: newColors)
    columns.noteChange()
    didChange()
  }

  // MARK: Overlay

  /// A copy with the same points and values that is on no map.
  public override func copy() -> PointLayer {
    let other = PointLayer()
    other.columns.replaceAll(with: columns.places.elements)
    other.radius = radius
    other.radiusUnit = radiusUnit
    other.fillColor = fillColor
    other.strokeWidth = strokeWidth
    other.strokeColor = strokeColor
    copyBulkValues(to: other)
    return other
  }

  override func row(key: DrawKey) -> BulkRow? {
    let style = style
    let isVisible = style.opacity > 0 && style.largestRadius > 0 && !isFilteredOut
    return BulkRow(
      key: key, isTappable: isTappable, bounds: isVisible ? bounds : nil, content: .points(columns, style))
  }

  private var style: PointStyle {
    PointStyle(
      radius: radius.constant.map { LayerColumn<Float>.packed(length: $0) }, largestRadius: largestRadius, unit: radiusUnit,
      color: fillColor.constant?.packedPremultiplied, strokeWidthPoints: strokeWidth.isFinite ? Float(max(strokeWidth, 0)) : 0,
      strokeColor: strokeColor.packedPremultiplied, opacity: drawnOpacity,
      shownValues: drawnRange(columns.filterValues))
  }

  override var reachPoints: Double {
    let stroke = strokeWidth.isFinite ? max(strokeWidth, 0) / 2 : 0
    return radiusUnit == .points ? Double(largestRadius) + stroke : stroke
  }

  /// What the points cover of the world, as far as that is the same at all zooms.
  private var bounds: WorldRect? {
    guard let bounds = columns.chunks.bounds, radiusUnit == .meters else { return columns.chunks.bounds }
    return bounds.widened(byMeters: Double(largestRadius))
  }

  // MARK: Columns

  private func takeAttributes(from first: Int) {
    takeRadii(from: first)
    takeColors(from: first)
    takeFilterValues(from: first)
    didChange()
  }

  private func takeRadii(from first: Int) {
    columns.radii.takeLengths(radius, from: first, count: count, missing: 4)
    largestRadius = columns.radii.largest(constant: radius.constant)
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
