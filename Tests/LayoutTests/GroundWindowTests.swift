import OverlookCamera
import OverlookGeometry
import OverlookRaster
import OverlookStyle
import OverlookSupport
import Testing

@testable import OverlookLayout

/// Of a tile of which little is in view, `GroundRasterizer` looks at little.
@MainActor @Suite struct GroundWindowTests {
  nonisolated private static let size = ScreenSize(width: 160, height: 120)
  private static let tile = TileID(z: 4, x: 3, y: 3)

  /// A thousand shapes of a 200th of a tile, all over it.
  private func shapes(_ kind: Feature.Kind) -> FeatureLayer {
    var generator = SeededGenerator(seed: 8)
    let all = (0..<1000).map { _ -> [[(Int32, Int32)]] in
      let x = Int32.random(in: 0...8000, using: &generator)
      let y = Int32.random(in: 0...8000, using: &generator)
      return [[(x, y), (x + 40, y + 3), (x + 45, y + 44), (x + 9, y + 38)]]
    }
    return ShapeFeatures.features(kind, all)
  }

  private func view(tilt: Double) -> ViewTransform {
    let middle = Self.tile.worldRect
    let place = WorldPoint(x: middle.minX * 0.4 + middle.maxX * 0.6, y: (middle.minY + middle.maxY) / 2)
    return ViewTransform(
      camera: CameraPosition(target: place.coordinate, zoom: 8.5, bearing: 20, viewingAngle: tilt), size: Self.size)
  }

  private func window(_ quad: [SIMD2<Double>]) -> TileWindow { TileWindow(quad[0], quad[1], quad[2], quad[3], reach: 200) }

  /// What of the tile is in view.
  private func seen(_ view: ViewTransform) -> TileWindow {
    let (rect, quad) = (Self.tile.worldRect, view.visibleQuad)
    let units = 8192 / (rect.maxX - rect.minX)
    return window(
      [quad.nearLeft, quad.nearRight, quad.farRight, quad.farLeft].map { SIMD2($0.x - rect.minX, $0.y - rect.minY) * units })
  }

  private func pixels(
    _ shape: GroundDraw.Shape, _ window: TileWindow, _ view: ViewTransform, _ rasterizer: GroundRasterizer
  ) throws -> [UInt8] {
    let (width, height) = (Int(Self.size.width), Int(Self.size.height))
    let sheet = PixelSheet(width: width, height: height)
    let projection = TileProjection(
      (view.clipFromTile(Self.tile, worldCopy: 0) * Matrix4.scale(1.0 / 8192, 1.0 / 8192, 1)).floats,
      size: SIMD2(Float(width), Float(height)), pixelsPerPoint: 1, unitsPerPoint: 1,
      nearDepth: Float(view.nearDepthPoints))
    var content = GroundContent(sides: SquareSides(view, width: width, height: height, groundRows: height))
    content.draws = [GroundDraw(shape: shape, projection: projection, window: window)]
    content.squares = [GroundSquare(tile: Self.tile, worldCopy: 0, first: 0, last: 0)]
    let frame = try #require(RasterFrame(view, pixelsPerPoint: 1))
    #expect(rasterizer.draw(content, in: frame, to: sheet))
    return sheet.withBytes { Array($0) }
  }

  /// As with all that the tile has, which is drawn before, so that places of other views are left over.
  private func check(_ shape: GroundDraw.Shape, corners: Int, vertexCount: Int, tilt: Double) throws {
    let view = view(tilt: tilt)
    let rasterizer = GroundRasterizer(LoopPool(workerCount: 1))
    let everything = window([SIMD2(-9e4, 9e4), SIMD2(9e4, 9e4), SIMD2(9e4, -9e4), SIMD2(-9e4, -9e4)])
    #expect(corners > 0 && corners < vertexCount / 2)
    let whole = try pixels(shape, everything, view, rasterizer)
    _ = try pixels(shape, everything, self.view(tilt: tilt + 5), rasterizer)
    #expect(whole.contains { $0 != 0 })
    #expect(try pixels(shape, seen(view), view, rasterizer) == whole)
    #expect(try pixels(shape, seen(view), view, GroundRasterizer(LoopPool(workerCount: 1))) == whole)
  }

  private func corners(_ chunks: [TileChunk], tilt: Double) -> Int {
    let window = seen(view(tilt: tilt))
    return chunks.filter { window.touches($0.low, $0.high) }.reduce(0) { $0 + $1.indices.count }
  }

  @Test(arguments: [0.0, 60]) func fillsOfAPartOfATileLookAsThoseOfTheWhole(tilt: Double) throws {
    let layer = try ShapeFeatures.layer(##"{"id": "l", "type": "fill", "source": "s", "paint": {"fill-color": "#f80"}}"##)
    let shapes = shapes(.polygon)
    let bucket = try #require(
      FillLayout.bucket(layer, shapes, selected: shapes.features.indices.map { Int32($0) }, ShapeFeatures.context))
    let properties = LayerProperties(layer, ShapeFeatures.context)
    let fill = GroundFill(FillPaint(properties, zoom: 7.5), bucket, properties, .init(zoom: 7.5, tileZoom: 4))
    let corners = corners(bucket.triangleChunks, tilt: tilt) + corners(bucket.lineChunks, tilt: tilt)
    try check(.fill(bucket, fill), corners: corners, vertexCount: bucket.vertices.count, tilt: tilt)
  }

  @Test(arguments: [0.0, 60]) func linesOfAPartOfATileLookAsThoseOfTheWhole(tilt: Double) throws {
    let layer = try ShapeFeatures.layer(##"{"id": "l", "type": "line", "source": "s", "paint": {"line-width": 3}}"##)
    let shapes = shapes(.line)
    let bucket = try #require(
      LineLayout.bucket(layer, shapes, selected: shapes.features.indices.map { Int32($0) }, ShapeFeatures.context))
    let properties = LayerProperties(layer, ShapeFeatures.context)
    let line = GroundLine(
      LinePaint(properties, zoom: 7.5), bucket, properties, .init(zoom: 7.5, tileZoom: 4), antialias: 0.5, unitsPerPoint: 1,
      isTilted: tilt > 0)
    try check(
      .line(bucket, line), corners: corners(bucket.chunks, tilt: tilt), vertexCount: bucket.vertices.count, tilt: tilt)
  }
}
