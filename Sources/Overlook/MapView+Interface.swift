import OverlookCamera
import OverlookGPU
import OverlookGeometry
package import OverlookRender
import OverlookStyledMap
import OverlookSupport

// What lies above the map, and the figures of its frames.
extension MapView {
  /// Whether the panel with the figures of the frames is shown (key F3). Default false.
  public var isHUDVisible: Bool {
    get { interface.hud.isVisible }
    set {
      interface.hud.isVisible = newValue
      updateProfilerLevel()
      requestFrame(.interface)
    }
  }

  /// Which page of the panel is shown: the frames as a whole, or what each layer and kind of overlay takes of them.
  package var hudPage: HUD.Page {
    get { interface.hud.page }
    set {
      interface.hud.page = newValue
      updateProfilerLevel()
      requestFrame(.interface)
    }
  }

  /// Turns the panel's page, or shows the panel at the page that it was left at (Shift+F3).
  func showNextHUDPage() {
    guard isHUDVisible else { return isHUDVisible = true }
    hudPage = hudPage == .frames ? .costs : .frames
  }

  /// What is shown in place of the picture (F4).
  package var debugView: DebugView {
    get { shownDebugView }
    set {
      shownDebugView = newValue
      requestFrame(.forced)
    }
  }

  /// Lines that are shown above the map until they are taken away, or a person clicks on them. Default none.
  package var notices: [MapNotice] {
    get { interface.notices.notices }
    set {
      guard newValue != notices else { return }
      interface.notices.notices = newValue
      requestFrame(.interface)
    }
  }

  /// The figures that the panel shows.
  package var statistics: FrameStatistics { interface.statistics }

  /// Advances what fades in the interface.
  func updateInterface(now: Double) {
    if interface.update(bearing: camera.bearing, showsCompass: settings.compassButton, now: now) {
      interfaceNeedsFrame = true
      reasons.insert(.interface)
    } else {
      interfaceNeedsFrame = false
    }
  }

  /// Carries out what a person wants of the row of pictures over time.
  func perform(_ action: TimedControls.Action) {
    guard let overlay = controlledOverlay else { return }
    switch action {
    case .togglePlaying: overlay.isPlaying ? overlay.pause() : overlay.play()
    case .step(let count): overlay.step(by: count)
    case .nextSpeed: overlay.speed = overlay.speed >= 4 ? 0.5 : overlay.speed >= 2 ? 4 : overlay.speed >= 1 ? 2 : 1
    case .show(let frame): overlay.showFrame(at: frame)
    case .nextScale: overlay.scale = overlay.scaleAfterShown
    case .opacity(let opacity): overlay.opacity = opacity
    }
    requestFrame(.interface)
  }

  /// Fills the canvas with everything above the map, in points.
  func drawInterface(on canvas: Canvas, now: Double) {
    if debugView == .tiles {
      let reports = tileLayers.flatMap(\.reports) + (styledMap?.reports ?? [])
      TileOutlines.draw(reports, cameraController.view, on: canvas)
    }
    drawIncidentCard(on: canvas)
    drawInfoWindow(on: canvas)
    if isHUDVisible, hudPage == .costs { interface.hud.costs.refresh(profiler, pixels: framebuffer, now: now, name: name(of:)) }
    if isBare { return interface.drawFigures(on: canvas, now: now) }
    interface.floors.state = floorPickerState
    let controlled = controlledOverlay
    interface.timed.time.state = controlled?.controlState
    interface.timed.legend.scale = controlled?.shownScale
    interface.timed.legend.opacity = controlled?.opacity ?? 1
    let target = camera.target
    let metersPerPoint = Mercator.metersPerWorldUnit(atLatitude: target.latitude) / cameraController.view.pointsPerWorld
    interface.draw(on: canvas, credits: attributions, metersPerPoint: metersPerPoint, now: now)
  }

  /// Takes the counts of the frame that was drawn over into the figures.
  func noteFrame() {
    guard let renderer = graphics?.renderer else { return }
    let work = renderer.device.statistics
    statistics.setWork(
      drawCalls: work.drawCalls, uploads: work.uploads, uploadedBytes: work.uploadedBytes,
      gpuMilliseconds: renderer.gpuMilliseconds)
    let counts = tileCounts
    statistics.tiles.loaded = counts.ready
    statistics.tiles.loading = counts.loading
    statistics.tiles.failed = counts.failed
    statistics.tiles.missing = counts.missing
    statistics.tiles.styleFaults = styleMessages.count
    statistics.overlaysTotal = overlayStore.count
    statistics.overlaysVisible = renderer.overlayCountNearView
    statistics.overlaysNotDrawn = renderer.overlayCountNotDrawn
    statistics.polygonsNotFilled = renderer.polygonCountNotFilled
  }
}
