import OverlookGPU
import OverlookGeometry
import OverlookStylePasses

/// The lowest tile layers of a frame, those that lie below the labels of a style, and the overlays that do.
@MainActor final class LayersBelowLabels: StyleGuest {
  private weak var renderer: Renderer?
  /// Held while the frame is drawn, and no longer: its arrays are written in place for the next one.
  private var plan: FramePlan?
  private var count = 0

  /// Of whose frames they are; told once, when all of it is made.
  func follow(_ renderer: Renderer) { self.renderer = renderer }

  /// `count`: how many of the plan's layers they are.
  func lend(_ plan: FramePlan?, count: Int) {
    self.plan = plan
    self.count = count
  }

  func drawBelowLabels() throws(GPUError) {
    guard let plan, let renderer else { return }
    renderer.uniforms.bind()
    for layer in plan.tileLayers.prefix(count) { try renderer.draw(layer, plan) }
    guard !plan.order.belowLabels.isEmpty else { return }
    let device = renderer.device
    try renderer.drawBelowLabels(
      plan, renderer.overlayFrame(plan, isForTheEye: device.variant == .color),
      device.state.currentTarget(width: plan.framebuffer.width, height: plan.framebuffer.height),
      isBehindBuildings: plan.buildingsHideOverlays && renderer.styleRenderer?.hasDrawnExtrusions == true)
  }
}
