package import OverlookGPU
package import OverlookLayout

/// Draws the sky of a style, where the horizon is in view.
@MainActor package final class StyleSkyPass {
  private let stage: StyleStage
  private let program: StyleProgram
  private let empty: GPUVertexArray

  package init(_ stage: StyleStage) {
    self.stage = stage
    program = StyleProgram(stage.device, "whole_target.vert", "style_sky.frag", library: stage.library)
    empty = GPUVertexArray(stage.device)
  }

  package func reload() throws(GPUError) { try program.reload() }

  package func draw(_ sky: StyleSky, zoom: Double) {
    guard let horizon = stage.horizonPixels else { return }
    stage.device.state.setBlend(.premultiplied)
    stage.device.state.setDepthTest(false)
    program.set(.color, sky.color(zoom: zoom).premultiplied)
    program.set(named: "u_horizonColor", sky.horizonColor(zoom: zoom).premultiplied)
    program.set(named: "u_horizon", Float(horizon))
    program.set(named: "u_reach", Float(sky.blend(zoom: zoom) * Double(stage.target.height) / 2))
    stage.device.draw(.triangles, empty, count: 3)
  }
}
