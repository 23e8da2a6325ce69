import Glibc
public import OverlookGeometry
import OverlookSupport

/// One model at many places: columns in, one draw for each of its parts, no object per place. Main thread only.
public final class ModelLayer: Overlay {
  /// Nil: invisible and not tapped.
  public var model: Model? {
    didSet { if model !== oldValue { didChange() } }
  }

  /// Degrees clockwise from north to where the front looks. Default 0. Not drawn while not finite.
  public var heading = LayerValue.constant(0.0) {
    didSet { makeInstances() }
  }

  /// How many times larger than the model is. Default 1. 0, negative or not finite: not drawn.
  public var scale = LayerValue.constant(1.0) {
    didSet { makeInstances() }
  }

  /// Above the ground, in metres. Default 0. Not drawn while not finite.
  public var altitude = LayerValue.constant(0.0) {
    didSet { makeInstances() }
  }

  /// 0, invisible and not tapped, to 1, the default. Values outside are clamped, NaN becomes 0.
  public var opacity = 1.0 {
    didSet {
      opacity = opacity > 0 ? min(opacity, 1) : 0
      if opacity != oldValue { didChange() }
    }
  }

  /// How all of them move; nil, the default: they are at rest.
  public var animation: ModelAnimation? {
    get { store?.models.row(slot)?.animation ?? storedAnimation }
    set {
      storedAnimation = newValue
      didChange()
    }
  }

  private var storedAnimation: ModelAnimation?
  private var positions: [LocationCoordinate]
  private let columns = ModelColumns()
  /// Around all places that are drawn.
  private var placesBounds: WorldRect?
  private var largestScale = 0.0
  private var highest = 0.0
  private var largestWorldPerMeter = 0.0

  /// `model` at `positions`. Those that are not valid keep their number and are not drawn.
  public init(model: Model?, positions: [LocationCoordinate] = []) {
    self.model = model
    self.positions = positions
    super.init(isTappable: false)
    makeInstances()
  }

  /// The number of places.
  public var count: Int { positions.count }

  /// Where the model of this number stands; nil when there is none or it is not valid.
  public func position(of index: Int) -> LocationCoordinate? {
    positions.indices.contains(index) && positions[index].isValid ? positions[index] : nil
  }

  /// Replaces all places. Values given as columns or closures are taken anew.
  public func setPositions(_ positions: [LocationCoordinate]) {
    self.positions = positions
    makeInstances()
  }

  /// A copy with the same values that is on no map.
  public override func copy() -> ModelLayer {
    let other = ModelLayer(model: model, positions: positions)
    copyCommonValues(to: other)
    other.heading = heading
    other.scale = scale
    other.altitude = altitude
    other.opacity = opacity
    other.storedAnimation = animation
    return other
  }

  package override var kind: OverlayKind { .model }

  override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    store.insertModel(row(key: key), of: self)
  }

  // MARK: The row

  private func makeInstances() {
    let headings = values(of: heading, missing: 0)
    let scales = values(of: scale, missing: 1)
    let altitudes = values(of: altitude, missing: 0)
    placesBounds = nil
    (largestScale, highest, largestWorldPerMeter) = (0, 0, 0)
    var instances = ContiguousArray<ModelInstance>()
    instances.reserveCapacity(positions.count)
    for (index, position) in positions.enumerated() {
      let (heading, scale, altitude) = (headings(index), scales(index), altitudes(index))
      let isDrawn = position.isValid && heading.isFinite && altitude.isFinite && scale > 0 && scale < 1e9
      let radians = isDrawn ? heading.truncatingRemainder(dividingBy: 360) * Angle.radiansPerDegree : 0
      let world = isDrawn ? 1 / Mercator.metersPerWorldUnit(atLatitude: position.latitude) : 0
      let place = FixedPlace(position)
      if isDrawn { note(place.worldPoint, scale: scale, altitude: altitude, worldPerMeter: world) }
      instances.append(
        ModelInstance(
          place: place, sine: Float(sin(radians)), cosine: Float(cos(radians)),
          worldPerMeter: isDrawn ? Float(world * scale) : 0, altitude: isDrawn ? Float(world * altitude) : 0))
    }
    columns.replaceAll(with: instances)
    didChange()
  }

  private func note(_ place: WorldPoint, scale: Double, altitude: Double, worldPerMeter: Double) {
    let rect = WorldRect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
    placesBounds = placesBounds?.union(rect) ?? rect
    largestScale = max(largestScale, scale)
    highest = max(highest, abs(altitude))
    largestWorldPerMeter = max(largestWorldPerMeter, worldPerMeter)
  }

  /// The value of each number; NaN for one whose closure throws.
  private func values(of source: LayerValue<Double>, missing: Double) -> (Int) -> Double {
    if let constant = source.constant { return { _ in constant } }
    let column = source.packed(positions.indices, missing: missing, failed: .nan) { $0 } ?? []
    return { column[$0] }
  }

  private func row(key: DrawKey) -> ModelRow {
    ModelRow(
      key: key, isTappable: isTappable, bounds: opacity > 0 ? bounds : nil, model: model, content: .many(columns),
      opacity: Float(opacity), animation: storedAnimation)
  }

  /// What the models cover of the world, each counted as a ball about its origin.
  private var bounds: WorldRect? {
    guard let box = model?.asset.bounds, let placesBounds else { return nil }
    let reach = Float(largestScale) * pointwiseMax(-box.minimum, box.maximum).max() * 2
    let ball = ModelBox(minimum: SIMD3(repeating: -reach), maximum: SIMD3(repeating: reach))
    func around(_ x: Double, _ y: Double) -> WorldRect? {
      ModelPlacement.bounds(of: ball, altitudeMeters: highest, largestWorldPerMeter, WorldPoint(x: x, y: y))
    }
    guard let first = around(placesBounds.minX, placesBounds.minY), let last = around(placesBounds.maxX, placesBounds.maxY)
    else { return nil }
    return first.union(last)
  }

  private func didChange() {
    guard let store, let old = store.models.row(slot) else { return }
    var row = row(key: old.key)
    row.keepTime(of: old)
    store.replaceModel(slot, with: row)
  }
}
