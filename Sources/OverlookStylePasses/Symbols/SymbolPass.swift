import Glibc
package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookLayout
import OverlookStyle
import OverlookText

/// Draws symbol layers: those that follow one another by one draw call, and one upload where they are placed anew. The shader finds where
/// they are seen.
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
  /// Of others, by the first layer, as long as they look alike.
  private var kept: [String: SymbolGeometry] = [:]
  private var keptPaint: BucketID?
  /// Layers that are drawn by themselves, as what is drawn with them would be made anew as often as they are.
  private var lonely: Set<String> = []
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
    try draw([layer], frame, view)
  }

  /// Draws layers that follow one another.
  func draw(_ layers: ArraySlice<StyleFrameLayer>, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    if keptPaint != frame.paint, !stage.isRehearsing {
      kept.removeAll()
      lonely.removeAll()
      keptPaint = frame.paint
    }
    var rest = layers
    while let first = rest.first {
      let isAlone = isLonely(first, frame)
      let run = isAlone ? rest.prefix(1) : rest.prefix { !isLonely($0, frame) }
      guard let geometry = try geometry(run, first.layer.id, frame, view) else { continue }
      try draw(geometry, frame, view)
      rest = rest.dropFirst(run.count)
    }
  }

  private func isLonely(_ layer: StyleFrameLayer, _ frame: StyleFrame) -> Bool {
    lonely.contains(layer.layer.id) || layer.properties.isMoving(at: frame.timeSeconds)
  }

  private func draw(_ geometry: SymbolGeometry, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
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

  /// The layers in the driver's memory, where labels stay until others are placed. Nil where they do not fit together: then each of them
  /// is lonely from now on.
  private func geometry(
    _ layers: ArraySlice<StyleFrameLayer>, _ first: String, _ frame: StyleFrame, _ view: ViewTransform
  ) throws(GPUError) -> SymbolGeometry? {
    // What is out of view leaves alone what is seen.
    if stage.isRehearsing { return try build(passing, layers, frame, view, nil) ? passing : nil }
    guard let look = SymbolGeometry.Look(layers, frame, view) else {
      kept[first] = nil
      return try build(passing, layers, frame, view, nil) ? passing : nil
    }
    let geometry = kept[first] ?? SymbolGeometry(stage.device)
    kept[first] = geometry
    if geometry.shows(look, view) { return geometry }
    return try build(geometry, layers, frame, view, look) ? geometry : nil
  }

  private func build(
    _ geometry: SymbolGeometry, _ layers: ArraySlice<StyleFrameLayer>, _ frame: StyleFrame, _ view: ViewTransform,
    _ look: SymbolGeometry.Look?
  ) throws(GPUError) -> Bool {
    let origin = geometry.origin(for: view)
    memory.symbols.removeAll()
    for layer in layers {
      let isBound = SymbolRecordBuilder.append(layer, frame, view, origin: origin, to: &memory)
      if isBound, layers.count > 1 { lonely.insert(layer.layer.id) }
    }
    if layers.count > 1, memory.symbols.records.count > geometry.maximumCount {
      lonely.formUnion(layers.lazy.map(\.layer.id))
      return false
    }
    try geometry.take(memory.symbols, look, view, origin: origin)
    return true
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
