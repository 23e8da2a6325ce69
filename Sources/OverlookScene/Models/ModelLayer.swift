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
  // Empty while all models have one value.
  private var headings = LayerColumn<Double>()
  private var scales = LayerColumn<Double>()
  private var altitudes = LayerColumn<Double>()
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

  /// Moves the models `first`, `first` + 1, ...; what would lie past the end is left out. Only these are uploaded. The layer's
  /// bounds grow with it and shrink only with `setPositions`.
  public func replacePositions(from first: Int, with newPositions: [LocationCoordinate]) {
    guard positions.indices.contains(first) else { return }
    let range = first..<first + min(newPositions.count, count - first)
    positions.replaceSubrange(range, with: newPositions.prefix(range.count))
    replaceInstances(range)
  }

  /// Gives the models `first`, `first` + 1, ... other headings. Nothing happens while all models have one heading.
  public func replaceHeadings(from first: Int, with newHeadings: [Double]) {
    guard headings.replace(from: first, with: newHeadings, { $0 }) else { return }
    replaceInstances(first..<first + min(newHeadings.count, count - first))
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

  override func willRemoveRow(from store: OverlayStore) { store.forgetModel(slot) }

  override func makeRow(in store: OverlayStore, key: DrawKey) -> Int {
    store.insertModel(row(key: key), of: self)
  }

  /// As the renderer takes them.
  var instances: ContiguousArray<ModelInstance> { columns.instances.elements }

  // MARK: The row

  private func makeInstances() {
    headings.take(heading, from: 0, count: count, missing: 0, failed: .nan) { $0 }
    scales.take(scale, from: 0, count: count, missing: 1, failed: .nan) { $0 }
    altitudes.take(altitude, from: 0, count: count, missing: 0, failed: .nan) { $0 }
    placesBounds = nil
    (largestScale, highest, largestWorldPerMeter) = (0, 0, 0)
    columns.replaceAll(with: instances(positions.indices))
    didChange()
  }

  /// Takes what changed of the models in `range` into what the renderer gets.
  private func replaceInstances(_ range: Range<Int>) {
    columns.replace(from: range.lowerBound, with: instances(range))
    didChange()
  }

  /// The models in `range` as the renderer takes them; the bounds come to hold them.
  private func instances(_ range: Range<Int>) -> ContiguousArray<ModelInstance> {
    var instances = ContiguousArray<ModelInstance>()
    instances.reserveCapacity(range.count)
    for index in range {
      let position = positions[index]
      let heading = heading.constant ?? headings.elements[index]
      let scale = scale.constant ?? scales.elements[index]
      let altitude = altitude.constant ?? altitudes.elements[index]
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
    return instances
  }

  private func note(_ place: WorldPoint, scale: Double, altitude: Double, worldPerMeter: Double) {
    let rect = WorldRect(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)
    placesBounds = placesBounds?.union(rect) ?? rect
    largestScale = max(largestScale, scale)
    highest = max(highest, abs(altitude))
    largestWorldPerMeter = max(largestWorldPerMeter, worldPerMeter)
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
