import OverlookCamera
import OverlookCanvas
import OverlookControls
import OverlookGPU
import OverlookGeometry
import OverlookInput
import OverlookPanorama
import OverlookPasses
import OverlookShaders
import OverlookSupport
import OverlookText

/// What of a view lies in the driver's memory, and how a frame is drawn with it.
@MainActor final class PanoramaGraphics {
  let device: GPUDevice
  private let pass: PanoramaPass
  private let raster: RasterTools
  private let rasterizer: PanoramaRasterizer
  private let canvas: Canvas
  private let canvasPass: CanvasPass
  private let budget = UploadBudget()
  private let viewPictures: ViewPictures
  private let fontsWake: InterfaceFonts.Wake
  private let fonts: InterfaceFonts
  private var lattice = PanoramaLattice()
  private var sights: [PanoramaFlightSight?] = []

  /// Needs a current context of GL 3.3 or later.
  init(_ view: PanoramaView) throws {
    device = try GPUDevice(faults: view.faultPlan)
    device.programCache = view.programFolder.flatMap { [device] in GPUProgramCache(folder: $0, device.capabilities) }
    fonts = try .machine()
    pass = PanoramaPass(device)
    raster = RasterTools(device, library: .resources, choice: view.renderer)
    rasterizer = PanoramaRasterizer(device, raster)
    canvas = Canvas(fonts: fonts)
    canvasPass = CanvasPass(device)
    viewPictures = ViewPictures(wake: view.wakeRelay.callback)
    fontsWake = InterfaceFonts.Wake(view.wakeRelay.callback)
    fonts.add(fontsWake)
  }

  /// Draws into the bound framebuffer.
  func draw(_ view: PanoramaView, now: Double) throws {
    try device.checkContext(now: now)
    device.beginFrame()
    device.state.reset()
    budget.beginFrame()
    fonts.update()
    let target = device.state.frameTarget(width: view.framebuffer.width, height: view.framebuffer.height)
    try updateViews(of: view)
    let opacity = view.moves.opacity(
      now: now, seconds: view.transitionSeconds, isHeld: view.isTurningToWalk)
    if view.moves.isFading { view.setNeedsDisplay() }
    device.state.bind(target: target)
    device.state.setScissor(nil)
    raster.choice = view.renderer
    let flight = opacity > 0 && opacity < 1 ? view.moves.flight : nil
    if let flight {
      flight.move(to: Easing.easeInOut.progress(at: opacity))
      lattice.look(
        along: flight, view.transform, pixels: view.framebuffer, pixelsPerPoint: view.pixelsPerPoint, into: &sights)
    }
    try drawPictures(view, opacity: opacity, flight, target)
    canvas.begin(size: view.size, pixelsPerPoint: view.pixelsPerPoint)
    view.drawOverlays(on: canvas)
    view.controlLayer.draw(on: canvas)
    try canvasPass.draw(canvas, to: target)
    try device.throwProgramFault()
    if let fault = device.takeMemoryFault() { throw fault }
  }

  /// The views of the last frame that may look different now.
  func takeChangedViews() -> [any CanvasView] { viewPictures.takeChanged() }

  /// Makes pictures of the views of markers, each in a target of its own.
  private func updateViews(of view: PanoramaView) throws(GPUError) {
    viewPictures.beginFrame()
    try view.markers.updateViews(view.moves.current?.panorama, pixelsPerPoint: view.pixelsPerPoint) { shown throws(GPUError) in
      try viewPictures.picture(
        of: shown, pixelsPerPoint: view.pixelsPerPoint, canvas: canvas, pass: canvasPass, device: device)
    }
  }

  private func drawPictures(_ view: PanoramaView, opacity: Double, _ flight: PanoramaFlight?, _ target: GPUTarget)
    throws(GPUError)
  {
    if let only = view.moves.current, view.moves.outgoing == nil, opacity == 1, flight == nil {
      if try rasterize(only, view, target) { return }
    }
    device.clear(color: view.backgroundColor.premultiplied)
    if let outgoing = view.moves.outgoing { try draw(outgoing, view, opacity: 1, flight, isLoading: false, target) }
    if let current = view.moves.current {
      try draw(current, view, opacity: flight == nil ? Float(opacity) : 1, flight, isLoading: true, target)
    }
  }

  /// Draws all of the view on our own; false where the driver has to.
  private func rasterize(_ scene: PanoramaScene, _ view: PanoramaView, _ target: GPUTarget) throws(GPUError) -> Bool {
    guard rasterizer.accepts(scene.charts) else { return false }
    try beginFrame(of: scene.tiles, view)
    let isDrawn = try rasterizer.draw(
      scene.tiles, scene.charts, view.transform(of: view.camera, pose: scene.panorama.pose), pixels: view.framebuffer,
      pixelsPerPoint: view.pixelsPerPoint, background: view.backgroundColor, to: target)
    if isDrawn { load(scene.tiles, view) }
    return isDrawn
  }

  /// Asks for what the frame lacks. What came while no frame wanted it is brought to the driver with the next one, which nothing else would
  /// ask for.
  private func load(_ tiles: PanoramaTiles, _ view: PanoramaView) {
    tiles.load()
    if tiles.hasUploads { view.setNeedsDisplay() }
  }

  private func beginFrame(of tiles: PanoramaTiles, _ view: PanoramaView) throws(GPUError) {
    tiles.keepsImages = raster.isUsed
    if try tiles.upload(device, budget) || tiles.hasUploads { view.setNeedsDisplay() }
    tiles.beginFrame()
  }

  private func draw(
    _ scene: PanoramaScene, _ view: PanoramaView, opacity: Float, _ flight: PanoramaFlight?, isLoading: Bool, _ target: GPUTarget
  ) throws(GPUError) {
    let transform = view.transform(of: view.camera, pose: scene.panorama.pose)
    let tiles = scene.tiles
    try beginFrame(of: tiles, view)
    let isExact =
      flight == nil && (view.findsPlacesByPixel ?? !device.capabilities.isSoftware) && scene.charts.allSatisfy(\.isPlain)
    if flight == nil {
      lattice.update(transform, pixels: view.framebuffer, pixelsPerPoint: view.pixelsPerPoint, isCoarse: isExact)
    } else {
      lattice.take(sights, isSecond: isLoading, pose: scene.panorama.pose)
    }
    scene.mesh.build(scene.charts, on: lattice, isFlight: flight != nil, isExact: isExact)
    if isLoading { load(tiles, view) }
    guard opacity > 0 else { return }
    try pass.draw(
      tiles, scene.charts, transform, pixelsPerPoint: view.pixelsPerPoint, opacity: opacity,
      isFaint: opacity < 1 || flight != nil && isLoading, to: target)
  }
}
