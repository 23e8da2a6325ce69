import OverlookCamera
import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookPasses
import OverlookRaster
import OverlookStyle

/// Draws circles that face the eye on the processor and lays them over the target as one picture, where the driver would draw them
/// on the processor as well, but several times slower.
@MainActor final class RasterCircles {
  private let stage: StyleStage
  private let tools: RasterTools
  private let rasterizer: CircleRasterizer
  private let picture: SheetTexture

  init(_ stage: StyleStage, _ tools: RasterTools) {
    self.stage = stage
    self.tools = tools
    rasterizer = CircleRasterizer(tools.pool)
    picture = SheetTexture(stage.device, of: "circles")
  }

  /// Draws the circles of a layer; false where that is the driver's to do. Blending is set for premultiplied colours.
  func draw(
    _ tiles: [StyleTileDraw], _ properties: LayerProperties, _ paint: CirclePaint, _ view: ViewTransform
  ) throws(GPUError) -> Bool {
    guard stage.mayRasterize, let frame = tools.frame(stage.view, pixelsPerPoint: stage.pixelsPerPoint),
      isPlain(properties, paint), count(tiles) >= tools.fewestCircles
    else { return false }
    let content = content(tiles, properties, paint, view)
    guard rasterizer.accepts(content, in: frame) else { return false }
    let (sheet, _) = try picture.sheet(width: stage.target.width, height: stage.target.height)
    guard rasterizer.draw(content, in: frame, to: sheet) else { return true }
    picture.upload()
    picture.bind()
    tools.drawPicture(depth: .zero)
    return true
  }

  private func isPlain(_ properties: LayerProperties, _ paint: CirclePaint) -> Bool {
    let ofOne: [StylePropertyName] = [.circleBlur, .circleStrokeWidth, .circleStrokeColor, .circleStrokeOpacity, .circleSortKey]
    return !paint.isFlat && paint.shape.z == 0 && !ofOne.contains(where: properties.isDataDriven)
  }

  private func count(_ tiles: [StyleTileDraw]) -> Int {
    tiles.reduce(0) { count, draw in
      guard case .circle(let bucket) = draw.bucket else { return count }
      return count + bucket.points.places.count
    }
  }

  private func content(
    _ tiles: [StyleTileDraw], _ properties: LayerProperties, _ paint: CirclePaint, _ view: ViewTransform
  ) -> CircleContent {
    var content = CircleContent(
      strokeWidth: paint.shape.y, strokeColor: paint.strokeColor * paint.opacities.y,
      fullSizeDepth: paint.growsNear ? Float(view.eyeDistancePoints) : nil)
    for draw in tiles {
      guard case .circle(let bucket) = draw.bucket else { continue }
      let translation = stage.translation(paint.translation, anchor: paint.translationAnchor, draw.tile)
      let projection = TileProjection(
        stage.clipFromTile(draw.tile, worldCopy: draw.worldCopy, translation: translation), size: stage.targetPixels,
        pixelsPerPoint: Float(stage.pixelsPerPoint), unitsPerPoint: Float(stage.unitsPerPoint(draw.tile)),
        nearDepth: Float(view.nearDepthPoints))
      // As the shader has it for features that have no value of their own.
      content.draws.append(
        CircleDraw(
          bucket.points, projection, properties,
          FeatureValues.Context(zoom: stage.zoom, tileZoom: Double(draw.tile.overscaledZ)), radius: paint.shape.x,
          color: paint.color, opacity: paint.opacities.x))
    }
    return content
  }
}
