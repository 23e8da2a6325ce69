package import OverlookCamera
package import OverlookGPU
package import OverlookLayout
package import OverlookPasses
import OverlookStyle
import OverlookText

/// Draws symbol layers: one draw call each, and one upload where they are placed anew.
@MainActor package final class SymbolPass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.symbol]

  private let stage: StyleStage
  private let tools: RasterTools
  private var program: GPUProgram
  private let pixelsPerPoint: GPUUniform
  private let shift: GPUUniform
  private let quads: QuadIndices
  private let glyphs: SymbolGlyphTexture
  private var memory = SymbolVertexMemory()
  /// Of layers that are placed anew in each frame.
  private let passing: SymbolGeometry
  /// Of others, by layer, as long as they look alike.
  private var kept: [String: SymbolGeometry] = [:]
  private var keptPaint: BucketID?
  /// Stands in while there are no pictures or no glyphs, so that shaders always have something to read.
  private let empty: GPUTexture

  package init(_ stage: StyleStage, _ tools: RasterTools) throws(GPUError) {
    self.stage = stage
    self.tools = tools
    program = GPUProgram(
      stage.device, vertex: "symbol_text.vert", fragment: "symbol_text.frag", library: stage.library)
    pixelsPerPoint = program.uniform("u_pixelsPerPoint")
    shift = program.uniform("u_shift")
    program.set(program.uniform("u_glyphs"), 0)
    program.set(program.uniform("u_images"), 1)
    passing = SymbolGeometry(stage.device)
    quads = QuadIndices(stage.device)
    glyphs = SymbolGlyphTexture(stage.device)
    empty = try GPUTexture(stage.device, width: 1, height: 1, label: "no pictures")
    empty.upload([0, 0, 0, 0].span, x: 0, y: 0, width: 1, height: 1)
  }

  package func reload() throws(GPUError) { try program.reload() }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    let geometry = try geometry(layer, frame, view)
    guard geometry.quadCount > 0 else { return }
    try quads.attach(to: geometry.array, count: geometry.quadCount)
    empty.bind(unit: 0)
    empty.bind(unit: 1)
    if let atlas = geometry.atlas { try glyphs.bind(atlas, unit: 0) }
    stage.images.bind(unit: 1)
    stage.device.state.setDepthTest(false)
    stage.device.state.setBlend(.premultiplied)
    program.set(pixelsPerPoint, Float(stage.pixelsPerPoint))
    program.set(shift, geometry.shift(to: view))
    program.use()
    stage.device.drawIndexed(.triangles, geometry.array, count: 6 * geometry.quadCount)
  }

  /// The layer in the driver's memory. On a card labels that only move with the view stay there.
  private func geometry(
    _ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform
  ) throws(GPUError) -> SymbolGeometry {
    if keptPaint != frame.paint {
      kept.removeAll()
      keptPaint = frame.paint
    }
    guard !tools.isUsed, let look = SymbolGeometry.Look(layer, frame, view) else {
      kept[layer.layer.id] = nil
      SymbolVertexBuilder.build(layer, frame, view, into: &memory)
      try passing.take(memory.symbols, nil, view)
      return passing
    }
    let geometry = kept[layer.layer.id] ?? SymbolGeometry(stage.device)
    kept[layer.layer.id] = geometry
    if !geometry.shows(look, view) {
      SymbolVertexBuilder.build(layer, frame, view, into: &memory)
      try geometry.take(memory.symbols, look, view)
    }
    return geometry
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
