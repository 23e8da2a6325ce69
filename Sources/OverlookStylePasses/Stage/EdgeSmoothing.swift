import OverlookGPU

/// Smooths the edges of what was drawn without antialiasing, by one look at the picture: a multisampled target would need all that is
/// drawn below buildings, and their depths, once more.
@MainActor final class EdgeSmoothing {
  private let stage: StyleStage
  private let program: StyleProgram
  private let empty: GPUVertexArray
  private var copy: GPUFramebuffer?
  /// Where the processor is the driver a look at all pixels costs more than a quarter of a frame, and edges keep their steps.
  var isUsed: Bool

  init(_ stage: StyleStage) {
    self.stage = stage
    isUsed = !stage.device.capabilities.isSoftware
    program = StyleProgram(stage.device, "whole_target.vert", "style_edges.frag", library: stage.library)
    empty = GPUVertexArray(stage.device)
  }

  var byteCount: Int { copy?.byteCount ?? 0 }

  func reload() throws(GPUError) { try program.reload() }

  func trimMemory() { copy = nil }

  /// In the stage's target, which is bound afterwards.
  func smooth() throws(GPUError) {
    let target = stage.target
    if copy?.target.width != target.width || copy?.target.height != target.height {
      copy = nil
      copy = try GPUFramebuffer(
        stage.device, width: target.width, height: target.height, label: "a picture whose edges are smoothed")
    }
    guard let own = copy?.target else { return }
    stage.device.blit(from: target, to: own)
    let state = stage.device.state
    state.bind(target: target)
    if stage.isRehearsing { state.setScissor(.nothing) }
    state.setBlend(.off)
    state.setDepthTest(false)
    state.setStencil(.off)
    copy?.color.bind(unit: 0)
    program.use()
    program.set(named: "u_layer", 0)
    stage.device.draw(.triangles, empty, count: 3)
    if stage.isRehearsing { copy = nil }
  }
}
