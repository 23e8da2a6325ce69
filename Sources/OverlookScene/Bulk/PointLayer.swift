public import OverlookGeometry
public import OverlookSupport

/// Many points as one overlay: round dots, each with its own place, radius and colour, and no object for any of them.
///
/// What is given is packed once and lies in the driver's memory, 8 bytes a place and 4 for each attribute that differs from point
/// to point; a change of some points uploads those. Points are numbered from 0 in the order in which they were given, and later
/// ones are drawn over earlier ones. Places have a precision of 19 mm. Main thread only.
public final class PointLayer: Overlay {
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

  /// Of the whole layer, 0 ... 1. Default 1.
  public var opacity = 1.0 {
    didSet { if opacity != oldValue { didChange() } }
  }

  /// What `shownValues` looks at, in Float precision: a time, a weight, a class. Default 0 for all.
  public var filterValue = LayerValue.constant(0.0) {
    didSet {
      takeFilterValues(from: 0)
      didChange()
    }
  }

  /// Only points whose filter value lies in the range are drawn and tapped; nil, the default: all. A change costs no upload.
  public var shownValues: ClosedRange<Double>? {
    didSet { if shownValues != oldValue { didChange() } }
  }

  /// Radii in points of the screen are no larger.
  public static let maximumRadiusPoints = 1024.0

  private static let defaultRadius: Float = 4
  private let columns = PointColumns()
  private var largestRadius: Float = 4

  /// A layer of the points at `positions`. Those that are not valid keep their number and are not drawn.
  public init(positions: [LocationCoordinate] = []) {
    super.init(isTappable: false)
    columns.replaceAll(with: ContiguousArray(positions.lazy.map(FixedPlace.init)))
  }

  /// Points.
  public var count: Int { columns.count }

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
    columns.colors.replace(
      from: first, with: ContiguousArray(newColors.prefix(columns.colors.count - first).lazy.map(\.packedPremultiplied)))
    columns.noteChange()
    didChange()
  }

  // MARK: Overlay

  /// A copy with the same points and values that is on no map.
  public override func copy() -> PointLayer {
    let other = PointLayer()
    copyCommonValues(to: other)
    other.columns.replaceAll(with: columns.places.elements)
    other.radius = radius
    other.radiusUnit = radiusUnit
    other.fillColor = fillColor
    other.strokeWidth = strokeWidth
    other.strokeColor = strokeColor
    other.opacity = opacity
    other.filterValue = filterValue
    other.shownValues = shownValues
    return other
  }

  package override var kind: OverlayKind { .bulk }

  override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    let row = row(key: key)
    store.noteBulkReach(reachPoints)
    return store.bulkLayers.insert(row, of: self)
  }

  private func row(key: DrawKey) -> BulkRow {
    let style = style
    let isFilteredOut = filterValue.constant.map { shownValues?.contains($0) == false } ?? false
    let isVisible = style.opacity > 0 && style.largestRadius > 0 && !isFilteredOut
    return BulkRow(
      key: key, isTappable: isTappable, bounds: isVisible ? bounds : nil, content: .points(columns, style))
  }

  private var style: PointStyle {
    PointStyle(
      radius: radius.constant.map { Self.packed(radius: $0) }, largestRadius: largestRadius, unit: radiusUnit,
      color: fillColor.constant?.packedPremultiplied, strokeWidthPoints: strokeWidth.isFinite ? Float(max(strokeWidth, 0)) : 0,
      strokeColor: strokeColor.packedPremultiplied, opacity: opacity.isFinite ? Float(min(max(opacity, 0), 1)) : 0,
      shownValues: columns.filterValues.isEmpty ? nil : shownValues.map { Float($0.lowerBound)...Float($0.upperBound) })
  }

  /// How far a point reaches from its place on the screen.
  private var reachPoints: Double {
    let stroke = strokeWidth.isFinite ? max(strokeWidth, 0) / 2 : 0
    return radiusUnit == .points ? Double(largestRadius) + stroke : stroke
  }

  /// What the points cover of the world, as far as that is the same at all zooms.
  private var bounds: WorldRect? {
    guard let bounds = columns.chunks.bounds, radiusUnit == .meters else { return columns.chunks.bounds }
    // A metre is longest on the map at the edge that is nearer to a pole.
    let north = abs(WorldPoint(x: 0, y: bounds.minY).coordinate.latitude)
    let south = abs(WorldPoint(x: 0, y: bounds.maxY).coordinate.latitude)
    let reach = Double(largestRadius) / Mercator.metersPerWorldUnit(atLatitude: max(north, south))
    return WorldRect(
      minX: bounds.minX - reach, minY: bounds.minY - reach, maxX: bounds.maxX + reach, maxY: bounds.maxY + reach)
  }

  /// NaN is what the renderer leaves out.
  private static func packed(radius: Double) -> Float {
    radius > 0 && radius.isFinite ? Float(min(radius, 1e7)) : .nan
  }

  // MARK: Columns

  private func takeAttributes(from first: Int) {
    takeRadii(from: first)
    takeColors(from: first)
    takeFilterValues(from: first)
    didChange()
  }

  private func takeRadii(from first: Int) {
    take(radius, from: first, missing: Self.defaultRadius, failed: .nan, into: \.radii, Self.packed(radius:))
    // `max` of the standard library takes the other one when one is not a number, in this order.
    largestRadius = columns.radii.elements.reduce(radius.constant.map { max(0, Self.packed(radius: $0)) } ?? 0) { max($0, $1) }
  }

  private func takeColors(from first: Int) {
    take(fillColor, from: first, missing: Color.blue.packedPremultiplied, failed: 0, into: \.colors, \.packedPremultiplied)
  }

  private func takeFilterValues(from first: Int) {
    take(filterValue, from: first, missing: 0, failed: .nan, into: \.filterValues) { Float($0) }
  }

  private func take<Value, Packed>(
    _ source: LayerValue<Value>, from first: Int, missing: Packed, failed: Packed,
    into column: ReferenceWritableKeyPath<PointColumns, LayerColumn<Packed>>, _ pack: (Value) -> Packed
  ) {
    let packed = source.packed(first..<count, missing: missing, failed: failed, pack) ?? []
    if first == 0 || packed.isEmpty {
      columns[keyPath: column].replaceAll(with: packed)
    } else {
      columns[keyPath: column].append(contentsOf: packed)
    }
    columns.noteChange()
  }

  private func didChange() {
    guard let store, let key = store.bulkLayers.row(slot)?.key else { return }
    store.noteBulkReach(reachPoints)
    store.bulkLayers.replace(slot, with: row(key: key))
    store.requestRedraw()
  }
}
