import Glibc
package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookLayout
package import OverlookPasses
import OverlookRaster
import OverlookStyle

/// Draws fill-extrusion layers. All of a frame share one depth buffer, so that buildings of several layers hide each other.
@MainActor package final class ExtrusionPass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.fillExtrusion]

  private let stage: StyleStage
  private let programs: StyleProgramFamily
  private let casters: StyleProgramFamily
  private let shadows: ShadowMap
  private var geometries = BucketTable<ExtrusionGeometry>()
  /// By layer.
  private var looks: [String: BuildingLook] = [:]
  private var looksPaint: BucketID?
  /// Whether anything that may be in view was drawn since `begin`.
  private(set) var hasDrawn = false

  package init(_ stage: StyleStage, _ shadows: ShadowMap) {
    self.stage = stage
    self.shadows = shadows
    programs = StyleProgramFamily(stage.device, "style_extrusion.vert", "style_extrusion.frag", library: stage.library)
    casters = StyleProgramFamily(stage.device, "style_extrusion.vert", "shadow_caster.frag", library: stage.library)
  }

  package func reload() throws(GPUError) {
    try programs.reload()
    try casters.reload()
  }

  /// Brings a bucket to the GPU.
  package func prepare(_ bucket: StyleBucket, _ properties: LayerProperties) throws(GPUError) {
    guard case .fillExtrusion(let bucket) = bucket else { return }
    try geometries.prepare(bucket.id) { known throws(GPUError) in
      try known.update(bucket)
    } make: { () throws(GPUError) in
      try ExtrusionGeometry(stage.device, bucket)
    }
  }

  /// Before a frame is drawn.
  func begin() { hasDrawn = false }

  /// Forgets what no frame needs any more.
  package func keepOnly(_ live: Set<BucketID>) { geometries.keepOnly(live) }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    guard case .tiles(let tiles) = layer.content else { return }
    let sun = stage.device.variant == .color ? frame.daylight.map { SunlitPaint($0, shadows.cast) } : nil
    if sun != nil { shadows.bind() }
    let look = stage.device.variant == .color ? look(of: layer, frame) : BuildingLook()
    let paint = ExtrusionPaint(layer.properties, frame.light, sun, stage, look)
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

  /// Whether nothing shows through what the layer draws.
  func isOpaque(_ layer: StyleFrameLayer) -> Bool {
    layer.layer.kind == .fillExtrusion && !layer.properties.isSet(.fillExtrusionPattern)
      && !layer.properties.isDataDriven(.fillExtrusionOpacity)
      && layer.properties.number(.fillExtrusionOpacity, zoom: stage.zoom) >= 1
  }

  /// Read once for as long as the paint of the style stays.
  private func look(of layer: StyleFrameLayer, _ frame: StyleFrame) -> BuildingLook {
    if looksPaint != frame.paint {
      looks.removeAll()
      looksPaint = frame.paint
    }
    if let known = looks[layer.layer.id] { return known }
    let look = BuildingLook(facade: BuildingFacade(layer.layer), roofs: BuildingRoofs(layer.layer))
    looks[layer.layer.id] = look
    return look
  }

  private func draw(
    _ tiles: [StyleTileDraw], _ properties: LayerProperties, _ paint: ExtrusionPaint, _ pattern: StylePattern
  ) throws(GPUError) {
    for draw in tiles {
      guard case .fillExtrusion(let bucket) = draw.bucket, let geometry = geometries[bucket.id] else { continue }
      let reach = paint.reachPoints(largestHeight: max(bucket.largestHeight, Double(paint.height)), stage)
      guard let window = stage.visibleUnits(draw.tile, worldCopy: draw.worldCopy, reachPoints: reach) else { continue }
      let program = geometry.program(programs, paint.variant)
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
      if try geometry.draw(bucket, stage.visibleChunks, window) { hasDrawn = true }
    }
  }
}

// Shadows.
extension ExtrusionPass {
  /// How high the highest building of a layer is, in metres.
  func tallest(_ layer: StyleFrameLayer, _ frame: StyleFrame) -> Double {
    guard case .tiles(let tiles) = layer.content else { return 0 }
    let paint = ExtrusionPaint(layer.properties, frame.light, nil, stage)
    guard paint.opacity > 0 else { return 0 }
    var tallest = Double(paint.height)
    for draw in tiles {
      if case .fillExtrusion(let bucket) = draw.bucket, geometries[bucket.id] != nil {
        tallest = max(tallest, bucket.largestHeight)
      }
    }
    return tallest
  }

  /// Draws the heights of what throws shadows into view.
  func castShadows(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ cast: ShadowCast) throws(GPUError) {
    guard case .tiles(let tiles) = layer.content else { return }
    let paint = ExtrusionPaint(layer.properties, frame.light, nil, stage)
    guard paint.opacity > 0 else { return }
    for draw in tiles {
      guard case .fillExtrusion(let bucket) = draw.bucket, let geometry = geometries[bucket.id] else { continue }
      let height = max(bucket.largestHeight, Double(paint.height))
      let length = (cast.slope * cast.slope).sum().squareRoot() * height * stage.pointsPerMeter
      let reach = paint.reachPoints(largestHeight: height, stage) + length
      guard let window = stage.visibleUnits(draw.tile, worldCopy: draw.worldCopy, reachPoints: reach) else { continue }
      let program = geometry.program(casters, .caster)
      paint.set(program, draw, stage)
      stage.set(cast, program, draw.tile)
      if !bucket.columns.isEmpty {
        geometry.rows.bind(program, bucket.columns, layer.properties, draw.tile, zoom: stage.zoom)
      }
      try geometry.draw(bucket, stage.visibleChunks, window)
    }
  }
}

/// What buildings look like beyond what the style specification has.
struct BuildingLook {
  var facade: BuildingFacade?
  var roofs: BuildingRoofs?
}

/// What a fill-extrusion layer looks like in a frame, where that depends on no feature.
@MainActor struct ExtrusionPaint {
  let opacity: Float
  let height: Float
  let hasPattern: Bool
  private let sun: SunlitPaint?
  private let facade: BuildingFacade?
  private let roofLightness: Float
  private let color: SIMD4<Float>
  private let base: Float
  private let translation: SIMD2<Double>
  private let translationAnchor: String
  private let verticalGradient: Float
  private let light: ExtrusionLight

  /// `sun`: the light of an hour; nil for that of the style.
  init(
    _ properties: LayerProperties, _ light: StyleLight, _ sun: SunlitPaint?, _ stage: StyleStage,
    _ look: BuildingLook = BuildingLook()
  ) {
    self.sun = sun
    let zoom = stage.zoom
    roofLightness = look.roofs?.lightness ?? 0
    self.facade = look.facade.flatMap { $0.isSeen(zoom: zoom) ? $0 : nil }
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
    sun?.set(program, draw.tile, stage)
    facade?.set(program, draw, stage)
    if case .fillExtrusion(let bucket) = draw.bucket, !bucket.roofs.isEmpty {
      program.set(.roofLightness, roofLightness)
    }
  }

  var variant: ExtrusionVariant {
    var variant: ExtrusionVariant = []
    if hasPattern { variant.insert(.pattern) }
    if sun != nil { variant.insert(.sunlit) }
    if facade != nil, !hasPattern { variant.insert(.facade) }
    return variant
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
