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
  /// Draws the prepared frame into the bound framebuffer. `interface` fills the canvas with what lies above the map. `keepsCompiler`:
  /// what the driver compiles with is let go of by the caller, between two frames.
  package func draw(
    _ plan: FramePlan, items: [any OverlayItem], keepsCompiler: Bool = false, interface: (Canvas) -> Void
  ) throws(GPUError) {
    let target = device.state.frameTarget(width: plan.framebuffer.width, height: plan.framebuffer.height)
    if isTimed, !device.capabilities.isSoftware { timer.begin() }
    defer { timer.end() }
    uniforms.update(ViewUniforms(view: plan.view, pixelsPerPoint: plan.pixelsPerPoint))
    switch debugView {
    case .none, .tiles: try drawScene(plan, items: items, target: target)
    case .overdraw, .picking: try drawDebugView(plan, items: items, target: target)
    }
    canvas.begin(size: plan.view.size, pixelsPerPoint: plan.pixelsPerPoint)
    interface(canvas)
    try canvasPass.draw(canvas, to: target)
    profiler.lap(CostCenter(.interface), .submit)
    profiler.end()
    if !keepsCompiler { device.releaseCompiler() }
    try device.throwProgramFault()
  }

  /// The map and what lies on it.
  private func drawScene(_ plan: FramePlan, items: [any OverlayItem], target: GPUTarget) throws(GPUError) {
    let depth = sceneDepth(plan, target)
    // Targets need not have depths that can be kept beside a copy of the base plane: such frames are made in one of our own.
    let scene = depth == .none || depth == .ofTarget ? target : try plane(target, depth).scene ?? target
    try drawBase(plan, to: scene, depth)
    let isHiding = depth != .none && plan.buildingsHideOverlays && hasBuildingDepths
    // Without buildings nothing has set the depths.
    if plan.hasStandingOverlays, !isHiding {
      device.state.setScissor(nil)
      device.clear(depth: true, stencil: false)
    }
    try drawOverlayPlane(plan, items: items, target: scene, isBehindBuildings: isHiding)
    if scene != target {
      device.blit(from: scene, to: target)
      device.state.bind(target: target)
    }
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  private func sceneDepth(_ plan: FramePlan, _ target: GPUTarget) -> BasePlane.SceneDepth {
    guard plan.hasStandingOverlays || plan.mayHideOverlays else { return .none }
    device.state.bind(target: target)
    if device.canCopyDepths(of: target) { return .ofTarget }
    return plan.hasStandingOverlays ? .own : .ofBase
  }

  /// The same in a variant of the shaders, and what can be seen of that.
  private func drawDebugView(_ plan: FramePlan, items: [any OverlayItem], target: GPUTarget) throws(GPUError) {
    let pass = debugPass ?? DebugViewPass(device, debugView, library: library)
    debugPass = pass
    let picture = try pass.begin(as: target)
    defer { device.variant = .color }
    if debugView == .overdraw {
      try drawScene(plan, items: items, target: picture)
    } else {
      try drawOverlayPlane(plan, items: items, target: picture, isBehindBuildings: false)
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

  private func drawBase(_ plan: FramePlan, to target: GPUTarget, _ depth: BasePlane.SceneDepth) throws(GPUError) {
    guard plan.reasons.isDisjoint(with: .basePlane) else {
      device.state.bind(target: target)
      try drawBaseContent(plan, to: target)
      return
    }
    let plane = try plane(target, depth)
    if !plane.isValid {
      device.state.bind(target: plane.target)
      try drawBaseContent(plan, to: plane.target)
      plane.isValid = true
    }
    if depth == .ofTarget, hasBuildingDepths {
      device.copyScene(from: plane.target, to: target)
    } else {
      if depth == .own, hasBuildingDepths { device.copyDepth(from: plane.target, to: target) }
      device.blit(from: plane.target, to: target)
    }
    baseCopyCount += 1
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  private func drawBaseContent(_ plan: FramePlan, to target: GPUTarget) throws(GPUError) {
    baseDrawCount += 1
    shownCasterVersion = shadows.casterVersion
    let layers = plan.tileLayers.prefix(plan.order.baseLayerCount)
    var aboveLabels = layers
    if let frame = plan.style, let styleRenderer {
      let beneath = layers.prefix(while: \.isBelowLabels)
      aboveLabels = layers.dropFirst(beneath.count)
      let isEmpty = beneath.isEmpty && plan.order.belowLabels.isEmpty
      belowLabels.lend(isEmpty ? nil : plan, count: beneath.count)
      defer { belowLabels.lend(nil, count: 0) }
      try styleRenderer.draw(
        frame, view: plan.view, target: target, background: plan.background.premultiplied,
        guest: isEmpty ? nil : belowLabels)
      hasBuildingDepths = styleRenderer.hasDrawnExtrusions
      uniforms.bind()
      profiler.lap(CostCenter(.style), .submit)
    } else {
      hasBuildingDepths = false
      device.clear(color: plan.background.premultiplied)
    }
    for layer in aboveLabels { try draw(layer, plan) }
    if plan.style == nil, let daylight = plan.daylight { try drawShadows(daylight, plan, target) }
    // Styles have a sky of their own, or none.
    if plan.style == nil { drawSky(plan, target) }
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  /// On the ground of a map without a style.
  private func drawShadows(_ daylight: Daylight, _ plan: FramePlan, _ target: GPUTarget) throws(GPUError) {
    try shadows.update(daylight, plan.view, for: target)
    if let y = plan.view.horizonY, y > 0 {
      let rows = (1 - y / plan.view.size.height) * Double(target.height)
      device.state.setScissor(GPURect(x: 0, y: 0, width: target.width, height: Int(exactly: rows.rounded()) ?? target.height))
    }
    shadows.drawGround(daylight, isDark: false, target)
    device.state.setScissor(nil)
    profiler.lap(CostCenter(.basePlane), .submit)
  }

  private func drawSky(_ plan: FramePlan, _ target: GPUTarget) {
    guard let y = plan.view.horizonY else { return }
    let horizonClip = 1 - 2 * y / plan.view.size.height
    if let daylight = plan.daylight, daylight.isTinted {
      daylightSky.drawSky(daylight, plan.view, target, above: (1 - y / plan.view.size.height) * Double(target.height))
      return daylightSky.drawHaze(daylight, plan.view, target)
    }
    // The haze reaches a little below the horizon.
    if horizonClip < 1.3 { sky.draw(horizonClip: Float(horizonClip)) }
  }
}
