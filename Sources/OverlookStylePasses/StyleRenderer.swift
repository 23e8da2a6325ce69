package import OverlookCamera
package import OverlookGPU
package import OverlookLayout
package import OverlookPasses
import OverlookRaster
import OverlookShaders
import OverlookStyle

/// Draws the frames of a style. One per GL context; main thread.
@MainActor package final class StyleRenderer {
  package let stage: StyleStage
  package let tools: RasterTools
  /// A pass for each kind of layer.
  private let passes: [any StyleLayerPass]
  private let passOfKind: [StyleLayer.Kind: any StyleLayerPass]
  private let sky: StyleSkyPass
  private let compositor: LayerCompositor
  private let extrusions: ExtrusionPass
  private let symbols: SymbolPass
  private let edges: EdgeSmoothing
  /// Whether buildings are all drawn, and their edges are still to be made smooth: not before the shadows beside them are there.
  private var areEdgesDue = false
  private var postponesEdges = false
  private let plane: ScrolledPlane
  private let ground: RasterGround
  private let kept: KeptGround
  private let paintedVeil: PaintedVeil
  package let shadows: ShadowMap
  private let buildings: StyleShadows
  private let daylightSky: DaylightSky
  private var ownTarget: GPUFramebuffer?
  /// What is drawn below the labels of the frame that is being drawn.
  private var guest: (any StyleGuest)?
  /// What was brought to the driver of tiles of which more is to be brought.
  var partUploads: Set<BucketID> = []

  /// `tools` and `shadows`: what it shares with other passes; nil: it has its own.
  package init(
    _ device: GPUDevice, library: ShaderLibrary = .resources, tools: RasterTools? = nil, shadows: ShadowMap? = nil
  ) throws(GPUError) {
    stage = try StyleStage(device, library: library)
    self.shadows = shadows ?? ShadowMap(device, library: library)
    let extrusions = ExtrusionPass(stage, self.shadows)
    self.extrusions = extrusions
    symbols = try SymbolPass(stage)
    buildings = StyleShadows(stage, extrusions)
    kept = KeptGround(device)
    daylightSky = DaylightSky(device, library: library)
    self.tools = tools ?? RasterTools(device, library: library)
    paintedVeil = PaintedVeil(device, self.tools)
    ground = RasterGround(stage, self.tools)
    passes = [
      try BackgroundPass(stage), FillPass(stage), CirclePass(stage, self.tools), HeatmapPass(stage), StyleRasterPass(stage),
      HillshadePass(stage), try LinePass(stage), extrusions, symbols,
    ]
    passOfKind = Dictionary(
      passes.flatMap { pass in type(of: pass).kinds.map { ($0, pass) } }, uniquingKeysWith: { first, _ in first })
    sky = StyleSkyPass(stage)
    compositor = LayerCompositor(stage)
    edges = EdgeSmoothing(stage, self.tools)
    plane = ScrolledPlane(device)
    self.shadows.add(buildings)
  }

  /// Reads all shaders again; throws the first that does not compile.
  package func reloadShaders() throws(GPUError) {
    try stage.reloadShaders()
    for pass in passes { try pass.reload() }
    try sky.reload()
    try daylightSky.reload()
    try compositor.reload()
    try edges.reload()
    forgetPicture()
  }

  /// Nothing that was drawn before is shown again.
  package func forgetPicture() {
    plane.invalidate()
    kept.invalidate()
  }

  /// Gives back the pictures that it composes.
  package func trimMemory() {
    plane.trimMemory()
    kept.trimMemory()
    paintedVeil.trimMemory()
    edges.trimMemory()
    ownTarget = nil
  }

  /// Whether the edges of extrusions are smoothed, by whoever draws. Default true.
  package var smoothsEdges: Bool {
    get { edges.isUsed }
    set { edges.isUsed = newValue }
  }

  package var planeByteCount: Int {
    plane.byteCount + kept.byteCount + paintedVeil.byteCount + edges.byteCount + (ownTarget?.byteCount ?? 0)
  }

  /// How often light and shadow were laid over the ground by the processor.
  package var paintedVeilCount: Int { paintedVeil.paintCount }

  /// How often it was computed how the layers of a frame look.
  package var paintComputationCount: Int { ground.paintComputationCount }

  /// Whether the depths of extrusions are in the target after the last frame, provided that it has room for them.
  package var hasDrawnExtrusions: Bool { stage.isAboveExtrusions }

  /// Whether the next frame looks different though nothing changes.
  package var needsFrame: Bool { stage.crossFade.isMoving }

  /// Brings what the frame draws to the GPU and drops what is not alive any more.
  package func prepare(_ frame: StyleFrame, view: ViewTransform) throws(GPUError) {
    try stage.begin(frame, view: view)
    for pass in passes { pass.keepOnly(frame.liveBuckets) }
    ground.begin(frame)
    // What we draw ourselves the driver may never need.
    for (index, layer) in frame.layers.enumerated() where !ground.mayDraw(layer: index) { try prepare(layer) }
    buildings.follow(frame)
  }

  func prepare(_ layer: StyleFrameLayer) throws(GPUError) {
    guard let pass = passOfKind[layer.layer.kind] else { return }
    if case .tiles(let tiles) = layer.content {
      for draw in tiles { try pass.prepare(draw.bucket, layer.properties) }
    } else {
      try pass.prepare(layer)
    }
  }

  /// Whether the driver needs what the layer has of a tile before it is drawn.
  func needsDriver(_ layer: StyleFrameLayer, zoom: Double) -> Bool {
    layer.layer.kind != .symbol && !ground.mayDraw(layer, zoom: zoom)
  }

  /// Of a layer that we draw ourselves otherwise: what the driver is to draw now. A strip of the view meets few of its tiles.
  private func prepareSeen(_ layer: StyleFrameLayer, _ index: Int) throws(GPUError) {
    guard case .tiles(let tiles) = layer.content else { return }
    for draw in tiles where ground.isSeen(draw, ofLayer: index) {
      try passOfKind[layer.layer.kind]?.prepare(draw.bucket, layer.properties)
    }
  }

  /// Pixels below the labels that the last frame drew anew; nil when none were kept.
  package var redrawnPixels: Int? { plane.redrawnPixels }

  /// The view nearest to `view` that costs least to draw: half a pixel away at most.
  package func aligned(_ view: ViewTransform, pixelsPerPoint: Double) -> ViewTransform {
    plane.aligned(view, pixelsPerPoint: pixelsPerPoint)
  }

  /// Fills `target` with the prepared frame, on premultiplied `background`; it is bound afterwards.
  ///
  /// - Parameter guest: Draws what lies above the map but below its labels; nil for nothing.
  package func draw(
    _ frame: StyleFrame, view: ViewTransform, target: GPUTarget, background: SIMD4<Float>, guest: (any StyleGuest)? = nil
  ) throws(GPUError) {
    self.guest = guest
    areEdgesDue = false
    extrusions.begin()
    defer { self.guest = nil }
    guard let own = try targetOfItsOwn(frame, target) else { return try drawAll(frame, view, target, background) }
    try drawAll(frame, view, own, background)
    stage.device.blit(from: own, to: target)
    stage.device.state.bind(target: target)
  }

  /// Draws the layers of `frame` out of view, which has the driver compile what it will need for them; `target` is bound
  /// afterwards and looks as before.
  ///
  /// `isAhead`: what is not in view yet. With houses, layers that need no depths are drawn where there are some, for which llvmpipe compiles
  /// them once more.
  package func rehearse(_ frame: StyleFrame, view: ViewTransform, target: GPUTarget, isAhead: Bool = false) throws(GPUError) {
    try stage.rehearse(frame, view: view) { () throws(GPUError) in
      for layer in frame.layers { try prepare(layer) }
      let drawn = try targetOfItsOwn(frame, target) ?? target
      try rehearse(frame, view, in: drawn)
      guard isAhead else { return }
      let standing = try targetWithDepths(target)
      if drawn != standing { try rehearse(frame, view, in: standing) }
    }
    stage.device.state.bind(target: target)
  }

  private func rehearse(_ frame: StyleFrame, _ view: ViewTransform, in target: GPUTarget) throws(GPUError) {
    stage.device.state.bind(target: target)
    stage.begin(target: target)
    for layer in frame.layers { try draw(layer, frame, view) }
  }

  /// The same of what is drawn over the layers as a whole: sky and haze of a tilted `view`, smooth edges, and the pictures that are
  /// composed by the processor.
  package func rehearseWhole(_ frame: StyleFrame, view: ViewTransform, target: GPUTarget) throws(GPUError) {
    let state = stage.device.state
    try stage.rehearse(frame, view: view) { () throws(GPUError) in
      state.bind(target: target)
      stage.begin(target: target)
      state.setScissor(.nothing)
      rehearseSky(frame)
      try tools.rehearse(for: target)
      try plane.rehearse()
      // Houses are drawn where there are depths.
      let standing = try targetWithDepths(target)
      state.bind(target: standing)
      stage.begin(target: standing)
      state.setScissor(.nothing)
      rehearseSky(frame)
      try tools.rehearse(for: standing, isBehindBuildings: true)
      try symbols.rehearse()
      try compositor.rehearse()
      if edges.isUsed { try edges.smooth() }
    }
    state.setScissor(nil)
    state.bind(target: target)
  }

  private func rehearseSky(_ frame: StyleFrame) {
    guard let sky = frame.sky else { return }
    self.sky.draw(sky, zoom: frame.zoom)
    self.sky.drawHaze(sky, zoom: frame.zoom)
  }

  /// The same of what nearly every map has, whatever comes: labels, and then pictures of the view that are composed by the processor. In a
  /// target of which nothing may be drawn on.
  package func rehearseLabels() throws(GPUError) { try symbols.rehearse() }

  package func rehearsePictures(for target: GPUTarget) throws(GPUError) { try tools.rehearse(for: target) }

  /// What is drawn in where `target`, which is bound then, lacks what the frame needs; else nil.
  private func targetOfItsOwn(_ frame: StyleFrame, _ target: GPUTarget) throws(GPUError) -> GPUTarget? {
    stage.device.state.bind(target: target)
    guard needsDepthOrStencil(frame) else { return nil }
    let drawn = try targetWithDepths(target)
    return drawn == target ? nil : drawn
  }

  /// `target` itself where it has depths and stencil numbers, which is asked of the driver once.
  private func targetWithDepths(_ target: GPUTarget) throws(GPUError) -> GPUTarget {
    let device = stage.device
    device.state.bind(target: target)
    if device.hasDepthAndStencil(target) { return target }
    if ownTarget?.target.width != target.width || ownTarget?.target.height != target.height {
      ownTarget = nil
      ownTarget = try GPUFramebuffer(device, width: target.width, height: target.height, hasDepth: true, label: "style")
    }
    return ownTarget?.target ?? target
  }

  private func needsDepthOrStencil(_ frame: StyleFrame) -> Bool {
    !stage.isUpright || frame.layers.contains { $0.layer.kind == .fillExtrusion }
  }

  private func drawAll(
    _ frame: StyleFrame, _ view: ViewTransform, _ target: GPUTarget, _ background: SIMD4<Float>
  ) throws(GPUError) {
    if let daylight = frame.daylight, stage.device.variant == .color {
      return try drawAll(frame, view, target, background, in: daylight)
    }
    kept.invalidate()
    try drawAboveGround(frame, view, target) { (standing) throws(GPUError) in
      try drawGround(frame, frame.layers[..<standing], view, target, background)
    }
  }

  /// Draws what lies on the ground or stands on it, by `draw`, up to the layer that it is told, then haze where the style has some,
  /// and the rest above.
  private func drawAboveGround(
    _ frame: StyleFrame, _ view: ViewTransform, _ target: GPUTarget, _ draw: (_ end: Int) throws(GPUError) -> Void
  ) throws(GPUError) {
    let haze = stage.device.variant == .color ? frame.sky.flatMap { $0.hasHaze ? $0 : nil } : nil
    // Where the horizon lies in the picture is asked before anything is drawn into it.
    if haze != nil { stage.begin(target: target) }
    if let haze, sky.isHazy(haze) {
      let standing = frame.standingLayerCount
      try draw(standing)
      sky.drawHaze(haze, zoom: frame.zoom)
      try drawRest(frame, from: standing, view, target)
    } else {
      let labels = guest == nil ? frame.layers.endIndex : frame.firstLabel
      try draw(labels)
      try drawRest(frame, from: labels, view, target)
    }
  }

  /// Draws the layers from one on, with what lies below the labels where it belongs.
  private func drawRest(_ frame: StyleFrame, from first: Int, _ view: ViewTransform, _ target: GPUTarget) throws(GPUError) {
    guard let guest else { return try draw(frame.layers[first...], frame, view) }
    let labels = max(frame.firstLabel, first)
    try draw(frame.layers[first..<labels], frame, view)
    try guest.drawBelowLabels()
    stage.device.state.bind(target: target)
    stage.resume(target: target)
    try draw(frame.layers[labels...], frame, view)
  }

  /// Shadows lie on what is drawn before the first thing that stands on it, or hovers above it as labels do.
  private func drawAll(
    _ frame: StyleFrame, _ view: ViewTransform, _ target: GPUTarget, _ background: SIMD4<Float>, in daylight: Daylight
  ) throws(GPUError) {
    try shadows.update(daylight, view, for: target)
    let count = frame.groundLayerCount
    let layers = frame.layers[..<count]
    let look = KeptGround.Look(
      view: view, target: SIMD2(target.width, target.height), background: background, content: frame.content, paint: frame.paint,
      imagesVersion: frame.images.version, layerCount: count)
    let isSteady = keepsPictures && !stage.crossFade.isMoving && !layers.contains { $0.isChanging(frame) }
    let picture =
      isSteady
      ? try kept.target(target, look) { (own) throws(GPUError) in try drawGround(frame, layers, view, own, background) } : nil
    if !isSteady { kept.invalidate() }
    var isVeiled = false
    if let picture {
      isVeiled = try paintVeil(daylight, frame, target)
      if !isVeiled { stage.device.blit(from: picture, to: target) }
    } else {
      try drawGround(frame, layers, view, target, background)
    }
    stage.device.state.bind(target: target)
    stage.begin(target: target)
    let first = count + (daylight.isTinted && !isVeiled ? hidingLayerCount(frame, from: count) : 0)
    postponesEdges = first > count
    defer { postponesEdges = false }
    try draw(frame.layers[count..<first], frame, view)
    if !isVeiled { drawVeil(daylight, frame, target) }
    postponesEdges = false
    try smoothEdgesIfDue()
    guard daylight.isTinted else {
      return try drawAboveGround(frame, view, target) { (end) throws(GPUError) in
        try draw(frame.layers[min(first, end)..<end], frame, view)
      }
    }
    if let row = stage.horizonPixels { daylightSky.drawSky(daylight, view, target, above: row) }
    // Labels stay clear.
    let standing = frame.standingLayerCount
    try draw(frame.layers[first..<standing], frame, view)
    daylightSky.drawHaze(daylight, view, target)
    try drawRest(frame, from: standing, view, target)
  }

  /// Fills `target` with the ground that is kept, in light and shadow, by the processor; false where that is left to the driver.
  private func paintVeil(_ daylight: Daylight, _ frame: StyleFrame, _ target: GPUTarget) throws(GPUError) -> Bool {
    guard let ground = kept.pixels() else { return false }
    stage.begin(target: target)
    return try paintedVeil.paint(
      ground, daylight, shadows, isDark: frame.isDark, rows: stage.groundRows, to: target)
  }

  private func drawVeil(_ daylight: Daylight, _ frame: StyleFrame, _ target: GPUTarget) {
    stage.isLimitedToGround = true
    shadows.drawGround(daylight, isDark: frame.isDark, isBehind: stage.isAboveExtrusions, target)
    stage.isLimitedToGround = false
  }

  /// How many layers from one on may be drawn before the shadows of the ground, which need not be looked up behind them then: those that
  /// nothing shows through. None where the sky is in view, which both lie on.
  private func hidingLayerCount(_ frame: StyleFrame, from first: Int) -> Int {
    guard stage.horizonPixels == nil else { return 0 }
    return frame.layers[first...].prefix { extrusions.isOpaque($0) }.count
  }

  /// Fills `target` with the background, the sky and the lowest layers.
  private func drawGround(
    _ frame: StyleFrame, _ layers: ArraySlice<StyleFrameLayer>, _ view: ViewTransform, _ target: GPUTarget,
    _ background: SIMD4<Float>
  ) throws(GPUError) {
    let kept = min(try drawKept(frame, view, target, background), layers.count)
    stage.device.state.bind(target: target)
    stage.begin(target: target)
    if kept == 0 {
      stage.device.clear(color: background)
      if let sky = frame.sky, frame.daylight?.isTinted != true { self.sky.draw(sky, zoom: frame.zoom) }
    }
    try draw(layers.dropFirst(kept), frame, view)
  }

  /// Fills `target` with the lowest layers, as far as they were kept from the last frame; says how many those are.
  private func drawKept(
    _ frame: StyleFrame, _ view: ViewTransform, _ target: GPUTarget, _ background: SIMD4<Float>
  ) throws(GPUError) -> Int {
    let scale = keepsPictures && frame.scrolls && view.isUpright ? ViewScale(view, pixelsPerPoint: frame.pixelsPerPoint) : nil
    guard plane.isWorthKeeping(scale), let scale, !stage.crossFade.isMoving else {
      plane.invalidate()
      return 0
    }
    let count = frame.layers.prefix { $0.canBeScrolled(frame, view) }.count
    let layers = frame.layers[..<count]
    guard layers.contains(where: { $0.layer.kind != .background }) else {
      plane.invalidate()
      return 0
    }
    let look = ScrolledPlane.Look(
      scale: scale, target: SIMD2(target.width, target.height), background: background, paint: frame.paint,
      imagesVersion: frame.images.version, layerCount: count)
    let picture = try plane.update(
      look, view, { StyleTileSquares(layers, content: frame.content) }, content: frame.content,
      stage: stage
    ) { (target, part) throws(GPUError) in
      stage.begin(target: target, part: part)
      stage.device.clear(color: background)
      try draw(layers, frame, view)
    }
    guard let picture else { return 0 }
    stage.device.blit(from: picture, to: target)
    return count
  }

  /// Whether what lies below labels and shadows is kept from frame to frame. A graphics card draws it anew in less time than it
  /// takes to copy it.
  private var keepsPictures: Bool { tools.isUsed }

  private func draw(
    _ layers: ArraySlice<StyleFrameLayer>, _ frame: StyleFrame, _ view: ViewTransform
  ) throws(GPUError) {
    var rest = layers
    while !rest.isEmpty {
      let labels = rest.prefix { $0.layer.kind == .symbol }
      if !labels.isEmpty {
        stage.isLimitedToGround = false
        try symbols.draw(labels, frame, view)
        rest = rest[labels.endIndex...]
        continue
      }
      let run = ground.runLength(rest)
      stage.isLimitedToGround = true
      let isComposed = run > 0 ? try ground.draw(rest.prefix(run), view) : false
      if !isComposed {
        for (index, layer) in zip(rest.indices, rest.prefix(max(run, 1))) {
          if ground.mayDraw(layer: index) { try prepareSeen(layer, index) }
          try drawByDriver(layer, frame, view)
          if isLastSmooth(layer, frame) { areEdgesDue = true }
          if !postponesEdges { try smoothEdgesIfDue() }
        }
      }
      rest = rest.dropFirst(max(run, 1))
    }
    stage.isLimitedToGround = false
  }

  private func smoothEdgesIfDue() throws(GPUError) {
    guard areEdgesDue else { return }
    areEdgesDue = false
    try edges.smooth()
  }

  /// Whether the extrusions of a frame are all drawn with this layer, and some may be in view, whose edges are to be smooth.
  private func isLastSmooth(_ layer: StyleFrameLayer, _ frame: StyleFrame) -> Bool {
    // What is drawn to be counted is not drawn for the eye.
    edges.isUsed && stage.device.variant == .color && layer.layer.kind == .fillExtrusion && extrusions.hasDrawn
      && frame.layers.last(where: { $0.layer.kind == .fillExtrusion })?.layer.id == layer.layer.id
  }

  private func drawByDriver(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    stage.isLimitedToGround = layer.layer.kind.liesOnGround
    try compositor.draw(opacity: layer.opacityAsWhole(zoom: frame.zoom)) { () throws(GPUError) in
      try draw(layer, frame, view)
    }
  }

  private func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    try passOfKind[layer.layer.kind]?.draw(layer, frame, view)
  }
}

extension StyleFrame {
  /// How many layers, from the lowest on, lie on the ground.
  fileprivate var groundLayerCount: Int {
    layers.firstIndex { $0.layer.kind == .fillExtrusion } ?? layers.firstIndex { $0.layer.kind == .symbol } ?? layers.count
  }

  /// How many of the lowest layers lie on the ground or stand on it; those above hover, as labels do.
  fileprivate var standingLayerCount: Int { layers[groundLayerCount...].prefix { $0.layer.kind != .symbol }.endIndex }

  /// The first of the labels that lie above everything else, those that no other layer follows.
  fileprivate var firstLabel: Int { (layers.lastIndex { $0.layer.kind != .symbol } ?? -1) + 1 }

  /// Whether the style is one for the night: its background is dark.
  fileprivate var isDark: Bool {
    guard let layer = layers.first(where: { $0.layer.kind == .background }),
      let color = layer.properties.color(.backgroundColor, zoom: zoom)
    else { return false }
    return color.luminance < StyleColor.darkGroundLuminance
  }
}

extension StyleFrameLayer {
  /// Whether it looks otherwise in the next frame though nothing changes.
  fileprivate func isChanging(_ frame: StyleFrame) -> Bool {
    if properties.isMoving(at: frame.timeSeconds) { return true }
    guard case .raster(let draws) = content else { return false }
    return draws.contains { $0.fade(frame, properties) < 1 }
  }

  /// Whether every part of its picture looks the same wherever in the view it lies, as long as that is seen from above.
  fileprivate func canBeScrolled(_ frame: StyleFrame, _ view: ViewTransform) -> Bool {
    guard !properties.isMoving(at: frame.timeSeconds), opacityAsWhole(zoom: frame.zoom) == 1 else { return false }
    switch content {
    case .background: return true
    case .tiles: return layer.kind == .fill || layer.kind == .line || layer.kind == .circle
    // Pictures are moved onto whole points.
    case .raster(let draws):
      return frame.pixelsPerPoint == 1 && view.camera.bearing == 0 && draws.allSatisfy { $0.fade(frame, properties) >= 1 }
    case .dem: return frame.pixelsPerPoint == 1 && view.camera.bearing == 0
    case .image: return false
    }
  }
}

extension StyleLayer.Kind {
  /// Whether nothing of the layer can be seen above the horizon.
  fileprivate var liesOnGround: Bool { self != .symbol && self != .fillExtrusion }
}
