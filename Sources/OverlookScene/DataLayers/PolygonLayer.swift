public import OverlookGeometry
public import OverlookSupport

/// Many areas as one overlay, flat or with walls and a roof, each with its own colour and height, and no object for any of them.
///
/// A polygon is a list of rings, the first its outline and the others holes; a place is inside where an odd number of rings lies
/// around it, so that rings may wind either way and cross. Edges take the shorter way round the Earth. Places have a precision of
/// 19 mm; points that are not valid are left out, and so is a ring of fewer than three. A polygon without a ring is not drawn but
/// keeps its number. At most 2^28 points. Main thread only.
public final class PolygonLayer: DataLayer {
  /// Of the polygons. Default blue.
  public var fillColor = LayerValue.constant(Color.blue) {
    didSet {
      takeColors(from: 0)
      didChange()
    }
  }

  /// How far above the ground the roof is, in metres. Default 0 for all: flat, without light. Negative or not finite: as 0. With
  /// a height above 0 in the layer, all of it is lit as the buildings of a style are, and hides and is hidden by buildings,
  /// models and all else that stands on the map. At most 1,000,000.
  public var height = LayerValue.constant(0.0) {
    didSet {
      takeHeights(from: 0)
      didChange()
    }
  }

  /// Where walls begin, in metres above the ground. Default 0. Negative or not finite: as 0; not above the height.
  public var base = LayerValue.constant(0.0) {
    didSet {
      takeBases(from: 0)
      didChange()
    }
  }

  /// Of roofs. Nil, the default: as the walls.
  public var roofColor: Color? {
    didSet { if roofColor != oldValue { didChange() } }
  }

  /// Whether walls are darker towards the ground. Default true.
  public var hasVerticalGradient = true {
    didSet { if hasVerticalGradient != oldValue { didChange() } }
  }

  /// Of the outlines of all rings, which lie over all areas of the layer; with a height above 0 in the layer, around roofs. Nil,
  /// the default: none.
  public var strokeColor: Color? {
    didSet {
      guard strokeColor != oldValue else { return }
      if (strokeColor == nil) != (oldValue == nil) { takeOutlineHeights() }
      didChange()
    }
  }

  /// Of the outlines, in points of the screen. Default 1. 0, negative or not finite: no outlines.
  public var strokeWidth = 1.0 {
    didSet { if strokeWidth != oldValue { didChange() } }
  }

  /// Where outlines are drawn and where they are left out, each from the first point of its ring on, as those of `LineStyle`, in
  /// points. Nil, the default: unbroken lines.
  public var strokeDashes: DashPattern? {
    didSet { if strokeDashes != oldValue { didChange() } }
  }

  /// Of a line around each outline, beneath all of them. Nil, the default: none.
  public var casingColor: Color? {
    didSet { if casingColor != oldValue { didChange() } }
  }

  /// How far the casing reaches beyond the edges of outlines and the ends of their dashes, in points. Default 0. 0, negative or
  /// not finite: no casing.
  public var casingWidth = 0.0 {
    didSet { if casingWidth != oldValue { didChange() } }
  }

  private let columns = PolygonColumns()
  private var largestHeight: Float = 0
  /// Of the column.
  private var hasOpaqueColors = true

  /// A layer of `polygons`, each a list of rings.
  public init(polygons: [[[LocationCoordinate]]] = []) {
    super.init()
    setPolygons(polygons)
  }

  /// The rings of all polygons.
  package var rings: PathColumns { columns.rings }

  /// The number of polygons.
  public override var count: Int { columns.count }

  // MARK: Changes

  /// Replaces all polygons. Attributes given as columns or closures are taken anew.
  public func setPolygons(_ polygons: [[[LocationCoordinate]]]) {
    columns.removeAll()
    append(polygons, from: 0)
  }

  /// Replaces all polygons by pairs of longitude and latitude in degrees: ring i goes from point `ringStarts[i]` to before
  /// `ringStarts[i + 1]`, the last one to the end, and polygon j has the rings from `polygonStarts[j]` to before `polygonStarts[j
  /// + 1]`; nil: each ring is a polygon. Starts below 0 or the one before are taken as that one, starts beyond the end as the
  /// end; an odd number at the end is left out.
  public func setPolygons(longitudesAndLatitudes numbers: [Double], ringStarts: [Int], polygonStarts: [Int]? = nil) {
    columns.removeAll()
    var builder = PlaceBuilder()
    builder.addPaths(longitudesAndLatitudes: numbers, starts: ringStarts, areRings: true)
    if let polygonStarts {
      let parts = PlaceBuilder.parts(of: ringStarts.count, startingAt: polygonStarts)
      columns.append(builder, skippingRings: parts.first?.lowerBound ?? 0, ringCounts: parts.lazy.map(\.count))
    } else {
      columns.append(builder, ringCounts: repeatElement(1, count: ringStarts.count))
    }
    takeAttributes(from: 0)
  }

  /// Adds polygons after the last one.
  public func append(_ polygons: [[[LocationCoordinate]]]) { append(polygons, from: count) }

  /// Gives the polygons `first`, `first` + 1, ... other colours. Nothing happens while all polygons have one colour.
  public func replaceColors(from first: Int, with newColors: [Color]) {
    guard columns.colors.replace(from: first, with: newColors, \.packedPremultiplied) else { return }
    let wereOpaque = hasOpaqueColors
    hasOpaqueColors = hasOpaqueColors && newColors.allSatisfy { $0.alpha >= 1 }
    columns.noteChange(isOfColors: wereOpaque && hasOpaqueColors)
    didChange()
  }

  /// Gives the polygons `first`, `first` + 1, ... other heights in metres. Nothing happens while all have one height.
  public func replaceHeights(from first: Int, with newHeights: [Double]) {
    guard columns.heights.replace(from: first, with: newHeights, LayerColumn<Float>.packed(height:)) else { return }
    largestHeight = newHeights.prefix(columns.heights.count - first).reduce(largestHeight) {
      max($0, LayerColumn<Float>.packed(height: $1))
    }
    if strokeColor != nil { columns.spreadHeights(from: first, count: newHeights.count) }
    columns.noteChange()
    didChange()
  }

  private func append(_ polygons: [[[LocationCoordinate]]], from first: Int) {
    var builder = PlaceBuilder()
    for polygon in polygons {
      for ring in polygon { builder.addRing(ring) }
    }
    columns.append(builder, ringCounts: polygons.lazy.map(\.count))
    takeAttributes(from: first)
  }

  // MARK: Overlay

  /// A copy with the same polygons and values that is on no map.
  public override func copy() -> PolygonLayer {
    let other = PolygonLayer()
    other.columns.takePlaces(of: columns)
    other.fillColor = fillColor
    other.height = height
    other.base = base
    other.roofColor = roofColor
    other.hasVerticalGradient = hasVerticalGradient
    other.strokeColor = strokeColor
    other.strokeWidth = strokeWidth
    other.strokeDashes = strokeDashes
    other.casingColor = casingColor
    other.casingWidth = casingWidth
    copyDataValues(to: other)
    return other
  }

  override func row(key: DrawKey) -> DataRow? {
    let areColorsOpaque = fillColor.constant.map { $0.alpha >= 1 } ?? hasOpaqueColors
    let style = PolygonStyle(
      color: fillColor.constant?.packedPremultiplied, height: height.packedHeight, largestHeight: largestHeight,
      base: base.packedHeight, roofColor: roofColor?.packedPremultiplied, hasVerticalGradient: hasVerticalGradient,
      outline: outline, opacity: drawnOpacity, shownValues: drawnRange(columns.filterValues),
      isOpaque: drawnOpacity == 1 && areColorsOpaque && roofColor.map { $0.alpha >= 1 } ?? true)
    let isVisible = style.opacity > 0 && !isFilteredOut
    return DataRow(
      key: key, isTappable: isTappable, bounds: isVisible ? bounds : nil, content: .polygons(columns, style))
  }

  /// Around roofs the layer's opacity is that of all that stands.
  private var outline: PathStyle {
    let width = strokeColor != nil && strokeWidth.isFinite ? Float(min(max(strokeWidth, 0), PathLayer.maximumWidthPoints)) : 0
    let isExtruded = largestHeight > 0
    let color = strokeColor ?? .clear
    var style = PathStyle(
      width: width, largestWidth: width, unit: .points, color: color.packedPremultiplied, opacity: isExtruded ? 1 : drawnOpacity,
      join: .round, cap: .round, shownValues: drawnRange(columns.filterValues))
    style.dashes = strokeDashes?.drawable
    style.casing = PathCasing(width: casingWidth, color: casingColor, isHollow: style.opacity < 1 || color.alpha < 1)
    if isExtruded { style.altitude = PathAltitude(height: height.packedHeight, largest: largestHeight) }
    return style
  }

  override var reachPoints: Double {
    guard strokeColor != nil, strokeWidth.isFinite else { return 0 }
    return max(strokeWidth, 0) + (casingColor != nil && casingWidth.isFinite ? max(casingWidth, 0) : 0)
  }

  /// What is high reaches into views that show nothing of the ground below it.
  private var bounds: WorldRect? {
    guard let rect = columns.rings.sequences.box?.worldRect else { return nil }
    return largestHeight > 0 ? rect.widened(byMeters: 6 * Double(largestHeight)) : rect
  }

  // MARK: Columns

  private func takeAttributes(from first: Int) {
    takeColors(from: first)
    takeHeights(from: first)
    takeBases(from: first)
    takeFilterValues(from: first)
    didChange()
  }

  private func takeColors(from first: Int) {
    let wereOpaque = hasOpaqueColors
    columns.colors.takeColors(fillColor, from: first, count: count)
    hasOpaqueColors = columns.colors.elements.allSatisfy { $0 >> 24 == 255 }
    columns.noteChange(isOfColors: wereOpaque && hasOpaqueColors)
  }

  private func takeHeights(from first: Int) {
    columns.heights.takeHeights(height, from: first, count: count)
    largestHeight = columns.heights.largest(constant: height.packedHeight)
    takeOutlineHeights()
    columns.noteChange()
  }

  private func takeOutlineHeights() {
    if strokeColor == nil { columns.dropSpreadHeights() } else { columns.spreadHeights() }
  }

  private func takeBases(from first: Int) {
    columns.bases.takeHeights(base, from: first, count: count)
    columns.noteChange()
  }

  override func takeFilterValues(from first: Int) {
    columns.filterValues.takeFilterValues(filterValue, from: first, count: count)
    columns.spreadFilterValues()
  }
}
