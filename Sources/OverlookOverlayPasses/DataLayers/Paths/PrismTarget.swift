import OverlookGPU

/// Draws walls and roofs among what else stands in a scene: they meet the depths of the target, and opaque ones leave their own. They
/// are drawn by themselves and then laid over the picture, so that their edges are smoothed without a copy of it.
@MainActor final class PrismTarget {
  private let device: GPUDevice
  /// Lay the sheet over the picture: the whole of it, and what stands before all else of it.
  private let whole: Program
  private let standing: Program
  private let empty: GPUVertexArray
  /// What was drawn, with depths of its own: what shows through something translucent must not hide what comes later. Of each pixel that
  /// is nearest which is seen, so that the scene's depths need only be met by that.
  private var sheet: GPUFramebuffer?

  /// A way to lay the sheet over the picture.
  @MainActor private struct Program: ~Copyable {
    let program: GPUProgram
    let opacity: GPUUniform

    init(_ device: GPUDevice, _ library: ShaderLibrary, preamble: String = "") {
      program = GPUProgram(
        device, vertex: "whole_target.vert", fragment: "standing_layer.frag", library: library, preamble: preamble)
      program.set(program.uniform("u_layer"), 0)
      program.set(program.uniform("u_depths"), 1)
      opacity = program.uniform("u_opacity")
    }
  }

  init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    whole = Program(device, library)
    standing = Program(device, library, preamble: "#define DEPTHS")
    empty = GPUVertexArray(device)
  }

  func reload() throws(GPUError) {
    try whole.program.reload()
    try standing.program.reload()
  }

  /// Draws `surfaces` into `target`, which is bound and has depths, with smooth edges, and `lines`, which are smooth, on them. What is
  /// not opaque is laid over the picture at an opacity of 0 ... 1, so that nothing of it shows through the rest of it. `room`: the pixels
  /// that anything of it may be seen in; nil: all.
  func draw(
    into target: GPUTarget, isOpaque: Bool, opacity: Float = 1, room: GPURect? = nil, _ surfaces: () throws(GPUError) -> Void,
    lines: () throws(GPUError) -> Void
  ) throws(GPUError) {
    // How often pixels are drawn, and what lies where, is asked of the scene itself.
    if device.variant != .color {
      try drawSurfaces(surfaces)
      return try drawSurfaces(lines)
    }
    if room?.isEmpty == true { return }
    guard let own = try sheet(like: target) else { return }
    defer {
      device.state.bind(target: target)
      device.state.setScissor(nil)
    }
    device.state.bind(target: own)
    device.state.setScissor(room)
    device.clear(color: .zero, depth: true)
    try drawSurfaces(surfaces)
    if !isOpaque { try drawSurfaces(lines) }
    device.state.bind(target: target)
    sheet?.color.bind(unit: 0)
    if isOpaque || !device.state.hasFarDepths(target) {
      sheet?.bindDepth(unit: 1)
      device.state.setDepthTest(true)
      device.state.setDepthWrite(isOpaque)
      lay(standing, opacity)
      device.state.setDepthWrite(false)
      device.state.setDepthTest(false)
    } else {
      // Where nothing stands yet, there is nothing to be hidden by.
      lay(whole, opacity)
    }
    if isOpaque { try drawSurfaces(lines) }
  }

  /// Draws lines on surfaces of which the target has the depths.
  func draw(lines: () throws(GPUError) -> Void) throws(GPUError) { try drawSurfaces(lines) }

  private func lay(_ program: borrowing Program, _ opacity: Float) {
    program.program.set(program.opacity, opacity)
    program.program.use()
    device.draw(.triangles, empty, count: 3)
  }

  private func sheet(like target: GPUTarget) throws(GPUError) -> GPUTarget? {
    if sheet?.target.width != target.width || sheet?.target.height != target.height {
      sheet = nil
      sheet = try GPUFramebuffer(
        device, width: target.width, height: target.height, hasDepth: true, label: "walls and roofs of a scene")
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
