package import OverlookCamera
package import OverlookGPU
package import OverlookLayout
import OverlookStyle

/// Draws the frames of a style. One per GL context; main thread.
@MainActor package final class StyleRenderer {
  package let stage: StyleStage
  private let background: BackgroundPass
  private let fill: FillPass
  private let circle: CirclePass
  private let heatmap: HeatmapPass
  private let raster: StyleRasterPass
  private let hillshade: HillshadePass
  private let line: LinePass
  private let extrusion: ExtrusionPass
  private let symbol: SymbolPass
  private let sky: StyleSkyPass
  private let compositor: LayerCompositor
  private var ownTarget: GPUFramebuffer?

  package init(_ device: GPUDevice, library: ShaderLibrary = .resources) throws(GPUError) {
    stage = try StyleStage(device, library: library)
    background = try BackgroundPass(stage)
    fill = try FillPass(stage)
    circle = try CirclePass(stage)
    heatmap = try HeatmapPass(stage)
    raster = try StyleRasterPass(stage)
    hillshade = try HillshadePass(stage)
    line = try LinePass(stage)
    extrusion = try ExtrusionPass(stage)
    symbol = try SymbolPass(stage)
    sky = try StyleSkyPass(stage)
    compositor = try LayerCompositor(stage)
  }

  /// Reads all shaders again; throws the first that does not compile.
  package func reloadShaders() throws(GPUError) {
    try stage.reloadShaders()
    try background.reload()
    try fill.reload()
    try circle.reload()
    try heatmap.reload()
    try raster.reload()
    try hillshade.reload()
    try line.reload()
    try extrusion.reload()
    try symbol.reload()
    try sky.reload()
    try compositor.reload()
  }

  /// Whether the next frame looks different though nothing changes.
  package var needsFrame: Bool { stage.crossFade.isMoving }

  /// Brings what the frame draws to the GPU and drops what is not alive any more.
  package func prepare(_ frame: StyleFrame, view: ViewTransform) throws(GPUError) {
    try stage.begin(frame, view: view)
    fill.keepOnly(frame.liveBuckets)
    circle.keepOnly(frame.liveBuckets)
    heatmap.keepOnly(frame.liveBuckets)
    raster.keepOnly(frame.liveBuckets)
    hillshade.keepOnly(frame.liveBuckets)
    line.keepOnly(frame.liveBuckets)
    extrusion.keepOnly(frame.liveBuckets)
    for layer in frame.layers {
      switch layer.content {
      case .background: break
      case .tiles(let tiles): for draw in tiles { try prepare(draw.bucket, layer.properties) }
      case .raster, .image: try raster.prepare(layer)
      case .dem: try hillshade.prepare(layer)
      }
    }
  }

  private func prepare(_ bucket: StyleBucket, _ properties: LayerProperties) throws(GPUError) {
    switch bucket {
    case .fill(let bucket): try fill.prepare(bucket)
    case .circle(let bucket): try circle.prepare(bucket)
    case .heatmap(let bucket): try heatmap.prepare(bucket)
    case .line(let bucket): try line.prepare(bucket, properties)
    case .fillExtrusion(let bucket): try extrusion.prepare(bucket)
    case .symbol: break
    }
  }

  /// Draws the prepared frame over what `target` holds; it is bound afterwards.
  package func draw(_ frame: StyleFrame, view: ViewTransform, target: GPUTarget) throws(GPUError) {
    let device = stage.device
    device.state.bind(target: target)
    guard needsDepthOrStencil(frame), !device.boundTargetHasDepthAndStencil() else {
      return try drawLayers(frame, view, target)
    }
    if ownTarget?.target.width != target.width || ownTarget?.target.height != target.height {
      ownTarget = nil
      ownTarget = try GPUFramebuffer(device, width: target.width, height: target.height, hasDepth: true, label: "style")
    }
    guard let own = ownTarget?.target else { return }
    device.blit(from: target, to: own)
    try drawLayers(frame, view, own)
    device.blit(from: own, to: target)
    device.state.bind(target: target)
  }

  private func needsDepthOrStencil(_ frame: StyleFrame) -> Bool {
    !stage.isUpright || frame.layers.contains { $0.layer.kind == .fillExtrusion }
  }

  private func drawLayers(_ frame: StyleFrame, _ view: ViewTransform, _ target: GPUTarget) throws(GPUError) {
    stage.device.state.bind(target: target)
    stage.begin(target: target)
    if let sky = frame.sky { self.sky.draw(sky, zoom: frame.zoom) }
    for layer in frame.layers {
      stage.isLimitedToGround = layer.layer.kind.liesOnGround
      try compositor.draw(opacity: layer.opacityAsWhole(zoom: frame.zoom)) { () throws(GPUError) in
        try draw(layer, frame, view)
      }
    }
    stage.isLimitedToGround = false
  }

  private func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) throws(GPUError) {
    switch layer.layer.kind {
    case .background: try background.draw(layer, frame, view)
    case .fill: try fill.draw(layer, frame, view)
    case .circle: try circle.draw(layer, frame, view)
    case .heatmap: try heatmap.draw(layer, frame, view)
    case .raster: try raster.draw(layer, frame, view)
    case .hillshade, .colorRelief: try hillshade.draw(layer, frame, view)
    case .symbol: try symbol.draw(layer, frame, view)
    case .line: try line.draw(layer, frame, view)
    case .fillExtrusion: try extrusion.draw(layer, frame, view)
    }
  }
}

extension StyleFrameLayer {
  /// The opacity of the layer as a whole, whatever overlaps in it.
  fileprivate func opacityAsWhole(zoom: Double) -> Double {
    switch layer.kind {
    case .fill: properties.number(.fillLayerOpacity, zoom: zoom)
    case .line: properties.number(.lineLayerOpacity, zoom: zoom)
    default: 1
    }
  }
}

extension StyleLayer.Kind {
  /// Whether nothing of the layer can be seen above the horizon.
  fileprivate var liesOnGround: Bool { self != .symbol && self != .fillExtrusion }
}
