import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookStyle

/// Draws plain fill and line layers on the processor and lays them over the target as one picture, where the driver would draw
/// them on the processor as well, but slower.
@MainActor final class ComposedGround {
  private let stage: StyleStage
  private let tools: ComposingTools
  private let composer: GroundComposer
  private let picture: SheetTexture
  private var squares: [GroundSquare] = []
  private var draws: [GroundDraw] = []

  init(_ stage: StyleStage, _ tools: ComposingTools) {
    self.stage = stage
    self.tools = tools
    composer = GroundComposer(tools.crew)
    picture = SheetTexture(stage.device, of: "fills and lines")
  }

  /// Whether the layer is one of those that can be drawn as a picture, in this frame or another one.
  func mayDraw(_ layer: StyleFrameLayer, _ frame: StyleFrame) -> Bool {
    stage.composesFrom != nil && layer.canBeComposed(zoom: frame.zoom)
  }

  /// Whether anything of a tile of such a layer can be seen.
  func isSeen(_ draw: StyleTileDraw, of layer: StyleFrameLayer, _ frame: StyleFrame) -> Bool {
    GroundPaint(layer, zoom: frame.zoom).map { window(draw, $0) != nil } ?? false
  }

  /// How many of the layers, from the first on, can be drawn as one picture.
  func runLength(_ layers: ArraySlice<StyleFrameLayer>, _ frame: StyleFrame) -> Int {
    guard stage.mayCompose else { return 0 }
    return layers.prefix { $0.canBeComposed(zoom: frame.zoom) }.count
  }

  /// Draws layers that can be drawn as one picture; false when the driver is quicker.
  func draw(_ layers: ArraySlice<StyleFrameLayer>, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) -> Bool {
    guard isWorth(layers, frame) else { return false }
    let (width, height) = (stage.target.width, stage.target.height)
    let (sheet, _) = try picture.sheet(width: width, height: height)
    sheet.pixels.update(repeating: 0, count: sheet.width * sheet.height)
    let sides = SquareSides(view, width: width, height: height, groundRows: stage.groundRows)
    for layer in layers {
      guard case .tiles(let tiles) = layer.content else { continue }
      // Tiles of another source may lie across those that were there before.
      let isCrossing = tiles.contains { draw in squares.contains { $0.overlaps(draw.clip, worldCopy: draw.worldCopy) } }
      if isCrossing { compose(sides, sheet) }
      add(layer, tiles, frame, view)
    }
    compose(sides, sheet)
    picture.upload()
    picture.bind()
    stage.device.state.setDepthTest(false)
    stage.device.state.setBlend(.premultiplied)
    tools.drawPicture(depth: .zero)
    return true
  }

  private func compose(_ sides: SquareSides, _ sheet: PixelSheet) {
    guard !squares.isEmpty else { return }
    composer.draw(GroundComposer.Job(squares: squares, draws: draws, sides: sides, sheet: sheet))
    squares.removeAll(keepingCapacity: true)
    draws.removeAll(keepingCapacity: true)
  }

  private func isWorth(_ layers: ArraySlice<StyleFrameLayer>, _ frame: StyleFrame) -> Bool {
    guard let fewest = stage.composesFrom else { return false }
    var corners = 0
    for layer in layers {
      guard case .tiles(let tiles) = layer.content, let paint = GroundPaint(layer, zoom: frame.zoom) else { continue }
      for draw in tiles {
        guard let window = window(draw, paint) else { continue }
        let (chunks, lineChunks) = paint.chunks(draw.bucket)
        for chunk in chunks where window.touches(chunk.low, chunk.high) { corners += chunk.indices.count }
        for chunk in lineChunks where window.touches(chunk.low, chunk.high) { corners += chunk.indices.count }
        if corners >= fewest { return true }
      }
    }
    return false
  }

  /// The part of a tile in view; nil for none.
  private func window(_ draw: StyleTileDraw, _ paint: GroundPaint) -> TileWindow? {
    stage.visibleUnits(draw.tile, worldCopy: draw.worldCopy, reachPoints: paint.reachPoints(draw.bucket))
  }

  private func add(_ layer: StyleFrameLayer, _ tiles: [StyleTileDraw], _ frame: StyleFrame, _ view: ViewTransform) {
    guard let paint = GroundPaint(layer, zoom: frame.zoom) else { return }
    let size = SIMD2(Float(stage.target.width), Float(stage.target.height))
    for draw in tiles {
      guard let window = window(draw, paint), let shape = shape(draw, layer.properties, paint) else { continue }
      let (points, anchor) = paint.translation
      let translation = stage.translation(points, anchor: anchor, draw.tile)
      let projection = TileProjection(
        stage.clipFromTile(draw.tile, worldCopy: draw.worldCopy, translation: translation), size: size,
        pixelsPerPoint: Float(stage.pixelsPerPoint), unitsPerPoint: Float(stage.unitsPerPoint(draw.tile)),
        nearDepth: Float(view.nearDepthPoints))
      let number = Int32(clamping: draws.count)
      draws.append(GroundDraw(shape: shape, projection: projection, window: window))
      if let known = squares.firstIndex(where: { $0.tile == draw.clip && $0.worldCopy == draw.worldCopy }) {
        draws[Int(squares[known].last)].next = number
        squares[known].last = number
      } else {
        squares.append(GroundSquare(tile: draw.clip, worldCopy: draw.worldCopy, first: number, last: number))
      }
    }
  }

  private func shape(_ draw: StyleTileDraw, _ properties: LayerProperties, _ paint: GroundPaint) -> GroundDraw.Shape? {
    let context = FeatureValues.Context(zoom: stage.zoom, tileZoom: Double(draw.tile.overscaledZ))
    switch (draw.bucket, paint) {
    case (.fill(let bucket), .fill(let paint)): return .fill(bucket, GroundFill(paint, bucket, properties, context))
    case (.line(let bucket), .line(let paint)):
      let line = GroundLine(
        paint, bucket, properties, context, antialias: Float(0.5 / stage.pixelsPerPoint),
        unitsPerPoint: Float(stage.unitsPerPoint(draw.tile)), isTilted: stage.view.camera.viewingAngle > 0)
      return .line(bucket, line)
    default: return nil
    }
  }
}

/// How a layer looks in a frame, where that depends neither on features nor on tiles.
private enum GroundPaint {
  case fill(FillPaint)
  case line(LinePaint)

  /// Nil for what is not seen.
  init?(_ layer: StyleFrameLayer, zoom: Double) {
    switch layer.layer.kind {
    case .fill:
      let paint = FillPaint(layer.properties, zoom: zoom)
      guard paint.opacity > 0 else { return nil }
      self = .fill(paint)
    case .line:
      let paint = LinePaint(layer.properties, zoom: zoom)
      guard paint.isVisible else { return nil }
      self = .line(paint)
    default: return nil
    }
  }

  /// In points of the screen, and what its directions are those of.
  var translation: (SIMD2<Double>, anchor: String) {
    switch self {
    case .fill(let paint): (paint.translation, paint.translationAnchor)
    case .line(let paint): (paint.translation, paint.translationAnchor)
    }
  }

  /// How far from its place something of a bucket is drawn.
  func reachPoints(_ bucket: StyleBucket) -> Double {
    switch (self, bucket) {
    case (.fill(let paint), _): paint.reachPoints
    case (.line(let paint), .line(let bucket)): paint.reachPoints + bucket.reachPoints
    case (.line(let paint), _): paint.reachPoints
    }
  }

  /// What is drawn of a bucket: triangles, and edges.
  func chunks(_ bucket: StyleBucket) -> ([TileChunk], edges: [TileChunk]) {
    switch (self, bucket) {
    case (.fill(let paint), .fill(let bucket)): (bucket.triangleChunks, paint.hasEdges ? bucket.lineChunks : [])
    case (.line, .line(let bucket)): (bucket.chunks, [])
    default: ([], [])
    }
  }
}

extension StyleFrameLayer {
  /// Whether it has nothing but plain fills or lines.
  fileprivate func canBeComposed(zoom: Double) -> Bool {
    guard case .tiles = content, opacityAsWhole(zoom: zoom) == 1 else { return false }
    switch layer.kind {
    case .fill: return !properties.isSet(.fillPattern)
    case .line: return !properties.isSet(.linePattern) && !properties.isSet(.lineDasharray) && !properties.isSet(.lineGradient)
    default: return false
    }
  }
}
