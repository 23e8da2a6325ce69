import OverlookCamera
import OverlookGPU
import OverlookProfiling
package import OverlookRender
import OverlookStyledMap
import OverlookSupport

// What developers see of a map.
extension MapView {
  /// What is shown in place of the picture (F4).
  package var debugView: DebugView {
    get { shownDebugView }
    set {
      shownDebugView = newValue
      requestFrame(.forced)
    }
  }

  /// Takes the counts of the frame that was drawn over into the figures.
  func noteFrame() {
    guard let renderer = graphics?.renderer else { return }
    let work = renderer.device.statistics
    statistics.setWork(
      drawCalls: work.drawCalls, uploads: work.uploads, uploadedBytes: work.uploadedBytes,
      gpuMilliseconds: renderer.gpuMilliseconds)
    // A map that rests draws no frame by itself: one to measure, and one that shows its costs.
    if isHUDVisible, hudPage == .costs, isCostTableEmpty, profiler.level > .off { requestFrame(.forced) }
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
