public import OverlookGeometry
public import OverlookSupport

/// A line between the points of a path. Main thread only.
public final class Polyline: Overlay {
  /// The points. Each edge takes the shorter way round the Earth. Points that are not valid are left out. Nil, the default, or
  /// fewer than two points: not drawn.
  public var path: Path? {
    didSet { if path != oldValue { geometryDidChange() } }
  }

  /// Points of the screen, whatever the zoom, or metres where `lineStyle.unit` says so. Default 1. 0, negative or not finite: not
  /// drawn.
  public var strokeWidth: Double = 1 {
    didSet { if strokeWidth != oldValue { styleDidChange() } }
  }

  /// Default blue. Not used where `spans` give a style.
  public var strokeColor: Color = .blue {
    didSet { if strokeColor != oldValue { styleDidChange() } }
  }

  /// Whether edges follow great circles rather than straight lines of the Mercator map. Default false.
  public var geodesic = false {
    didSet { if geodesic != oldValue { geometryDidChange() } }
  }

  /// Styles along the line; the last one goes on to the end. Empty, the default: `strokeColor` all along.
  public var spans: [StyleSpan] = [] {
    didSet { if spans != oldValue { styleDidChange() } }
  }

  /// Dashes, pictures, a casing, an offset, joins and caps. Default: an unbroken line of points.
  public var lineStyle = LineStyle() {
    didSet { if lineStyle != oldValue { styleDidChange() } }
  }

  /// Whether names and icons of the map's style lie above the line, as they do above roads: for ways that are followed by their
  /// names. It then lies below all overlays that are not, whatever their `zIndex`, and above buildings; on a map without a style, and
  /// where tiles with names of their own lie over the style, it is the lowest of the overlays. Default false.
  public var isBelowLabels = false {
    didSet { if isBelowLabels != oldValue { store?.noteZIndex(self) } }
  }

  /// How segments meet: `lineStyle.join`. Default round.
  public var strokeJoin: StrokeJoin {
    get { lineStyle.join }
    set { lineStyle.join = newValue }
  }

  /// How the ends look: `lineStyle.cap`. Default butt.
  public var strokeCap: StrokeCap {
    get { lineStyle.cap }
    set { lineStyle.cap = newValue }
  }

  private var geometryVersion = 0

  /// A blue line of 1 point along `path`.
  public init(path: Path? = nil) {
    self.path = path
    super.init(isTappable: false)
  }

  /// A blue line of 1 point along the present points of `path`.
  public convenience init(path: some PathProtocol) {
    self.init(path: Optional(Path(path: path)))
  }

  /// A copy with the same values that is on no map.
  public override func copy() -> Polyline {
    let other = Polyline(path: path)
    copyCommonValues(to: other)
    other.strokeWidth = strokeWidth
    other.strokeColor = strokeColor
    other.geodesic = geodesic
    other.spans = spans
    other.lineStyle = lineStyle
    other.isBelowLabels = isBelowLabels
    return other
  }

  override var liesBelowLabels: Bool { isBelowLabels }

  package override var kind: OverlayKind { .polyline }

  override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    store.noteReach(ofStroke: stroke.reachPoints(stamps: spanStamps))
    return store.polylines.insert(row(key: key), of: self)
  }

  private var stroke: Stroke { Stroke(width: strokeWidth, color: strokeColor, style: lineStyle) }

  private var spanStamps: [StampStyle] { spans.compactMap(\.style.stampStyle) }

  private func row(key: DrawKey) -> PolylineRow {
    let stroke = stroke
    var row = PolylineRow(
      key: key, isTappable: isTappable, bounds: nil, path: PathBounds.validCoordinates(path), isGeodesic: geodesic,
      stroke: stroke, spans: spans.filter(\.isValid), geometryVersion: geometryVersion)
    if stroke.width > 0, row.path.count >= 2 {
      row.bounds = PathBounds.bounds(of: row.path, isGeodesic: geodesic, isClosed: false)?
        .widened(byMeters: stroke.reachMeters(stamps: spanStamps))
    }
    return row
  }

  private func geometryDidChange() {
    geometryVersion += 1
    replaceRow()
  }

  private func replaceRow() {
    guard let store, store.polylines.remake(slot, row(key:)) else { return }
    store.shapeDidChange(reachPoints: stroke.reachPoints(stamps: spanStamps))
  }

  private func styleDidChange() {
    guard let store, let old = store.polylines.row(slot) else { return }
    let stroke = stroke
    // Widths on the ground belong to the bounds.
    guard old.bounds != nil, stroke.width > 0, stroke.style.unit == .points, old.stroke.style.unit == .points else {
      return replaceRow()
    }
    store.polylines.modify(slot) { row in
      row.stroke = stroke
      row.spans = spans.filter(\.isValid)
    }
    store.shapeDidChange(reachPoints: stroke.reachPoints(stamps: spanStamps))
  }
}
