import OverlookCamera
import OverlookCanvas
import OverlookGPU
import OverlookLayout
import OverlookOverlayPasses
import OverlookProfiling
import OverlookScene
import OverlookSupport
import OverlookTiles

// What lies above the base plane, and the tile layers of both.
extension Renderer {
  func draw(_ layer: FramePlan.TileLayerDraws, _ plan: FramePlan) throws(GPUError) {
    guard layer.opacity > 0 else { return }
    try tilePass.draw(
      layer.draws, view: plan.view, pixelsPerPoint: plan.pixelsPerPoint, opacity: layer.opacity, textures: textures)
    profiler.lap(CostCenter(.tiles, number: Int(layer.number)), .submit)
  }

  func drawOverlayPlane(
    _ plan: FramePlan, items: [any OverlayItem], target: GPUTarget, isBehindBuildings: Bool
  ) throws(GPUError) {
    let frame = overlayFrame(plan, isForTheEye: device.variant == .color)
    try drawOverlays(plan, frame, items: items, target: target, isBehindBuildings: isBehindBuildings)
    markerPass.draw(markerPass.run, in: frame, to: target)
    profiler.lap(CostCenter(of: markerPass.kind), .submit)
  }

  /// Everything above the base plane but markers.
  func drawOverlays(
    _ plan: FramePlan, _ frame: OverlayFrame, items: [any OverlayItem], target: GPUTarget, isBehindBuildings: Bool
  ) throws(GPUError) {
    var isBehindBuildings = isBehindBuildings
    // For the eye they were drawn with the base plane.
    if device.variant == .identity { try drawBelowLabels(plan, frame, target, isBehindBuildings: isBehindBuildings) }
    let steps = plan.order.steps
    translucentRuns.begin()
    for (number, step) in steps.enumerated() {
      switch step {
      case .tiles(let index):
        if device.variant == .identity { continue }
        if plan.tileLayers.indices.contains(index) { try draw(plan.tileLayers[index], plan) }
      case .overlays(let run):
        try draw(run, .opaque, frame, target, isBehindBuildings)
        // What stands on the map hides what lies behind it as buildings do.
        if run.hasDepth { isBehindBuildings = true }
      case .translucent(let run):
        translucentRuns.add(run, plan.view)
        // Neighbours from afar.
        if number + 1 < steps.count, case .translucent = steps[number + 1] { continue }
        translucentRuns.sort()
        for run in translucentRuns.sorted { try draw(run.run, .translucent, frame, target, isBehindBuildings) }
        translucentRuns.removeAll()
      case .item(let index):
        if items.indices.contains(index) { try draw(items[index], index, plan, target) }
        identityBuffer.note(.item(index))
        profiler.lap(CostCenter(.items, number: index), .submit)
      }
    }
  }

  /// The overlays of the base plane.
  func drawBelowLabels(
    _ plan: FramePlan, _ frame: OverlayFrame, _ target: GPUTarget, isBehindBuildings: Bool
  ) throws(GPUError) {
    for run in plan.order.belowLabels { try draw(run, .opaque, frame, target, isBehindBuildings) }
  }

  private func draw(
    _ run: OverlayRun, _ surfaces: StandingSurfaces, _ frame: OverlayFrame, _ target: GPUTarget, _ isBehindBuildings: Bool
  ) throws(GPUError) {
    guard let pass = overlayPasses.first(where: { $0.kind == run.kind }) else { return }
    let size = sizeOfParts(run)
    for offset in stride(from: 0, to: run.count, by: size) {
      let part = run.part(offset, size: size)
      try pass.draw(part, surfaces, in: frame, to: target, isBehindBuildings: isBehindBuildings)
      identityBuffer.note(part)
      let number = run.kind == .overlays(.dataLayer) ? overlay(ofEntry: part.firstEntry)?.slot ?? -1 : -1
      profiler.lap(CostCenter(of: run.kind, number: number), .submit)
    }
  }

  /// How many neighbours of a run are drawn at once. What is drawn one by one anyway may be measured, and must be told apart, one
  /// by one; shapes are told apart by their triangles, but for the eye only by their draws.
  private func sizeOfParts(_ run: OverlayRun) -> Int {
    let isOne =
      switch device.variant {
      case .identity: run.kind != .shapes || debugView == .picking || isPainted(run)
      case .color, .overdraw: run.kind == .overlays(.dataLayer) && profiler.level > .off
      }
    return isOne ? 1 : max(run.count, 1)
  }

  /// Whether shapes of a run have pictures: each of these is a draw, in which triangles are counted anew.
  private func isPainted(_ run: OverlayRun) -> Bool {
    shapePass.batch.indexRange(first: run.first, count: run.count).parts.contains(.painted)
  }

  func overlay(ofEntry entry: Int) -> (kind: OverlayKind, slot: Int)? {
    guard shapeOrder.entries.indices.contains(entry) else { return nil }
    return (shapeOrder.entries[entry].kind, Int(shapeOrder.entries[entry].slot))
  }

  private func draw(_ item: any OverlayItem, _ index: Int, _ plan: FramePlan, _ target: GPUTarget) throws(GPUError) {
    canvas.begin(size: plan.view.size, pixelsPerPoint: plan.pixelsPerPoint)
    item.draw(in: canvas)
    for label in plan.itemLabels where label.item == index { canvas.draw(label) }
    try canvasPass.draw(canvas, to: target)
    // What an owner's own shaders write is a picture.
    if device.variant != .color { return }
    device.state.bind(target: target)
    device.state.setBlend(.premultiplied)
    item.drawOpenGL()
    // Whatever the item's own code left behind.
    device.state.reset()
    device.state.bind(target: target)
    uniforms.bind()
  }
}
