import Glibc
package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookLayout
import OverlookRaster
import OverlookStyle

/// Draws fill-extrusion layers. All of a frame share one depth buffer, so that buildings of several layers hide each other.
@MainActor package final class ExtrusionPass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.fillExtrusion]

  private let stage: StyleStage
  private let programs: StyleProgramFamily
  private var geometries = BucketTable<ExtrusionGeometry>()

  package init(_ stage: StyleStage) {
    self.stage = stage
    programs = StyleProgramFamily(stage.device, "style_extrusion.vert", "style_extrusion.frag", library: stage.library)
  }

  package func reload() throws(GPUError) { try programs.reload() }

  /// Brings a bucket to the GPU.
  package func prepare(_ bucket: StyleBucket, _ properties: LayerProperties) throws(GPUError) {
    guard case .fillExtrusion(let bucket) = bucket else { return }
    try geometries.prepare(bucket.id) { known throws(GPUError) in
      try known.update(bucket)
    } make: { () throws(GPUError) in
      try ExtrusionGeometry(stage.device, bucket)
    }
  }

  /// Forgets what no frame needs any more.
  package func keepOnly(_ live: Set<BucketID>) { geometries.keepOnly(live) }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    guard case .tiles(let tiles) = layer.content else { return }
    let paint = ExtrusionPaint(layer.properties, frame.light, stage)
    guard paint.opacity > 0 else { return }
    let pattern = StylePattern(.fillExtrusionPattern, layer.properties, frame.images, stage)
    guard !paint.hasPattern || pattern.isUsable else { return }
    let state = stage.device.state
    stage.beginDepth()
    state.setBlend(.premultiplied)
    state.setDepthTest(true)
    state.setDepthWrite(true)
    state.setCulling(true)
    if paint.opacity < 1 || paint.hasPattern {
      // First the depths alone, then only the nearest surface of each pixel, once.
      state.setColorWrite(false)
      try draw(tiles, layer.properties, paint, pattern)
      state.setColorWrite(true)
      state.setStencil(.once(stage.freshStencilNumber()))
      try draw(tiles, layer.properties, paint, pattern)
      state.setStencil(.off)
    } else {
      try draw(tiles, layer.properties, paint, pattern)
    }
    state.setCulling(false)
    state.setDepthWrite(false)
    state.setDepthTest(false)
  }

  private func draw(
    _ tiles: [StyleTileDraw], _ properties: LayerProperties, _ paint: ExtrusionPaint, _ pattern: StylePattern
  ) throws(GPUError) {
    for draw in tiles {
      guard case .fillExtrusion(let bucket) = draw.bucket, let geometry = geometries[bucket.id] else { continue }
      let reach = paint.reachPoints(largestHeight: max(bucket.largestHeight, Double(paint.height)), stage)
      guard let window = stage.visibleUnits(draw.tile, worldCopy: draw.worldCopy, reachPoints: reach) else { continue }
      let program = geometry.program(programs, hasPattern: paint.hasPattern)
      paint.set(program, draw, stage)
      if paint.hasPattern {
        pattern.set(program, draw.tile, stage)
        program.set(.patternOrigin, stage.patternOrigin(draw.tile, worldCopy: draw.worldCopy))
        let unitsPerMeter = -Double(sign: .plus, exponent: draw.tile.canonical.z, significand: 1) / .pointsPerStyleTile / 8
        program.set(.heightFactor, Float(unitsPerMeter))
      }
      if !bucket.columns.isEmpty {
        geometry.rows.bind(program, bucket.columns, properties, draw.tile, zoom: stage.zoom)
      }
      try geometry.draw(bucket, stage.visibleChunks, window)
    }
  }
}

/// What a fill-extrusion layer looks like in a frame, where that depends on no feature.
@MainActor struct ExtrusionPaint {
  let opacity: Float
  let height: Float
  let hasPattern: Bool
  private let color: SIMD4<Float>
  private let base: Float
  private let translation: SIMD2<Double>
  private let translationAnchor: String
  private let verticalGradient: Float
  private let light: ExtrusionLight

  init(_ properties: LayerProperties, _ light: StyleLight, _ stage: StyleStage) {
    let zoom = stage.zoom
    func number(_ name: StylePropertyName) -> Float {
      properties.isDataDriven(name) ? 0 : Float(properties.number(name, zoom: zoom))
    }
    opacity = number(.fillExtrusionOpacity)
    height = number(.fillExtrusionHeight)
    base = number(.fillExtrusionBase)
    hasPattern = properties.isSet(.fillExtrusionPattern)
    color =
      properties.isDataDriven(.fillExtrusionColor)
      ? .zero : (properties.color(.fillExtrusionColor, zoom: zoom) ?? .transparent).premultiplied
    translation = properties.pair(.fillExtrusionTranslate, zoom: zoom)
    translationAnchor = properties.choice(.fillExtrusionTranslateAnchor, zoom: zoom)
    verticalGradient = properties.bool(.fillExtrusionVerticalGradient, zoom: zoom) ? 1 : 0
    self.light = ExtrusionLight(light, zoom: zoom, bearing: stage.view.camera.bearing)
  }

  func set(_ program: StyleProgram, _ draw: StyleTileDraw, _ stage: StyleStage) {
    let moved = stage.translation(translation, anchor: translationAnchor, draw.tile)
    program.setMatrix(
      .clipFromTile,
      stage.clipFromTile(draw.tile, worldCopy: draw.worldCopy, translation: moved, pointsPerMeter: stage.pointsPerMeter))
    program.set(.color, color)
    program.set(.opacity, opacity)
    program.set(.height, height)
    program.set(.base, base)
    program.set(.lightDirection, light.direction)
    program.set(.lightColor, light.color)
    program.set(.lightIntensity, light.intensity)
    program.set(.verticalGradient, verticalGradient)
  }

  /// How far from its foot something so tall can be seen, on the ground.
  func reachPoints(largestHeight: Double, _ stage: StyleStage) -> Double {
    let moved = abs(translation.x) + abs(translation.y)
    // Half the height of the view is seen under this angle; its width seldom under more than twice that.
    let steepest = stage.view.camera.viewingAngle * Angle.radiansPerDegree + ViewTransform.fieldOfView / 2
    let slope = steepest < 1.4 ? tan(steepest) : 6
    return moved + largestHeight * stage.pointsPerMeter * (slope + 1)
  }
}
