public import OverlookGeometry
public import OverlookSupport

/// A filled region inside a closed path, with holes. Main thread only.
public final class Polygon: Overlay {
  /// The outer edge, closed by itself from the last point to the first. Points that are not valid are left out. Nil, the default,
  /// or fewer than three points: not drawn.
  public var path: Path? {
    didSet { if path != oldValue { geometryDidChange() } }
  }

  /// Regions cut out of the interior; they too are closed by themselves. Points that are not valid are left out, and paths of
  /// fewer than three points count for nothing. Default none.
  public var holes: [Path] = [] {
    didSet { if holes != oldValue { geometryDidChange() } }
  }

  /// Of the outline, in points of the screen, whatever the zoom, or in metres where `lineStyle.unit` says so. Default 1. 0,
  /// negative or not finite: no outline.
  public var strokeWidth: Double = 1 {
    didSet { if strokeWidth != oldValue { styleDidChange() } }
  }

  /// Of the outline of path and holes. Nil, the default: no outline.
  public var strokeColor: Color? {
    didSet { if strokeColor != oldValue { styleDidChange() } }
  }

  /// Default blue. Nil: no interior.
  public var fillColor: Color? = .blue {
    didSet { if fillColor != oldValue { styleDidChange() } }
  }

  /// Whether edges follow great circles rather than straight lines of the Mercator map. Default false.
  public var geodesic = false {
    didSet { if geodesic != oldValue { geometryDidChange() } }
  }

  /// How high the polygon stands above the ground, in metres. Above `base` and with a `fillColor` it is a block: lit as the
  /// style's buildings are, without pattern, with the outline around its roof. Blocks, buildings of the style and models hide
  /// each other by where they stand, and nothing of a translucent block shows through it but what is not translucent.
  /// Default 0: it lies on the ground. At most 100,000.
  public var height = 0.0 {
    didSet { if height != oldValue { styleDidChange() } }
  }

  /// Where the walls of a block begin, in metres above the ground. Default 0.
  public var base = 0.0 {
    didSet { if base != oldValue { styleDidChange() } }
  }

  /// Of a block; its walls have `fillColor`. Nil, the default: as the walls.
  public var roofColor: Color? {
    didSet { if roofColor != oldValue { styleDidChange() } }
  }

  /// Whether the walls of a block are darker towards the ground. Default true.
  public var hasVerticalGradient = true {
    didSet { if hasVerticalGradient != oldValue { styleDidChange() } }
  }

  /// A hatch or a picture above `fillColor`. Default nil: none.
  public var fillPattern: FillPattern? {
    didSet { if fillPattern != oldValue { styleDidChange() } }
  }

  /// Dashes, pictures, a casing, an offset and joins of the outline, which runs the way of the path. Default: an unbroken line
  /// of points.
  public var lineStyle = LineStyle() {
    didSet { if lineStyle != oldValue { styleDidChange() } }
  }

  private var geometryVersion = 0

  /// A blue region without outline inside `path`.
  public init(path: Path? = nil) {
    self.path = path
    super.init(isTappable: false)
  }

  /// A blue region without outline inside the present points of `path`.
  public convenience init(path: some PathProtocol) {
    self.init(path: Optional(Path(path: path)))
  }

  /// A copy with the same values that is on no map.
  public override func copy() -> Polygon {
    let other = Polygon(path: path)
    copyCommonValues(to: other)
    other.holes = holes
    other.strokeWidth = strokeWidth
    other.strokeColor = strokeColor
    other.fillColor = fillColor
    other.fillPattern = fillPattern
    other.height = height
    other.base = base
    other.roofColor = roofColor
    other.hasVerticalGradient = hasVerticalGradient
    other.lineStyle = lineStyle
    other.geodesic = geodesic
    return other
  }

  package override var kind: OverlayKind { .polygon }

  override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    store.noteReach(ofStroke: stroke.reachPoints())
    return store.polygons.insert(row(key: key), of: self)
  }

  private func row(key: DrawKey) -> PolygonRow {
    let outline = PathBounds.validCoordinates(path)
    let validHoles = holes.map { PathBounds.validCoordinates($0) }.filter { $0.count >= 3 }
    let bounds = outline.count >= 3 ? PathBounds.bounds(of: outline, isGeodesic: geodesic, isClosed: true) : nil
    let (stroke, extrusion) = (stroke, extrusion)
    let reachMeters = max(stroke.reachMeters(), extrusion?.reachMeters ?? 0)
    return PolygonRow(
      key: key, isTappable: isTappable, bounds: bounds?.widened(byMeters: reachMeters), path: outline,
      holes: validHoles, isGeodesic: geodesic,
      stroke: stroke, fill: fill, extrusion: extrusion, geometryVersion: geometryVersion)
  }

  private var extrusion: Extrusion? {
    Extrusion(
      base: base, height: height, color: fillColor, roofColor: roofColor, hasVerticalGradient: hasVerticalGradient)
  }

  private var fill: Fill { Fill(color: fillColor, pattern: fillPattern) }

  private var stroke: Stroke { Stroke(width: strokeWidth, color: strokeColor, style: lineStyle) }

  private func geometryDidChange() {
    geometryVersion += 1
    replaceRow()
  }

  private func replaceRow() {
    guard let store, store.polygons.remake(slot, row(key:)) else { return }
    store.shapeDidChange(reachPoints: stroke.reachPoints())
  }

  private func styleDidChange() {
    guard let store, let old = store.polygons.row(slot) else { return }
    let (stroke, extrusion) = (stroke, extrusion)
    // Widths on the ground and heights belong to the bounds.
    guard stroke.style.unit == .points, old.stroke.style.unit == .points, extrusion == old.extrusion else {
      return replaceRow()
    }
    store.polygons.modify(slot) { row in
      row.stroke = stroke
      row.fill = fill
    }
    store.shapeDidChange(reachPoints: stroke.reachPoints())
  }
}
