package import OverlookCamera
package import OverlookGPU
package import OverlookLayout
import OverlookRaster
import OverlookStyle

/// Draws fill layers: the inside of polygons, and their edges, which smooth them or have a colour of their own.
@MainActor package final class FillPass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.fill]

  private let stage: StyleStage
  private let insides: StyleProgramFamily
  private let edges: StyleProgramFamily
  private let patterns: StyleProgramFamily
  private var geometries = BucketTable<FillGeometry>()

  package init(_ stage: StyleStage) {
    self.stage = stage
    insides = StyleProgramFamily(stage.device, "style_fill.vert", "style_fill.frag", library: stage.library)
    edges = StyleProgramFamily(stage.device, "style_fill_outline.vert", "style_fill_outline.frag", library: stage.library)
    patterns = StyleProgramFamily(stage.device, "style_fill_pattern.vert", "style_fill_pattern.frag", library: stage.library)
  }

  package func reload() throws(GPUError) {
    try insides.reload()
    try edges.reload()
    try patterns.reload()
  }

  /// Brings a bucket to the GPU.
  package func prepare(_ bucket: StyleBucket, _ properties: LayerProperties) throws(GPUError) {
    guard case .fill(let bucket) = bucket else { return }
    try geometries.prepare(bucket.id) { known throws(GPUError) in
      try known.update(bucket)
    } make: { () throws(GPUError) in
      try FillGeometry(stage.device, bucket)
    }
  }

  /// Forgets what no frame needs any more.
  package func keepOnly(_ live: Set<BucketID>) { geometries.keepOnly(live) }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    guard case .tiles(let tiles) = layer.content else { return }
    let paint = FillPaint(layer.properties, zoom: frame.zoom)
    guard paint.opacity > 0 else { return }
    stage.device.state.setDepthTest(false)
    stage.prepareClipping(tiles)
    stage.device.state.setBlend(.premultiplied)
    // What is opaque hides the inner half of its soft edge; else the edge lies above.
    if paint.hasPattern {
      try drawPatterns(layer, frame, paint)
    } else if paint.isOpaque, !paint.hasOutlineColor, !stage.isAboveExtrusions {
      try drawEdges(tiles, layer.properties, paint)
      try drawInsides(tiles, layer.properties, paint)
    } else {
      try drawInsides(tiles, layer.properties, paint)
      try drawEdges(tiles, layer.properties, paint)
    }
    stage.endClipping()
  }

  private func drawPatterns(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ paint: FillPaint) throws(GPUError) {
    guard case .tiles(let tiles) = layer.content else { return }
    let pattern = StylePattern(.fillPattern, layer.properties, frame.images, stage)
    guard pattern.isUsable else { return }
    for isOutline in [false, true] {
      // Edges of a colour of their own have no pattern.
      if isOutline, paint.hasOutlineColor || !paint.hasEdges { break }
      for draw in tiles {
        guard case .fill(let bucket) = draw.bucket, let geometry = geometries[bucket.id],
          let window = stage.visibleUnits(draw.tile, worldCopy: draw.worldCopy, reachPoints: paint.reachPoints),
          stage.isSeen(isOutline ? bucket.lineChunks : bucket.triangleChunks, window)
        else { continue }
        stage.clip(to: draw)
        let program = geometry.program(isOutline ? .patternEdge : .pattern, patterns)
        set(program, bucket, layer.properties, paint, color: .zero, draw)
        program.set(.opacity, paint.opacity)
        program.set(.targetPixels, stage.targetPixels)
        pattern.set(program, draw.tile, stage)
        program.set(.patternOrigin, stage.patternOrigin(draw.tile, worldCopy: draw.worldCopy))
        if isOutline {
          try geometry.drawLines(bucket, stage.visibleChunks, window)
        } else {
          try geometry.drawTriangles(bucket, stage.visibleChunks, window)
        }
      }
    }
    if paint.hasOutlineColor { try drawEdges(tiles, layer.properties, paint) }
  }

  private func drawInsides(_ tiles: [StyleTileDraw], _ properties: LayerProperties, _ paint: FillPaint) throws(GPUError) {
    if paint.isOpaque { stage.device.state.setBlend(.off) }
    defer { stage.device.state.setBlend(.premultiplied) }
    for draw in tiles {
      guard case .fill(let bucket) = draw.bucket, let geometry = geometries[bucket.id],
        let window = stage.visibleUnits(draw.tile, worldCopy: draw.worldCopy, reachPoints: paint.reachPoints),
        stage.isSeen(bucket.triangleChunks, window)
      else { continue }
      stage.clip(to: draw)
      let program = geometry.program(.inside, insides)
      set(program, bucket, properties, paint, color: paint.color, draw)
      try geometry.drawTriangles(bucket, stage.visibleChunks, window)
    }
  }

  private func drawEdges(_ tiles: [StyleTileDraw], _ properties: LayerProperties, _ paint: FillPaint) throws(GPUError) {
    guard paint.hasEdges else { return }
    for draw in tiles {
      guard case .fill(let bucket) = draw.bucket, let geometry = geometries[bucket.id],
        let window = stage.visibleUnits(draw.tile, worldCopy: draw.worldCopy, reachPoints: paint.reachPoints),
        stage.isSeen(bucket.lineChunks, window)
      else { continue }
      stage.clip(to: draw)
      let program = geometry.program(paint.hasOutlineColor ? .outline : .edge, edges)
      set(program, bucket, properties, paint, color: paint.hasOutlineColor ? paint.outlineColor : paint.color, draw)
      program.set(.targetPixels, stage.targetPixels)
      try geometry.drawLines(bucket, stage.visibleChunks, window)
    }
  }

  private func set(
    _ program: StyleProgram, _ bucket: FillBucket, _ properties: LayerProperties, _ paint: FillPaint, color: SIMD4<Float>,
    _ draw: StyleTileDraw
  ) {
    let translation = stage.translation(paint.translation, anchor: paint.translationAnchor, draw.tile)
    program.setMatrix(.clipFromTile, stage.clipFromTile(draw.tile, worldCopy: draw.worldCopy, translation: translation))
    if bucket.columns.isEmpty {
      program.set(.color, color * paint.opacity)
      return
    }
    program.set(.color, color)
    program.set(.opacity, paint.opacity)
    geometries[bucket.id]?.rows.bind(program, bucket.columns, properties, draw.tile, zoom: stage.zoom)
  }
}
