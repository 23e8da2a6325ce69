import OverlookGPU

/// The target that a frame is drawn into in a variant of its shaders, and what makes a picture of it.
@MainActor final class DebugViewPass {
  private let device: GPUDevice
  private let view: DebugView
  private var program: GPUProgram
  private let vertices: GPUVertexArray
  private var framebuffer: GPUFramebuffer?

  /// For a view other than `none`.
  init(_ device: GPUDevice, _ view: DebugView, library: ShaderLibrary) {
    self.device = device
    self.view = view
    program = GPUProgram(
      device, vertex: "whole_target.vert", fragment: view == .overdraw ? "overdraw_view.frag" : "identity_view.frag",
      library: library)
    program.set(program.uniform("u_picture"), 0)
    vertices = GPUVertexArray(device)
  }

  /// A target as large as `window`, emptied; until `end` programs write what the view is about.
  func begin(as window: GPUTarget) throws(GPUError) -> GPUTarget {
    if framebuffer?.target.width != window.width || framebuffer?.target.height != window.height {
      framebuffer = nil
      framebuffer = try GPUFramebuffer(
        device, width: window.width, height: window.height, format: view == .overdraw ? .rgba8 : .rgba32f, hasDepth: true,
        label: "debug view")
    }
    guard let target = framebuffer?.target else { return window }
    device.variant = view == .overdraw ? .overdraw : .identity
    device.state.bind(target: target)
    device.clear(color: .zero, depth: true)
    return target
  }

  /// Draws what came of it into `window`, which is bound afterwards.
  func end(into window: GPUTarget) {
    device.variant = .color
    device.state.bind(target: window)
    device.state.setBlend(.off)
    framebuffer?.color.bind(unit: 0)
    program.use()
    device.draw(.triangles, vertices, count: 3)
    device.state.setBlend(.premultiplied)
  }
}
