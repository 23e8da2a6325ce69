import OverlookGPU

/// Draws walls and roofs among what else stands in a scene: they meet the depths of the target, and opaque ones leave their own.
@MainActor final class PrismTarget {
  private let device: GPUDevice
  private let program: GPUProgram
  private let opacity: GPUUniform
  private let empty: GPUVertexArray
  /// What is translucent, with depths of its own beside those of the scene: what shows through must not hide what comes later.
  private var sheet: GPUFramebuffer?

  init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    program = GPUProgram(device, vertex: "whole_target.vert", fragment: "style_layer.frag", library: library)
    program.set(program.uniform("u_layer"), 0)
    opacity = program.uniform("u_opacity")
    empty = GPUVertexArray(device)
  }

  func reload() throws(GPUError) { try program.reload() }

  /// Draws with `body` into `target`, which is bound and has depths. What is not opaque is drawn by itself and then laid over the
  /// picture at an opacity of 0 ... 1, so that nothing of it shows through the rest of it.
  func draw(
    into target: GPUTarget, isOpaque: Bool, opacity: Float = 1, _ body: () throws(GPUError) -> Void
  ) throws(GPUError) {
    // How often pixels are drawn, and what lies where, is asked of the scene itself.
    if isOpaque || device.variant != .color { return try drawSurfaces(body) }
    guard let own = try sheet(like: target) else { return }
    // Where nothing stands yet, there is nothing to be hidden by.
    let isFirst = device.state.hasFarDepths(target)
    if isFirst {
      device.state.bind(target: own)
      device.state.setScissor(nil)
    } else {
      device.copyDepth(from: target, to: own)
    }
    defer { device.state.bind(target: target) }
    device.clear(color: .zero, depth: isFirst)
    try drawSurfaces(body)
    device.state.bind(target: target)
    sheet?.color.bind(unit: 0)
    program.set(self.opacity, opacity)
    device.draw(.triangles, empty, count: 3)
  }

  private func sheet(like target: GPUTarget) throws(GPUError) -> GPUTarget? {
    if sheet?.target.width != target.width || sheet?.target.height != target.height {
      sheet = nil
      sheet = try GPUFramebuffer(
        device, width: target.width, height: target.height, hasDepth: true, label: "what is translucent of a scene")
    }
    return sheet?.target
  }

  private func drawSurfaces(_ body: () throws(GPUError) -> Void) throws(GPUError) {
    let state = device.state
    state.setBlend(.off)
    state.setDepthTest(true)
    state.setDepthWrite(true)
    state.setCulling(true)
    defer {
      state.setCulling(false)
      state.setDepthWrite(false)
      state.setDepthTest(false)
      state.setBlend(.premultiplied)
    }
    try body()
  }
}
