package import OverlookControls
import OverlookGPU
import OverlookGeometry
package import OverlookProfiling
import OverlookRender
import OverlookStyledMap
import OverlookSupport

// What is told of the controls of a map by itself.
extension MapView {
  var standardControls: StandardControls { standard.controls }

  /// Colours of info windows and of the insides of buildings. Default light.
  public var interfaceTheme: InterfaceTheme {
    get { watched(\.interfaceTheme, standardControls.chosenTheme) }
    set { change(\.interfaceTheme) { standardControls.chosenTheme = newValue } }
  }

  /// The colours that are shown.
  var shownTheme: InterfaceTheme { standardControls.shownTheme }

  /// Whether nothing lies above the map but its scale and credits, and menus while they are open: for a map that is small, as an inset
  /// is. Default false.
  public var hidesControls: Bool {
    get { watched(\.hidesControls, controlLayer.only != nil) }
    set {
      guard newValue != hidesControls else { return }
      change(\.hidesControls) {
        controlLayer.only = newValue ? [standardControls.credits, standardControls.scaleBar] : nil
      }
    }
  }

  /// What is kept free for others at the left of the credits, in points: the scale bar, and what stands beside it.
  package var leftOfCredits: Double {
    get { standardControls.credits.leftInset }
    set {
      standardControls.credits.leftInset = newValue
      requestFrame(.interface)
    }
  }

  /// Shows the rectangle that is drawn to zoom to, or none.
  func show(zoomBox rect: ScreenRect?) {
    standardControls.boxZoom.rect = rect
    requestFrame(.interface)
  }
}

// The panel with the figures, and notices.
extension MapView {
  /// Whether the panel with the figures of the frames is shown (key F3). Default false.
  public var isHUDVisible: Bool {
    get { watched(\.isHUDVisible, standardControls.hud.isVisible) }
    set {
      change(\.isHUDVisible) { standardControls.hud.isVisible = newValue }
      updateProfilerLevel()
      requestFrame(.interface)
    }
  }

  /// Which page of the panel is shown: the frames as a whole, or what each layer and kind of overlay takes of them.
  package var hudPage: HUD.Page {
    get { standardControls.hud.page }
    set {
      standardControls.hud.page = newValue
      updateProfilerLevel()
      requestFrame(.interface)
    }
  }

  /// Whether the page of costs has no line yet, as until a frame was measured.
  package var isCostTableEmpty: Bool { standardControls.hud.costs.isEmpty }

  /// Whether the panel shows what each part of a frame costs.
  var showsCosts: Bool { isHUDVisible && hudPage == .costs }

  /// Turns the panel's page, or shows the panel at the page that it was left at (Shift+F3).
  func showNextHUDPage() {
    guard isHUDVisible else { return isHUDVisible = true }
    hudPage = hudPage == .frames ? .costs : .frames
  }

  /// Lines that are shown above the map until they are taken away, or a person clicks on them. Default none.
  package var notices: [MapNotice] {
    get { standardControls.notices.notices }
    set {
      guard newValue != notices else { return }
      standardControls.notices.notices = newValue
      requestFrame(.interface)
    }
  }

  /// Points that a sheet covers at the left side, beside which notices, legends and the controls of time lie. Default 0.
  package var coveredWidth: Double {
    get { standardControls.notices.coveredWidth }
    set {
      guard newValue != coveredWidth else { return }
      standardControls.notices.coveredWidth = newValue
      standard.timeline.coveredWidth = newValue
      requestFrame(.interface)
    }
  }

  /// Called when the cross of a line of `notices` was clicked, with the number of its work.
  package var onNoticeCancelled: (Int) -> Void {
    get { standardControls.notices.onCancel }
    set { standardControls.notices.onCancel = newValue }
  }

  /// The figures that the panel shows.
  package var statistics: FrameStatistics { standardControls.hud.statistics }
}

// What the figures are made of.
extension MapView {
  /// Takes the counts of the frame that was drawn over into the figures.
  func noteFrame() {
    guard let renderer = graphics?.renderer else { return }
    let work = renderer.device.statistics
    statistics.setWork(
      drawCalls: work.drawCalls, uploads: work.uploads, uploadedBytes: work.uploadedBytes,
      gpuMilliseconds: renderer.gpuMilliseconds)
    // A map that rests draws no frame by itself: one to measure, and one that shows its costs.
    if showsCosts, isCostTableEmpty, profiler.level > .off { requestFrame(.forced) }
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

  /// What to call a line of the table of costs.
  package func name(of center: CostCenter) -> String {
    guard center.number >= 0 else { return center.name }
    switch center.kind {
    case .tiles:
      let runtime = tileLayers.first { Int($0.number) == center.number }
      return runtime.map { "\(type(of: $0.layer))" } ?? center.name
    case .overlays(let kind):
      guard let overlay = overlayStore.overlay(kind, slot: center.number) else { return center.name }
      return overlay.title ?? "\(type(of: overlay))"
    case .items:
      return overlayItems.indices.contains(center.number) ? "\(type(of: overlayItems[center.number]))" : center.name
    case .style, .basePlane, .order, .shapes, .interface: return center.name
    }
  }
}
