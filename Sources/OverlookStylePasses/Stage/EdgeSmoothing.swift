import OverlookGPU
import OverlookPasses
import OverlookRaster

/// Smooths the edges of what was drawn without antialiasing, by one look at the picture: a multisampled target would need all that is
/// drawn below buildings, and their depths, once more.
@MainActor final class EdgeSmoothing {
  private let stage: StyleStage
  private let tools: RasterTools
  private let program: StyleProgram
  private let empty: GPUVertexArray
  private var copy: GPUFramebuffer?
  /// Where the processor draws: a look at all pixels by the driver would cost more than a quarter of a frame.
  private let smoother: EdgeSmoother
  private let smoothed: CopiedSheet
  private var source: PixelSheet?
  var isUsed = true

  init(_ stage: StyleStage, _ tools: RasterTools) {
    (self.stage, self.tools) = (stage, tools)
    program = StyleProgram(stage.device, "whole_target.vert", "style_edges.frag", library: stage.library)
    empty = GPUVertexArray(stage.device)
    smoother = EdgeSmoother(tools.pool)
    smoothed = CopiedSheet(stage.device, of: "smooth edges")
  }

  var byteCount: Int { (copy?.byteCount ?? 0) + smoothed.byteCount }

  func reload() throws(GPUError) { try program.reload() }

  func trimMemory() {
    copy = nil
    source = nil
    smoother.trimMemory()
    smoothed.trimMemory()
  }

  /// In the stage's target, which is bound afterwards.
  func smooth() throws(GPUError) {
    if tools.isUsed { return try smoothByProcessor() }
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

  private func smoothByProcessor() throws(GPUError) {
    let target = stage.target
    let sheet = try smoothed.sheet(for: target)
    if source?.width != target.width || source?.height != target.height {
      source = PixelSheet(width: target.width, height: target.height, isBottomUp: true)
    }
    guard let source else { return }
    if stage.isRehearsing {
      // Nothing is compiled for it, but new memory takes as long to come as a frame.
      sheet.clear()
      source.clear()
      return smoother.prepare(width: source.width, height: source.height)
    }
    source.withMutableBytes { stage.device.copy(target, into: $0) }
    smoother.smooth(source, to: sheet)
    smoothed.copy(to: target)
  }
}
