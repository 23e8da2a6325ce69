import OverlookGPU
import OverlookGeometry
import OverlookLayout
import OverlookStyle

/// A pattern of a layer in a frame: the images of this zoom and of the one before, and how they are mixed.
@MainActor struct StylePattern {
  private var to = SIMD4<Float>.zero
  private var from = SIMD4<Float>.zero
  /// Pixels per point of what goes and what comes.
  private var ratios = SIMD2<Float>(1, 1)
  private let fade: StyleCrossFade
  /// Whether there is something to draw: false when the image is missing.
  let isUsable: Bool

  init(_ name: StylePropertyName, _ properties: LayerProperties, _ images: StyleImages, _ stage: StyleStage) {
    fade = stage.crossFade
    guard properties.isSet(name) else {
      isUsable = false
      return
    }
    guard !properties.isDataDriven(name) else {
      isUsable = stage.images.width > 0
      return
    }
    let whole = stage.zoom.rounded(.down)
    func image(_ zoom: Double) -> (SIMD4<Float>, Float)? {
      guard case .image(let image) = properties.value(name, zoom: zoom), let placed = images.placement(image.name),
        let picture = images[image.name]
      else { return nil }
      let (x, y) = (Float(placed.pattern.x), Float(placed.pattern.y))
      return (SIMD4(x, y, x + Float(placed.pattern.width), y + Float(placed.pattern.height)), Float(picture.pixelRatio))
    }
    guard let coming = image(whole) else {
      isUsable = false
      return
    }
    let going = image(whole + (fade.comesFromBelow ? -1 : 1)) ?? coming
    to = coming.0
    from = going.0
    ratios = SIMD2(going.1, coming.1)
    isUsable = stage.images.width > 0
  }

  /// Sets what all programs with patterns share.
  func set(_ program: StyleProgram, _ tile: OverscaledTile, _ stage: StyleStage) {
    stage.images.bind(unit: StyleProgram.imagesUnit)
    program.set(.imagesPixels, SIMD2(Float(stage.images.width), Float(stage.images.height)))
    program.set(.patternTo, to)
    program.set(.patternFrom, from)
    program.set(.patternRatios, ratios)
    program.set(.patternScale, stage.patternScale(tile))
    program.set(.fade, Float(fade.fraction))
    program.set(.fromGroup, fade.comesFromBelow ? 1 : 2)
  }
}

extension StyleStage {
  /// Points per tile unit at the whole zoom of the style, then the sizes of patterns that go and that come.
  func patternScale(_ tile: OverscaledTile) -> SIMD3<Float> {
    let points = 1 / unitsPerPoint(tile, zoom: max(zoom.rounded(.down), 0))
    return SIMD3(Float(points), Float(crossFade.fromScale), Float(crossFade.toScale))
  }

  /// Where a tile begins in a plane of points at the whole zoom of the style, which all patterns begin with. Split in 65536ths
  /// and the rest, because sizes are taken off it by remainder.
  func patternOrigin(_ tile: OverscaledTile, worldCopy: Int) -> SIMD4<Float> {
    let points = Double(FeatureLayer.extent) / unitsPerPoint(tile, zoom: max(zoom.rounded(.down), 0))
    let across = Double(sign: .plus, exponent: tile.canonical.z, significand: 1)
    let x = points * (Double(tile.canonical.x) + Double(worldCopy) * across)
    let y = points * Double(tile.canonical.y)
    func split(_ value: Double) -> (Float, Float) {
      let upper = (value / 65_536).rounded(.down)
      return (Float(upper), Float(value - upper * 65_536))
    }
    let (xUpper, xLower) = split(x)
    let (yUpper, yLower) = split(y)
    return SIMD4(xUpper, yUpper, xLower, yLower)
  }
}
