import Glibc
package import OverlookCamera
package import OverlookGPU
import OverlookGeometry
package import OverlookLayout
import OverlookStyle

/// Draws raster layers: tiles of pictures, or a picture between four places.
@MainActor package final class StyleRasterPass: StyleLayerPass {
  static let kinds: [StyleLayer.Kind] = [.raster]

  private let stage: StyleStage
  private let program: StyleProgram
  private let empty: GPUVertexArray
  private let textures: StyleRasterTextures

  /// The unit of the texture with the picture that goes.
  private static let beforeUnit = 1

  package init(_ stage: StyleStage) {
    self.stage = stage
    program = StyleProgram(stage.device, "style_quad.vert", "style_raster.frag", library: stage.library)
    empty = GPUVertexArray(stage.device)
    textures = StyleRasterTextures(stage.device)
  }

  package func reload() throws(GPUError) { try program.reload() }

  /// Brings the pictures of a layer to the GPU.
  package func prepare(_ layer: StyleFrameLayer) throws(GPUError) {
    switch layer.content {
    case .raster(let draws):
      for draw in draws {
        try textures.prepare(draw.raster, hasLevels: true)
        if let before = draw.before { try textures.prepare(before.raster, hasLevels: true) }
      }
    case .image(_, let raster): try textures.prepare(raster, hasLevels: false)
    case .background, .tiles, .dem: break
    }
  }

  /// Forgets what no frame needs any more.
  package func keepOnly(_ live: Set<BucketID>) { textures.keepOnly(live) }

  package func draw(_ layer: StyleFrameLayer, _ frame: StyleFrame, _ view: ViewTransform) {
    let opacity = layer.properties.number(.rasterOpacity, zoom: frame.zoom)
    guard opacity > 0 else { return }
    stage.device.state.setDepthTest(false)
    stage.device.state.setBlend(.premultiplied)
    setColors(layer.properties, frame.zoom)
    // The second name is the older one.
    let showsPixels = [.resampling, .rasterResampling].contains { layer.properties.choice($0, zoom: frame.zoom) == "nearest" }
    switch layer.content {
    case .raster(let draws):
      let shift = stage.pixelAlignment
      for draw in draws {
        guard textures.bind(draw.raster, unit: 0, showsPixels: showsPixels) else { continue }
        let fade = draw.fade(frame, layer.properties)
        StyleQuad(draw.tile, worldCopy: draw.worldCopy, source: draw.source, view, shift: shift).set(program)
        if fade < 1, let before = draw.before, textures.bind(before.raster, unit: Self.beforeUnit, showsPixels: showsPixels) {
          program.set(.fade, Float(fade))
          program.set(named: "u_beforePart", Self.part(of: before.tile, over: draw.source))
          program.set(.opacity, Float(opacity))
        } else {
          program.set(.fade, 1.0)
          program.set(.opacity, Float(opacity * fade))
        }
        stage.device.draw(.triangleStrip, empty, count: 4)
      }
    case .image(let corners, let raster):
      drawImage(StyleImageCorners.aligned(corners), raster, opacity, view, showsPixels: showsPixels)
    case .background, .tiles, .dem: break
    }
  }

  /// Where a place of the picture of `source` lies in that of `tile`: offset and factor.
  private static func part(of tile: TileID, over source: TileID) -> SIMD4<Float> {
    let (rect, over) = (tile.worldRect, source.worldRect)
    let side = rect.maxX - rect.minX
    let factor = Float((over.maxX - over.minX) / side)
    return SIMD4(Float((over.minX - rect.minX) / side), Float((over.minY - rect.minY) / side), factor, factor)
  }

  private func drawImage(
    _ corners: [WorldPoint], _ raster: StyleRaster, _ opacity: Double, _ view: ViewTransform, showsPixels: Bool
  ) {
    guard corners.count == 4, textures.bind(raster, unit: 0, showsPixels: showsPixels) else { return }
    program.set(.opacity, Float(opacity))
    program.set(.fade, 1.0)
    for copy in view.worldCopies {
      let places = corners.map { WorldPoint(x: $0.x + Double(copy), y: $0.y) }
      StyleQuad(picture: places, view, shift: stage.pixelAlignment).set(program)
      stage.device.draw(.triangleStrip, empty, count: 4)
    }
  }

  /// The paint properties as factors (style specification, "raster").
  private func setColors(_ properties: LayerProperties, _ zoom: Double) {
    let angle = properties.number(.rasterHueRotate, zoom: zoom) * Angle.radiansPerDegree
    // A turn about the grey diagonal of the colour cube.
    let (s, c) = (3.0.squareRoot() * sin(angle), cos(angle))
    program.set(named: "u_spin", SIMD3<Float>(SIMD3(2 * c + 1, 1 - c - s, 1 - c + s) / 3))
    let saturation = properties.number(.rasterSaturation, zoom: zoom)
    program.set(named: "u_greyness", Float(saturation > 0 ? 1 - 1 / (1.001 - saturation) : -saturation))
    let contrast = properties.number(.rasterContrast, zoom: zoom)
    program.set(named: "u_contrast", Float(contrast > 0 ? 1 / max(1 - contrast, 1e-6) : 1 + contrast))
    program.set(
      named: "u_brightness",
      SIMD2(
        Float(properties.number(.rasterBrightnessMin, zoom: zoom)), Float(properties.number(.rasterBrightnessMax, zoom: zoom))))
    program.set(named: "u_image", 0)
    program.set(named: "u_before", Self.beforeUnit)
  }
}

/// Where the corners of a picture fall in the grid of the tile that it is placed in: other maps round them to that grid.
enum StyleImageCorners {
  static func aligned(_ corners: [WorldPoint]) -> [WorldPoint] {
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return corners }
    let side = max(right - left, bottom - top)
    guard side > 0, side.isFinite else { return corners }
    let zoom = min(max(-log2(side), 0).rounded(.down), 24)
    let units = exp2(zoom) * Double(FeatureLayer.extent)
    return corners.map {
      WorldPoint(x: ($0.x * units + 0.5).rounded(.down) / units, y: ($0.y * units + 0.5).rounded(.down) / units)
    }
  }
}
