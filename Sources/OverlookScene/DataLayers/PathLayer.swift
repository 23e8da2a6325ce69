public import OverlookGeometry
public import OverlookSupport

/// Many lines as one overlay, each with its own colour and width, and no object for any of them.
///
/// What is given is packed once: 8 bytes a point, 4 for each attribute that differs from path to path. Points that no pixel of
/// the view can show are left out of the drawing. Each edge takes the shorter way round the Earth. Places have a precision of 19
/// mm; points that are not valid and those that repeat the one before are left out, and a path of fewer than two is not drawn but
/// keeps its number. At most 2^28 points. Main thread only.
public final class PathLayer: DataLayer {
  /// Of the paths, in `strokeWidthUnit`. Default 1. 0, negative or not finite: the path is not drawn.
  public var strokeWidth = LayerValue.constant(1.0) {
    didSet {
      takeWidths(from: 0)
      didChange()
    }
  }

  /// Default points of the screen. Widths in metres are those of the ground at each point of a path.
  public var strokeWidthUnit = LengthUnit.points {
    didSet { if strokeWidthUnit != oldValue { didChange() } }
  }

  /// Of the paths. Default blue.
  public var strokeColor = LayerValue.constant(Color.blue) {
    didSet {
      takeColors(from: 0)
      didChange()
    }
  }

  /// How segments meet. Default round.
  public var strokeJoin = StrokeJoin.round {
    didSet { if strokeJoin != oldValue { didChange() } }
  }

  /// How the ends look. Default butt.
  public var strokeCap = StrokeCap.butt {
    didSet { if strokeCap != oldValue { didChange() } }
  }

  /// Where the paths are drawn and where they are left out, each from its first point on, as those of `LineStyle`: with lengths
  /// in `strokeWidthUnit`. Dashed paths cost several times as much to draw; in tilted views those on the screen are measured
  /// whenever it moves. Nil, the default: unbroken lines.
  public var strokeDashes: DashPattern? {
    didSet { if strokeDashes != oldValue { didChange() } }
  }

  /// Of a line around each path, beneath all of them. Nil, the default: none.
  public var casingColor: Color? {
    didSet { if casingColor != oldValue { didChange() } }
  }

  /// How far the casing reaches beyond the edges and ends of each path and of its dashes, in `strokeWidthUnit`. Default 0. 0,
  /// negative or not finite: no casing.
  public var casingWidth = 0.0 {
    didSet { if casingWidth != oldValue { didChange() } }
  }

  /// Widths in points of the screen are no larger.
  public static let maximumWidthPoints = 1024.0

  private let columns = PathColumns()
  private var largestWidth: Float = 1
  /// Of the column.
  private var hasOpaqueColors = true

  /// A layer of `paths`, each a list of points.
  public init(paths: [[LocationCoordinate]] = []) {
    super.init()
    setPaths(paths)
  }

  /// The outlines of polygons, whose places both hold together: a path for each ring.
  package convenience init(outliningRingsOf layer: PolygonLayer) {
    self.init()
    columns.takePlaces(of: layer.rings)
    takeAttributes(from: 0)
  }

  /// The number of paths.
  public override var count: Int { columns.count }

  /// The points of the path of this number as they are drawn, to the layer's precision; nil when there is no such path.
  public func path(of index: Int) -> [LocationCoordinate]? {
    guard index >= 0, index < count else { return nil }
    return columns.sequences.places.elements[columns.sequences.range(of: index)].map(\.worldPoint.coordinate)
  }

  // MARK: Changes

  /// Replaces all paths. Attributes given as columns or closures are taken anew.
  public func setPaths(_ paths: [[LocationCoordinate]]) {
    columns.removeAll()
    append(paths, from: 0)
  }

  /// Replaces all paths by pairs of longitude and latitude in degrees, those of path i from point `starts[i]` to before
  /// `starts[i + 1]`, the last one's to the end. A start below 0 or the one before is taken as that one, a start beyond the end
  /// as the end; an odd number at the end is left out.
  public func setPaths(longitudesAndLatitudes numbers: [Double], starts: [Int]) {
    columns.removeAll()
    var builder = PlaceBuilder()
    builder.addPaths(longitudesAndLatitudes: numbers, starts: starts)
    columns.append(builder)
    takeAttributes(from: 0)
  }

  /// Adds paths after the last one.
  public func append(_ paths: [[LocationCoordinate]]) { append(paths, from: count) }

  /// Gives the path of number `index` other points; nothing happens when there is no such path. As many points as before cost an
  /// upload of these.
  public func replacePath(_ index: Int, with points: [LocationCoordinate]) {
    guard index >= 0, index < count else { return }
    columns.replace(index, with: PlaceBuilder.kept(points))
    didChange()
  }

  /// Gives the paths `first`, `first` + 1, ... other colours. Nothing happens while all paths have one colour.
  public func replaceColors(from first: Int, with newColors: [Color]) {
    guard columns.colors.replace(from: first, with: newColors, \.packedPremultiplied) else { return }
    hasOpaqueColors = hasOpaqueColors && newColors.allSatisfy { $0.alpha >= 1 }
    columns.noteChange()
    didChange()
  }

  private func append(_ paths: [[LocationCoordinate]], from first: Int) {
    var builder = PlaceBuilder()
    for path in paths { builder.addPath(path) }
    columns.append(builder)
    takeAttributes(from: first)
  }

  // MARK: Overlay

  /// A copy with the same paths and values that is on no map.
  public override func copy() -> PathLayer {
    let other = PathLayer()
    other.columns.takePlaces(of: columns)
    other.strokeWidth = strokeWidth
    other.strokeWidthUnit = strokeWidthUnit
    other.strokeColor = strokeColor
    other.strokeJoin = strokeJoin
    other.strokeCap = strokeCap
    other.strokeDashes = strokeDashes
    other.casingColor = casingColor
    other.casingWidth = casingWidth
    copyDataValues(to: other)
    return other
  }

  override func row(key: DrawKey) -> DataRow? {
    var style = PathStyle(
      width: strokeWidth.packedLength, largestWidth: largestWidth, unit: strokeWidthUnit,
      color: strokeColor.constant?.packedPremultiplied, opacity: drawnOpacity, join: strokeJoin, cap: strokeCap,
      shownValues: drawnRange(columns.filterValues))
    style.dashes = strokeDashes?.drawable
    style.isOpaque = drawnOpacity == 1 && strokeColor.constant.map { $0.alpha >= 1 } ?? hasOpaqueColors
    style.casing = PathCasing(width: casingWidth, color: casingColor, isHollow: !style.isOpaque)
    let isVisible = style.opacity > 0 && largestWidth > 0 && !isFilteredOut
    return DataRow(
      key: key, isTappable: isTappable, bounds: isVisible ? bounds : nil, content: .paths(columns, style))
  }

  override var reachPoints: Double {
    guard strokeWidthUnit == .points else { return 0 }
    // Miters go on for twice the width.
    return min(Double(largestWidth), Self.maximumWidthPoints) * (strokeJoin == .miter ? 2 : 0.75) + shownCasing
  }

  private var shownCasing: Double { casingColor != nil && casingWidth.isFinite ? max(casingWidth, 0) : 0 }

  private var bounds: WorldRect? {
    guard let rect = columns.sequences.box?.worldRect else { return nil }
    return strokeWidthUnit == .meters ? rect.widened(byMeters: Double(largestWidth) + shownCasing) : rect
  }

  // MARK: Columns

  private func takeAttributes(from first: Int) {
    takeWidths(from: first)
    takeColors(from: first)
    takeFilterValues(from: first)
    didChange()
  }

  private func takeWidths(from first: Int) {
    largestWidth = columns.takeWidths(strokeWidth, from: first, missing: 1)
  }

  private func takeColors(from first: Int) {
    columns.takeColors(strokeColor, from: first)
    hasOpaqueColors = columns.colors.elements.allSatisfy { $0 >> 24 == 255 }
  }

  override func takeFilterValues(from first: Int) {
    columns.takeFilterValues(filterValue, from: first)
  }
}
