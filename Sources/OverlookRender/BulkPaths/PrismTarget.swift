import OverlookGPU

/// Where layers with walls are drawn by themselves, with depths of their own, before they are laid over the picture: nothing of a layer
/// shows through the rest of it, whatever its opacity, and windows need have no depth buffer.
@MainActor final class PrismTarget {
  private let device: GPUDevice
  private let library: ShaderLibrary
  private let empty: GPUVertexArray
  private var own: GPUFramebuffer?
  private var program: GPUProgram?

  init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    self.library = library
    empty = GPUVertexArray(device)
  }

  func reload() throws(GPUError) { try program?.reload() }

  /// Lays what `body` draws, with nearer surfaces hiding others, over `target` at an opacity of 0 ... 1.
  func draw(over target: GPUTarget, opacity: Float, _ body: () throws(GPUError) -> Void) throws(GPUError) {
    if own?.target.width != target.width || own?.target.height != target.height {
      own = nil
      own = try GPUFramebuffer(device, width: target.width, height: target.height, hasDepth: true, label: "a layer of prisms")
    }
    try drawOwn(then: target, body)
    own?.color.bind(unit: 0)
    try lay(opacity: opacity)
  }

  private func drawOwn(then target: GPUTarget, _ body: () throws(GPUError) -> Void) throws(GPUError) {
    guard let own = own?.target else { return }
    let state = device.state
    state.bind(target: own)
    device.clear(color: .zero, depth: true)
    state.setBlend(.off)
    state.setDepthTest(true)
    state.setDepthWrite(true)
    state.setCulling(true)
    defer {
      state.setCulling(false)
      state.setDepthWrite(false)
      state.setDepthTest(false)
      state.setBlend(.premultiplied)
      state.bind(target: target)
    }
    try body()
  }

  private func lay(opacity: Float) throws(GPUError) {
    if program == nil {
      program = GPUProgram(device, vertex: "whole_target.vert", fragment: "style_layer.frag", library: library)
    }
    guard let layer = program?.uniform("u_layer"), let faintness = program?.uniform("u_opacity") else { return }
    program?.set(layer, 0)
    program?.set(faintness, opacity)
    device.draw(.triangles, empty, count: 3)
  }
}
