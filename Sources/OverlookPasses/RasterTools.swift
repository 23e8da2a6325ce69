package import OverlookCamera
package import OverlookGPU
package import OverlookRaster

/// What everything that rasterizers draw shares: their threads, the programs that bring pictures to the screen, and who draws.
@MainActor package final class RasterTools {
  /// Who draws. The next frame is drawn so.
  package var choice: RendererChoice
  package let pool = LoopPool()
  private let device: GPUDevice
  private let corners: GPUVertexArray
  private let program: GPUProgram
  private let depth: GPUUniform
  private let sceneProgram: GPUProgram
  private let sceneOpacity: GPUUniform

  package init(_ device: GPUDevice, library: ShaderLibrary, choice: RendererChoice = .automatic) {
    self.device = device
    self.choice = choice
    corners = GPUVertexArray(device)
    program = GPUProgram(device, vertex: "picture.vert", fragment: "tile_plain.frag", library: library)
    program.set(program.uniform("u_image"), 0)
    depth = program.uniform("u_depth")
    sceneProgram = GPUProgram(device, vertex: "picture.vert", fragment: "picture_depth.frag", library: library)
    sceneProgram.set(sceneProgram.uniform("u_image"), 0)
    sceneProgram.set(sceneProgram.uniform("u_depths"), 1)
    sceneOpacity = sceneProgram.uniform("u_opacity")
  }

  package func reload() throws(GPUError) {
    try program.reload()
    try sceneProgram.reload()
  }

  // MARK: Who draws

  /// Whether rasterizers are used at all.
  package var isUsed: Bool {
    switch choice {
    case .automatic: device.capabilities.isSoftware
    case .driver: false
    case .software: true
    }
  }

  /// Who draws what both can draw: "software" or "driver".
  package var drawnBy: String { (isUsed ? RendererChoice.software : .driver).rawValue }

  /// Whether many ranges of a buffer are drawn by one call, as a graphics card likes them. A driver on the processor begins with
  /// the pixels of the first call while it is told of the next.
  package var drawsRangesAsOne: Bool { !isUsed }

  /// The frame for rasterizers; nil where the driver draws all of it. The one place where that is decided.
  package func frame(_ view: ViewTransform, pixelsPerPoint: Double) -> RasterFrame? {
    // What is drawn to be counted or recognised is not drawn for the eye.
    guard isUsed, device.variant == .color else { return nil }
    return RasterFrame(view, pixelsPerPoint: pixelsPerPoint)
  }

  /// From how many corners of triangles and edges on a style's fills and lines are rasterized. With fewer, even a driver that
  /// draws on the processor takes less time than laying a picture over the target.
  package var fewestGroundCorners: Int { choice == .software ? 1 : 60_000 }

  /// From how many circles of a style's layer on they are rasterized, for the same reason.
  package var fewestCircles: Int { choice == .software ? 1 : 2_000 }

  /// From how many markers on they are rasterized, for the same reason.
  package var fewestMarkers: Int { choice == .software ? 1 : 1_000 }

  // MARK: Pictures

  /// Lays the picture that is bound to unit 0 over the whole target, at a depth as `DataFrame.groundDepth` says it.
  package func drawPicture(depth: SIMD3<Float>) {
    program.set(self.depth, depth)
    device.draw(.triangleFan, corners, count: 4)
  }

  /// Has the driver compile what pictures of a target are brought to it with; of it nothing may be drawn on.
  /// `isBehindBuildings`: pictures that these hide.
  package func rehearse(for target: GPUTarget, isBehindBuildings: Bool = false) throws(GPUError) {
    guard isUsed else { return }
    // For the software driver a picture is of the kind of the true one where it is filtered alike, and where its sides are powers of two.
    func side(_ length: Int) -> Int { length & (length - 1) == 0 ? 4 : 3 }
    let picture = try GPUTexture(
      device, width: side(target.width), height: side(target.height), filter: .nearest, label: "picture of nothing")
    picture.bind(unit: 0)
    device.state.setDepthTest(isBehindBuildings)
    device.state.setBlend(.premultiplied)
    drawPicture(depth: .zero)
    device.state.setDepthTest(false)
  }

  /// The same with the depths that are bound to unit 1, which meet those of the target.
  package func drawScene(opacity: Float, leavesDepths: Bool) {
    sceneProgram.set(sceneOpacity, opacity)
    device.state.setDepthTest(true)
    device.state.setDepthWrite(leavesDepths)
    device.draw(.triangleFan, corners, count: 4)
    device.state.setDepthWrite(false)
    device.state.setDepthTest(false)
  }
}
