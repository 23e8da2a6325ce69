package import OverlookGPU

/// Warmth, added up in a target of half floats and then coloured.
@MainActor package final class HeatTarget {
  private let device: GPUDevice
  private let ramp: GPUProgram
  private let opacity: GPUUniform
  private let empty: GPUVertexArray
  private var warmth: GPUFramebuffer?

  /// Where the colours are bound.
  package static let rampUnit = 1

  /// Warmth is gathered in pixels so many times as large: it has no detail that smaller ones would show.
  private static let reduction = 4

  package init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    ramp = GPUProgram(device, vertex: "whole_target.vert", fragment: "style_heat_ramp.frag", library: library)
    opacity = ramp.uniform("u_opacity")
    empty = GPUVertexArray(device)
    ramp.set(ramp.uniform("u_warmth"), 0)
    ramp.set(ramp.uniform("u_ramp"), Self.rampUnit)
  }

  package func reload() throws(GPUError) { try ramp.reload() }

  /// Binds a target without warmth, which covers what `target` does; what is drawn next is added up.
  package func begin(for target: GPUTarget) throws(GPUError) {
    let (width, height) = (max(target.width / Self.reduction, 1), max(target.height / Self.reduction, 1))
    if warmth?.target.width != width || warmth?.target.height != height {
      warmth = nil
      warmth = try GPUFramebuffer(device, width: width, height: height, format: .r16f, label: "warmth of a heatmap")
    }
    guard let gathered = warmth?.target else { return }
    device.state.bind(target: gathered)
    device.state.setScissor(nil)
    device.state.setStencil(.off)
    device.state.setDepthTest(false)
    device.clear(color: .zero)
    device.state.setBlend(.additive)
  }

  /// Lays the colours of the warmth over the bound target: those of the row of pixels that is bound to `rampUnit`, no warmth at
  /// its left and full warmth at its right.
  package func drawColors(opacity share: Float) {
    device.state.setBlend(.premultiplied)
    warmth?.color.bind(unit: 0)
    ramp.set(opacity, share)
    device.draw(.triangles, empty, count: 3)
  }
}
