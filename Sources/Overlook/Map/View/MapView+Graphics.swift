import OverlookGPU
import OverlookProfiling
import OverlookRender
import OverlookSupport

// The one place where everything that the graphics card holds is given up and made anew from the models.
extension MapView {
  /// Draws into the bound framebuffer. What the driver has no memory for is asked for once more, when all else was given back; what
  /// is left out then is told, and asked for again later.
  func drawPicture(_ reasons: RedrawReasons, now: Double) {
    // Nobody made another context.
    if let contextLoss { return graphicsError = "\(contextLoss)" }
    var reasons = reasons
    if recovery.isDue(now: now) {
      startAnew(now: now)
      reasons = Self.everything
    }
    let framebuffer = GPUState.frameFramebuffer
    var error = fault(drawing: reasons, now: now)
    if (error as? GPUError)?.isOfMemory == true, recovery.mayTry(now: now) {
      startAnew(now: now)
      GPUState.bindFramebuffer(framebuffer)
      error = fault(drawing: Self.everything, now: now)
    }
    take(error, now: now)
  }

  /// What is seen where nothing is drawn.
  var shownBackground: Color { isBare ? Color(red: 0, green: 0, blue: 0, alpha: 0) : backgroundColor }

  /// Makes what draws, and has the driver compile what a still picture will be drawn with, one thing at a time: true when it did something.
  /// For the time before the first frame; what cannot be done is told by that.
  func rehearseStill(now: Double) -> Bool {
    if let graphics { return graphics.rehearseUsual(self, now: now) }
    graphics = try? MapGraphics(self)
    _ = controlLayer.step(now: now)
    return graphics != nil
  }

  /// Why everything is drawn.
  private static var everything: RedrawReasons { [.exposed, .resize] }

  private func take(_ error: (any Error)?, now: Double) {
    guard let error else { return graphicsError = recovery.fault }
    if let error = error as? GPUError {
      if error.isOfContext { return contextLoss = error }
      if error.isOfMemory { recovery.fail("\(error)", now: now) }
    }
    graphicsError = "\(error)"
  }

  /// What kept the picture, or a part of it, from being drawn.
  private func fault(drawing reasons: RedrawReasons, now: Double) -> (any Error)? {
    do {
      let graphics = try self.graphics ?? MapGraphics(self)
      self.graphics = graphics
      try graphics.draw(self, reasons: reasons, now: now)
      return graphics.renderer.device.takeMemoryFault()
    } catch {
      return error
    }
  }

  private func startAnew(now: Double) {
    recovery.begin(now: now)
    releaseGraphics()
    // The components ask for what they had on the graphics card.
    updateComponents(now: now)
  }

  /// Gives back every GPU object; the next frame makes them anew.
  package func releaseGraphics() {
    contextLoss = nil
    guard let device = graphics?.renderer.device else { return }
    graphics = nil
    profiler.releaseGraphics()
    // The objects queued their names; no frame will begin that would delete them.
    device.emptyTrash()
    forEachComponent { $0.didReleaseGraphics() }
  }
}
