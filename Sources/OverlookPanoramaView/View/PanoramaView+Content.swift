import OverlookCamera
import OverlookControls
import OverlookGPU
package import OverlookGeometry
public import OverlookInput
import OverlookPanorama
import OverlookSupport

extension PanoramaView: WindowView {
  /// The view as a frame loop sees it.
  public var windowContent: any WindowContent { PanoramaWindowContent(self) }
}

/// What a frame loop calls, handed on to the view.
final class PanoramaWindowContent: CoveredContent {
  private let view: PanoramaView

  init(_ view: PanoramaView) { self.view = view }

  var wake: @Sendable () -> Void {
    get { view.wake }
    set { view.wake = newValue }
  }

  var host: (any WindowHost)? {
    get { view.host }
    set { view.host = newValue }
  }

  var useContext: (@MainActor (@MainActor () -> Void) -> Void)? {
    get { view.useContext }
    set { view.useContext = newValue }
  }

  var coveredRect: ScreenRect? {
    get { view.controlLayer.area.covered }
    set { view.controlLayer.area.covered = newValue }
  }

  var raisedRects: [ScreenRect] { view.controlLayer.raisedRects }
  var needsNewContext: Bool { view.contextLoss != nil }

  func resize(to size: ScreenSize, framebuffer: PixelSize) { view.resize(to: size, framebuffer: framebuffer) }
  func handle(_ event: InputEvent) { view.handle(event) }
  func prepareFrame(now: Double) -> Bool { view.prepareFrame(now: now) }
  func drawFrame(now: Double) { view.drawFrame(now: now) }
  func nextDeadline(now: Double) -> Double? { view.nextDeadline(now: now) }
  func invalidatePicture() { view.setNeedsDisplay() }
  func releaseGraphics() { view.releaseGraphics() }
  func releaseMemory(isSeen: Bool) { view.releaseMemory() }
}

// The frame, stage by stage.
extension PanoramaView {
  /// Takes the view's new size; 0 in either direction draws nothing.
  package func resize(to size: ScreenSize, framebuffer: PixelSize) {
    self.size = size
    self.framebuffer = framebuffer
    pixelsPerPoint = size.width > 0 ? Double(framebuffer.width) / size.width : 1
    controlLayer.area.size = size
    setNeedsDisplay()
  }

  private var isVisible: Bool { size.width > 0 && size.height > 0 && framebuffer.width > 0 && framebuffer.height > 0 }

  /// Advances what moves and takes what came; true when a frame is due.
  package func prepareFrame(now: Double) -> Bool {
    self.now = now
    gestures.step(now: now, settings: gestureSettings, into: &gestureOutputs)
    respondToGestures()
    layer.step(now: now)
    if motion.step(now: now, transform: { self.transform(of: $0) }) { setNeedsDisplay() }
    takeMoves()
    takeSurroundings()
    takePictures()
    if markers.takeChanges() { setNeedsDisplay() }
    if let graphics, markers.follows(graphics.takeChangedViews()) { setNeedsDisplay() }
    if controlLayer.step(now: now) { setNeedsDisplay() }
    compass.heading = camera.orientation.heading
    if recovery.isDue(now: now) { setNeedsDisplay() }
    updateHover()
    return isVisible && isDirty
  }

  /// Takes tiles that came; what they are good for is seen in the next frame.
  private func takePictures() {
    if takeTiles(of: moves.current) || takeTiles(of: moves.outgoing) { setNeedsDisplay() }
    if let tiles = moves.current?.tiles, tiles.isLost { giveUp(tiles.faults.first ?? .unusable("the panorama has no picture")) }
  }

  private func takeTiles(of scene: PanoramaScene?) -> Bool {
    guard let tiles = scene?.tiles else { return false }
    return tiles.takeArrivals() || tiles.hasUploads
  }

  /// Draws into the bound framebuffer. What the driver cannot do is kept in `graphicsError`, and the frame is skipped.
  package func drawFrame(now: Double) {
    guard isVisible else { return }
    isDirty = false
    if let contextLoss { return graphicsError = "\(contextLoss)" }
    if recovery.isDue(now: now) { recovery.begin(now: now) }
    do {
      let graphics = try self.graphics ?? PanoramaGraphics(self)
      self.graphics = graphics
      try graphics.draw(self, now: now)
      graphicsError = recovery.fault
    } catch {
      take(error, now: now)
    }
    tellCamera()
    tellRendering()
  }

  private func take(_ error: any Error, now: Double) {
    graphicsError = "\(error)"
    guard let error = error as? GPUError else { return }
    if error.isOfContext { return contextLoss = error }
    guard error.isOfMemory else { return }
    recovery.fail("\(error)", now: now)
    for scene in [moves.current, moves.outgoing] { scene?.tiles.forgetTextures() }
  }

  /// Tells the delegate that pictures were asked for, and that all are there.
  private func tellRendering() {
    guard let tiles = moves.current?.tiles else { return }
    let isComplete = tiles.isComplete
    if !isRenderingTold, !isComplete {
      isRenderingTold = true
      delegate?.panoramaViewDidStartRendering(self)
    } else if isRenderingTold, isComplete {
      isRenderingTold = false
      delegate?.panoramaViewDidFinishRendering(self)
    }
  }

  /// When the next frame is due though nothing happens.
  package func nextDeadline(now: Double) -> Double? {
    guard isVisible else { return nil }
    if isDirty || motion.isMoving || layer.isAnimating || moves.isFading || controlLayer.needsFrame { return now }
    let deadline = min(
      gestures.nextDeadline ?? .infinity, controlLayer.nextDeadline ?? .infinity, recovery.nextTry ?? .infinity)
    return deadline < .infinity ? deadline : nil
  }

  /// Gives back every GPU object; the next frame makes them anew.
  package func releaseGraphics() {
    contextLoss = nil
    for scene in [moves.current, moves.outgoing] { scene?.tiles.forgetTextures() }
    guard let device = graphics?.device else { return }
    graphics = nil
    device.emptyTrash()
    setNeedsDisplay()
  }

  /// Gives back what the last frame did not need.
  package func releaseMemory() {
    for scene in [moves.current, moves.outgoing] { scene?.tiles.trim() }
    graphics?.device.emptyTrash()
  }

  /// Whether everything that was asked for is seen, or will not come.
  package var isComplete: Bool {
    !moves.isPending && moves.outgoing == nil && !isDirty && moves.current?.tiles.isComplete != false
  }

  /// Whether the view is on its way from one panorama to the next.
  package var isUnderWay: Bool { moves.isFading }

  /// Waits until the driver has drawn everything. For tests and benchmarks.
  package func finish() { useContext? { [weak self] in self?.graphics?.device.finish() } }

  /// Whether something of the picture that was asked for last is there.
  package var hasPicture: Bool { !moves.isPending && moves.current?.tiles.hasPicture == true }

  /// Bytes of the pictures, here and in the driver's memory.
  package var pictureByteCount: Int {
    (moves.current?.tiles.byteCount ?? 0) + (moves.outgoing?.tiles.byteCount ?? 0)
  }
}
