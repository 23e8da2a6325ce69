package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookLayout
import OverlookRaster
import OverlookStyle

/// Dashes as the style says them.
private struct DashKey: Hashable {
  var lengths: StyleValue
  var isRound: Bool
}

/// Draws line layers.
@MainActor package final class LinePass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.line]

  private let stage: StyleStage
  private let programs: StyleProgramFamily
  private var geometries = BucketTable<LineGeometry>()
  private var dashAtlas = DashAtlas()
  /// Where dashes lie that were asked for, so that their lengths are not unpacked in every frame. As many as the atlas has rows
  /// at most.
  private var dashPlaces: [DashKey: SIMD4<Float>] = [:]
  private let dashes: DashTexture

  package init(_ stage: StyleStage) throws(GPUError) {
    self.stage = stage
    programs = StyleProgramFamily(stage.device, "style_line.vert", "style_line.frag", library: stage.library)
    dashes = try DashTexture(stage.device, dashAtlas)
  }

  package func reload() throws(GPUError) { try programs.reload() }

  /// Brings a bucket to the GPU.
  package func prepare(_ bucket: StyleBucket, _ properties: LayerProperties) throws(GPUError) {
    guard case .line(let bucket) = bucket else { return }
    try geometries.prepare(bucket.id) { known throws(GPUError) in
      try known.update(bucket)
    } make: { () throws(GPUError) in
      try LineGeometry(stage.device, bucket)
    }
    try geometries[bucket.id]?.prepareGradient(bucket, properties)
  }

  /// Forgets what no frame needs any more.
  package func keepOnly(_ live: Set<BucketID>) { geometries.keepOnly(live) }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    guard case .tiles(let tiles) = layer.content else { return }
    let paint = LinePaint(layer.properties, zoom: frame.zoom)
    guard paint.isVisible else { return }
    stage.device.state.setDepthTest(false)
    stage.prepareClipping(tiles)
    stage.device.state.setBlend(.premultiplied)
    let isTilted = !view.isFromAbove
    let pattern = StylePattern(.linePattern, layer.properties, frame.images, stage)
    for draw in tiles {
      guard case .line(let bucket) = draw.bucket, let geometry = geometries[bucket.id] else { continue }
      let reach = paint.reachPoints + bucket.reachPoints
      guard let window = stage.visibleUnits(draw.tile, worldCopy: draw.worldCopy, reachPoints: reach),
        stage.isSeen(bucket.chunks, window), paint.kind != .pattern || pattern.isUsable
      else { continue }
      stage.clip(to: draw)
      let hasGradient = paint.hasGradient && geometry.gradient != nil
      let program = geometry.program(programs, paint.kind, hasGradient: hasGradient, isTilted: isTilted)
      set(program, bucket, geometry, layer.properties, paint, draw)
      if paint.kind == .dashes { setDashes(program, bucket, geometry, layer.properties, draw.tile) }
      if paint.kind == .pattern { pattern.set(program, draw.tile, stage) }
      try geometry.draw(bucket, stage.visibleChunks, window)
    }
    stage.endClipping()
  }

  private func set(
    _ program: StyleProgram, _ bucket: LineBucket, _ geometry: LineGeometry, _ properties: LayerProperties, _ paint: LinePaint,
    _ draw: StyleTileDraw
  ) {
    let translation = stage.translation(paint.translation, anchor: paint.translationAnchor, draw.tile)
    let antialias = Float(0.5 / stage.pixelsPerPoint)
    program.setMatrix(.clipFromTile, stage.clipFromTile(draw.tile, worldCopy: draw.worldCopy, translation: translation))
    program.set(.unitsPerPoint, Float(stage.unitsPerPoint(draw.tile)))
    program.set(.antialias, antialias)
    program.set(.width, paint.width)
    program.set(.gapWidth, paint.gapWidth)
    program.set(.offset, paint.offset)
    program.set(.blur, paint.blur)
    program.set(.reach, paint.edges(antialias: antialias))
    program.set(.viewportPoints, SIMD2(Float(stage.view.size.width), Float(stage.view.size.height)))
    program.set(.floorWidth, paint.floorWidth)
    let gradient = paint.hasGradient ? geometry.gradient : nil
    let isColored = paint.kind != .pattern && gradient == nil
    if let gradient {
      gradient.bind(unit: StyleProgram.gradientUnit)
      program.set(.gradientRows, gradient.rowCount)
    }
    guard !bucket.columns.isEmpty else {
      program.set(.color, isColored ? paint.color * paint.opacity : SIMD4(repeating: paint.opacity))
      return
    }
    program.set(.color, paint.color)
    program.set(.opacity, paint.opacity)
    let tileZoom = Double(draw.tile.overscaledZ)
    let whole = stage.zoom.rounded(.down)
    program.set(
      .floorFraction, Float(properties.zoomFraction(.lineWidth, zoom: whole, from: tileZoom, to: tileZoom + 1)))
    geometry.rows.bind(program, bucket.columns, properties, draw.tile, zoom: stage.zoom)
  }

  private func setDashes(
    _ program: StyleProgram, _ bucket: LineBucket, _ geometry: LineGeometry, _ properties: LayerProperties,
    _ tile: OverscaledTile
  ) {
    let fade = stage.crossFade
    let whole = stage.zoom.rounded(.down)
    program.set(.patternScale, stage.patternScale(tile))
    program.set(.fade, Float(fade.fraction))
    program.set(.pixelsPerPoint, Float(stage.pixelsPerPoint))
    program.set(.fromGroup, fade.comesFromBelow ? 1 : 2)
    if let own = geometry.dashes { return own.bind(unit: StyleProgram.dashesUnit) }
    if !dashAtlas.hasRoomForTwo {
      dashAtlas.removeAll()
      dashPlaces = [:]
    }
    let isRound = properties.choice(.lineCap, zoom: Double(tile.overscaledZ)) == "round"
    program.set(.dashTo, dash(properties, zoom: whole, isRound: isRound))
    program.set(.dashFrom, dash(properties, zoom: whole + (fade.comesFromBelow ? -1 : 1), isRound: isRound))
    dashes.update(dashAtlas)
    dashes.bind(unit: StyleProgram.dashesUnit)
  }

  /// The place of the dashes at a zoom; one long dash where there are none.
  private func dash(_ properties: LayerProperties, zoom: Double, isRound: Bool) -> SIMD4<Float> {
    let key = DashKey(lengths: properties.value(.lineDasharray, zoom: zoom), isRound: isRound)
    if let known = dashPlaces[key] { return known }
    let place = dashAtlas.place(key.lengths.numbers ?? [1, 0], isRound: isRound) ?? dashAtlas.place([1, 0], isRound: false)
    guard let place else { return .zero }
    dashPlaces[key] = place.vector
    return place.vector
  }
}
