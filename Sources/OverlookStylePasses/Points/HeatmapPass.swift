package import OverlookCamera
package import OverlookGPU
package import OverlookLayout
import OverlookPasses
import OverlookStyle

/// Draws heatmap layers: the warmth of all points added up in a target of its own, then coloured.
@MainActor package final class HeatmapPass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.heatmap]

  private let stage: StyleStage
  private let kernels: StyleProgramFamily
  private let target: HeatTarget
  private let quads: QuadIndices
  private var geometries = BucketTable<PointGeometry>()
  private var ramps: [String: RampTexture] = [:]

  package init(_ stage: StyleStage) {
    self.stage = stage
    kernels = StyleProgramFamily(stage.device, "style_heat.vert", "style_heat.frag", library: stage.library)
    target = HeatTarget(stage.device, library: stage.library)
    quads = QuadIndices(stage.device)
  }

  package func reload() throws(GPUError) {
    try kernels.reload()
    try target.reload()
  }

  /// Brings a bucket to the GPU.
  package func prepare(_ bucket: StyleBucket, _ properties: LayerProperties) throws(GPUError) {
    guard case .heatmap(let bucket) = bucket else { return }
    try geometries.prepare(bucket.id, bucket.points, stage.device, quads)
  }

  /// Forgets what no frame needs any more.
  package func keepOnly(_ live: Set<BucketID>) { geometries.keepOnly(live) }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    guard case .tiles(let tiles) = layer.content, !tiles.isEmpty else { return }
    let opacity = layer.properties.number(.heatmapOpacity, zoom: frame.zoom)
    guard opacity > 0 else { return }
    try gather(tiles, layer.properties, frame)
    stage.device.state.bind(target: stage.target)
    stage.openScissor()
    let colors = ramps[layer.layer.id] ?? RampTexture()
    ramps[layer.layer.id] = colors
    try colors.prepare(stage.device, layer.properties)
    colors.bind(unit: HeatTarget.rampUnit)
    target.drawColors(opacity: Float(opacity))
  }

  private func gather(_ tiles: [StyleTileDraw], _ properties: LayerProperties, _ frame: StyleFrame) throws(GPUError) {
    try target.begin(for: stage.target)
    let weight = properties.isDataDriven(.heatmapWeight) ? 0 : properties.number(.heatmapWeight, zoom: frame.zoom)
    let radius = properties.isDataDriven(.heatmapRadius) ? 0 : properties.number(.heatmapRadius, zoom: frame.zoom)
    let intensity = properties.number(.heatmapIntensity, zoom: frame.zoom)
    for draw in tiles {
      guard case .heatmap(let bucket) = draw.bucket, let geometry = geometries[bucket.id] else { continue }
      let program = kernels.program(geometry.preamble)
      program.setMatrix(.clipFromTile, stage.clipFromTile(draw.tile, worldCopy: draw.worldCopy))
      program.set(named: "u_unitsPerPoint", Float(stage.unitsPerPoint(draw.tile)))
      program.set(named: "u_kernel", SIMD3(Float(weight), Float(radius), Float(intensity)))
      geometry.rows.bind(program, bucket.points.columns, properties, draw.tile, zoom: stage.zoom)
      try geometry.draw(nil, quads)
    }
  }
}

/// The colours of a ramp from 0 to 1 in a texture of one row.
@MainActor private final class RampTexture {
  private var texture: GPUTexture?
  private var program: ExpressionProgram?

  func bind(unit: Int) { texture?.bind(unit: unit) }

  func prepare(_ device: GPUDevice, _ properties: LayerProperties) throws(GPUError) {
    guard let wanted = properties.program(.heatmapColor) else { return }
    if program?.identity === wanted.identity { return }
    program = wanted
    if texture == nil { texture = try GPUTexture(device, width: 256, height: 1, label: "colours of a heatmap") }
    texture?.upload(Self.pixels(wanted, properties.globalState).span, x: 0, y: 0, width: 256, height: 1)
  }

  private static func pixels(_ program: ExpressionProgram, _ globalState: [String: StyleValue]) -> [UInt8] {
    var context = ExpressionContext()
    context.globalState = globalState
    var pixels: [UInt8] = []
    for step in 0..<256 {
      context.heatmapDensity = Double(step) / 255
      let color = (try? program.evaluate(context))?.color ?? .transparent
      // Colours are cut to bytes before alpha is multiplied in, as in pictures that are uploaded.
      for component in [color.red, color.green, color.blue] {
        let byte = (min(max(component, 0), 1) * 255).rounded(.down)
        pixels.append(UInt8((byte * (min(max(color.alpha, 0), 1) * 255).rounded(.down) / 255).rounded()))
      }
      pixels.append(UInt8((min(max(color.alpha, 0), 1) * 255).rounded(.down)))
    }
    return pixels
  }
}
