import OverlookCamera
public import OverlookGeometry
public import OverlookSupport

/// An icon at a point of the Earth.
///
/// By default it stands upright on the screen and keeps its size in points whatever the zoom, bearing and tilt. Main thread only.
public final class Marker: Overlay {
  // What moves comes first, beside the place of the row (see `Overlay`).

  /// Degrees clockwise about the ground anchor: from north for a flat marker, from screen up otherwise. Default 0. Not drawn
  /// while not finite. Animated within `LayerTransaction.animate`.
  public var rotation: Double = 0 {
    didSet {
      guard rotation != oldValue, let store else { return }
      if let timing = LayerTransaction.current, timing.isTimed { return layer.turn(from: oldValue, to: rotation, timing) }
      guard endAnimation(of: .rotation, on: store) else { return }
      guard rotation.isFinite, oldValue.isFinite else { return store.updateMarker(self) }
      store.modifyMarker(slot) { $0.rotationRadians = Self.radians(rotation) }
    }
  }

  /// 0, invisible and not tapped, to 1, the default. Values outside are clamped, NaN becomes 0. Animated within `LayerTransaction.animate`.
  public var opacity = 1.0 {
    didSet {
      opacity = opacity > 0 ? min(opacity, 1) : 0
      guard opacity != oldValue, let store else { return }
      if let timing = LayerTransaction.current, timing.isTimed { return layer.fade(from: oldValue, to: opacity, timing) }
      guard endAnimation(of: .opacity, on: store) else { return }
      // Between 0 and more than 0 lies whether it is drawn at all.
      guard opacity > 0, oldValue > 0 else { return store.updateMarker(self) }
      store.modifyMarker(slot) { $0.opacity = Float(opacity) }
    }
  }

  /// The layer once somebody asked for it.
  private var layerInUse: MarkerLayer?

  /// The place that the ground anchor of the icon lies on; animated within `LayerTransaction.animate`. Default (0, 0). Not drawn
  /// while it is not valid; a latitude beyond the Mercator limit (85.05 degrees) is drawn at the edge of the map.
  public var position: LocationCoordinate {
    didSet {
      guard position != oldValue, let store else { return }
      if let timing = LayerTransaction.current, timing.isTimed { return layer.move(from: oldValue, to: position, timing) }
      if position.latitude != oldValue.latitude, !endAnimation(of: .latitude, on: store) { return }
      if position.longitude != oldValue.longitude, !endAnimation(of: .longitude, on: store) { return }
      let isPlain = position.isValid && oldValue.isValid && layerInUse?.isAnimating != true
      guard isPlain else { return store.updateMarker(self) }
      store.moveMarker(slot, to: WorldPoint(position).wrapped)
    }
  }

  /// The text under the title in the info window. Default nil.
  public var snippet: String? {
    didSet { if snippet != oldValue { store?.requestRedraw() } }
  }

  /// The picture, shown at its size in points, and tapped within its `alignmentInsets`. One of several frames shows them in turn.
  /// Nil, the default, shows the default pin.
  public var icon: Image? {
    didSet { if icon !== oldValue { store?.updateMarkerIcon(self) } }
  }

  /// Whether what stands for a view as the icon follows its changes; when false, it stays as it was drawn last. Setting it draws
  /// the view again in the next frame. The view is looked at in each frame that is drawn, and a change of what it read of
  /// `@Observable` objects asks for one while it is in or near the view; otherwise it costs nothing. No effect without a view.
  /// Default true.
  public var tracksViewChanges = true {
    didSet { if tracksViewChanges, !oldValue, iconSource != nil { store?.requestRedraw() } }
  }

  /// The same for the views that the map's delegate gives for the marker's info window. Default false.
  public var tracksInfoWindowChanges = false {
    didSet { if tracksInfoWindowChanges, !oldValue { store?.requestRedraw() } }
  }

  /// The point of the icon that is fixed to `position`. Default (0.5, 1), the middle of the bottom edge. Not drawn while not
  /// finite, or so far from the icon that this lies more than 30 000 points off.
  public var groundAnchor: UnitPoint = .bottom {
    didSet { if groundAnchor != oldValue { store?.updateMarker(self) } }
  }

  /// The point of the icon above which the info window opens. Default (0.5, 0), the middle of the top edge.
  public var infoWindowAnchor: UnitPoint = .top {
    didSet { if infoWindowAnchor != oldValue { store?.requestRedraw() } }
  }

  /// Whether the icon lies flat on the ground, turning and tilting with the map, instead of facing the screen. It keeps its size
  /// in points at the middle of the view either way. Default false.
  public var isFlat = false {
    didSet { if isFlat != oldValue { store?.updateMarker(self) } }
  }

  /// Whether a person can move the marker after a long press. One that is not tappable cannot be moved. Default false.
  public var isDraggable = false

  /// What becomes of the marker and of what lies under it, where it meets other markers or labels of the map. Among optional
  /// markers the higher `zIndex` comes first, then the one that was attached first. What is hidden is not tapped, and fades.
  /// Default `required`: the marker and the labels under it are all shown. The labels of the map come after all markers.
  public var collisionBehavior = CollisionBehavior.required {
    didSet { if collisionBehavior != oldValue { store?.updateMarker(self) } }
  }

  /// How the marker comes when it is attached to a map. Default none.
  public var appearAnimation = MarkerAnimation.none

  /// What of the marker moves by itself.
  public var layer: MarkerLayer {
    if let layerInUse { return layerInUse }
    let made = MarkerLayer(self)
    layerInUse = made
    return made
  }

  /// Where it is shown, how far it is turned and how clearly it is seen: on its way while it moves by itself.
  package var shownPlace: (position: LocationCoordinate, rotation: Double, opacity: Double) {
    guard let layerInUse, layerInUse.isAnimating else { return (position, rotation, opacity) }
    let place = LocationCoordinate(latitude: layerInUse.latitude, longitude: layerInUse.longitude)
    return (place, layerInUse.rotation, layerInUse.opacity)
  }

  /// What draws the icon in place of `icon`; nil when nothing does.
  package var iconSource: AnyObject? {
    didSet {
      guard iconSource !== oldValue else { return }
      viewPicture = nil
      store?.noteViewMarker(self)
    }
  }

  /// What `iconSource` looked like last; nil before it was drawn. Set while a frame is made.
  package var viewPicture: Image? {
    didSet { if viewPicture !== oldValue { store?.updateMarkerIcon(self, isInFrame: true) } }
  }

  /// A marker with the default pin; `position` may be set later.
  public init(position: LocationCoordinate = LocationCoordinate(latitude: 0, longitude: 0)) {
    self.position = position
    super.init(isTappable: true)
  }

  /// A copy with the same values that is on no map.
  public override func copy() -> Marker {
    let other = Marker(position: position)
    copyCommonValues(to: other)
    other.snippet = snippet
    other.icon = icon
    other.iconSource = iconSource
    other.tracksViewChanges = tracksViewChanges
    other.tracksInfoWindowChanges = tracksInfoWindowChanges
    other.groundAnchor = groundAnchor
    other.infoWindowAnchor = infoWindowAnchor
    other.isFlat = isFlat
    other.isDraggable = isDraggable
    other.rotation = rotation
    other.opacity = opacity
    other.appearAnimation = appearAnimation
    other.collisionBehavior = collisionBehavior
    return other
  }

  /// The default pin in another colour, for `icon`; nil is the default colour. Images of one colour are shared, so that a
  /// thousand markers of it take the memory of one.
  public static func markerImage(color: Color?) -> Image {
    PinImage.image(color: color ?? PinImage.defaultColor)
  }

  private static let largestPoints = 30_000.0

  package override var kind: OverlayKind { .marker }

  /// What is shown: the picture of the view, `icon`, or the default pin.
  package var shownIcon: Image { viewPicture ?? icon ?? PinImage.standard }

  override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    let row = row(key: key, icon: store.retainIcon(of: self))
    store.noteReach(of: row)
    let slot = store.markers.insert(row, of: self)
    store.noteCollision(slot, row.collisionBehavior)
    if iconSource != nil { store.viewMarkers.insert(slot) }
    store.noteIcon(shownIcon, of: slot)
    return slot
  }

  override func willRemoveRow(from store: OverlayStore) { store.forgetMarker(slot) }

  override func wasAttached() {
    if appearAnimation == .pop { layer.appear() }
  }

  /// The marker is on no map any more.
  func endAnimations() { layerInUse?.end(.all) }

  /// What was set is shown at once. False when the marker is not on `store` any more: who is told of the end may remove it.
  private func endAnimation(of channels: MarkerLayer.Channels, on store: OverlayStore) -> Bool {
    guard let layerInUse else { return true }
    layerInUse.end(channels)
    return self.store === store
  }

  /// An animation begins with what `layer` shows.
  func layerBegan(_ layer: MarkerLayer) {
    store?.updateMarker(self)
    store?.noteAnimated(layer)
  }

  /// The layer shows something else.
  func layerChanged() { store?.updateMarker(self) }

  func row(key: DrawKey, icon id: IconID) -> MarkerRow {
    let image = shownIcon
    let (width, height) = (image.widthPoints, image.heightPoints)
    let (originX, originY) = (-width * groundAnchor.x, -height * groundAnchor.y)
    // What an instance can measure; farther off no screen shows the icon. Not finite fails too.
    let isMeasurable = max(max(abs(originX), abs(originY)), max(width, height)) <= Self.largestPoints
    // What is optional comes in once there is known to be room.
    let isOptional = collisionBehavior == .optionalAndHidesLowerPriority
    var row = MarkerRow(
      position: WorldPoint(position).wrapped, icon: id, originX: Float(originX), originY: Float(originY),
      width: Float(width), height: Float(height), rotationRadians: Self.radians(rotation), opacity: Float(opacity),
      fade: isOptional ? 0 : 1, isFlat: isFlat,
      isDrawable: position.isValid && isMeasurable && groundAnchor.isFinite && rotation.isFinite && opacity > 0,
      isTappable: isTappable, hasRoom: !isOptional, collisionBehavior: collisionBehavior, key: key)
    if let layerInUse, layerInUse.isAnimating { show(layerInUse, in: &row) }
    return row
  }

  /// Puts what is on its way in place of what the marker says.
  private func show(_ layer: MarkerLayer, in row: inout MarkerRow) {
    let shown = layer.shown
    if shown.latitude != nil || shown.longitude != nil {
      row.position = WorldPoint(LocationCoordinate(latitude: layer.latitude, longitude: layer.longitude)).wrapped
    }
    if let rotation = shown.rotation { row.rotationRadians = Self.radians(rotation) }
    if let size = shown.size { row.scale = Float(size) }
    guard let opacity = shown.opacity else { return }
    row.opacity = Float(opacity)
    // One that fades out is there until it is gone.
    if position.isValid, groundAnchor.isFinite, rotation.isFinite { row.isDrawable = opacity > 0 }
  }

  private static func radians(_ rotation: Double) -> Float {
    rotation == 0 ? 0 : Float(Angle.bearingDegrees(rotation) * Angle.radiansPerDegree)
  }
}
