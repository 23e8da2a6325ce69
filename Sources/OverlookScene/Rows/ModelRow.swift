package import OverlookGeometry
package import OverlookSupport

/// A model or many as the renderer takes them.
package struct ModelRow: OverlayRow {
  package enum Content: Sendable {
    case one(ModelPlacement)
    case many(ModelColumns)
  }

  package var key: DrawKey
  package var isTappable: Bool
  package var bounds: WorldRect?
  /// Not nil when `bounds` is not.
  package var model: Model?
  package var content: Content
  /// 0 ... 1.
  package var opacity: Float
  /// With the time to which it has advanced.
  package var animation: ModelAnimation?
  /// As the overlay was told.
  var givenAnimation: ModelAnimation?

  init(
    key: DrawKey, isTappable: Bool, bounds: WorldRect?, model: Model?, content: Content, opacity: Float,
    animation: ModelAnimation?
  ) {
    self.key = key
    self.isTappable = isTappable
    self.bounds = bounds
    self.model = model
    self.content = content
    self.opacity = opacity
    self.animation = animation
    givenAnimation = animation
  }

  package var isStanding: Bool { true }

  /// The clip that moves the model, if there is one.
  package var clip: ModelClip? {
    guard let animation, let clips = model?.asset.clips, clips.indices.contains(animation.clip) else { return nil }
    return clips[animation.clip]
  }

  /// How high its highest model reaches above the ground, in widths of the world; 0 for none.
  @MainActor package var topWorld: Double {
    guard let box = model?.asset.bounds else { return 0 }
    switch content {
    case .one(let placement):
      return (Double(box.moved(by: placement.metersFromModel).maximum.z) + placement.altitudeMeters) * placement.worldPerMeter
    case .many(let columns):
      // Models of a layer stand upright.
      let height = max(box.maximum.y, 0)
      var top: Float = 0
      for instance in columns.instances.elements { top = max(top, instance.worldPerMeter * height + instance.altitude) }
      return Double(top)
    }
  }

  /// Goes on from where `old`, the row before a change, had come, unless the change was of the animation.
  mutating func keepTime(of old: ModelRow) {
    if givenAnimation == old.givenAnimation { animation = old.animation }
  }

  /// Whether time passes for it.
  var isPlaying: Bool { animation?.isPlaying == true && clip != nil }
}

/// Where one model stands.
package struct ModelPlacement: Equatable, Sendable {
  /// x in 0 ..< 1.
  package var place = WorldPoint(x: 0, y: 0)
  package var altitudeMeters = 0.0
  /// Metres there, in widths of the world.
  package var worldPerMeter = 0.0
  /// From the model's axes to east, south and up, in metres.
  package var metersFromModel = Matrix4.identity

  init() {}

  /// Nil for values that place nothing.
  init?(position: LocationCoordinate, altitude: Double, heading: Double, tilt: Double, roll: Double, scale: Double) {
    guard position.isValid, altitude.isFinite, heading.isFinite, tilt.isFinite, roll.isFinite, scale > 0, scale < 1e9 else {
      return nil
    }
    place = WorldPoint(position).wrapped
    altitudeMeters = min(max(altitude, -1e7), 1e7)
    worldPerMeter = 1 / Mercator.metersPerWorldUnit(atLatitude: position.latitude)
    metersFromModel =
      Self.groundFromModel * Self.turn(heading: heading, tilt: tilt, roll: roll) * Matrix4.scale(scale, scale, scale)
  }

  /// The model's front, its z, looks north, and its y up; the ground has x east, y south and z up.
  package static let groundFromModel = Matrix4(
    columns: (SIMD4(-1, 0, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, -1, 0, 0), SIMD4(0, 0, 0, 1)))

  /// About the model's y, then x, then z. Positive turns about y and x lead left and down.
  private static func turn(heading: Double, tilt: Double, roll: Double) -> Matrix4 {
    func about(_ axis: SIMD3<Double>, _ degrees: Double) -> Matrix4 {
      Matrix4.rotation(about: axis, radians: degrees.truncatingRemainder(dividingBy: 360) * Angle.radiansPerDegree)
    }
    return about(SIMD3(0, 1, 0), -heading) * about(SIMD3(1, 0, 0), -tilt) * about(SIMD3(0, 0, 1), roll)
  }

  /// The part of the world on which something of a box, in the model's axes, may be seen to stand.
  func bounds(of box: ModelBox?) -> WorldRect? {
    guard let box else { return nil }
    return Self.bounds(of: box.moved(by: metersFromModel), altitudeMeters: altitudeMeters, worldPerMeter, place)
  }

  /// As the other, of a box in metres east, south and up.
  static func bounds(of box: ModelBox, altitudeMeters: Double, _ worldPerMeter: Double, _ place: WorldPoint) -> WorldRect? {
    // What stands high covers ground behind it: so much of it as a view tilted by 65 degrees shows in its middle.
    let top = max(abs(Double(box.maximum.z) + altitudeMeters), abs(Double(box.minimum.z) + altitudeMeters)) * 2.2
    let (dx, dy) = (
      Double(max(abs(box.minimum.x), abs(box.maximum.x))) + top, Double(max(abs(box.minimum.y), abs(box.maximum.y))) + top
    )
    let (x, y) = (dx * worldPerMeter, dy * worldPerMeter)
    guard x.isFinite, y.isFinite else { return nil }
    return WorldRect(minX: place.x - x, minY: place.y - y, maxX: place.x + x, maxY: place.y + y)
  }
}

/// One of the places of a layer of models; the layout is that of `model.vert`.
package struct ModelInstance: Hashable, Sendable, BitwiseCopyable {
  package var place: FixedPlace
  /// Sine and cosine of the heading.
  package var sine: Float
  package var cosine: Float
  /// Widths of the world to a metre of the model; 0: not drawn.
  package var worldPerMeter: Float
  /// Of its origin above the ground, in widths of the world.
  package var altitude: Float
}

/// The places of a layer of models.
@MainActor package final class ModelColumns {
  package private(set) var instances = LayerColumn<ModelInstance>()
  /// Another number after every change.
  package private(set) var version = 0

  nonisolated init() {}

  func replaceAll(with instances: ContiguousArray<ModelInstance>) {
    self.instances.replaceAll(with: instances)
    version += 1
  }

  func replace(from first: Int, with newInstances: ContiguousArray<ModelInstance>) {
    instances.replace(from: first, with: newInstances)
    version += 1
  }

  /// Forgets what changed; called by the renderer that took it over.
  package func clearChanges() { instances.clearChanges() }
}
