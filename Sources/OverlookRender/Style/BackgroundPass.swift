package import OverlookCamera
package import OverlookGPU
package import OverlookLayout
import OverlookStyle

/// Draws background layers: one colour or a pattern over the whole target.
@MainActor package final class BackgroundPass {
  private let stage: StyleStage
  private let plain: StyleProgram
  private let array: GPUVertexArray

  package init(_ stage: StyleStage) throws(GPUError) {
    self.stage = stage
    plain = try StyleProgram(stage.device, "style_background.vert", "style_background.frag", library: stage.library)
    array = GPUVertexArray(stage.device)
  }

  package func reload() throws(GPUError) { try plain.reload() }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    let opacity = Float(layer.properties.number(.backgroundOpacity, zoom: frame.zoom))
    let color = (layer.properties.color(.backgroundColor, zoom: frame.zoom) ?? .transparent).premultiplied * opacity
    guard color.w > 0 else { return }
    if color.w >= 1 { return stage.device.clear(color: color) }
    stage.device.state.setBlend(.premultiplied)
    stage.device.state.setDepthTest(false)
    plain.set(.color, color)
    stage.device.draw(.triangles, array, count: 3)
  }
}
