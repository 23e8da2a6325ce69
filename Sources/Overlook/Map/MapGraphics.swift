import OverlookCamera
import OverlookCanvas
package import OverlookGPU
import OverlookGeometry
import OverlookInput
import OverlookLayout
import OverlookPasses
import OverlookProfiling
package import OverlookRender
import OverlookStyledMap
import OverlookSupport
import OverlookTiles

/// The renderer of one map while a GL context shows it, and what a frame takes from the map.
@MainActor final class MapGraphics {
  let renderer: Renderer
  private var plan: FramePlan?
  private var hasRehearsedWhole = false
  /// The first of what is usual that was not rehearsed.
  private var nextUsual = 0
  /// In the order of drawing.
  private(set) var items: [any OverlayItem] = []

  /// Needs a current context of GL 3.3 or later.
  init(_ map: MapView) throws {
    let device = try GPUDevice(faults: map.faultPlan)
    device.programCache = DrawingServices.programFolder.flatMap { GPUProgramCache(folder: $0, device.capabilities) }
    do {
      renderer = try Renderer(
        device, choice: MapServices.renderer, profiler: map.profiler,
        tileBudgetBytes: TileTextures.usualBudgetBytes >> min(map.recovery.level, 6), wake: map.wakeRelay.callback)
    } catch {
      // What was made before the fault.
      device.emptyTrash()
      throw error
    }
  }

  /// Extracts a plan from `map` and draws it into the bound framebuffer.
  func draw(_ map: MapView, reasons: RedrawReasons, now: Double) throws {
    try renderer.device.checkContext(now: now)
    renderer.isTimed = map.isHUDVisible || map.trace != nil || map.profiler.level > .off
    let start = MonotonicClock.now()
    let view = renderer.aligned(map.cameraController.view, pixelsPerPoint: map.surface.pixelsPerPoint)
    var plan =
      self.plan
      ?? FramePlan(
        view: view, framebuffer: map.surface.framebuffer, pixelsPerPoint: map.surface.pixelsPerPoint, timeSeconds: now,
        reasons: reasons,
        background: map.backgroundColor)
    // Taken out, so that its arrays are written in place and not copied.
    self.plan = nil
    defer { self.plan = plan }
    renderer.beginFrame(reasons)
    uploadTiles(of: map, now: now)
    let brought = MonotonicClock.now()
    renderer.debugView = map.debugView
    plan.view = view
    plan.framebuffer = map.surface.framebuffer
    plan.pixelsPerPoint = map.surface.pixelsPerPoint
    plan.timeSeconds = now
    plan.reasons = reasons
    plan.background = map.shownBackground
    plan.buildingsHideOverlays = map.standard.baseMap.buildingsHideLabels
    // The room that icons need depends on what they look like.
    try renderer.updateIconViews(
      map.overlayStore, view: view, framebuffer: map.surface.framebuffer, pixelsPerPoint: map.surface.pixelsPerPoint)
    updateItems(of: map)
    map.standard.overlays.collisions.labels.gather(items, renderer.canvas)
    let updated = MonotonicClock.now()
    renderer.profiler.add(CostCenter(.items), .update, from: brought, to: updated)
    plan.style = map.placeLabels(view: view, now: now)
    plan.daylight = map.daylight
    plan.style?.daylight = map.daylight
    plan.light = map.standard.sky.light
    if let light = plan.light { plan.style?.light = light }
    map.standard.overlays.collisions.labels.write(into: &plan.itemLabels)

    let labelled = MonotonicClock.now()
    renderer.profiler.add(CostCenter(.style), .extract, from: updated, to: labelled)
    try map.standard.overlays.infoWindow.update(
      renderer, framebuffer: map.surface.framebuffer, pixelsPerPoint: map.surface.pixelsPerPoint)
    let extracted = MonotonicClock.now()
    renderer.profiler.add(CostCenter(.items), .update, from: labelled, to: extracted)
    renderer.profiler.skip()
    plan.setTileLayers(map.tileLayers)
    try renderer.prepare(&plan, store: map.overlayStore, items: items)
    let uploaded = MonotonicClock.now()
    try renderer.draw(plan, items: items, keepsCompiler: map.rehearsesNow) { map.drawInterface(on: $0, now: now) }
    map.statistics.add(.extract, from: brought, to: extracted)
    map.statistics.add(.upload, from: extracted - (brought - start), to: uploaded)
    map.statistics.add(.draw, from: uploaded, to: MonotonicClock.now())
  }

  private func uploadTiles(of map: MapView, now: Double) {
    for layer in map.tileLayers { layer.drainForgotten { renderer.forgetTile($0) } }
    let style = map.styledMap
    let result = renderer.uploadTiles(
      map.tileLayers, style?.arrivals() ?? [], zoom: style?.styleZoom(map.cameraController.view) ?? 0)
    for layer in map.tileLayers { layer.take(result, now: now) }
    style?.take(result, now: now)
  }

  /// Gives back what the card holds and the present view does without.
  func trimMemory(of map: MapView) {
    for layer in map.tileLayers { layer.drainForgotten { renderer.forgetTile($0) } }
    let result = renderer.trimMemory(map.tileLayers)
    for layer in map.tileLayers { layer.take(result, now: map.frameTimes.last) }
  }

  /// Uses the time until tiles come: the driver compiles what one layer of the style will be drawn with. True when it did, and
  /// there may be more.
  func rehearse(_ map: MapView) -> Bool {
    guard let frame = map.styledMap?.nextRehearsal() else { return false }
    // What does not work is told by the frame that needs it.
    try? renderer.rehearse(frame, view: map.cameraController.view, framebuffer: map.surface.framebuffer)
    return true
  }

  /// The same for what nearly every map is drawn with, one after the other: for a picture that nobody sees before it is whole.
  func rehearseUsual(_ map: MapView, now: Double) -> Bool {
    guard let usual = Renderer.Usual(rawValue: nextUsual) else { return false }
    nextUsual += 1
    try? renderer.rehearse(
      usual, view: map.cameraController.view, framebuffer: map.surface.framebuffer, pixelsPerPoint: map.surface.pixelsPerPoint
    ) { map.drawInterface(on: $0, now: now) }
    return true
  }

  /// The same for what is not in view yet: other zooms, the tilt; then brings what overlays draw at other zooms. For a map that is at rest.
  func rehearseAhead(_ map: MapView) -> Bool {
    if rehearseNext(map) { return true }
    // Let go of in a frame, it takes as long as several frames, and so do the pieces that it leaves behind.
    renderer.device.programCache?.forgetAhead()
    if renderer.device.releaseCompiler() { FreedMemory.bringTogether() }
    guard renderer.hasMoreAhead else { return false }
    try? renderer.bringAhead()
    return renderer.hasMoreAhead
  }

  private func rehearseNext(_ map: MapView) -> Bool {
    let view = map.cameraController.view
    if let frame = map.styledMap?.nextRehearsalAhead() {
      try? renderer.rehearseAhead(frame, view: view, framebuffer: map.surface.framebuffer)
      return true
    }
    guard let plan else { return false }
    guard !hasRehearsedWhole, let frame = plan.style else { return (try? renderer.rehearseOverlays(plan)) == true }
    hasRehearsedWhole = true
    try? renderer.rehearseWhole(frame, view: view, framebuffer: map.surface.framebuffer)
    return true
  }

  /// What the last frame was drawn from.
  var lastPlan: FramePlan? { plan }

  /// All items are updated first, because their order may depend on what the update finds.
  private func updateItems(of map: MapView) {
    items.removeAll(keepingCapacity: true)
    guard !map.overlayItems.isEmpty else { return }
    let projection = map.projection
    for item in map.overlayItems {
      item.update(with: projection)
      items.append(item)
    }
    // Insertion sort: stable, without memory of its own, and the list is short and mostly sorted.
    for end in items.indices.dropFirst() {
      var place = end
      while place > 0, items[place - 1].zIndex > items[place].zIndex {
        items.swapAt(place - 1, place)
        place -= 1
      }
    }
  }
}

extension MapView {
  /// What draws the map; nil while nothing does.
  package var renderer: Renderer? { graphics?.renderer }

  /// The GL context that shows the map, with its counters; nil before the first frame.
  package var device: GPUDevice? { graphics?.renderer.device }

  /// What the last frame was drawn from; nil before the first.
  package var lastPlan: FramePlan? { graphics?.lastPlan }
}
