package import OverlookCamera
package import OverlookGPU
package import OverlookLayout
import OverlookStyle
import OverlookText

/// Draws symbol layers: one upload and one draw call each.
@MainActor package final class SymbolPass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.symbol]

  private let stage: StyleStage
  private var program: GPUProgram
  private let pixelsPerPoint: GPUUniform
  private var vertices: GPUBuffer
  private let quads: QuadIndices
  private let array: GPUVertexArray
  private let glyphs: SymbolGlyphTexture
  private var memory = SymbolVertexMemory()
  /// Stands in while there are no pictures or no glyphs, so that shaders always have something to read.
  private let empty: GPUTexture

  private static let layout = VertexLayout(
    stride: MemoryLayout<SymbolVertex>.stride,
    [
      VertexAttribute(0, .float, 4, offset: 0), VertexAttribute(1, .float, 2, offset: 16),
      VertexAttribute(2, .float, 2, offset: 24), VertexAttribute(3, .unsignedShortNormalized, 4, offset: 32),
      VertexAttribute(4, .float, 2, offset: 40), VertexAttribute(5, .float, 1, offset: 48),
      VertexAttribute(6, .unsignedInteger, 1, offset: 52), VertexAttribute(7, .unsignedShort, 4, offset: 56),
    ])

  package init(_ stage: StyleStage) throws(GPUError) {
    self.stage = stage
    program = GPUProgram(
      stage.device, vertex: "symbol_text.vert", fragment: "symbol_text.frag", library: stage.library)
    pixelsPerPoint = program.uniform("u_pixelsPerPoint")
    program.set(program.uniform("u_glyphs"), 0)
    program.set(program.uniform("u_images"), 1)
    vertices = GPUBuffer(stage.device, usage: .stream, label: "symbol vertices")
    quads = QuadIndices(stage.device)
    array = GPUVertexArray(stage.device)
    glyphs = SymbolGlyphTexture(stage.device)
    empty = try GPUTexture(stage.device, width: 1, height: 1, label: "no pictures")
    empty.upload([0, 0, 0, 0].span, x: 0, y: 0, width: 1, height: 1)
    array.attach(vertices, Self.layout)
  }

  package func reload() throws(GPUError) { try program.reload() }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    SymbolVertexBuilder.build(layer, frame, view, into: &memory)
    let symbols = memory.symbols
    guard symbols.quadCount > 0 else { return }
    try vertices.replace(symbols.vertices.span)
    try quads.attach(to: array, count: symbols.quadCount)
    empty.bind(unit: 0)
    empty.bind(unit: 1)
    if let atlas = symbols.atlas { try glyphs.bind(atlas, unit: 0) }
    stage.images.bind(unit: 1)
    stage.device.state.setDepthTest(false)
    stage.device.state.setBlend(.premultiplied)
    program.set(pixelsPerPoint, Float(stage.pixelsPerPoint))
    program.use()
    stage.device.drawIndexed(.triangles, array, count: 6 * symbols.quadCount)
  }
}

/// The distance fields of glyphs in the driver's memory.
@MainActor private final class SymbolGlyphTexture {
  private let device: GPUDevice
  private var texture: GPUTexture?
  private var atlas: SDFAtlas?
  private var version: UInt64 = 0

  init(_ device: GPUDevice) {
    self.device = device
  }

  /// Uploads what changed, or everything when the atlas has grown or is another one.
  func bind(_ atlas: SDFAtlas, unit: Int) throws(GPUError) {
    if self.atlas !== atlas { texture = nil }
    self.atlas = atlas
    // Workers may let the atlas grow between two looks at it, but not for ever.
    for _ in 0..<8 {
      if texture == nil {
        texture = try GPUTexture(device, width: SDFAtlas.width, height: atlas.height, format: .r8, label: "glyphs")
        version = 0
      }
      var isOutgrown = false
      let newest = atlas.changes(after: version) { pixels, rows, height in
        guard height == texture?.height else {
          isOutgrown = true
          return
        }
        let bytes = pixels.extracting(rows.lowerBound * SDFAtlas.width..<rows.upperBound * SDFAtlas.width)
        texture?.upload(bytes, x: 0, y: rows.lowerBound, width: SDFAtlas.width, height: rows.count)
      }
      if !isOutgrown {
        version = newest
        break
      }
      texture = nil
    }
    texture?.bind(unit: unit)
  }
}
