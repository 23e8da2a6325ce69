package import OverlookCamera
package import OverlookGPU
package import OverlookLayout
package import OverlookPasses
import OverlookGeometry
import OverlookStyle

/// Draws circle layers.
@MainActor package final class CirclePass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.circle]

  private let stage: StyleStage
  private let programs: StyleProgramFamily
  private let quads: QuadIndices
  private var geometries = BucketTable<PointGeometry>()
  private let raster: RasterCircles

  package init(_ stage: StyleStage, _ tools: RasterTools) {
    self.stage = stage
    raster = RasterCircles(stage, tools)
    programs = StyleProgramFamily(stage.device, "style_circle.vert", "style_circle.frag", library: stage.library)
    quads = QuadIndices(stage.device)
  }

  package func reload() throws(GPUError) { try programs.reload() }

  /// Brings a bucket to the GPU.
  package func prepare(_ bucket: StyleBucket, _ properties: LayerProperties) throws(GPUError) {
    guard case .circle(let bucket) = bucket else { return }
    try geometries.prepare(bucket.id, bucket.points, stage.device, quads)
  }

  /// Forgets what no frame needs any more.
  package func keepOnly(_ live: Set<BucketID>) { geometries.keepOnly(live) }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    guard case .tiles(let tiles) = layer.content else { return }
    let paint = CirclePaint(layer.properties, zoom: frame.zoom)
    guard paint.isVisible else { return }
    stage.device.state.setDepthTest(false)
    stage.device.state.setBlend(.premultiplied)
    if try raster.draw(tiles, layer.properties, paint, view) { return }
    guard layer.properties.isDataDriven(.circleSortKey) else {
      for tile in tiles { try draw(tile, nil, layer.properties, paint, view) }
      return
    }
    for (_, index, range) in runs(tiles) { try draw(tiles[index], range, layer.properties, paint, view) }
  }

  private func draw(
    _ draw: StyleTileDraw, _ range: Range<Int>?, _ properties: LayerProperties, _ paint: CirclePaint, _ view: ViewTransform
  ) throws(GPUError) {
    guard case .circle(let bucket) = draw.bucket, let geometry = geometries[bucket.id] else { return }
    let program = programs.program(geometry.preamble)
    set(program, paint, draw, view)
    geometry.rows.bind(program, bucket.points.columns, properties, draw.tile, zoom: stage.zoom)
    try geometry.draw(range, quads)
  }

  /// What is drawn one after the other by sort key over all tiles.
  private func runs(_ tiles: [StyleTileDraw]) -> [(key: Double, tile: Int, range: Range<Int>)] {
    var runs: [(key: Double, tile: Int, range: Range<Int>)] = []
    for (index, draw) in tiles.enumerated() {
      guard case .circle(let bucket) = draw.bucket else { continue }
      for run in bucket.runs { runs.append((run.key, index, run.circles)) }
    }
    return runs.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element)
  }

  private func set(_ program: StyleProgram, _ paint: CirclePaint, _ draw: StyleTileDraw, _ view: ViewTransform) {
    let translation = stage.translation(paint.translation, anchor: paint.translationAnchor, draw.tile)
    program.setMatrix(.clipFromTile, stage.clipFromTile(draw.tile, worldCopy: draw.worldCopy, translation: translation))
    let extrusion =
      paint.isFlat
      ? SIMD2(repeating: stage.unitsPerPoint(draw.tile)) : SIMD2(2 / view.size.width, -2 / view.size.height)
    program.set(named: "u_extrusion", SIMD2<Float>(extrusion))
    program.set(named: "u_eyeDistance", Float(view.eyeDistancePoints))
    program.set(named: "u_isFlat", paint.isFlat ? 1 : 0)
    program.set(named: "u_growsNear", paint.growsNear ? 1 : 0)
    program.set(named: "u_pixelsPerPoint", Float(stage.pixelsPerPoint))
    program.set(.color, paint.color)
    program.set(named: "u_strokeColor", paint.strokeColor)
    program.set(named: "u_shape", paint.shape)
    program.set(named: "u_opacities", paint.opacities)
  }
}

/// What a circle layer looks like in a frame, where that depends on no feature.
struct CirclePaint {
  let color: SIMD4<Float>
  let strokeColor: SIMD4<Float>
  /// Radius, stroke width, blur.
  let shape: SIMD3<Float>
  /// Of the circle and of its stroke.
  let opacities: SIMD2<Float>
  let translation: SIMD2<Double>
  let translationAnchor: String
  /// Whether circles lie on the ground.
  let isFlat: Bool
  /// Whether they are larger where the ground is near.
  let growsNear: Bool
  let isVisible: Bool

  init(_ properties: LayerProperties, zoom: Double) {
    func number(_ name: StylePropertyName) -> Float {
      properties.isDataDriven(name) ? 0 : Float(properties.number(name, zoom: zoom))
    }
    func color(_ name: StylePropertyName) -> SIMD4<Float> {
      properties.isDataDriven(name) ? .zero : (properties.color(name, zoom: zoom) ?? .transparent).premultiplied
    }
    self.color = color(.circleColor)
    strokeColor = color(.circleStrokeColor)
    shape = SIMD3(number(.circleRadius), number(.circleStrokeWidth), number(.circleBlur))
    opacities = SIMD2(number(.circleOpacity), number(.circleStrokeOpacity))
    translation = properties.pair(.circleTranslate, zoom: zoom)
    translationAnchor = properties.choice(.circleTranslateAnchor, zoom: zoom)
    isFlat = properties.choice(.circlePitchAlignment, zoom: zoom) == "map"
    growsNear = properties.choice(.circlePitchScale, zoom: zoom) == "map"
    let hasFill = properties.isDataDriven(.circleOpacity) || opacities.x > 0
    let hasStroke =
      (properties.isDataDriven(.circleStrokeOpacity) || opacities.y > 0)
      && (properties.isDataDriven(.circleStrokeWidth) || shape.y > 0)
    isVisible = hasFill || hasStroke
  }
}
