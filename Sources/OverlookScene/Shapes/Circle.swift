public import OverlookGeometry
public import OverlookSupport

/// All points within a distance of a place on the Earth: a spherical cap. Main thread only.
///
/// Because of the Mercator projection it is not quite round on the map when it is large. The sphere has a radius of 6 371 009 m.
public final class Circle: Overlay {
  /// The centre. Default (0, 0). Not drawn while it is not valid.
  public var position: LocationCoordinate {
    didSet { if position != oldValue { geometryDidChange() } }
  }

  /// Metres along the ground, greater than 0. Default 0. 0, negative or not finite: not drawn.
  public var radius: Double {
    didSet { if radius != oldValue { geometryDidChange() } }
  }

  /// Of the outline, in points of the screen, whatever the zoom, or in metres where `lineStyle.unit` says so. Default 1. 0,
  /// negative or not finite: no outline.
  public var strokeWidth: Double = 1 {
    didSet { if strokeWidth != oldValue { styleDidChange() } }
  }

  /// Default black. Nil: no outline.
  public var strokeColor: Color? = .black {
    didSet { if strokeColor != oldValue { styleDidChange() } }
  }

  /// Nil, the default: no interior.
  public var fillColor: Color? {
    didSet { if fillColor != oldValue { styleDidChange() } }
  }

  /// A hatch or a picture above `fillColor`. Default nil: none.
  public var fillPattern: FillPattern? {
    didSet { if fillPattern != oldValue { styleDidChange() } }
  }

  /// Dashes, pictures, a casing and an offset of the outline, which runs clockwise. Default: an unbroken line of points.
  public var lineStyle = LineStyle() {
    didSet { if lineStyle != oldValue { styleDidChange() } }
  }

  private var geometryVersion = 0

  /// A circle of `radius` metres about `position` with a black outline of 1 point.
  public init(position: LocationCoordinate = LocationCoordinate(latitude: 0, longitude: 0), radius: Double = 0) {
    self.position = position
    self.radius = radius
    super.init(isTappable: false)
  }

  /// A copy with the same values that is on no map.
  public override func copy() -> Circle {
    let other = Circle(position: position, radius: radius)
    copyCommonValues(to: other)
    other.strokeWidth = strokeWidth
    other.strokeColor = strokeColor
    other.fillColor = fillColor
    other.fillPattern = fillPattern
    other.lineStyle = lineStyle
    return other
  }

  package override var kind: OverlayKind { .circle }

  override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    store.noteReach(ofStroke: stroke.reachPoints())
    return store.circles.insert(row(key: key), of: self)
  }

  private func row(key: DrawKey) -> CircleRow {
    let stroke = stroke
    let bounds = PathBounds.bounds(ofCircleAt: position, radiusMeters: radius)
    return CircleRow(
      key: key, isTappable: isTappable, bounds: bounds?.widened(byMeters: stroke.reachMeters()), center: position,
      radiusMeters: radius, stroke: stroke, fill: fill,
      geometryVersion: geometryVersion)
  }

  private var fill: Fill { Fill(color: fillColor, pattern: fillPattern) }

  private var stroke: Stroke { Stroke(width: strokeWidth, color: strokeColor, style: lineStyle) }

  private func geometryDidChange() {
    geometryVersion += 1
    replaceRow()
  }

  private func replaceRow() {
    guard let store, store.circles.remake(slot, row(key:)) else { return }
    store.shapeDidChange(reachPoints: stroke.reachPoints())
  }

  private func styleDidChange() {
    guard let store, let old = store.circles.row(slot) else { return }
    let stroke = stroke
    // Widths on the ground belong to the bounds.
    guard stroke.style.unit == .points, old.stroke.style.unit == .points else { return replaceRow() }
    store.circles.modify(slot) { row in
      row.stroke = stroke
      row.fill = fill
    }
    store.shapeDidChange(reachPoints: stroke.reachPoints())
  }
}
