import Glibc
public import OverlookGeometry
public import OverlookSupport

/// An image fixed to the Earth, turning, tilting and scaling with the map. Main thread only.
///
/// `position`, `anchor` and `bounds` always agree: the point of the bounds at `anchor` is `position`. Fractions of the bounds are
/// counted in the Mercator plane. Latitudes beyond the Mercator limit (85.05 degrees) count as the limit.
public final class GroundOverlay: Overlay {
  /// The image. Nil: invisible and not tapped. Of one with more pixels on a side than the graphics driver allows (often 16 384),
  /// the parts in view are shown in all their pixels.
  public var icon: Image? {
    didSet { if icon !== oldValue { rowDidChange() } }
  }

  /// Pictures that `icon` will be set to soon. While the overlay is in view they are handed to the driver before their turn, so
  /// that each change costs no more than drawing, and nothing flickers. Default none.
  public var upcomingIcons: [Image] = [] {
    didSet { rowDidChange() }
  }

  /// What `icon` becomes, and how far it has, 0 ... 1.
  private var nextIcon: Image?
  private var nextShare = 0.0

  /// 0, invisible and not tapped, to 1, the default. Values outside are clamped, NaN becomes 0.
  public var opacity = 1.0 {
    didSet {
      opacity = opacity > 0 ? min(opacity, 1) : 0
      if opacity != oldValue { rowDidChange() }
    }
  }

  /// Degrees by which the image is turned clockwise about `position`; 0, the default, has north up. Not drawn while not finite.
  public var bearing: Double = 0 {
    didSet { if bearing != oldValue { rowDidChange() } }
  }

  /// How the rows of the image are spaced between the edges of `bounds`; default `.mercator`. Of an image that reaches beyond the
  /// Mercator limit by latitude, the rows beyond are not shown. Means nothing while `corners` are set.
  public var rows = ImageRows.mercator {
    didSet { if rows != oldValue { rowDidChange() } }
  }

  /// Whether the map's labels stay readable above it, as those of streets do on a picture of the ground: it is then drawn below what the
  /// style has from its first label on, and below every overlay that is not below the labels as well. Default false.
  public var isBelowLabels = false {
    didSet { if isBelowLabels != oldValue { store?.noteZIndex(self) } }
  }

  /// Where the corners of the image lie, for images of another projection, old maps and aerial photographs; nil, the default, for
  /// `bounds`. Straight lines of the image stay straight on the map. Setting it derives `bounds` and `position` anew; `bearing`
  /// then means nothing, and setting `bounds` or `position` takes the corners away. Not drawn while a corner is not valid or
  /// points inwards.
  public var corners: GroundCorners? {
    get { storedCorners }
    set {
      guard newValue != storedCorners else { return }
      storedCorners = newValue
      if let newValue { take(newValue) }
      rowDidChange()
    }
  }

  private var storedCorners: GroundCorners?
  private var storedPosition = LocationCoordinate.invalid
  private var storedAnchor = UnitPoint.center
  private var storedBounds: CoordinateBounds?
  /// The bounds in the Mercator plane, x unwrapped. Nil while the bounds are not valid.
  private var rect: WorldRect?

  /// An overlay that stretches `icon` over `bounds`, its position in the middle.
  public init(bounds: CoordinateBounds, icon: Image?) {
    self.icon = icon
    super.init(isTappable: false)
    setBounds(bounds)
  }

  /// An overlay about `position` on which the image, at its size in points, is as large as on a screen at the zoom `zoomLevel`.
  ///
  /// Nothing can be seen of it while `icon` was nil here, or the position or the zoom was not valid, until `bounds` are set.
  public init(position: LocationCoordinate, icon: Image?, zoomLevel: Double) {
    self.icon = icon
    super.init(isTappable: false)
    storedPosition = position
    guard let icon, zoomLevel.isFinite else { return }
    let pointsPerWorld = Mercator.pointsPerWorldAtZoom0 * exp2(min(max(zoomLevel, -64), 64))
    let (width, height) = (icon.widthPoints / pointsPerWorld, icon.heightPoints / pointsPerWorld)
    rect = WorldRect(minX: 0, minY: 0, maxX: width, maxY: height)
    moveRect()
  }

  /// An overlay that stretches `icon` between four corners.
  public init(corners: GroundCorners, icon: Image?) {
    self.icon = icon
    super.init(isTappable: false)
    storedCorners = corners
    take(corners)
  }

  /// The place of the anchor. Setting it moves the bounds, which keep their size on the map (in Mercator world units).
  public var position: LocationCoordinate {
    get { storedPosition }
    set {
      guard newValue != storedPosition else { return }
      storedCorners = nil
      storedPosition = newValue
      moveRect()
      rowDidChange()
    }
  }

  /// The point of the image that lies on `position`. Default (0.5, 0.5). Setting it leaves the bounds and derives `position`
  /// anew. Not drawn while not finite or a thousand worlds away.
  public var anchor: UnitPoint {
    get { storedAnchor }
    set {
      guard newValue != storedAnchor else { return }
      storedAnchor = newValue
      derivePosition()
      rowDidChange()
    }
  }

  /// The box that the image fills before it is turned. Setting it derives `position` anew. Nil while no valid box was ever given.
  /// Setting nil or bounds that are not valid: not drawn.
  public var bounds: CoordinateBounds? {
    get { storedBounds }
    set {
      storedCorners = nil
      setBounds(newValue)
      rowDidChange()
    }
  }

  /// Shows `icon`, which has become `next` by `share`, 0 ... 1. One change for all.
  package func show(_ icon: Image?, becoming next: Image? = nil, share: Double = 0) {
    guard icon !== self.icon || next !== nextIcon || share != nextShare else { return }
    nextIcon = next
    nextShare = share
    if icon === self.icon { rowDidChange() } else { self.icon = icon }
  }

  /// A copy with the same values that is on no map.
  public override func copy() -> GroundOverlay {
    let other = GroundOverlay(position: position, icon: icon, zoomLevel: 0)
    copyCommonValues(to: other)
    other.storedAnchor = storedAnchor
    other.storedBounds = storedBounds
    other.rect = rect
    other.opacity = opacity
    other.bearing = bearing
    other.rows = rows
    other.isBelowLabels = isBelowLabels
    other.storedCorners = storedCorners
    other.upcomingIcons = upcomingIcons
    return other
  }

  package override var kind: OverlayKind { .groundOverlay }

  override var liesBelowLabels: Bool { isBelowLabels }

  override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    store.groundOverlays.insert(row(key: key), of: self)
  }

  // MARK: Position, anchor and bounds

  private func setBounds(_ bounds: CoordinateBounds?) {
    storedBounds = bounds
    rect = bounds.flatMap(Self.worldRect)
    derivePosition()
  }

  /// The box around four corners.
  private func take(_ corners: GroundCorners) {
    let around = corners.quad?.bounds
    rect = around
    storedBounds = around.map { box in
      CoordinateBounds(
        southWest: WorldPoint(x: box.minX, y: box.maxY).coordinate, northEast: WorldPoint(x: box.maxX, y: box.minY).coordinate)
    }
    derivePosition()
  }

  private static func worldRect(_ bounds: CoordinateBounds) -> WorldRect? {
    let (southWest, northEast) = (bounds.southWest, bounds.northEast)
    guard bounds.isValid, southWest.isValid, northEast.isValid else { return nil }
    let (lower, upper) = (WorldPoint(southWest), WorldPoint(northEast))
    var east = upper.x
    if east < lower.x { east += 1 }
    guard east > lower.x, lower.y > upper.y else { return nil }
    return WorldRect(minX: lower.x, minY: upper.y, maxX: east, maxY: lower.y)
  }

  private func derivePosition() {
    guard let rect, storedAnchor.isFinite else { return }
    storedPosition =
      WorldPoint(
        x: rect.minX + (rect.maxX - rect.minX) * storedAnchor.x, y: rect.minY + (rect.maxY - rect.minY) * storedAnchor.y
      ).coordinate.normalized
  }

  private func moveRect() {
    guard let old = rect, storedPosition.isValid, storedAnchor.isFinite else { return }
    let place = WorldPoint(storedPosition)
    let (width, height) = (old.maxX - old.minX, old.maxY - old.minY)
    let (minX, minY) = (place.x - width * storedAnchor.x, place.y - height * storedAnchor.y)
    let moved = WorldRect(minX: minX, minY: minY, maxX: minX + width, maxY: minY + height)
    rect = moved
    storedBounds = CoordinateBounds(
      southWest: WorldPoint(x: moved.minX, y: moved.maxY).coordinate,
      northEast: WorldPoint(x: moved.maxX, y: moved.minY).coordinate)
  }

  // MARK: The row

  /// World units; an anchor this far from its picture is a mistake, and the numbers would lose the picture's size.
  private static let farthest = 1000.0

  private func row(key: DrawKey) -> GroundOverlayRow {
    let whole = rect ?? WorldRect(minX: 0, minY: 0, maxX: 0, maxY: 0)
    // What has no picture yet stays in view for those that are to come.
    let isDrawable =
      rect != nil && (icon != nil || !upcomingIcons.isEmpty) && opacity > 0 && bearing.isFinite && storedAnchor.isFinite
      && storedPosition.isValid
    let quad =
      storedCorners?.quad
      ?? GroundQuad(
        rect: whole, anchor: isDrawable ? storedAnchor : .center, bearingDegrees: isDrawable ? Angle.bearingDegrees(bearing) : 0)
    let bounds = quad.bounds
    let isNear = min(bounds.minX, bounds.minY) > -Self.farthest && max(bounds.maxX, bounds.maxY) < Self.farthest
    return GroundOverlayRow(
      key: key, isTappable: isTappable, bounds: isDrawable && isNear ? bounds : nil, icon: icon, nextIcon: nextIcon,
      nextShare: Float(nextShare), upcomingIcons: upcomingIcons, opacity: Float(opacity), quad: quad, rows: groundRows)
  }

  private var groundRows: GroundRows {
    guard rows == .latitude, storedCorners == nil, let rect, let bounds = storedBounds else { return .even }
    return .byLatitude(
      LatitudeRows(
        north: bounds.northEast.latitude, south: bounds.southWest.latitude, top: rect.minY, bottom: rect.maxY))
  }

  private func rowDidChange() {
    guard let store, let key = store.groundOverlays.row(slot)?.key else { return }
    store.groundOverlays.replace(slot, with: row(key: key))
    store.requestRedraw()
  }
}
