import Glibc
package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookLayout
import OverlookStyle
import OverlookText

/// Draws symbol layers: one draw call each, and one upload where they are placed anew. The shader finds where they are seen.
@MainActor package final class SymbolPass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.symbol]

  private let stage: StyleStage
  private var program: GPUProgram
  private let pixelsPerPoint: GPUUniform
  private let clipFromTile: GPUUniform
  private let viewportPoints: GPUUniform
  private let eyeDistance: GPUUniform
  private let pointsPerMeter: GPUUniform
  private let bearing: GPUUniform
  private let groundDepth: GPUUniform
  private let fade: GPUUniform
  private let quads: QuadIndices
  private let glyphs: SymbolGlyphTexture
  private var memory = SymbolRecordMemory()
  /// Of layers that are placed anew in each frame.
  private let passing: SymbolGeometry
  /// Of others, by layer, as long as they look alike.
  private var kept: [String: SymbolGeometry] = [:]
  private var keptPaint: BucketID?
  /// Stands in while there are no pictures or no glyphs, so that shaders always have something to read.
  private let empty: GPUTexture

  package init(_ stage: StyleStage) throws(GPUError) {
    self.stage = stage
    program = GPUProgram(
      stage.device, vertex: "symbol_text.vert", fragment: "symbol_text.frag", library: stage.library)
    pixelsPerPoint = program.uniform("u_pixelsPerPoint")
    clipFromTile = program.uniform("u_clipFromTile")
    viewportPoints = program.uniform("u_viewportPoints")
    eyeDistance = program.uniform("u_eyeDistance")
    pointsPerMeter = program.uniform("u_pointsPerMeter")
    bearing = program.uniform("u_bearing")
    groundDepth = program.uniform("u_groundDepth")
    fade = program.uniform("u_fade")
    program.set(program.uniform("u_glyphs"), 0)
    program.set(program.uniform("u_images"), 1)
    program.set(program.uniform("u_records"), 2)
    program.set(program.uniform("u_entries"), 3)
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
    geometry.bind(recordsUnit: 2, entriesUnit: 3)
    setView(view, origin: geometry.origin)
    program.set(fade, frame.placement?.fadeChange(now: frame.timeSeconds) ?? 1)
    program.use()
    stage.device.drawIndexed(.triangles, geometry.array, count: 6 * geometry.quadCount)
  }

  /// Has the driver compile what labels are drawn with, in a target of which nothing may be drawn on.
  func rehearse() throws(GPUError) {
    try quads.attach(to: passing.array, count: 1)
    // A software driver compiles for the kinds of textures that it finds.
    empty.bind(unit: 0)
    empty.bind(unit: 1)
    glyphs.bindAgain(unit: 0)
    stage.images.bind(unit: 1)
    passing.bind(recordsUnit: 2, entriesUnit: 3)
    stage.device.state.setDepthTest(false)
    stage.device.state.setBlend(.premultiplied)
    program.use()
    stage.device.drawIndexed(.triangles, passing.array, count: 6)
  }

  private func setView(_ view: ViewTransform, origin: WorldPoint) {
    program.setMatrix(clipFromTile, stage.clipFromPoints(from: origin))
    program.set(viewportPoints, SIMD2(Float(view.size.width), Float(view.size.height)))
    program.set(eyeDistance, Float(view.eyeDistancePoints))
    program.set(pointsPerMeter, Float(view.stylePointsPerMeter))
    let turn = view.camera.bearing * Angle.radiansPerDegree
    program.set(bearing, SIMD2(Float(cos(turn)), Float(sin(turn))))
    let tilt = view.camera.viewingAngle * Angle.radiansPerDegree
    program.set(groundDepth, Float(cos(tilt) * view.eyeDistancePoints))
  }

  /// The layer in the driver's memory, where labels stay until others are placed.
  private func geometry(
    _ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform
  ) throws(GPUError) -> SymbolGeometry {
    if keptPaint != frame.paint {
      kept.removeAll()
      keptPaint = frame.paint
    }
    guard let look = SymbolGeometry.Look(layer, frame, view) else {
      kept[layer.layer.id] = nil
      try build(passing, layer, frame, view, nil)
      return passing
    }
    let geometry = kept[layer.layer.id] ?? SymbolGeometry(stage.device)
    kept[layer.layer.id] = geometry
    if !geometry.shows(look, view) { try build(geometry, layer, frame, view, look) }
    return geometry
  }

  private func build(
    _ geometry: SymbolGeometry, _ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform, _ look: SymbolGeometry.Look?
  ) throws(GPUError) {
    let origin = geometry.origin(for: view)
    SymbolRecordBuilder.build(layer, frame, view, origin: origin, into: &memory)
    try geometry.take(memory.symbols, look, view, origin: origin)
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

  /// Binds what was bound last, if anything was.
  func bindAgain(unit: Int) { texture?.bind(unit: unit) }

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
