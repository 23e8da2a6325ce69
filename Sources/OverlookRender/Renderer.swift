package import OverlookCamera
package import OverlookGPU
package import OverlookGeometry
package import OverlookLayout
package import OverlookScene
package import OverlookSupport
import OverlookText
package import OverlookTiles

/// Draws frames: the base plane, the overlay plane above it, markers, and the interface. One per GL context; main thread.
///
/// The base plane is drawn straight into the target while its own reasons are set. In the first frame in which only overlays
/// changed it is drawn into a target of its own, and from then on copied, until one of its reasons is set again.
@MainActor package final class Renderer {
  package let device: GPUDevice
  /// Filled by `draw`'s caller with what lies above the map, and by overlay items.
  package let canvas: Canvas
  /// What each part of a frame costs; off unless somebody wants to know.
  package let profiler: FrameProfiler
  /// How often the base plane was drawn, and how often copied.
  package private(set) var baseDrawCount = 0
  package private(set) var baseCopyCount = 0
  /// The driver's time for the last frame it answered, in milliseconds. Nil where the processor draws: to measure it there takes
  /// the fastest ways of drawing away.
  package var gpuMilliseconds: Double? { timer.milliseconds }

  private let uniforms: GPUUniformBuffer<ViewUniforms>
  private let textures: TileTextures
  private let tilePass: RasterTilePass
  private var sky: SkyPass
  private var groundPass: GroundOverlayPass
  private var shapePass: ShapePass
  private let blockPass: BlockPass
  private var bulkPass: BulkPass
  private var modelPass: ModelPass
  private var markerPass: MarkerPass
  let canvasPass: CanvasPass
  let viewPictures: ViewPictures
  private let library: ShaderLibrary
  /// Made when there is a style to draw.
  package private(set) var styleRenderer: StyleRenderer?
  private var timer: GPUTimer
  private var base: BasePlane?
  /// Whether the base plane that was drawn last left depths of buildings in its target.
  private var hasBuildingDepths = false
  private var shapeOrder = DrawOrder.forShapes()
  private var order = PlaneOrder()
  private var translucentRuns = TranslucentRuns()
  /// On maps without a style.
  private let usualLight = StyleLight()
  /// What is shown in place of the picture; the map's owner asks for a whole frame after a change.
  package var debugView = DebugView.none {
    didSet {
      guard debugView != oldValue else { return }
      debugPass = nil
      base = nil
      styleRenderer?.forgetPicture()
    }
  }
  private var debugPass: DebugViewPass?
  let identityBuffer: IdentityBuffer
  private var tileZIndices: [Int] = []
  private var itemZIndices: [Int] = []
  private var markerReachPoints = 0.0

  /// Needs a current context of GL 3.3 or later; throws what it lacks or which shader does not compile.
  package init(
    library: ShaderLibrary = .resources, profiler: FrameProfiler? = nil, wake: @escaping @Sendable () -> Void = {}
  ) throws {
    device = try GPUDevice()
    viewPictures = ViewPictures(wake: wake)
    self.profiler = profiler ?? FrameProfiler()
    canvas = Canvas(font: try FontFace.embedded())
    uniforms = try GPUUniformBuffer(device, bindingPoint: GPUProgram.viewBinding, label: "view")
    textures = TileTextures(device)
    tilePass = RasterTilePass(device, library: library)
    sky = SkyPass(device, library: library)
    groundPass = GroundOverlayPass(device, library: library)
    shapePass = ShapePass(device, library: library)
    blockPass = BlockPass(device, library: library)
    bulkPass = BulkPass(device, library: library)
    modelPass = ModelPass(device, library: library)
    markerPass = MarkerPass(device, library: library)
    canvasPass = CanvasPass(device, library: library)
    timer = GPUTimer(device)
    identityBuffer = IdentityBuffer(device)
    self.library = library
  }

  /// Reads all shaders again; throws the first that does not compile, which keeps its old version.
  package func reloadShaders() throws(GPUError) {
    try tilePass.reloadShaders()
    try sky.reload()
    try groundPass.reload()
    try shapePass.reload()
    try blockPass.reload()
    try bulkPass.reload()
    try modelPass.reload()
    try markerPass.reload()
    try canvasPass.reloadShaders()
    try styleRenderer?.reloadShaders()
    base = nil
  }

  /// Overlays in and near the view.
  package var overlayCountNearView: Int { shapeOrder.entries.count + markerPass.gather.instances.count }

  /// Overlays in and near the view that cannot be drawn: the driver refused their picture, or has no room for their icon or for
  /// so many vertices.
  package var overlayCountNotDrawn: Int {
    groundPass.failedCount + shapePass.notDrawnCount + modelPass.failedCount + markerPass.gather.leftOutCount
  }

  /// Polygons in and near the view that could only be outlined.
  package var polygonCountNotFilled: Int { shapePass.batch.outlineOnlyCount }

  /// Why the next frame looks different though nothing changes: pictures wait to be taken over, or something fades.
  package var reasonsForNextFrame: RedrawReasons {
    var reasons: RedrawReasons = []
    if textures.needsFrame || styleRenderer?.needsFrame == true { reasons.insert(.tiles) }
    if groundPass.needsFrame { reasons.insert(.overlays) }
    return reasons
  }

  /// The view nearest to `view` that costs least to draw: half a pixel away at most.
  package func aligned(_ view: ViewTransform, pixelsPerPoint: Double) -> ViewTransform {
    styleRenderer?.aligned(view, pixelsPerPoint: pixelsPerPoint) ?? view
  }

  /// What bringing tiles to the driver took so far, and the bytes they take there.
  package var tileUploads: TileUploadStatistics { textures.statistics }
  package var tileTextureBytes: Int { textures.byteCount }

  /// Has the driver compile what a style will be drawn with, in the bound framebuffer and between two frames.
  package func rehearse(_ frame: StyleFrame, view: ViewTransform, framebuffer: PixelSize) throws(GPUError) {
    let target = device.state.currentTarget(width: framebuffer.width, height: framebuffer.height)
    try styleRenderer?.rehearse(frame, view: view, target: target)
  }

  /// Forgets the pictures of a layer that was removed.
  package func removeTileLayer(number: UInt32) {
    textures.remove(layerNumber: number)
  }
}

// Before the frame is drawn: from models to the GPU.
extension Renderer {
  /// Starts a frame: brings pictures and rows that changed to the GPU, and the order of drawing into `packet`. `items` are sorted
  /// by zIndex. The store's marks of change are cleared.
  package func prepare(
    _ packet: inout FramePacket, tileLayers: [TileLayerRuntime], store: OverlayStore, items: [any OverlayItem]
  ) throws(GPUError) {
    device.beginFrame()
    profiler.begin(device)
    // Before anything can throw: a frame that fails here must not leave the picture of an older view to be copied.
    if !packet.reasons.isDisjoint(with: .basePlane) { base?.isValid = false }
    try prepareStyle(packet)
    profiler.lap(CostCenter(.style), .extract)
    textures.update(tileLayers, now: packet.timeSeconds)
    packet.setTileLayers(tileLayers)
    profiler.lap(CostCenter(.tiles), .extract)
    tileZIndices.removeAll(keepingCapacity: true)
    for runtime in tileLayers { tileZIndices.append(runtime.layer.zIndex) }
    itemZIndices.removeAll(keepingCapacity: true)
    for item in items { itemZIndices.append(item.zIndex) }

    shapeOrder.update(store, visibleRect: shapePass.reachedRect(packet.view, store: store))
    profiler.lap(CostCenter(.order), .extract)
    groundPass.prepare(store, order: shapeOrder, view: packet.view, pixelsPerPoint: packet.pixelsPerPoint)
    profiler.lap(CostCenter(.overlays(.groundOverlay)), .extract)
    bulkPass.prepare(store, order: shapeOrder)
    profiler.lap(CostCenter(.overlays(.bulk)), .extract)
    modelPass.prepare(store, order: shapeOrder)
    profiler.lap(CostCenter(.overlays(.model)), .extract)
    try shapePass.prepare(store, order: shapeOrder, view: packet.view, pixelsPerPoint: packet.pixelsPerPoint)
    profiler.lap(CostCenter(.shapes), .extract)
    try blockPass.prepare(store, order: shapeOrder, view: packet.view)
    try markerPass.prepare(store, view: packet.view, pixelsPerPoint: packet.pixelsPerPoint)
    profiler.lap(CostCenter(.overlays(.marker)), .extract)
    markerReachPoints = store.markerReachPoints
    store.clearChanges()

    let oldBaseCount = order.baseLayerCount
    if order.update(
      entries: shapeOrder.entries, version: shapeOrder.version, tileZIndices: tileZIndices, itemZIndices: itemZIndices),
      order.baseLayerCount != oldBaseCount
    {
      base?.isValid = false
    }
    packet.order = order
    translucentRuns.findPlaces(order, shapeOrder, store)
    packet.markerCount = markerPass.gather.instances.count
    profiler.lap(CostCenter(.order), .extract)
  }

  private func prepareStyle(_ packet: FramePacket) throws(GPUError) {
    guard let frame = packet.style else { return styleRenderer = nil }
    // A frame without reasons of the base plane copies what was drawn before.
    if packet.reasons.isDisjoint(with: .basePlane), base?.isValid == true { return }
    let renderer: StyleRenderer
    if let styleRenderer {
      renderer = styleRenderer
    } else {
      renderer = try StyleRenderer(device, library: library)
      styleRenderer = renderer
    }
    try renderer.prepare(frame, view: packet.view)
  }
}

// The frame itself.
extension Renderer {
  /// Draws the prepared frame into the bound framebuffer. `interface` fills the canvas with what lies above the map.
  package func draw(_ packet: FramePacket, items: [any OverlayItem], interface: (Canvas) -> Void) throws(GPUError) {
    let target = device.state.currentTarget(width: packet.framebuffer.width, height: packet.framebuffer.height)
    if !device.capabilities.isSoftware { timer.begin() }
    defer { timer.end() }
    uniforms.update(ViewUniforms(view: packet.view, pixelsPerPoint: packet.pixelsPerPoint))
    switch debugView {
    case .none: try drawScene(packet, items: items, target: target)
    case .overdraw, .picking: try drawDebugView(packet, items: items, target: target)
    }
    canvas.begin(size: packet.view.size, pixelsPerPoint: packet.pixelsPerPoint)
    interface(canvas)
    try canvasPass.draw(canvas, to: target)
    profiler.lap(CostCenter(.interface), .submit)
    profiler.end()
    device.releaseCompiler()
    try device.throwProgramFault()
  }

  /// The map and what lies on it.
  private func drawScene(_ packet: FramePacket, items: [any OverlayItem], target: GPUTarget) throws(GPUError) {
    let depth: BasePlane.SceneDepth = packet.hasStandingOverlays ? .own : packet.mayHideOverlays ? .ofBase : .none
    // Windows need not have depths that can be kept beside a copy of the base plane: such frames are made in a target of our own.
    let scene = depth == .none ? target : try plane(target, depth).scene ?? target
    try drawBase(packet, to: scene, depth)
    let isHiding = depth != .none && packet.buildingsHideOverlays && hasBuildingDepths
    // Without buildings nothing has set the depths.
    if depth == .own, !isHiding {
      device.state.setScissor(nil)
      device.clear(depth: true, stencil: false)
    }
    try drawOverlayPlane(packet, items: items, target: scene, isBehindBuildings: isHiding)
    if scene != target {
      device.blit(from: scene, to: target)
      device.state.bind(target: target)
    }
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  /// The same in a variant of the shaders, and what can be seen of that.
  private func drawDebugView(_ packet: FramePacket, items: [any OverlayItem], target: GPUTarget) throws(GPUError) {
    let pass = debugPass ?? DebugViewPass(device, debugView, library: library)
    debugPass = pass
    let picture = try pass.begin(as: target)
    defer { device.variant = .color }
    if debugView == .overdraw {
      try drawScene(packet, items: items, target: picture)
    } else {
      try drawOverlayPlane(packet, items: items, target: picture, isBehindBuildings: false)
    }
    pass.end(into: target)
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  /// The base plane's targets for frames in `target`.
  private func plane(_ target: GPUTarget, _ depth: BasePlane.SceneDepth) throws(GPUError) -> BasePlane {
    if let base, base.fits(target), base.depth == depth || depth == .none { return base }
    // Given back first: there may not be room for both.
    base = nil
    let plane = try BasePlane(device, width: target.width, height: target.height, depth)
    base = plane
    return plane
  }

  private func drawBase(_ packet: FramePacket, to target: GPUTarget, _ depth: BasePlane.SceneDepth) throws(GPUError) {
    guard packet.reasons.isDisjoint(with: .basePlane) else {
      device.state.bind(target: target)
      try drawBaseContent(packet, to: target)
      return
    }
    let plane = try plane(target, depth)
    if !plane.isValid {
      device.state.bind(target: plane.target)
      try drawBaseContent(packet, to: plane.target)
      plane.isValid = true
    }
    if depth == .own, hasBuildingDepths { device.copyDepth(from: plane.target, to: target) }
    device.blit(from: plane.target, to: target)
    baseCopyCount += 1
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  private func drawBaseContent(_ packet: FramePacket, to target: GPUTarget) throws(GPUError) {
    baseDrawCount += 1
    if let frame = packet.style, let styleRenderer {
      try styleRenderer.draw(frame, view: packet.view, target: target, background: packet.background.premultiplied)
      hasBuildingDepths = styleRenderer.hasDrawnExtrusions
      uniforms.bind()
      profiler.lap(CostCenter(.style), .submit)
    } else {
      hasBuildingDepths = false
      device.clear(color: packet.background.premultiplied)
    }
    for layer in packet.tileLayers.prefix(packet.order.baseLayerCount) { try draw(layer, packet) }
    // Styles have a sky of their own, or none.
    if packet.style == nil { drawSky(packet.view) }
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  private func drawSky(_ view: ViewTransform) {
    guard let y = view.horizonY else { return }
    let horizonClip = 1 - 2 * y / view.size.height
    // The haze reaches a little below the horizon.
    if horizonClip < 1.3 { sky.draw(horizonClip: Float(horizonClip)) }
  }

  private func draw(_ layer: FramePacket.TileLayerDraws, _ packet: FramePacket) throws(GPUError) {
    guard layer.opacity > 0 else { return }
    try tilePass.draw(
      layer.draws, view: packet.view, pixelsPerPoint: packet.pixelsPerPoint, opacity: layer.opacity, textures: textures)
    profiler.lap(CostCenter(.tiles, number: Int(layer.number)), .submit)
  }

  private func drawOverlayPlane(
    _ packet: FramePacket, items: [any OverlayItem], target: GPUTarget, isBehindBuildings: Bool
  ) throws(GPUError) {
    try drawOverlays(packet, items: items, target: target, isBehindBuildings: isBehindBuildings)
    markerPass.draw(view: packet.view, reachPoints: markerReachPoints)
    profiler.lap(CostCenter(.overlays(.marker)), .submit)
  }

  /// Everything above the base plane but markers.
  func drawOverlays(
    _ packet: FramePacket, items: [any OverlayItem], target: GPUTarget, isBehindBuildings: Bool
  ) throws(GPUError) {
    var isBehindBuildings = isBehindBuildings
    let steps = packet.order.steps
    translucentRuns.begin()
    for (number, step) in steps.enumerated() {
      switch step {
      case .tiles(let index):
        if device.variant == .identity { continue }
        if packet.tileLayers.indices.contains(index) { try draw(packet.tileLayers[index], packet) }
      case .overlays(let run):
        try draw(run, .opaque, packet, target, isBehindBuildings)
        // What stands on the map hides what lies behind it as buildings do.
        if run.hasDepth { isBehindBuildings = true }
      case .translucent(let run):
        translucentRuns.add(run, packet.view)
        // Neighbours from afar.
        if number + 1 < steps.count, case .translucent = steps[number + 1] { continue }
        translucentRuns.sort()
        for run in translucentRuns.sorted { try draw(run.run, .translucent, packet, target, isBehindBuildings) }
        translucentRuns.removeAll()
      case .item(let index):
        if items.indices.contains(index) { try draw(items[index], index, packet, target) }
        identityBuffer.note(.item(index))
        profiler.lap(CostCenter(.items, number: index), .submit)
      }
    }
  }

  private func draw(
    _ run: OverlayRun, _ surfaces: StandingSurfaces, _ packet: FramePacket, _ target: GPUTarget, _ isBehindBuildings: Bool
  ) throws(GPUError) {
    let size = sizeOfParts(run)
    for offset in stride(from: 0, to: run.count, by: size) {
      let part = run.part(offset, size: size)
      try drawPart(part, surfaces, packet, target, isBehindBuildings)
      identityBuffer.note(part)
      let number = run.kind == .overlays(.bulk) ? overlay(ofEntry: part.firstEntry)?.slot ?? -1 : -1
      profiler.lap(CostCenter(of: run.kind, number: number), .submit)
    }
  }

  /// How many neighbours of a run are drawn at once. What is drawn one by one anyway may be measured, and must be told apart, one
  /// by one; shapes are told apart by their triangles, but for the eye only by their draws.
  private func sizeOfParts(_ run: OverlayRun) -> Int {
    let isOne =
      switch device.variant {
      case .identity: run.kind != .shapes || debugView == .picking || isPainted(run)
      case .color, .overdraw: run.kind == .overlays(.bulk) && profiler.level > .off
      }
    return isOne ? 1 : max(run.count, 1)
  }

  /// Whether shapes of a run have pictures: each of these is a draw, in which triangles are counted anew.
  private func isPainted(_ run: OverlayRun) -> Bool {
    shapePass.batch.indexRange(first: run.first, count: run.count).parts.contains(.painted)
  }

  func overlay(ofEntry entry: Int) -> (kind: OverlayKind, slot: Int)? {
    guard shapeOrder.entries.indices.contains(entry) else { return nil }
    return (shapeOrder.entries[entry].kind, Int(shapeOrder.entries[entry].slot))
  }

  /// The block of the present view is bound, as at the start of a frame.
  func bindView() { uniforms.bind() }

  /// Which shape of a run, counted from its first one, has the triangle of this number.
  func shapeIndex(_ run: OverlayRun, _ triangle: Int) -> Int {
    let batch = shapePass.batch
    let index = batch.indexRange(first: run.first, count: run.count).indices.lowerBound + 3 * triangle
    var (low, high) = (0, run.count)
    // The last one that does not begin behind it.
    while high - low > 1 {
      let middle = (low + high) / 2
      if batch.indexRange(first: run.first + middle, count: 1).indices.lowerBound <= index { low = middle } else { high = middle }
    }
    return low
  }

  private func drawPart(
    _ run: OverlayRun, _ surfaces: StandingSurfaces, _ packet: FramePacket, _ target: GPUTarget, _ isBehindBuildings: Bool
  ) throws(GPUError) {
    let light = packet.style?.light ?? usualLight
    switch run.kind {
    case .overlays(.groundOverlay):
      groundPass.draw(run, view: packet.view, pixelsPerPoint: packet.pixelsPerPoint, isBehindBuildings: isBehindBuildings)
    case .shapes: shapePass.draw(run, view: packet.view, isBehindBuildings: isBehindBuildings)
    case .overlays(.bulk):
      try bulkPass.draw(
        run, surfaces, view: packet.view, pixelsPerPoint: packet.pixelsPerPoint, target: target, light: light,
        isBehindBuildings: isBehindBuildings)
    case .blocks: try blockPass.draw(run, surfaces, view: packet.view, target: target, light: light)
    case .overlays(.model):
      let zoom = packet.style?.zoom ?? packet.view.camera.zoom - 1
      try modelPass.draw(run, surfaces, view: packet.view, light: light, zoom: zoom)
    case .overlays, .custom: break
    }
  }

  private func draw(_ item: any OverlayItem, _ index: Int, _ packet: FramePacket, _ target: GPUTarget) throws(GPUError) {
    canvas.begin(size: packet.view.size, pixelsPerPoint: packet.pixelsPerPoint)
    item.draw(in: canvas)
    for label in packet.itemLabels where label.item == index { canvas.draw(label) }
    try canvasPass.draw(canvas, to: target)
    // What an owner's own shaders write is a picture.
    if device.variant != .color { return }
    device.state.bind(target: target)
    device.state.setBlend(.premultiplied)
    item.drawOpenGL()
    // Whatever the item's own code left behind.
    device.state.reset()
    device.state.bind(target: target)
    uniforms.bind()
  }
}
