package import OverlookGPU
package import OverlookLayout

/// Draws the sky of a style, where the horizon is in view, and the haze that far ground fades into.
@MainActor package final class StyleSkyPass {
  private let stage: StyleStage
  private let program: StyleProgram
  private let haze: StyleProgram
  private let empty: GPUVertexArray

  package init(_ stage: StyleStage) {
    self.stage = stage
    program = StyleProgram(stage.device, "whole_target.vert", "style_sky.frag", library: stage.library)
    haze = StyleProgram(
      stage.device, "whole_target.vert", "style_sky.frag", library: stage.library, preamble: "#define HAZE\n")
    empty = GPUVertexArray(stage.device)
  }

  package func reload() throws(GPUError) {
    try program.reload()
    try haze.reload()
  }

  /// Whether haze would be seen: where the sky begins is in view or above it by less than the haze reaches.
  package func isHazy(_ sky: StyleSky?) -> Bool {
    guard let sky, sky.hasHaze, let place = stage.hazePixels else { return false }
    return place.horizon - place.middle > 0 && place.horizon - Double(stage.target.height) < place.horizon - place.middle
  }

  /// Over the ground, below what is clear of it.
  package func drawHaze(_ sky: StyleSky, zoom: Double) {
    guard let place = stage.hazePixels else { return }
    stage.device.state.setBlend(.premultiplied)
    stage.device.state.setDepthTest(false)
    haze.set(.color, sky.fogColor(zoom: zoom).premultiplied)
    haze.set(named: "u_horizonColor", sky.horizonColor(zoom: zoom).premultiplied)
    haze.set(named: "u_horizon", Float(place.horizon))
    haze.set(named: "u_reach", Float(place.horizon - place.middle))
    haze.set(named: "u_blend", SIMD2(Float(sky.groundBlend(zoom: zoom)), Float(sky.fogBlend(zoom: zoom))))
    stage.device.draw(.triangles, empty, count: 3)
  }

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
