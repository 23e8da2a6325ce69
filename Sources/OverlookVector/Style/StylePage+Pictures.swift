import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookSupport

extension StylePage {
  /// Rasters, images and hillshades, each layer as one picture of the view.
  mutating func pictures(_ layer: StyleFrameLayer) -> [PageElement] {
    switch layer.content {
    case .raster(let draws):
      let grading = ColorGrading(layer.properties, zoom: frame.zoom)
      var composer = PictureComposer(view, pixelsPerPoint: pixelsPerPoint)
      for draw in draws {
        let sampler = PictureSampler(draw.raster.image, of: draw.source, for: draw.tile)
        composer.add(draw.tile.worldRect.moved(by: draw.worldCopy)) { grading.graded(sampler.color($0, $1)) }
      }
      return composer.picture().map { [.picture($0)] } ?? []
    case .image(let corners, let raster):
      guard corners.count == 4 else { return [] }
      let seen = corners.map { view.screenPointClamped(for: view.nearestCopy(of: $0)) }.map { SIMD2($0.x, $0.y) }
      if !view.isFromAbove { note("the picture of the layer \(layer.layer.id) is drawn without perspective") }
      return [
        .picture(PagePicture(PageImage(raster.image), topLeft: seen[0], topRight: seen[1], bottomLeft: seen[3]))
      ]
    case .dem(let draws):
      guard layer.layer.kind == .hillshade else { return [] }
      let light = HillLight(layer.properties, zoom: frame.zoom, bearing: view.camera.bearing)
      if !light.isStandard { note("the hills of the layer \(layer.layer.id) are shaded by the standard method") }
      var composer = PictureComposer(view, pixelsPerPoint: min(pixelsPerPoint, 2))
      for draw in draws {
        let slopes = HillSlopes(draw)
        composer.add(draw.tile.worldRect.moved(by: draw.worldCopy)) { light.shade(slopes.slope($0, $1)) }
      }
      return composer.picture().map { [.picture($0)] } ?? []
    case .background, .tiles: return []
    }
  }
}

/// What a raster layer does to colours: brightness, contrast and saturation, as the style specification has them.
private struct ColorGrading {
  private let low: Float
  private let high: Float
  private let saturation: Float
  private let contrast: Float
  private let isPlain: Bool

  init(_ properties: LayerProperties, zoom: Double) {
    low = Float(properties.number(.rasterBrightnessMin, zoom: zoom))
    high = Float(properties.number(.rasterBrightnessMax, zoom: zoom))
    let wanted = Float(properties.number(.rasterSaturation, zoom: zoom))
    saturation = wanted > 0 ? 1 - 1 / (1.001 - wanted) : -wanted
    let steep = Float(properties.number(.rasterContrast, zoom: zoom))
    contrast = steep > 0 ? 1 / (1.001 - steep) : 1 + steep
    isPlain = low == 0 && high == 1 && wanted == 0 && steep == 0
  }

  func graded(_ color: SIMD4<Float>) -> SIMD4<Float> {
    if isPlain || color.w <= 0 { return color }
    var rgb = SIMD3(color.x, color.y, color.z) / color.w
    let mean = rgb.sum() / 3
    rgb += (SIMD3(repeating: mean) - rgb) * saturation
    rgb = (rgb - 0.5) * contrast + 0.5
    rgb = (rgb * (high - low) + low).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)) * color.w
    return SIMD4(rgb.x, rgb.y, rgb.z, color.w)
  }
}
