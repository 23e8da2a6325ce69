package import OverlookGPU

/// Draws the sky above the horizon of a tilted view, and the haze that the ground fades into.
@MainActor package struct SkyPass: ~Copyable {
  private let device: GPUDevice
  private let program: GPUProgram
  private let vertices: GPUVertexArray
  private let horizonClip: GPUUniform
  private let zenithColor: GPUUniform
  private let hazeColor: GPUUniform

  /// Colours of the sky, straight up and at the horizon.
  package static let zenith = SIMD3<Float>(0.22, 0.42, 0.71)
  package static let haze = SIMD3<Float>(0.74, 0.83, 0.91)

  package init(_ device: GPUDevice, library: ShaderLibrary) {
    self.device = device
    program = GPUProgram(device, vertex: "sky.vert", fragment: "sky.frag", library: library)
    horizonClip = program.uniform("u_horizonClip")
    zenithColor = program.uniform("u_zenithColor")
    hazeColor = program.uniform("u_hazeColor")
    vertices = GPUVertexArray(device)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package mutating func reload() throws(GPUError) {
    try program.reload()
  }

  /// `horizonClip` is the horizon's y in clip space, -1 (bottom) to 1 (top).
  package func draw(horizonClip y: Float) {
    program.use()
    program.set(horizonClip, y)
    program.set(zenithColor, Self.zenith)
    program.set(hazeColor, Self.haze)
    device.state.setBlend(.premultiplied)
    device.draw(.triangles, vertices, count: 3)
  }
}
