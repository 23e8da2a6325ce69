package import OverlookCamera
package import OverlookGPU
import OverlookShaders
package import OverlookTiles

/// Draws the tiles of one layer into the bound target.
@MainActor package final class RasterTilePass {
  private let device: GPUDevice
  private let programs: TilePrograms
  private var vertices: GPUBuffer
  private let array: GPUVertexArray
  private var mesh = TileMesh()

  package init(_ device: GPUDevice, library: ShaderLibrary = .resources) {
    self.device = device
    programs = TilePrograms(device, library: library)
    vertices = GPUBuffer(device, usage: .stream, label: "tile vertices")
    array = GPUVertexArray(device)
    array.attach(vertices, TileVertex.layout)
  }

  /// Reads the shaders again; on an error the old ones stay.
  package func reloadShaders() throws(GPUError) {
    try programs.reload()
  }

  /// Draws `draws` with `opacity` (0 ... 1). A picture that `textures` does not hold is left out.
  package func draw(
    _ draws: [TileDraw], view: ViewTransform, pixelsPerPoint: Double = 1, opacity: Float, textures: TileTextures
  ) throws(GPUError) {
    guard !draws.isEmpty, opacity > 0 else { return }
    mesh.build(draws, view: view, pixelsPerPoint: pixelsPerPoint)
    let corners = mesh.vertices
    try vertices.replace(corners.span)
    device.state.setDepthTest(false)
    for index in draws.indices {
      let draw = draws[index]
      let square = mesh.squares[index]
      guard let image = textures.picture(draw.image.image, pixelsAcross: square.pixelsPerPicture) else { continue }
      if draw.fade >= 1 {
        self.draw(image, square, opacity: opacity)
      } else if let part = draw.under, let under = textures.picture(part.image, pixelsAcross: square.pixelsPerUnder) {
        drawFading(image, over: under, square, fade: draw.fade, opacity: opacity)
      } else {
        self.draw(image, square, opacity: opacity * draw.fade)
      }
    }
  }

  /// One picture alone.
  private func draw(_ image: TileTextures.Picture, _ square: TileMesh.Square, opacity: Float, isUnder: Bool = false) {
    device.state.setBlend(image.isOpaque && opacity >= 1 ? .off : .premultiplied)
    if image.isSmall {
      programs.use(isUnder ? .smallUnder : .small, opacity: opacity)
    } else if opacity < 1 {
      programs.use(.faint, opacity: opacity)
    } else {
      programs.use(isUnder ? .plainUnder : .plain, opacity: opacity)
    }
    image.bind(unit: 0)
    draw(square)
  }

  private func drawFading(
    _ image: TileTextures.Picture, over under: TileTextures.Picture, _ square: TileMesh.Square, fade: Float, opacity: Float
  ) {
    // What hides all that is below it may be drawn and then covered in part; that takes two simple draws.
    if opacity >= 1, image.isOpaque, under.isOpaque {
      draw(under, square, opacity: 1, isUnder: true)
      return draw(image, square, opacity: fade)
    }
    device.state.setBlend(.premultiplied)
    programs.use(.fading, opacity: opacity)
    image.bind(unit: 0)
    under.bind(unit: 1)
    draw(square)
  }

  private func draw(_ square: TileMesh.Square) {
    device.draw(.triangleFan, array, first: square.first, count: square.count)
  }
}

/// The ways to draw a tile.
@MainActor final class TilePrograms {
  enum Kind: Int, CaseIterable {
    case plain, plainUnder, faint, small, smallUnder, fading

    var vertexFile: String { self == .plainUnder || self == .smallUnder ? "tile_under.vert" : "tile.vert" }

    var fragmentFile: String {
      switch self {
      case .plain, .plainUnder: "tile_plain.frag"
      case .faint: "tile_faint.frag"
      case .small, .smallUnder: "tile_small.frag"
      case .fading: "tile.frag"
      }
    }
  }

  @MainActor private final class Program {
    private let program: GPUProgram
    private let opacityUniform: GPUUniform
    private var opacity: Float?

    init(_ device: GPUDevice, _ kind: Kind, library: ShaderLibrary) {
      program = GPUProgram(device, vertex: kind.vertexFile, fragment: kind.fragmentFile, library: library)
      opacityUniform = program.uniform("u_opacity")
      program.set(program.uniform("u_image"), 0)
      program.set(program.uniform("u_under"), 1)
    }

    func use(opacity: Float) {
      program.use()
      guard self.opacity != opacity else { return }
      self.opacity = opacity
      program.set(opacityUniform, opacity)
    }

    func reload() throws(GPUError) {
      try program.reload()
      opacity = nil
    }
  }

  /// By the numbers of `Kind`.
  private let programs: [Program]

  init(_ device: GPUDevice, library: ShaderLibrary) {
    programs = Kind.allCases.map { Program(device, $0, library: library) }
  }

  func use(_ kind: Kind, opacity: Float) { programs[kind.rawValue].use(opacity: opacity) }

  func reload() throws(GPUError) {
    for program in programs { try program.reload() }
  }
}
