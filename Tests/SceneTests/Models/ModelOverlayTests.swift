import OverlookCamera
import OverlookGeometry
import OverlookScene
import OverlookSupport
import Testing

@MainActor @Suite struct ModelOverlayTests {
  private let store = OverlayStore()
  private let home = LocationCoordinate(latitude: 60, longitude: 25)

  /// A tower of triangles: a square of 10 m, 40 m high, and a clip of 4 s that lifts it by 8 m.
  static let tower: Model = {
    let (low, high): (SIMD3<Float>, SIMD3<Float>) = (SIMD3(-5, 0, -5), SIMD3(5, 40, 5))
    let corners = (0..<8).map { number in
      SIMD3(number & 1 == 0 ? low.x : high.x, number & 2 == 0 ? low.y : high.y, number & 4 == 0 ? low.z : high.z)
    }
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3]]
    let indices = sides.flatMap { [$0[0], $0[1], $0[2], $0[0], $0[2], $0[3]] }.map { UInt32($0) }
    let primitive = ModelPrimitive(vertices: corners.map { ModelVertex(position: $0) }, indices: indices, material: 0)
    let lift = ModelChannel(node: 0, property: .translation, interpolation: .linear, times: [0, 4], values: [0, 0, 0, 0, 8, 0])
    return Model(
      asset: ModelAsset(
        name: "tower", nodes: [ModelNode(primitives: 0..<1)], primitives: [primitive],
        clips: [ModelClip(name: "lift", channels: [lift])]))
  }()

  private func overlay() -> ModelOverlay {
    let overlay = ModelOverlay(model: Self.tower, position: home)
    overlay.isTappable = true
    return overlay
  }

  private func added() -> ModelOverlay {
    let overlay = overlay()
    store.add(overlay)
    return overlay
  }

  private func view(tilt: Double = 60) -> ViewTransform {
    ViewTransform(
      camera: CameraPosition(target: home, zoom: 18, bearing: 0, viewingAngle: tilt), size: ScreenSize(width: 600, height: 600))
  }

  @Test func aModelTellsItsSizeAndClips() {
    #expect([Self.tower.width, Self.tower.height, Self.tower.length] == [10, 40, 10])
    #expect(Self.tower.clips.map(\.name) == ["lift"] && Self.tower.clips.map(\.duration) == [4])
    #expect(Self.tower.name == "tower")
  }

  @Test func valuesThatPlaceNothingAreNotDrawn() {
    let changes: [(ModelOverlay) -> Void] = [
      { $0.position = .invalid }, { $0.altitude = .nan }, { $0.heading = .infinity }, { $0.tilt = .nan }, { $0.roll = .nan },
      { $0.scale = 0 }, { $0.scale = -1 }, { $0.scale = .nan }, { $0.opacity = .nan }, { $0.model = nil },
    ]
    for change in changes {
      let overlay = overlay()
      store.add(overlay)
      #expect(store.modelRow(overlay.slot)?.bounds != nil)
      change(overlay)
      #expect(store.modelRow(overlay.slot)?.bounds == nil)
      store.remove(overlay)
    }
  }

  /// The front, which is z, looks north: y of the ground is south.
  @Test(arguments: [(0.0, SIMD3<Double>(0, -1, 0)), (90, SIMD3(1, 0, 0)), (180, SIMD3(0, 1, 0)), (270, SIMD3(-1, 0, 0))])
  func headingTurnsTheFrontClockwiseFromNorth(heading: Double, front: SIMD3<Double>) throws {
    let overlay = overlay()
    overlay.heading = heading
    store.add(overlay)
    guard case .one(let placement)? = store.modelRow(overlay.slot)?.content else { throw ModelTestError() }
    let turned = (placement.metersFromModel * SIMD4(0, 0, 1, 0)).xyz
    #expect(((turned - front) * (turned - front)).sum() < 1e-12)
    // Up stays up, and the left side is left of the front: east x south is down here.
    #expect((placement.metersFromModel * SIMD4(0, 1, 0, 0)).z > 0.999)
    #expect(placement.metersFromModel.determinant3 < 0)
  }

  @Test func tiltRaisesTheFrontAndRollLowersTheRight() throws {
    let overlay = overlay()
    (overlay.tilt, overlay.roll) = (30, 0)
    store.add(overlay)
    guard case .one(let raised)? = store.modelRow(overlay.slot)?.content else { throw ModelTestError() }
    // sin 30.
    #expect(abs((raised.metersFromModel * SIMD4(0, 0, 1, 0)).z - 0.5) < 1e-9)
    (overlay.tilt, overlay.roll) = (0, 30)
    guard case .one(let leaning)? = store.modelRow(overlay.slot)?.content else { throw ModelTestError() }
    // x is left, so that the right is lower by as much as it is higher.
    #expect(abs((leaning.metersFromModel * SIMD4(-1, 0, 0, 0)).z + 0.5) < 1e-9)
  }

  // MARK: Time

  @Test func timeRunsOverAndOverOrStopsAtTheEnd() {
    var looping = ModelAnimation(clip: 0)
    looping.advance(by: 9, duration: 4)
    #expect(looping.time == 1 && looping.isPlaying)
    var backwards = ModelAnimation(clip: 0, speed: -0.5)
    backwards.advance(by: 2, duration: 4)
    #expect(backwards.time == 3)
    var once = ModelAnimation(clip: 0, loops: false)
    once.advance(by: 3, duration: 4)
    #expect(once.time == 3 && once.isPlaying)
    once.advance(by: 3, duration: 4)
    #expect(once.time == 4 && !once.isPlaying)
    var held = ModelAnimation(clip: 0, isPlaying: false)
    held.advance(by: 3, duration: 4)
    #expect(held.time == 0)
  }

  @Test func timePassesOnTheMapAndSurvivesOtherChanges() {
    let overlay = overlay()
    overlay.animation = ModelAnimation(clip: 0)
    store.add(overlay)
    #expect(store.advanceModels(by: 1, visible: view().visibleRect))
    #expect(overlay.animation?.time == 1)
    overlay.heading = 10
    #expect(overlay.animation?.time == 1)
    let copy = overlay.copy()
    #expect(copy.animation?.time == 1 && copy.heading == 10 && copy.store == nil)
    overlay.animation = ModelAnimation(clip: 0, time: 3)
    #expect(overlay.animation?.time == 3)
  }

  @Test func modelsOutOfViewAndModelsAtRestAskForNoFrame() {
    let overlay = overlay()
    store.add(overlay)
    #expect(!store.advanceModels(by: 1, visible: view().visibleRect))
    overlay.animation = ModelAnimation(clip: 0)
    #expect(store.isModelPlaying(in: view().visibleRect))
    #expect(!store.advanceModels(by: 1, visible: WorldRect(minX: 0.1, minY: 0.1, maxX: 0.2, maxY: 0.2)))
    #expect(overlay.animation?.time == 1)
    overlay.animation = ModelAnimation(clip: 7)
    #expect(!store.isModelPlaying(in: view().visibleRect))
    overlay.animation = ModelAnimation(clip: 0, loops: false)
    _ = store.advanceModels(by: 9, visible: view().visibleRect)
    #expect(!store.isModelPlaying(in: view().visibleRect))
    store.remove(overlay)
    #expect(!store.advanceModels(by: 1, visible: view().visibleRect))
  }

  // MARK: Taps

  @Test func aTapMeetsWhatIsSeenAndNotTheGroundBehind() throws {
    let overlay = added()
    let view = view()
    let foot = try #require(view.screenPoint(for: WorldPoint(home)))
    // At zoom 18 and 60 degrees north a metre takes 256 * 2^18 / (2 pi 6378137 cos 60) = 3.35 points; seen at 60 degrees a height
    // of 20 m stands about 58 points above its foot.
    #expect(store.hit(at: ScreenPoint(x: foot.x, y: foot.y - 58), view: view) === overlay)
    #expect(store.hit(at: ScreenPoint(x: foot.x, y: foot.y - 200), view: view) == nil)
    #expect(store.hit(at: ScreenPoint(x: foot.x + 40, y: foot.y - 58), view: view) == nil)
    overlay.isTappable = false
    #expect(store.hit(at: ScreenPoint(x: foot.x, y: foot.y - 58), view: view) == nil)
  }

  @Test func theNearerOfTwoModelsIsHit() throws {
    let near = added()
    let far = added()
    far.position = LocationCoordinate(latitude: 60.0002, longitude: 25)
    let view = view()
    let foot = try #require(view.screenPoint(for: WorldPoint(home)))
    #expect(store.hit(at: ScreenPoint(x: foot.x, y: foot.y - 80), view: view) === near)
    far.zIndex = 1
    #expect(store.hit(at: ScreenPoint(x: foot.x, y: foot.y - 80), view: view) === far)
  }

  @Test func aClipMovesWhatIsTapped() throws {
    let overlay = added()
    overlay.animation = ModelAnimation(clip: 0, time: 4, isPlaying: false)
    let view = view()
    let foot = try #require(view.screenPoint(for: WorldPoint(home)))
    // Lifted by 8 m it leaves the ground before it free.
    #expect(store.hit(at: ScreenPoint(x: foot.x, y: foot.y + 4), view: view) == nil)
    overlay.animation = nil
    #expect(store.hit(at: ScreenPoint(x: foot.x, y: foot.y + 4), view: view) === overlay)
  }

  // MARK: Layers

  @Test func aLayerTellsWhichOfItsModelsIsMeant() throws {
    let layer = ModelLayer(
      model: Self.tower, positions: [LocationCoordinate(latitude: 60.001, longitude: 25), .invalid, home])
    layer.isTappable = true
    store.add(layer)
    let view = view()
    let foot = try #require(view.screenPoint(for: WorldPoint(home)))
    let point = ScreenPoint(x: foot.x, y: foot.y - 58)
    #expect(store.hit(at: point, view: view) === layer)
    #expect(store.element(of: layer, at: point, view: view) == 2)
    #expect(layer.position(of: 1) == nil && layer.position(of: 9) == nil && layer.count == 3)
    // A closure that throws leaves out that one.
    layer.scale = .each { if $0 == 2 { throw ModelTestError() } else { 1 } }
    #expect(store.element(of: layer, at: point, view: view) == nil)
    layer.scale = .constant(0)
    #expect(store.modelRow(layer.slot)?.bounds == nil)
  }

  @Test func aLayerOfHeadingsTurnsAsModelsDo() throws {
    let layer = ModelLayer(model: Self.tower, positions: [home])
    layer.heading = .column([90])
    store.add(layer)
    guard case .many(let columns)? = store.modelRow(layer.slot)?.content else { throw ModelTestError() }
    let instance = try #require(columns.instances.elements.first)
    #expect(abs(instance.sine - 1) < 1e-6 && abs(instance.cosine) < 1e-6)
    #expect(abs(Double(instance.worldPerMeter) * Mercator.metersPerWorldUnit(atLatitude: 60) - 1) < 1e-6)
  }
}

private struct ModelTestError: Error {}
