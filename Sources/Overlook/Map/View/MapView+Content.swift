import Observation
import OverlookGPU
package import OverlookGeometry
package import OverlookInput
import OverlookProfiling
import OverlookRender
import OverlookSupport

/// The frame, stage by stage; the frame loop calls these in order.
extension MapView {
  /// Asks for what the first picture needs before there is anything to draw it with.
  package func prepare(for size: ScreenSize, framebuffer: PixelSize) {
    resize(to: size, framebuffer: framebuffer)
    _ = prepareTiles(now: 0)
  }

  /// Takes the view's new size; 0 in either direction draws nothing until the next one.
  package func resize(to size: ScreenSize, framebuffer: PixelSize) {
    guard surface.resize(to: size, framebuffer: framebuffer), surface.isVisible else { return }
    let sizeBefore = self.size
    cameraController.setSize(size)
    controlLayer.area.size = size
    observation.withMutation(of: self, keyPath: \.size) {}
    viewChanged()
    requestFrame(.resize)
    deliverCameraEvents()
    if self.size != sizeBefore { delegate?.mapView(self, didResize: self.size) }
  }

  /// Takes one event: the map and its controls first, then a copy for each observer.
  package func handle(_ event: InputEvent) {
    router.consumesGesturesInView = settings.consumesGesturesInView
    let start = MonotonicClock.now()
    let disposition = router.route(event)
    if disposition == .ignored || disposition == .observed { _ = nextResponder?.respond(to: event) }
    hover.note(event)
    noteDrain(from: start, to: MonotonicClock.now())
  }

  /// Advances gestures, the camera and the tiles to `now`; true when a frame is due.
  package func prepareFrame(now: Double) -> Bool {
    let start = MonotonicClock.now()
    gestures.step(now: now, settings: settings.gestures)
    respondToGestures(now: now)
    startQueuedMotion(now: now)
    if cameraController.step(now: now) { requestFrame(.animation) }
    deliverCameraEvents()
    if !isRendering { releaseGraphics() }
    guard surface.isVisible, isRendering else {
      deliverErrors()
      return false
    }
    let moved = MonotonicClock.now()
    updateComponents(now: now)
    deliverErrors()
    if let graphics { reasons.formUnion(graphics.renderer.reasonsForNextFrame) }
    if recovery.isDue(now: now) { reasons.insert(.exposed) }
    if controlLayer.step(now: now) { reasons.insert(.interface) }
    updateHover()
    let isWaiting = waitsForMore(now: now)
    hasRehearsed = isWaiting && frameTimes.answer == nil && graphics?.rehearse(self) == true
    guard !reasons.isEmpty, !isWaiting else {
      if rehearsesNow, !isWaiting, isResting { hasRehearsed = graphics?.rehearseAhead(self) == true }
      statistics.skipFrame()
      // What could not be had makes no frame.
      deliverRenderingEvents()
      return false
    }
    frameTimes.last = now
    statistics.beginFrame(now: now, reasons: reasons)
    statistics.add(.drain, seconds: frameTimes.drainSeconds)
    statistics.add(.update, from: start, to: moved)
    statistics.add(.drain, from: moved, to: MonotonicClock.now())
    frameTimes.drainSeconds = 0
    frameTimes.start = start
    return true
  }

  /// Whether what may be drawn later is made ready while nothing is asked of the map.
  var rehearsesNow: Bool { rehearsesAhead || host != nil }

  /// Draws the frame into the bound framebuffer. A GL failure is kept in `graphicsError` and the frame is skipped.
  package func drawFrame(now: Double) {
    guard surface.isVisible else { return }
    let reasons = takeReasons()
    drawPicture(reasons, now: now)
    forEachComponent { $0.didDrawFrame(in: self) }
    if host == nil { endFrame() }
    deliverErrors()
    deliverRenderingEvents()
  }

  /// Takes the time of the swap into the figures.
  package func frameShown(swapSeconds: Double) {
    let now = MonotonicClock.now()
    statistics.add(.swap, from: now - swapSeconds, to: now)
    endFrame()
  }

  /// When the next frame is due though nothing happens.
  package func nextDeadline(now: Double) -> Double? {
    guard surface.isVisible, isRendering else { return nil }
    let isWaiting = waitsForMore(now: now)
    if isWaiting, hasRehearsed { return now }
    if isWaiting, let answer = frameTimes.answer { return answer }
    if isWaiting, !isStill { return frameTimes.last + Self.arrivalSeconds }
    if isWaiting { return componentList.nextDeadline(now: now) }
    if !reasons.isEmpty || queuedMotion != nil || cameraController.needsStep || controlLayer.needsFrame
      || componentList.needsFrame || graphics?.renderer.reasonsForNextFrame.isEmpty == false
    {
      return now
    }
    let hasMore = hasRehearsed || rehearsesNow && graphics?.renderer.hasMoreAhead == true && isResting
    return earliest(hasMore ? now + Self.arrivalSeconds : nil, earliestOfParts(now: now))
  }

  private func earliestOfParts(now: Double) -> Double? {
    earliest(
      earliest(gestures.nextDeadline, controlLayer.nextDeadline),
      earliest(componentList.nextDeadline(now: now), recovery.nextTry))
  }

  /// The window lost its picture.
  package func invalidatePicture() {
    requestFrame(.exposed)
  }

  /// Tiles that come within this time of a frame share the next one, unless they are the last.
  private static let arrivalSeconds = 1.0 / 60

  /// Whether nothing but tiles is new and others are on their way: a frame for each would keep the processor from decoding the
  /// rest. Of a picture nobody sees the frames before the last.
  private func waitsForMore(now: Double) -> Bool {
    if waitsForAnswer(now: now) { return true }
    guard reasons == .tiles, now >= frameTimes.last, isStill || now < frameTimes.last + Self.arrivalSeconds else { return false }
    return componentList.prefersWaiting
  }

  /// What was typed is shown together with what is found for it, where that takes less than half a frame of a usual display.
  private static let answerSeconds = 0.008

  private func waitsForAnswer(now: Double) -> Bool {
    guard awaitsAnswer, reasons == .interface else { return false }
    let end = frameTimes.answer ?? now + Self.answerSeconds
    frameTimes.answer = end
    if now < end { return true }
    awaitsAnswer = false
    return false
  }
}
