import OverlookCamera
package import OverlookCanvas
package import OverlookGPU
package import OverlookLayout
import OverlookOverlayPasses
import OverlookPasses
import OverlookProfiling
package import OverlookScene
import OverlookStylePasses
package import OverlookSupport
package import OverlookTiles

// Before the frame is drawn: from models to the GPU.
extension Renderer {
  /// Starts a frame for these reasons.
  package func beginFrame(_ reasons: RedrawReasons) {
    device.beginFrame()
    // Other views may be drawn in the same context.
    device.state.reset()
    profiler.begin(device)
    // Before anything can throw: a frame that fails must not leave the picture of an older view to be copied.
    if !reasons.isDisjoint(with: .basePlane) { base?.isValid = false }
  }

  /// Drops a picture of a tile that nobody needs any more.
  package func forgetTile(_ id: TileContentID) { textures.forget(id) }

  /// Brings tiles to the GPU, within the time that a frame has for it: pictures of layers, and what came for the style, which is
  /// shown at `zoom` of the style. The owner of both takes the result before it says what they draw.
  package func uploadTiles(
    _ layers: [TileLayerRuntime], _ arrivals: [StyleArrival] = [], zoom: Double = 0
  ) -> TileUploadResult {
    textures.uploads.beginFrame()
    let result = textures.update(layers) { result in
      guard !arrivals.isEmpty else { return }
      do throws(GPUError) {
        let renderer = try styleRendererInUse()
        for id in try renderer.upload(arrivals, zoom: zoom, textures.uploads) {
          result.uploaded.append(TileContentID(rawValue: id))
        }
      } catch {
        // The frame that draws them says so.
        for arrival in arrivals { result.uploaded.append(TileContentID(rawValue: arrival.id)) }
      }
    }
    profiler.lap(CostCenter(.tiles), .extract)
    return result
  }

  func styleRendererInUse() throws(GPUError) -> StyleRenderer {
    if let styleRenderer { return styleRenderer }
    let renderer = try StyleRenderer(device, library: library, tools: raster, shadows: shadows)
    styleRenderer = renderer
    return renderer
  }

  /// Brings what the style draws and rows that changed to the GPU, and the order of drawing into `plan`. `items` are sorted by
  /// zIndex. The store's marks of change are cleared.
  package func prepare(
    _ plan: inout FramePlan, store: OverlayStore, items: [any OverlayItem]
  ) throws(GPUError) {
    try prepareStyle(plan)
    profiler.lap(CostCenter(.style), .extract)
    try prepareOverlays(plan, store)
    try prepareShadows(plan)
    let wasValid = base?.isValid == true
    setOrder(&plan, items, store)
    if wasValid { try prepareBelowLabels(plan) }
    plan.markerCount = markerPass.gather.instances.count
    profiler.lap(CostCenter(.order), .extract)
  }

  /// A base plane that shows the shadows of things that changed is drawn anew.
  private func prepareShadows(_ plan: FramePlan) throws(GPUError) {
    guard plan.daylight != nil, base?.isValid == true, shadows.casterVersion != shownCasterVersion else { return }
    base?.isValid = false
    try prepareStyle(plan)
  }

  private func prepareOverlays(_ plan: FramePlan, _ store: OverlayStore) throws(GPUError) {
    shapeOrder.update(store, visibleRect: shapePass.reachedRect(plan.view, store: store))
    profiler.lap(CostCenter(.order), .extract)
    let frame = overlayFrame(plan, isForTheEye: debugView == .none || debugView == .tiles)
    for pass in overlayPasses {
      try pass.prepare(store, order: shapeOrder, in: frame)
      try pass.upload(for: frame)
      profiler.lap(CostCenter(of: pass.kind), .extract)
    }
    store.clearChanges()
  }

  /// What passes of overlays are told of a frame. What is not for the eye the driver draws alone.
  func overlayFrame(_ plan: FramePlan, isForTheEye: Bool) -> OverlayFrame {
    OverlayFrame(
      view: plan.view, pixelsPerPoint: plan.pixelsPerPoint, size: plan.framebuffer,
      light: plan.light ?? plan.style?.light ?? usualLight, daylight: plan.daylight, styleZoom: plan.style?.zoom,
      raster: isForTheEye ? raster.frame(plan.view, pixelsPerPoint: plan.pixelsPerPoint) : nil)
  }

  private func setOrder(
    _ plan: inout FramePlan, _ items: [any OverlayItem], _ store: OverlayStore
  ) {
    tileZIndices.removeAll(keepingCapacity: true)
    for layer in plan.tileLayers { tileZIndices.append(layer.zIndex) }
    itemZIndices.removeAll(keepingCapacity: true)
    for item in items { itemZIndices.append(item.zIndex) }
    let (oldBaseCount, hadOverlays) = (order.baseLayerCount, !order.belowLabels.isEmpty)
    if order.update(
      entries: shapeOrder.entries, version: shapeOrder.version, tileZIndices: tileZIndices, itemZIndices: itemZIndices,
      layersBelowLabels: plan.style == nil ? -1 : plan.tileLayers.prefix(while: \.isBelowLabels).count),
      order.baseLayerCount != oldBaseCount || hadOverlays || !order.belowLabels.isEmpty
    {
      base?.isValid = false
    }
    plan.order = order
    translucentRuns.findPlaces(order, shapeOrder, store)
  }

  /// A base plane with overlays that changed is drawn anew.
  private func prepareBelowLabels(_ plan: FramePlan) throws(GPUError) {
    for run in order.belowLabels where overlayPasses.contains(where: { $0.kind == run.kind && $0.hasChanged(run) }) {
      base?.isValid = false
    }
    if base?.isValid == false { try prepareStyle(plan) }
  }

  private func prepareStyle(_ plan: FramePlan) throws(GPUError) {
    guard let frame = plan.style else { return styleRenderer = nil }
    // A frame without reasons of the base plane copies what was drawn before.
    if plan.reasons.isDisjoint(with: .basePlane), base?.isValid == true { return }
    try styleRendererInUse().prepare(frame, view: plan.view)
  }
}
