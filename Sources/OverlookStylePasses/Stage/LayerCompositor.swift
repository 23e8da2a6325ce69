package import OverlookGPU

/// Draws layers by themselves and lays them over the picture as a whole, so that what overlaps within a layer does not show
/// through.
@MainActor package final class LayerCompositor {
  private let stage: StyleStage
  private let program: StyleProgram
  private let empty: GPUVertexArray
  private var own: GPUFramebuffer?

  package init(_ stage: StyleStage) {
    self.stage = stage
    program = StyleProgram(stage.device, "whole_target.vert", "style_layer.frag", library: stage.library)
    empty = GPUVertexArray(stage.device)
  }

  package func reload() throws(GPUError) { try program.reload() }

  /// Has the driver compile what it lays layers over the picture with, which stays as it is.
  func rehearse() throws(GPUError) {
    try draw(opacity: 0.5) { () throws(GPUError) in }
    own = nil
  }

  /// What `body` draws, at an opacity of 0 ... 1.
  package func draw(opacity: Double, _ body: () throws(GPUError) -> Void) throws(GPUError) {
    guard opacity > 0 else { return }
    guard opacity < 1 else { return try body() }
    let (width, height) = (stage.target.width, stage.target.height)
    if own?.target.width != width || own?.target.height != height {
      own = nil
      own = try GPUFramebuffer(stage.device, width: width, height: height, hasDepth: true, label: "a layer by itself")
    }
    guard let target = own?.target else { return }
    try stage.draw(into: target) { () throws(GPUError) in
      stage.device.clear(color: .zero)
      try body()
    }
    stage.device.state.setBlend(.premultiplied)
    stage.device.state.setDepthTest(false)
    own?.color.bind(unit: 0)
    program.set(named: "u_layer", 0)
    program.set(.opacity, Float(opacity))
    stage.device.draw(.triangles, empty, count: 3)
  }
}
