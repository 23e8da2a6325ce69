package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
import OverlookLayout
package import OverlookPasses
import OverlookRaster
package import OverlookScene
import OverlookSupport

/// Draws models and layers of models. They leave their depths in the target, and are hidden by those that are there.
///
/// What is opaque is drawn first, then what is not, of a run of neighbours the farthest first. A model that is translucent as a
/// whole, and what is blended of a layer, leave their depths before their colours, so that each pixel shows the nearest surface
/// alone.
@MainActor package final class ModelPass: OverlayPass {
  /// An overlay of the drawing order.
  private struct Item {
    let row: ModelRow
    let shown: ShownModel
    let bounds: WorldRect
    /// How high it reaches, in widths of the world.
    let top: Double

    func draws(_ surfaces: StandingSurfaces) -> Bool {
      let isWhole = row.opacity == 1
      return switch surfaces {
      case .opaque: isWhole && shown.geometry.opaqueCount > 0
      case .translucent: !isWhole || shown.geometry.opaqueCount < shown.geometry.parts.count
      }
    }
  }

  /// Something that is blended with what lies behind it.
  private struct Translucent {
    var distance: Double
    var item: Int
    /// Nil: the whole model, or what is blended of a layer.
    var part: Int?
    var worldCopy: Int
  }

  package let kind = OverlayRun.Kind.overlays(.model)
  private let device: GPUDevice
  private let programs: ModelPrograms
  private let shadows: ShadowMap
  /// Nil where there are no tools for it.
  private let edges: ModelEdges?
  /// Whether models of the present draw are lit by the Sun.
  private var isSunlit = false
  package private(set) var shadowVersion = 0
  /// In drawing order; nil for one that cannot be drawn, which keeps its number.
  private var items: [Item?] = []
  private var geometries: [ObjectIdentifier: ModelGeometry] = [:]
  private var shown: [ObjectIdentifier: ShownModel] = [:]
  private var translucent: [Translucent] = []
  private var seenOrder = -1
  /// Overlays of the drawing order whose model the driver refused.
  package private(set) var notDrawnCount = 0

  package init(_ device: GPUDevice, library: ShaderLibrary, raster: RasterTools? = nil, shadows: ShadowMap? = nil) {
    edges = raster.map { ModelEdges(device, $0, library: library) }
    let shadows = shadows ?? ShadowMap(device, library: library)
    self.device = device
    self.shadows = shadows
    programs = ModelPrograms(device, library: library)
    shadows.add(self)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reload() throws(GPUError) {
    try programs.reload()
    try edges?.reload()
  }

  /// Whether edges are smoothed, by whoever draws. Default true.
  package var smoothsEdges: Bool {
    get { edges?.isUsed ?? false }
    set { edges?.isUsed = newValue }
  }

  /// Gives back what the next frame makes anew.
  package func trimMemory() { edges?.trimMemory() }

  /// Brings the models of `order` up to date with `store`. Once a frame, before `draw` and before `OverlayStore.clearChanges`.
  package func prepare(_ store: OverlayStore, order: DrawOrder, in frame: OverlayFrame) {
    guard order.version != seenOrder || store.hasDirtyModels else { return }
    if !items.isEmpty || order.entries.contains(where: { $0.kind == .model }) { shadowVersion += 1 }
    seenOrder = order.version
    notDrawnCount = 0
    items.removeAll(keepingCapacity: true)
    for entry in order.entries where entry.kind == .model { items.append(item(store, slot: Int(entry.slot))) }
    forgetDetached(store)
  }

  private func item(_ store: OverlayStore, slot: Int) -> Item? {
    guard let row = store.modelRow(slot), let bounds = row.bounds, let model = row.model,
      let overlay = store.overlay(.model, slot: slot)
    else { return nil }
    do throws(GPUError) {
      let shown = try shown(overlay, model)
      shown.move(row)
      if case .many(let columns) = row.content { try shown.update(columns) }
      return Item(row: row, shown: shown, bounds: bounds, top: row.topWorld)
    } catch {
      notDrawnCount += 1
      return nil
    }
  }

  private func shown(_ overlay: Overlay, _ model: Model) throws(GPUError) -> ShownModel {
    let key = ObjectIdentifier(overlay)
    if let known = shown[key], known.geometry.model === model { return known }
    let geometry: ModelGeometry
    if let known = geometries[ObjectIdentifier(model)] {
      geometry = known
    } else {
      geometry = try ModelGeometry(device, model)
      geometries[ObjectIdentifier(model)] = geometry
    }
    let made = ShownModel(device, geometry, overlay)
    shown[key] = made
    return made
  }

  /// What left the view stays in the driver's memory, what left the map does not.
  private func forgetDetached(_ store: OverlayStore) {
    guard shown.contains(where: { $0.value.overlay.store !== store }) else { return }
    shown = shown.filter { $0.value.overlay.store === store }
    let used = Set(shown.values.map { ObjectIdentifier($0.geometry.model) })
    geometries = geometries.filter { used.contains($0.key) }
  }
}

// The frame.
extension ModelPass {
  /// Draws what is opaque or what is translucent of the models `run.first ..< run.first + run.count` of those in the order given
  /// to `prepare`. The block `View` must be that of the frame's view.
  package func draw(
    _ run: OverlayRun, _ surfaces: StandingSurfaces, in frame: OverlayFrame, to target: GPUTarget, isBehindBuildings: Bool
  ) throws(GPUError) {
    guard run.kind == kind else { return }
    let view = frame.view
    let range = (run.first..<run.first + run.count).clamped(to: items.indices)
    let light = Self.light(frame.light, zoom: frame.styleZoom, view)
    isSunlit = frame.daylight != nil && device.variant == .color
    if isSunlit { shadows.bind() }
    let visible = view.visibleRect
    let isSmoothed = try edges?.begin(room(of: range, surfaces, view, target), of: target) ?? false
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(true)
    device.state.setDepthWrite(true)
    translucent.removeAll(keepingCapacity: true)
    for index in range {
      guard let item = items[index], let copies = WorldCopy.meeting(item.bounds, visible) else { continue }
      for copy in copies {
        switch surfaces {
        case .translucent: collect(item, index, view, worldCopy: copy)
        case .opaque where item.row.opacity == 1:
          try draw(item, 0..<item.shown.geometry.opaqueCount, view, light, worldCopy: copy)
        case .opaque: break
        }
      }
    }
    translucent.heapSort { $0.distance > $1.distance }
    for unit in translucent {
      if let item = items[unit.item] { try draw(unit, of: item, view, light) }
    }
    device.state.setDepthWrite(false)
    device.state.setDepthTest(false)
    device.state.setCulling(false)
    if isSmoothed { edges?.end(in: target) }
  }

  /// The pixels that what is drawn may be seen in.
  private func room(
    of range: Range<Int>, _ surfaces: StandingSurfaces, _ view: ViewTransform, _ target: GPUTarget
  ) -> GPURect {
    var room = StandingRoom(view, target)
    for case .some(let item) in items[range] where item.draws(surfaces) {
      guard let copies = WorldCopy.meeting(item.bounds, view.visibleRect) else { continue }
      for copy in copies { room.add(item.bounds, top: item.top, worldCopy: copy) }
    }
    return room.rect
  }

  private static func light(_ light: StyleLight, zoom: Double, _ view: ViewTransform) -> ModelLight {
    let light = ExtrusionLight(light, zoom: zoom, bearing: view.camera.bearing)
    return ModelLight(
      direction: SIMD3(-light.direction.x, -light.direction.y, light.direction.z), color: light.color,
      intensity: light.intensity, eye: SIMD3<Float>(view.eye))
  }

  /// Notes what of an item is to be drawn after all that is opaque.
  private func collect(_ item: Item, _ index: Int, _ view: ViewTransform, worldCopy: Int) {
    let geometry = item.shown.geometry
    guard item.row.opacity < 1 || geometry.opaqueCount < geometry.parts.count else { return }
    guard item.row.opacity == 1, case .one(let placement) = item.row.content else {
      let middle = WorldPoint(
        x: (item.bounds.minX + item.bounds.maxX) / 2 + Double(worldCopy), y: (item.bounds.minY + item.bounds.maxY) / 2)
      let (x, y) = view.centeredPoints(for: middle)
      translucent.append(Translucent(distance: Self.distance(SIMD3(x, y, 0), view), item: index, part: nil, worldCopy: worldCopy))
      return
    }
    let pointsFromModel = placement.pointsFromModel(view, worldCopy: worldCopy)
    for part in geometry.opaqueCount..<geometry.parts.count {
      let known = geometry.parts[part]
      let inModel = item.shown.pose.modelFromNode[known.node] * SIMD4(SIMD3<Double>(known.center), 1)
      let distance = Self.distance((pointsFromModel * inModel).xyz, view)
      translucent.append(Translucent(distance: distance, item: index, part: part, worldCopy: worldCopy))
    }
  }

  private static func distance(_ points: SIMD3<Double>, _ view: ViewTransform) -> Double {
    let way = points - view.eye
    return (way * way).sum().squareRoot()
  }

  private func draw(_ unit: Translucent, of item: Item, _ view: ViewTransform, _ light: ModelLight) throws(GPUError) {
    let geometry = item.shown.geometry
    if let part = unit.part {
      device.state.setDepthWrite(false)
      return try draw(item, part..<part + 1, view, light, worldCopy: unit.worldCopy)
    }
    let parts = (item.row.opacity < 1 ? 0 : geometry.opaqueCount)..<geometry.parts.count
    device.state.setDepthWrite(true)
    device.state.setColorWrite(false)
    try draw(item, parts, view, light, worldCopy: unit.worldCopy)
    device.state.setDepthWrite(false)
    device.state.setColorWrite(true)
    try draw(item, parts, view, light, worldCopy: unit.worldCopy)
  }

  private func draw(
    _ item: Item, _ parts: Range<Int>, _ view: ViewTransform, _ light: ModelLight, worldCopy: Int
  ) throws(GPUError) {
    let geometry = item.shown.geometry
    let materials = geometry.model.asset.materials
    for part in geometry.parts[parts] {
      let material = materials[part.material]
      var variant = part.variant
      if item.row.isLayer { variant.insert(.instanced) }
      if isSunlit { variant.insert(.sunlit) }
      let program = programs.program(variant)
      program.set(light)
      if isSunlit { program.set(shadows.cast) }
      setStand(of: item, program, view, worldCopy)
      program.set(material, opacity: item.row.opacity)
      geometry.bindTextures(of: material)
      let modelFromNode = item.shown.pose.modelFromNode[part.node]
      try setPose(of: item, part, program)
      device.state.setCulling(!material.isDoubleSided && modelFromNode.determinant3 > 0)
      item.shown.draw(device, part, isLayer: item.row.isLayer)
    }
  }
}

// Where models stand, and how.
extension ModelPass {
  private func setStand(of item: Item, _ program: ModelProgram, _ view: ViewTransform, _ worldCopy: Int) {
    switch item.row.content {
    case .one(let placement):
      program.setStand(
        pointsFromModel: placement.pointsFromModel(view, worldCopy: worldCopy), groundFromModel: placement.metersFromModel)
    case .many: program.set(FixedCenter(view, worldCopy: worldCopy))
    }
  }

  private func setPose(of item: Item, _ part: ModelPart, _ program: ModelProgram) throws(GPUError) {
    if let firstJoint = part.firstJoint {
      try item.shown.bindJoints()
      program.set(firstJoint: firstJoint)
    } else {
      program.set(modelFromNode: item.shown.pose.modelFromNode[part.node])
    }
    guard let morph = part.morph else { return }
    item.shown.geometry.bindShifts()
    try item.shown.bindWeights()
    program.set(morph)
  }
}

extension ModelPass: ShadowCaster {
  package func tallestShadow(in view: ViewTransform) -> Double {
    var tallest = 0.0
    let visible = view.visibleRect
    for case .some(let item) in items where WorldCopy.meeting(item.bounds, visible) != nil {
      tallest = max(tallest, item.top * view.pointsPerWorld)
    }
    return tallest.isFinite ? tallest : 0
  }

  package func castShadows(_ cast: ShadowCast) throws(GPUError) {
    device.state.setCulling(false)
    let reached = cast.reachedRect
    for case .some(let item) in items where item.row.opacity > 0.5 {
      guard let copies = WorldCopy.meeting(item.bounds, reached) else { continue }
      for copy in copies { try castShadow(of: item, cast, worldCopy: copy) }
    }
  }

  private func castShadow(of item: Item, _ cast: ShadowCast, worldCopy: Int) throws(GPUError) {
    for part in item.shown.geometry.parts[..<item.shown.geometry.opaqueCount] where part.shape == .triangles {
      var variant = part.variant.intersection([.skinned, .morphed])
      variant.insert(.caster)
      if item.row.isLayer { variant.insert(.instanced) }
      let program = programs.program(variant)
      program.set(cast)
      setStand(of: item, program, cast.view, worldCopy)
      try setPose(of: item, part, program)
      item.shown.draw(device, part, isLayer: item.row.isLayer)
    }
  }
}

extension ModelRow {
  fileprivate var isLayer: Bool { if case .many = content { true } else { false } }
}

extension ModelPlacement {
  /// East, south and up of the target of a view, in points.
  fileprivate func pointsFromModel(_ view: ViewTransform, worldCopy: Int) -> Matrix4 {
    let (x, y) = view.centeredPoints(for: WorldPoint(x: place.x + Double(worldCopy), y: place.y))
    let points = worldPerMeter * view.pointsPerWorld
    return Matrix4.translation(x, y, altitudeMeters * points) * Matrix4.scale(points, points, points) * metersFromModel
  }
}
