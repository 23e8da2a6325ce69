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
  func draw(_ layer: FramePlan.TileLayerDraws, _ packet: FramePlan) throws(GPUError) {
    guard layer.opacity > 0 else { return }
    try tilePass.draw(
      layer.draws, view: packet.view, pixelsPerPoint: packet.pixelsPerPoint, opacity: layer.opacity, textures: textures)
    profiler.lap(CostCenter(.tiles, number: Int(layer.number)), .submit)
  }

  func drawOverlayPlane(
    _ packet: FramePlan, items: [any OverlayItem], target: GPUTarget, isBehindBuildings: Bool
  ) throws(GPUError) {
    try drawOverlays(packet, items: items, target: target, isBehindBuildings: isBehindBuildings)
    markerPass.draw(view: packet.view, reachPoints: markerReachPoints)
    profiler.lap(CostCenter(.overlays(.marker)), .submit)
  }

  /// Everything above the base plane but markers.
  func drawOverlays(
    _ packet: FramePlan, items: [any OverlayItem], target: GPUTarget, isBehindBuildings: Bool
  ) throws(GPUError) {
    var isBehindBuildings = isBehindBuildings
    let steps = packet.order.steps
    translucentRuns.begin()
    for (number, step) in steps.enumerated() {
      switch step {
      case .tiles(let index):
        if device.variant == .identity { continue }
        if packet.tileLayers.indices.contains(index) { try draw(packet.tileLayers[index], packet) }
      case .overlays(let run):
        try draw(run, .opaque, packet, target, isBehindBuildings)
        // What stands on the map hides what lies behind it as buildings do.
        if run.hasDepth { isBehindBuildings = true }
      case .translucent(let run):
        translucentRuns.add(run, packet.view)
        // Neighbours from afar.
        if number + 1 < steps.count, case .translucent = steps[number + 1] { continue }
        translucentRuns.sort()
        for run in translucentRuns.sorted { try draw(run.run, .translucent, packet, target, isBehindBuildings) }
        translucentRuns.removeAll()
      case .item(let index):
        if items.indices.contains(index) { try draw(items[index], index, packet, target) }
        identityBuffer.note(.item(index))
        profiler.lap(CostCenter(.items, number: index), .submit)
      }
    }
  }

  private func draw(
    _ run: OverlayRun, _ surfaces: StandingSurfaces, _ packet: FramePlan, _ target: GPUTarget, _ isBehindBuildings: Bool
  ) throws(GPUError) {
    let size = sizeOfParts(run)
    for offset in stride(from: 0, to: run.count, by: size) {
      let part = run.part(offset, size: size)
      try drawPart(part, surfaces, packet, target, isBehindBuildings)
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

  private func drawPart(
    _ run: OverlayRun, _ surfaces: StandingSurfaces, _ packet: FramePlan, _ target: GPUTarget, _ isBehindBuildings: Bool
  ) throws(GPUError) {
    let light = packet.style?.light ?? usualLight
    switch run.kind {
    case .overlays(.groundOverlay):
      groundPass.draw(run, view: packet.view, pixelsPerPoint: packet.pixelsPerPoint, isBehindBuildings: isBehindBuildings)
    case .shapes: shapePass.draw(run, view: packet.view, isBehindBuildings: isBehindBuildings)
    case .overlays(.dataLayer):
      try dataPass.draw(
        run, surfaces, view: packet.view, pixelsPerPoint: packet.pixelsPerPoint, target: target, light: light,
        isBehindBuildings: isBehindBuildings)
    case .blocks: try blockPass.draw(run, surfaces, view: packet.view, target: target, light: light)
    case .overlays(.model):
      let zoom = packet.style?.zoom ?? packet.view.camera.zoom - 1
      try modelPass.draw(run, surfaces, view: packet.view, light: light, zoom: zoom)
    case .overlays, .custom: break
    }
  }

  private func draw(_ item: any OverlayItem, _ index: Int, _ packet: FramePlan, _ target: GPUTarget) throws(GPUError) {
    canvas.begin(size: packet.view.size, pixelsPerPoint: packet.pixelsPerPoint)
    item.draw(in: canvas)
    for label in packet.itemLabels where label.item == index { canvas.draw(label) }
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
