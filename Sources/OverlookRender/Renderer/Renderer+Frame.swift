import OverlookCamera
package import OverlookCanvas
package import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookPasses
import OverlookProfiling
import OverlookStylePasses
import OverlookSupport

// The frame itself.
extension Renderer {
  /// Draws the prepared frame into the bound framebuffer. `interface` fills the canvas with what lies above the map.
  package func draw(_ packet: FramePlan, items: [any OverlayItem], interface: (Canvas) -> Void) throws(GPUError) {
    let target = device.state.currentTarget(width: packet.framebuffer.width, height: packet.framebuffer.height)
    if !device.capabilities.isSoftware { timer.begin() }
    defer { timer.end() }
    uniforms.update(ViewUniforms(view: packet.view, pixelsPerPoint: packet.pixelsPerPoint))
    switch debugView {
    case .none, .tiles: try drawScene(packet, items: items, target: target)
    case .overdraw, .picking: try drawDebugView(packet, items: items, target: target)
    }
    canvas.begin(size: packet.view.size, pixelsPerPoint: packet.pixelsPerPoint)
    interface(canvas)
    try canvasPass.draw(canvas, to: target)
    profiler.lap(CostCenter(.interface), .submit)
    profiler.end()
    device.releaseCompiler()
    try device.throwProgramFault()
  }

  /// The map and what lies on it.
  private func drawScene(_ packet: FramePlan, items: [any OverlayItem], target: GPUTarget) throws(GPUError) {
    let depth: BasePlane.SceneDepth = packet.hasStandingOverlays ? .own : packet.mayHideOverlays ? .ofBase : .none
    // Windows need not have depths that can be kept beside a copy of the base plane: such frames are made in a target of our own.
    let scene = depth == .none ? target : try plane(target, depth).scene ?? target
    try drawBase(packet, to: scene, depth)
    let isHiding = depth != .none && packet.buildingsHideOverlays && hasBuildingDepths
    // Without buildings nothing has set the depths.
    if depth == .own, !isHiding {
      device.state.setScissor(nil)
      device.clear(depth: true, stencil: false)
    }
    try drawOverlayPlane(packet, items: items, target: scene, isBehindBuildings: isHiding)
    if scene != target {
      device.blit(from: scene, to: target)
      device.state.bind(target: target)
    }
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  /// The same in a variant of the shaders, and what can be seen of that.
  private func drawDebugView(_ packet: FramePlan, items: [any OverlayItem], target: GPUTarget) throws(GPUError) {
    let pass = debugPass ?? DebugViewPass(device, debugView, library: library)
    debugPass = pass
    let picture = try pass.begin(as: target)
    defer { device.variant = .color }
    if debugView == .overdraw {
      try drawScene(packet, items: items, target: picture)
    } else {
      try drawOverlayPlane(packet, items: items, target: picture, isBehindBuildings: false)
    }
    pass.end(into: target)
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  /// The base plane's targets for frames in `target`.
  private func plane(_ target: GPUTarget, _ depth: BasePlane.SceneDepth) throws(GPUError) -> BasePlane {
    if let base, base.fits(target), base.depth == depth || depth == .none { return base }
    // Given back first: there may not be room for both.
    base = nil
    let plane = try BasePlane(device, width: target.width, height: target.height, depth)
    base = plane
    return plane
  }

  private func drawBase(_ packet: FramePlan, to target: GPUTarget, _ depth: BasePlane.SceneDepth) throws(GPUError) {
    guard packet.reasons.isDisjoint(with: .basePlane) else {
      device.state.bind(target: target)
      try drawBaseContent(packet, to: target)
      return
    }
    let plane = try plane(target, depth)
    if !plane.isValid {
      device.state.bind(target: plane.target)
      try drawBaseContent(packet, to: plane.target)
      plane.isValid = true
    }
    if depth == .own, hasBuildingDepths { device.copyDepth(from: plane.target, to: target) }
    device.blit(from: plane.target, to: target)
    baseCopyCount += 1
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  private func drawBaseContent(_ packet: FramePlan, to target: GPUTarget) throws(GPUError) {
    baseDrawCount += 1
    if let frame = packet.style, let styleRenderer {
      try styleRenderer.draw(frame, view: packet.view, target: target, background: packet.background.premultiplied)
      hasBuildingDepths = styleRenderer.hasDrawnExtrusions
      uniforms.bind()
      profiler.lap(CostCenter(.style), .submit)
    } else {
      hasBuildingDepths = false
      device.clear(color: packet.background.premultiplied)
    }
    for layer in packet.tileLayers.prefix(packet.order.baseLayerCount) { try draw(layer, packet) }
    // Styles have a sky of their own, or none.
    if packet.style == nil { drawSky(packet.view) }
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  private func drawSky(_ view: ViewTransform) {
    guard let y = view.horizonY else { return }
    let horizonClip = 1 - 2 * y / view.size.height
    // The haze reaches a little below the horizon.
    if horizonClip < 1.3 { sky.draw(horizonClip: Float(horizonClip)) }
  }
}
