package import OverlookCamera
package import OverlookCanvas
package import OverlookGPU
package import OverlookGeometry
package import OverlookLayout
import OverlookOverlayPasses
package import OverlookPasses
package import OverlookProfiling
import OverlookScene
import OverlookShaders
package import OverlookStylePasses
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
  package internal(set) var baseDrawCount = 0
  package internal(set) var baseCopyCount = 0
  /// Whether somebody wants to know the driver's time: it has to be asked for it in each frame.
  package var isTimed = false
  /// The driver's time for the last frame it answered, in milliseconds; nil while it is not asked. Nil where the processor draws:
  /// to measure it there takes the fastest ways of drawing away.
  package var gpuMilliseconds: Double? { isTimed ? timer.milliseconds : nil }

  let uniforms: GPUUniformBuffer<ViewUniforms>
  let textures: TileTextures
  let tilePass: RasterTilePass
  var sky: SkyPass
  let daylightSky: DaylightSky
  package let raster: RasterTools
  package let shadows: ShadowMap
  /// What threw the shadows of the base plane that was drawn last.
  var shownCasterVersion = 0
  let shapePass: ShapePass
  let markerPass: MarkerPass
  private let modelPass: ModelPass
  /// Every pass of overlays, in the order of preparing; which one draws when is for the drawing order to say.
  let overlayPasses: [any OverlayPass]
  let canvasPass: CanvasPass
  let viewPictures: ViewPictures
  private let fontWake: InterfaceFonts.Wake
  /// Of the fonts that the last frame began with.
  var shownFontVersion = 0
  let library: ShaderLibrary
  /// Made when there is a style to draw.
  package internal(set) var styleRenderer: StyleRenderer?
  var timer: GPUTimer
  var base: BasePlane?
  /// Whether the base plane that was drawn last left depths of buildings in its target.
  var hasBuildingDepths = false
  var shapeOrder = DrawOrder.forShapes()
  var order = PlaneOrder()
  var translucentRuns = TranslucentRuns()
  /// On maps without a style.
  let usualLight = StyleLight()
  /// What is shown in place of the picture; the map's owner asks for a whole frame after a change.
  package var debugView = DebugView.none {
    didSet {
      guard debugView != oldValue else { return }
      debugPass = nil
      forgetPicture()
    }
  }
  var debugPass: DebugViewPass?
  /// How many of `overlayPasses` were rehearsed for maps whose buildings hide overlays, and for others.
  private var rehearsedPasses: [Bool: Int] = [:]
  let identityBuffer: IdentityBuffer
  let belowLabels = LayersBelowLabels()
  var tileZIndices: [Int] = []
  var itemZIndices: [Int] = []

  /// Needs a current context of GL 3.3 or later; throws what it lacks or which shader does not compile. `device`: of the current
  /// context, when there is one already; `tileBudgetBytes`: of the textures of tiles.
  package init(
    _ device: GPUDevice? = nil, library: ShaderLibrary = .resources, choice: RendererChoice = .automatic,
    profiler: FrameProfiler? = nil, tileBudgetBytes: Int = TileTextures.usualBudgetBytes,
    wake: @escaping @Sendable () -> Void = {}
  ) throws {
    let device = try device ?? GPUDevice()
    self.device = device
    viewPictures = ViewPictures(wake: wake)
    self.profiler = profiler ?? FrameProfiler()
    let fonts = try InterfaceFonts.machine()
    canvas = Canvas(fonts: fonts)
    fontWake = InterfaceFonts.Wake(wake)
    fonts.add(fontWake)
    shownFontVersion = fonts.version
    uniforms = try GPUUniformBuffer(device, bindingPoint: GPUProgram.viewBinding, label: "view")
    textures = TileTextures(
      device, budgetBytes: tileBudgetBytes, isFilteredFully: choice == .driver || !device.capabilities.isSoftware,
      uploads: UploadBudget())
    tilePass = RasterTilePass(device, library: library)
    sky = SkyPass(device, library: library)
    daylightSky = DaylightSky(device, library: library)
    raster = RasterTools(device, library: library, choice: choice)
    let shadows = ShadowMap(device, library: library)
    self.shadows = shadows
    shapePass = ShapePass(device, library: library)
    markerPass = MarkerPass(device, library: library, raster: raster)
    modelPass = ModelPass(device, library: library, raster: raster, shadows: shadows)
    overlayPasses = [
      GroundOverlayPass(device, library: library), DataPass(device, library: library, raster: raster, shadows: shadows),
      modelPass, shapePass,
      BlockPass(device, library: library, shadows: shadows), markerPass,
    ]
    canvasPass = CanvasPass(device, library: library)
    timer = GPUTimer(device)
    identityBuffer = IdentityBuffer(device)
    self.library = library
    belowLabels.follow(self)
  }

  /// Reads all shaders again; throws the first that does not compile, which keeps its old version.
  package func reloadShaders() throws(GPUError) {
    library.forget()
    try tilePass.reloadShaders()
    try sky.reload()
    try daylightSky.reload()
    for pass in overlayPasses { try pass.reload() }
    try raster.reload()
    try shadows.reload()
    try canvasPass.reloadShaders()
    try styleRenderer?.reloadShaders()
    base = nil
  }

  /// Nothing that was drawn before is shown again: the next frame is drawn as a whole.
  package func forgetPicture() {
    base = nil
    styleRenderer?.forgetPicture()
  }

  /// Overlays in and near the view.
  package var overlayCountNearView: Int { shapeOrder.entries.count + markerPass.gather.instances.count }

  /// Overlays in and near the view that cannot be drawn: the driver refused their picture, or has no room for their icon or for
  /// so many vertices.
  package var overlayCountNotDrawn: Int {
    overlayPasses.reduce(0) { $0 + $1.notDrawnCount }
  }

  /// Polygons in and near the view that could only be outlined.
  package var polygonCountNotFilled: Int { shapePass.batch.outlineOnlyCount }

  /// Why the next frame looks different though nothing changes: pictures wait to be taken over, or something fades.
  package var reasonsForNextFrame: RedrawReasons {
    var reasons: RedrawReasons = []
    if textures.needsFrame || styleRenderer?.needsFrame == true { reasons.insert(.tiles) }
    if overlayPasses.contains(where: { $0.needsFrame }) { reasons.insert(.overlays) }
    // Text is drawn on views of markers, by items and by controls.
    canvas.fonts.update()
    if shownFontVersion != canvas.fonts.version { reasons.formUnion([.overlays, .interface]) }
    return reasons
  }

  /// Whether a font for letters that were drawn is being looked for, after which a frame follows.
  package var isSearchingFonts: Bool { canvas.fonts.isSearching }

  /// The view nearest to `view` that costs least to draw: half a pixel away at most.
  package func aligned(_ view: ViewTransform, pixelsPerPoint: Double) -> ViewTransform {
    styleRenderer?.aligned(view, pixelsPerPoint: pixelsPerPoint) ?? view
  }

  /// What bringing tiles to the driver took so far, and the bytes they take there.
  package var tileUploads: TileUploadStatistics { textures.statistics }
  package var tileTextureBytes: Int { textures.byteCount }

  /// Has the driver compile what a style will be drawn with, in the bound framebuffer and between two frames.
  package func rehearse(_ frame: StyleFrame, view: ViewTransform, framebuffer: PixelSize) throws(GPUError) {
    try rehearse(frame, view, framebuffer, isAhead: false)
  }

  private func rehearse(
    _ frame: StyleFrame, _ view: ViewTransform, _ framebuffer: PixelSize, isAhead: Bool
  ) throws(GPUError) {
    device.state.reset()
    let target = device.state.currentTarget(width: framebuffer.width, height: framebuffer.height)
    try styleRenderer?.rehearse(frame, view: view, target: target, isAhead: isAhead)
  }

  /// What nearly every map is drawn with, whatever comes of it.
  package enum Usual: Int {
    /// What lies above the map, as `rehearse` is given it.
    case interface
    case labels
    /// Pictures of the view that are composed by the processor.
    case pictures
  }

  /// The same for one of these.
  package func rehearse(
    _ usual: Usual, view: ViewTransform, framebuffer: PixelSize, pixelsPerPoint: Double, interface: (Canvas) -> Void
  ) throws(GPUError) {
    device.state.reset()
    let target = device.state.currentTarget(width: framebuffer.width, height: framebuffer.height)
    device.state.bind(target: target)
    device.state.scissorLimit = .nothing
    defer { device.state.scissorLimit = nil }
    switch usual {
    case .interface:
      canvas.begin(size: view.size, pixelsPerPoint: pixelsPerPoint)
      interface(canvas)
      try canvasPass.draw(canvas, to: target)
    case .labels: try styleRendererInUse().rehearseLabels()
    case .pictures: try styleRendererInUse().rehearsePictures(for: target)
    }
  }

  /// The same for what the style may be drawn with later: upright and tilted.
  package func rehearseAhead(_ frame: StyleFrame, view: ViewTransform, framebuffer: PixelSize) throws(GPUError) {
    try rehearse(frame, view, framebuffer, isAhead: true)
    if let tilted = Self.tilted(view) { try rehearse(frame, tilted, framebuffer, isAhead: true) }
  }

  /// The same for what is drawn over its layers as a whole.
  package func rehearseWhole(_ frame: StyleFrame, view: ViewTransform, framebuffer: PixelSize) throws(GPUError) {
    device.state.reset()
    let target = device.state.currentTarget(width: framebuffer.width, height: framebuffer.height)
    guard let tilted = Self.tilted(view) else { return }
    try styleRenderer?.rehearseWhole(frame, view: tilted, target: target)
  }

  /// The same for the first overlays on the map that `plan` shows, by one pass at a time. False when the driver was made ready for all.
  package func rehearseOverlays(_ plan: FramePlan) throws(GPUError) -> Bool {
    let isHiding = plan.hasHidingBuildings
    let next = rehearsedPasses[isHiding, default: 0]
    guard overlayPasses.indices.contains(next) else { return false }
    rehearsedPasses[isHiding] = next + 1
    device.state.reset()
    let target = device.state.currentTarget(width: plan.framebuffer.width, height: plan.framebuffer.height)
    device.state.bind(target: target)
    device.state.scissorLimit = .nothing
    defer {
      device.state.scissorLimit = nil
      device.state.bind(target: target)
    }
    let pass = overlayPasses[next]
    // Nothing hides markers where they are alone.
    if !isHiding || pass === markerPass { try pass.rehearse(isBehindBuildings: false) }
    guard isHiding else { return true }
    // Frames with depths may be drawn in a target of their own, whose size does not matter.
    let plane = device.canCopyDepths(of: target) ? nil : try BasePlane(device, width: 4, height: 4, .ofBase)
    device.state.bind(target: plane?.scene ?? target)
    try pass.rehearse(isBehindBuildings: true)
    return true
  }

  /// Whether overlays of the last frame have something that is still to be brought to the driver, which other views of them will draw.
  package var hasMoreAhead: Bool { overlayPasses.contains { $0.hasMoreAhead } }

  /// Brings some of that, between two frames and within the time that one has for uploads.
  package func bringAhead() throws(GPUError) {
    device.state.reset()
    textures.uploads.beginFrame()
    for pass in overlayPasses where pass.hasMoreAhead { try pass.bringAhead(textures.uploads) }
  }

  /// Nil where the ground is not flat.
  private static func tilted(_ view: ViewTransform) -> ViewTransform? {
    guard view.isFlat else { return nil }
    let camera = view.camera
    return ViewTransform(
      camera: CameraPosition(target: camera.target, zoom: camera.zoom, bearing: camera.bearing, viewingAngle: 60),
      size: view.size)
  }

  /// What is kept to be quick, by what it shows.
  package var memoryUse: [MemoryUse] {
    [
      MemoryUse("textures of tiles", byteCount: textures.byteCount),
      MemoryUse("composed planes", byteCount: (base?.byteCount ?? 0) + (styleRenderer?.planeByteCount ?? 0)),
      MemoryUse("shadows", byteCount: shadows.byteCount),
      MemoryUse("text and pictures of controls", byteCount: canvas.byteCount + canvasPass.pictureByteCount),
    ]
  }

  /// Whether the edges of models are smoothed, by whoever draws. Default true.
  package var smoothsModels: Bool {
    get { modelPass.smoothsEdges }
    set { modelPass.smoothsEdges = newValue }
  }

  /// Gives back what the next frame can do without, or make anew from the models; answers which pictures of tiles that were. The
  /// owner of the layers takes it as of `uploadTiles`.
  package func trimMemory(_ layers: [TileLayerRuntime]) -> TileUploadResult {
    base = nil
    styleRenderer?.trimMemory()
    shadows.trimMemory()
    modelPass.trimMemory()
    canvasPass.trimMemory()
    let result = textures.trim(layers)
    device.emptyTrash()
    return result
  }

  /// Forgets the pictures of a layer that was removed.
  package func removeTileLayer(number: UInt32) {
    textures.remove(sourceNumber: number)
  }
}
