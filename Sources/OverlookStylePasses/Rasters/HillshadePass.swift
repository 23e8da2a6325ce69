package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookLayout
import OverlookStyle

/// Draws what is made of heights: hillshade layers and colour reliefs.
@MainActor package final class HillshadePass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.hillshade, .colorRelief]

  private let stage: StyleStage
  private let slopes: StyleProgram
  private let shade: StyleProgram
  private let relief: StyleProgram
  private let empty: GPUVertexArray
  private var textures = BucketTable<DEMTexture>()
  private var ramps: [String: ReliefRamp] = [:]

  package init(_ stage: StyleStage) {
    self.stage = stage
    slopes = StyleProgram(stage.device, "whole_target.vert", "style_slopes.frag", library: stage.library)
    shade = StyleProgram(stage.device, "style_quad.vert", "style_hillshade.frag", library: stage.library)
    relief = StyleProgram(stage.device, "style_quad.vert", "style_relief.frag", library: stage.library)
    empty = GPUVertexArray(stage.device)
  }

  package func reload() throws(GPUError) {
    try slopes.reload()
    try shade.reload()
    try relief.reload()
  }

  /// Brings the heights of a layer to the GPU.
  package func prepare(_ layer: StyleFrameLayer) throws(GPUError) {
    guard case .dem(let draws) = layer.content else { return }
    for draw in draws {
      if textures[draw.raster.id]?.sources != DEMTexture.sources(of: draw) {
        textures[draw.raster.id] = try DEMTexture(stage.device, draw)
      }
    }
  }

  /// Forgets what no frame needs any more.
  package func keepOnly(_ live: Set<BucketID>) { textures.keepOnly(live) }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    guard case .dem(let draws) = layer.content else { return }
    if layer.layer.kind == .hillshade {
      for draw in draws { try textures[draw.raster.id]?.prepareSlopes(stage.device, slopes, empty, draw) }
      stage.device.state.bind(target: stage.target)
      stage.openScissor()
    }
    stage.device.state.setDepthTest(false)
    stage.device.state.setBlend(.premultiplied)
    if layer.layer.kind == .hillshade {
      drawShade(draws, layer.properties, frame, view)
    } else {
      try drawRelief(draws, layer, frame, view)
    }
  }

  private func drawShade(_ draws: [StyleDEMDraw], _ properties: LayerProperties, _ frame: StyleFrame, _ view: ViewTransform) {
    let light = HillshadeLight(properties, zoom: frame.zoom, bearing: view.camera.bearing)
    light.set(shade)
    setResampling(shade, properties, frame)
    let shift = stage.pixelAlignment
    for draw in draws {
      guard let texture = textures[draw.raster.id] else { continue }
      texture.bindSlopes(unit: 0)
      StyleQuad(draw.tile, worldCopy: draw.worldCopy, source: draw.source, view, shift: shift).set(shade)
      let rect = draw.source.worldRect
      let north = WorldPoint(x: 0, y: rect.minY).coordinate.latitude
      let south = WorldPoint(x: 0, y: rect.maxY).coordinate.latitude
      shade.set(named: "u_latitudes", SIMD2(Float(north), Float(south)))
      stage.device.draw(.triangleStrip, empty, count: 4)
    }
  }

  private func drawRelief(
    _ draws: [StyleDEMDraw], _ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform
  ) throws(GPUError) {
    let opacity = layer.properties.number(.colorReliefOpacity, zoom: frame.zoom)
    guard opacity > 0 else { return }
    let ramp = ramps[layer.layer.id] ?? ReliefRamp(stage.device)
    ramps[layer.layer.id] = ramp
    try ramp.prepare(layer.properties)
    guard ramp.stopCount > 0 else { return }
    ramp.bind(unit: 1)
    relief.set(named: "u_heights", 0)
    relief.set(named: "u_ramp", 1)
    relief.set(named: "u_stopCount", ramp.stopCount)
    relief.set(.opacity, Float(opacity))
    setResampling(relief, layer.properties, frame)
    let shift = stage.pixelAlignment
    for draw in draws {
      guard let texture = textures[draw.raster.id] else { continue }
      texture.heights.bind(unit: 0)
      relief.set(named: "u_unpack", draw.encoding.vector)
      relief.set(named: "u_side", Float(texture.side))
      StyleQuad(draw.tile, worldCopy: draw.worldCopy, source: draw.source, view, shift: shift).set(relief)
      stage.device.draw(.triangleStrip, empty, count: 4)
    }
  }

  private func setResampling(_ program: StyleProgram, _ properties: LayerProperties, _ frame: StyleFrame) {
    program.set(named: "u_showsPixels", properties.choice(.resampling, zoom: frame.zoom) == "nearest" ? 1 : 0)
  }
}

/// The light of a hillshade layer: one source, or several for the multidirectional method.
struct HillshadeLight {
  static let maximumSources = 8

  /// Azimuth and altitude of each source in radians.
  private(set) var directions: [SIMD2<Float>] = []
  private(set) var shadows: [SIMD4<Float>] = []
  private(set) var highlights: [SIMD4<Float>] = []
  private let accent: SIMD4<Float>
  private let exaggeration: Float
  private let method: Int

  private static let methods = ["standard", "combined", "igor", "multidirectional", "basic"]

  /// - Parameter bearing: Of the view, in degrees.
  init(_ properties: LayerProperties, zoom: Double, bearing: Double) {
    let azimuths = Self.numbers(properties.value(.hillshadeIlluminationDirection, zoom: zoom), 335)
    let altitudes = Self.numbers(properties.value(.hillshadeIlluminationAltitude, zoom: zoom), 45)
    let shadowColors = Self.colors(properties.value(.hillshadeShadowColor, zoom: zoom))
    let highlightColors = Self.colors(properties.value(.hillshadeHighlightColor, zoom: zoom))
    let isOfView = properties.choice(.hillshadeIlluminationAnchor, zoom: zoom) == "viewport"
    let count = min(max(azimuths.count, altitudes.count, shadowColors.count, highlightColors.count), Self.maximumSources)
    for index in 0..<count {
      // Of lists that are shorter than others the last value counts on.
      let azimuth = azimuths[min(index, azimuths.count - 1)] + (isOfView ? bearing : 0)
      let altitude = altitudes[min(index, altitudes.count - 1)]
      directions.append(
        SIMD2(Float(azimuth * Angle.radiansPerDegree), Float(altitude * Angle.radiansPerDegree)))
      shadows.append(shadowColors[min(index, shadowColors.count - 1)])
      highlights.append(highlightColors[min(index, highlightColors.count - 1)])
    }
    accent = (properties.color(.hillshadeAccentColor, zoom: zoom) ?? .black).premultiplied
    exaggeration = Float(properties.number(.hillshadeExaggeration, zoom: zoom))
    method = Self.methods.firstIndex(of: properties.choice(.hillshadeMethod, zoom: zoom)) ?? 0
  }

  @MainActor func set(_ program: StyleProgram) {
    program.set(named: "u_slopes", 0)
    program.set(named: "u_accent", accent)
    program.set(named: "u_exaggeration", exaggeration)
    program.set(named: "u_method", method)
    program.set(named: "u_sourceCount", directions.count)
    for index in directions.indices {
      program.set(named: "u_directions[\(index)]", directions[index])
      program.set(named: "u_shadows[\(index)]", shadows[index])
      program.set(named: "u_highlights[\(index)]", highlights[index])
    }
  }

  private static func numbers(_ value: StyleValue, _ fallback: Double) -> [Double] {
    switch value {
    case .numberArray(let numbers) where !numbers.isEmpty: numbers
    case .number(let number): [number]
    default: [fallback]
    }
  }

  private static func colors(_ value: StyleValue) -> [SIMD4<Float>] {
    switch value {
    case .colorArray(let colors) where !colors.isEmpty: colors.map(\.premultiplied)
    case .color(let color): [color.premultiplied]
    default: [StyleColor.transparent.premultiplied]
    }
  }
}

/// Colours of heights, for shaders to look up.
@MainActor private final class ReliefRamp {
  private var buffer: GPUTexelBuffer
  private var program: ExpressionProgram?
  private(set) var stopCount = 0

  init(_ device: GPUDevice) {
    buffer = GPUTexelBuffer(device, format: .float4, label: "colours of heights")
  }

  func bind(unit: Int) { buffer.bind(unit: unit) }

  /// A height and nothing else in one texel, its colour in the next.
  func prepare(_ properties: LayerProperties) throws(GPUError) {
    guard let wanted = properties.program(.colorReliefColor) else {
      stopCount = 0
      return
    }
    if program?.identity === wanted.identity { return }
    program = wanted
    var texels: [SIMD4<Float>] = []
    var context = ExpressionContext()
    context.globalState = properties.globalState
    for stop in wanted.rampStops {
      context.elevation = stop
      texels.append(SIMD4(Float(stop), 0, 0, 0))
      texels.append(((try? wanted.evaluate(context))?.color ?? .transparent).premultiplied)
    }
    stopCount = texels.count / 2
    if !texels.isEmpty { try buffer.buffer.upload(texels) }
  }
}
