public import OverlookGeometry
public import OverlookSupport

/// A line between the points of a path (SH-18). Main thread only.
public final class Polyline: Overlay {
  /// The points. Each edge takes the shorter way round the Earth. Points that are not valid are left out. Nil, the default, or fewer than
  /// two points: not drawn.
  public var path: Path? {
    didSet { if path != oldValue { geometryDidChange() } }
  }

  /// Points of the screen, whatever the zoom. Default 1. 0, negative or not finite: not drawn.
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

  /// How segments meet. Default round.
  public var strokeJoin = StrokeJoin.round {
    didSet { if strokeJoin != oldValue { styleDidChange() } }
  }

  /// How the ends look. Default butt.
  public var strokeCap = StrokeCap.butt {
    didSet { if strokeCap != oldValue { styleDidChange() } }
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
    other.strokeJoin = strokeJoin
    other.strokeCap = strokeCap
    return other
  }

  package override var kind: OverlayKind { .polyline }

  override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    store.noteStroke(strokeWidth)
    return store.polylines.insert(row(key: key), of: self)
  }

  private func row(key: DrawKey) -> PolylineRow {
    var row = PolylineRow(
      key: key, isTappable: isTappable, bounds: nil, path: PathBounds.validCoordinates(path), isGeodesic: geodesic,
      strokeWidthPoints: strokeWidth, strokeColor: strokeColor, spans: spans.filter(\.isValid), strokeJoin: strokeJoin,
      strokeCap: strokeCap, geometryVersion: geometryVersion)
    row.bounds =
      strokeWidth.isFinite && strokeWidth > 0 && row.path.count >= 2
      ? PathBounds.bounds(of: row.path, isGeodesic: geodesic, isClosed: false) : nil
    return row
  }

  private func geometryDidChange() {
    geometryVersion += 1
    guard let store, let key = store.polylines.row(slot)?.key else { return }
    store.polylines.replace(slot, with: row(key: key))
    store.noteStroke(strokeWidth)
    store.requestRedraw()
  }

  private func styleDidChange() {
    guard let store, let old = store.polylines.row(slot) else { return }
    let wasVisible = old.bounds != nil
    guard wasVisible, strokeWidth.isFinite, strokeWidth > 0 else { return geometryDidChange() }
    store.polylines.modify(slot) { row in
      row.strokeWidthPoints = strokeWidth
      row.strokeColor = strokeColor
      row.spans = spans.filter(\.isValid)
      row.strokeJoin = strokeJoin
      row.strokeCap = strokeCap
    }
    store.noteStroke(strokeWidth)
    store.requestRedraw()
  }
}
