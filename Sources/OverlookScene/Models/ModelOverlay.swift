public import OverlookGeometry
import OverlookSupport

/// A 3D model at a place on the map, in its true size, hidden by the buildings before it and hiding what is behind it. Main
/// thread only.
///
/// Models are drawn in the order of `zIndex` like other overlays; those of one number beside each other hide each other by depth.
public final class ModelOverlay: Overlay {
  /// Nil: invisible and not tapped.
  public var model: Model? {
    didSet { if model !== oldValue { rowDidChange() } }
  }

  /// Where the model's origin stands. Not drawn while it is not valid.
  public var position: LocationCoordinate {
    didSet { if position != oldValue { rowDidChange() } }
  }

  /// Of the model's origin above the ground, in metres. Default 0. Not drawn while not finite.
  public var altitude = 0.0 {
    didSet { if altitude != oldValue { rowDidChange() } }
  }

  /// Degrees clockwise from north to where the model's front looks. Default 0. Not drawn while not finite.
  public var heading = 0.0 {
    didSet { if heading != oldValue { rowDidChange() } }
  }

  /// Degrees by which the front is raised. Default 0. Not drawn while not finite.
  public var tilt = 0.0 {
    didSet { if tilt != oldValue { rowDidChange() } }
  }

  /// Degrees by which the model leans to its right. Default 0. Not drawn while not finite.
  public var roll = 0.0 {
    didSet { if roll != oldValue { rowDidChange() } }
  }

  /// How many times larger than it is. Default 1. 0, negative or not finite: not drawn.
  public var scale = 1.0 {
    didSet { if scale != oldValue { rowDidChange() } }
  }

  /// 0, invisible and not tapped, to 1, the default. Values outside are clamped, NaN becomes 0.
  public var opacity = 1.0 {
    didSet {
      opacity = opacity > 0 ? min(opacity, 1) : 0
      if opacity != oldValue { rowDidChange() }
    }
  }

  /// How the model moves; nil, the default: it is at rest. While it plays on a map, its time is the present one.
  public var animation: ModelAnimation? {
    get { store?.models.row(slot)?.animation ?? storedAnimation }
    set {
      storedAnimation = newValue
      rowDidChange()
    }
  }

  private var storedAnimation: ModelAnimation?

  /// A model whose origin stands at `position`, its front to the north.
  public init(model: Model?, position: LocationCoordinate) {
    self.model = model
    self.position = position
    super.init(isTappable: false)
  }

  /// A copy with the same values that is on no map.
  public override func copy() -> ModelOverlay {
    let other = ModelOverlay(model: model, position: position)
    copyCommonValues(to: other)
    other.altitude = altitude
    other.heading = heading
    other.tilt = tilt
    other.roll = roll
    other.scale = scale
    other.opacity = opacity
    other.storedAnimation = animation
    return other
  }

  package override var kind: OverlayKind { .model }

  override func willRemoveRow(from store: OverlayStore) { store.forgetModel(slot) }

  override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    store.insertModel(row(key: key), of: self)
  }

  private func row(key: DrawKey) -> ModelRow {
    let placement = ModelPlacement(
      position: position, altitude: altitude, heading: heading, tilt: tilt, roll: roll, scale: scale)
    let isVisible = opacity > 0 && model != nil
    return ModelRow(
      key: key, isTappable: isTappable, bounds: isVisible ? placement.flatMap { $0.bounds(of: model?.asset.bounds) } : nil,
      model: model, content: .one(placement ?? ModelPlacement()), opacity: Float(opacity), animation: storedAnimation)
  }

  private func rowDidChange() {
    guard let store, let old = store.models.row(slot) else { return }
    var row = row(key: old.key)
    row.keepTime(of: old)
    store.replaceModel(slot, with: row)
  }
}
