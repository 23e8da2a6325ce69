package import OverlookCamera
package import OverlookGPU
package import OverlookTiles

/// Draws the tiles of one layer into the bound target.
@MainActor package final class RasterTilePass {
  private let device: GPUDevice
  private var fading: Program
  private var plain: Program
  private var vertices: GPUBuffer
  private let array: GPUVertexArray
  private var mesh = TileMesh()

  @MainActor private struct Program: ~Copyable {
    var program: GPUProgram
    let opacity: GPUUniform

    init(_ device: GPUDevice, fragment: String, library: ShaderLibrary) throws(GPUError) {
      program = try GPUProgram(device, vertex: "tile.vert", fragment: fragment, library: library)
      opacity = program.uniform("u_opacity")
      bindSamplers()
    }

    mutating func bindSamplers() {
      program.set(program.uniform("u_image"), 0)
      program.set(program.uniform("u_under"), 1)
    }

    mutating func reload() throws(GPUError) {
      try program.reload()
      bindSamplers()
    }
  }

  package init(_ device: GPUDevice, library: ShaderLibrary = .resources) throws(GPUError) {
    self.device = device
    fading = try Program(device, fragment: "tile.frag", library: library)
    plain = try Program(device, fragment: "tile_plain.frag", library: library)
    vertices = GPUBuffer(device, usage: .stream, label: "tile vertices")
    array = GPUVertexArray(device)
    array.attach(vertices, TileVertex.layout)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reloadShaders() throws(GPUError) {
    try fading.reload()
    try plain.reload()
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
    fading.program.set(fading.opacity, layerOpacity)
    plain.program.set(plain.opacity, layerOpacity)
    for index in draws.indices { draw(draws[index], mesh.squares[index], textures) }
  }

  private func draw(_ draw: TileDraw, _ square: TileMesh.Square, _ textures: TileTextures) {
    guard textures.bind(draw.image.image, unit: 0) else { return }
    if draw.fade >= 1 {
      plain.program.use()
    } else {
      fading.program.use()
      // A sampler needs a texture even where its colour counts for nothing.
      let hasUnder = draw.under.map { textures.bind($0.image, unit: 1) } ?? false
      if !hasUnder { _ = textures.bind(draw.image.image, unit: 1) }
    }
    device.draw(square.primitive, array, first: square.first, count: square.count)
  }
}
