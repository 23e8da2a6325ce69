package import OverlookCamera
package import OverlookGPU
package import OverlookTiles

/// Draws the tiles of one layer into the bound target.
@MainActor package final class RasterTilePass {
  private let device: GPUDevice
  private var program: GPUProgram
  private let opacity: GPUUniform
  private var vertices: GPUBuffer
  private let array: GPUVertexArray
  private var mesh = TileMesh()

  package init(_ device: GPUDevice, library: ShaderLibrary = .resources) throws(GPUError) {
    self.device = device
    program = try GPUProgram(device, vertex: "tile.vert", fragment: "tile.frag", library: library)
    opacity = program.uniform("u_opacity")
    vertices = GPUBuffer(device, usage: .stream, label: "tile vertices")
    array = GPUVertexArray(device)
    array.attach(vertices, TileVertex.layout)
    bindSamplers()
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reloadShaders() throws(GPUError) {
    try program.reload()
    bindSamplers()
  }

  /// Draws `draws` with `opacity` (0 ... 1). A picture that `textures` does not hold is left out.
  package func draw(_ draws: [TileDraw], view: ViewTransform, opacity layerOpacity: Float, textures: TileTextures)
    throws(GPUError)
  {
    guard !draws.isEmpty, layerOpacity > 0 else { return }
    mesh.build(draws, view: view)
    let corners = mesh.vertices
    try vertices.replace(corners.span)
    device.state.setBlend(.premultiplied)
    device.state.setDepthTest(false)
    program.set(opacity, layerOpacity)
    for index in draws.indices {
      guard textures.bind(draws[index].image.image, unit: 0) else { continue }
      // A sampler needs a texture even where its colour counts for nothing.
      let hasUnder = draws[index].under.map { textures.bind($0.image, unit: 1) } ?? false
      if !hasUnder { _ = textures.bind(draws[index].image.image, unit: 1) }
      let square = mesh.squares[index]
      device.draw(square.primitive, array, first: square.first, count: square.count)
    }
  }

  private func bindSamplers() {
    program.set(program.uniform("u_image"), 0)
    program.set(program.uniform("u_under"), 1)
  }
}
