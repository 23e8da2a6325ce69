import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookPasses
import OverlookRaster
import OverlookStyle

/// Draws plain fill and line layers on the processor and lays them over the target as one picture, where the driver would draw
/// them on the processor as well, but slower.
@MainActor final class RasterGround {
  private let stage: StyleStage
  private let tools: RasterTools
  private let rasterizer: GroundRasterizer
  private let picture: SheetTexture
  private var paints = GroundPaints()

  init(_ stage: StyleStage, _ tools: RasterTools) {
    self.stage = stage
    self.tools = tools
    rasterizer = GroundRasterizer(tools.pool)
    picture = SheetTexture(stage.device, of: "fills and lines")
  }

  /// Called when a frame is prepared, before layers of it are asked for by their number.
  func begin(_ frame: StyleFrame) { paints.follow(frame) }

  /// How often the looks of the layers were computed.
  var paintComputationCount: Int { paints.computationCount }

  /// Whether a layer of the frame is one of those that can be drawn as a picture, in this frame or another one.
  func mayDraw(layer index: Int) -> Bool { tools.isUsed && paints.canBeRasterized(index) }

  /// The same of a layer that no frame has yet.
  func mayDraw(_ layer: StyleFrameLayer, zoom: Double) -> Bool {
    tools.isUsed && layer.canBeRasterized(zoom: zoom)
  }

  /// Whether anything of a tile of such a layer can be seen.
  func isSeen(_ draw: StyleTileDraw, ofLayer index: Int) -> Bool { paints.paint(index).map { window(draw, $0) != nil } ?? false }

  /// How many of the layers, from the first on, can be drawn as one picture.
  func runLength(_ layers: ArraySlice<StyleFrameLayer>) -> Int {
    guard stage.mayRasterize, raster != nil else { return 0 }
    return layers.indices.prefix { paints.canBeRasterized($0) }.count
  }

  /// Draws layers that can be drawn as one picture; false when the driver is quicker.
  func draw(_ layers: ArraySlice<StyleFrameLayer>, _ view: ViewTransform) throws(GPUError) -> Bool {
    guard let raster, isWorth(layers) else { return false }
    let (width, height) = (stage.target.width, stage.target.height)
    let (sheet, _) = try picture.sheet(width: width, height: height)
    sheet.clear()
    var content = GroundContent(sides: SquareSides(view, width: width, height: height, groundRows: stage.groundRows))
    for (index, layer) in zip(layers.indices, layers) {
      guard case .tiles(let tiles) = layer.content, let paint = paints.paint(index) else { continue }
      // Tiles of another source may lie across those that were there before.
      let isCrossing = tiles.contains { draw in content.squares.contains { $0.overlaps(draw.clip, worldCopy: draw.worldCopy) } }
      if isCrossing { rasterize(&content, raster, sheet) }
      add(tiles, layer.properties, paint, view, to: &content)
    }
    rasterize(&content, raster, sheet)
    picture.upload()
    picture.bind()
    stage.device.state.setDepthTest(false)
    stage.device.state.setBlend(.premultiplied)
    tools.drawPicture(depth: .zero)
    return true
  }

  /// Nil where the driver draws everything.
  private var raster: RasterFrame? { tools.frame(stage.view, pixelsPerPoint: stage.pixelsPerPoint) }

  private func rasterize(_ content: inout GroundContent, _ frame: RasterFrame, _ sheet: PixelSheet) {
    guard !content.squares.isEmpty, rasterizer.accepts(content, in: frame) else { return }
    _ = rasterizer.draw(content, in: frame, to: sheet)
    content.squares.removeAll(keepingCapacity: true)
    content.draws.removeAll(keepingCapacity: true)
  }

  private func isWorth(_ layers: ArraySlice<StyleFrameLayer>) -> Bool {
    let fewest = tools.fewestGroundCorners
    var corners = 0
    for (index, layer) in zip(layers.indices, layers) {
      guard case .tiles(let tiles) = layer.content, let paint = paints.paint(index) else { continue }
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

  private func add(
    _ tiles: [StyleTileDraw], _ properties: LayerProperties, _ paint: GroundPaint, _ view: ViewTransform,
    to content: inout GroundContent
  ) {
    let size = SIMD2(Float(stage.target.width), Float(stage.target.height))
    for draw in tiles {
      guard let window = window(draw, paint), let shape = shape(draw, properties, paint) else { continue }
      let (points, anchor) = paint.translation
      let translation = stage.translation(points, anchor: anchor, draw.tile)
      let projection = TileProjection(
        stage.clipFromTile(draw.tile, worldCopy: draw.worldCopy, translation: translation), size: size,
        pixelsPerPoint: Float(stage.pixelsPerPoint), unitsPerPoint: Float(stage.unitsPerPoint(draw.tile)),
        nearDepth: Float(view.nearDepthPoints))
      let number = Int32(clamping: content.draws.count)
      content.draws.append(GroundDraw(shape: shape, projection: projection, window: window))
      if let known = content.squares.firstIndex(where: { $0.tile == draw.clip && $0.worldCopy == draw.worldCopy }) {
        content.draws[Int(content.squares[known].last)].next = number
        content.squares[known].last = number
      } else {
        content.squares.append(GroundSquare(tile: draw.clip, worldCopy: draw.worldCopy, first: number, last: number))
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
        unitsPerPoint: Float(stage.unitsPerPoint(draw.tile)), isTilted: !stage.view.isFromAbove)
      return .line(bucket, line)
    default: return nil
    }
  }
}
