import OverlookGeometry
import OverlookStyle
import OverlookText

/// The versions of a label's text.
struct LabelVersions {
  /// In the order of the anchors that ask for them; those of one line serve every justification.
  var horizontal: [(justification: LabelJustification, label: ShapedLabel)] = []
  var vertical: ShapedLabel?
  /// Justifications that anchors ask for.
  var justifications: [LabelJustification] = []

  var any: ShapedLabel? { horizontal.first?.label ?? vertical }
}

/// Collects the arrays of a bucket.
struct SymbolBucketBuilder {
  let tile: OverscaledTile
  let options: SymbolOptions
  let properties: LayerProperties
  let textSize: SymbolSize
  let iconSize: SymbolSize
  let atlas: SDFAtlas?
  var symbols: [SymbolInstance] = []
  var runs: [SymbolRun] = []
  var linePoints: [SIMD2<Float>] = []
  var anchorOffsets: [SymbolAnchorOffset] = []
  var sectionColors: [SIMD4<Float>] = []
  var paint: PaintRows
  var iconsNeedSmoothing = false
  var hasImagesInText = false
  private var quads: [SymbolQuad] = []
  private var glyphs: [SDFGlyph] = []

  static let paintNames: [StylePropertyName] = [
    .textColor, .textHaloColor, .textOpacity, .textHaloWidth, .textHaloBlur, .iconColor, .iconHaloColor, .iconOpacity,
    .iconHaloWidth, .iconHaloBlur,
  ]

  /// More are left out: no screen shows as many, and bad data must not fill the memory.
  static let maximumSymbols = 200_000

  init(_ properties: LayerProperties, _ options: SymbolOptions, _ context: LayoutContext) {
    tile = context.tile
    self.options = options
    self.properties = properties
    textSize = SymbolSize(properties, .textSize, tileZoom: context.zoom)
    iconSize = SymbolSize(properties, .iconSize, tileZoom: context.zoom)
    atlas = context.glyphs?.atlas
    paint = PaintRows(properties, names: Self.paintNames, context)
  }

  /// A run's quads, which all anchors of a feature share.
  struct QuadRange {
    var range: Range<Int32>
    var size: SIMD2<Float>
  }

  mutating func addText(
    _ label: ShapedLabel, _ feature: SymbolFeature, offset: SIMD2<Float>, rotation: Double, row: UInt32, zoom: Double
  ) -> QuadRange {
    let start = Int32(clamping: quads.count)
    var added = GlyphQuads.quads(
      label, offset: offset, isAlongLine: options.text.isAlongLine, allowsVerticalPlacement: options.allowsVerticalPlacement,
      rotation: rotation, glyphs: &glyphs)
    let colors = colorIndices(feature.text)
    for index in added.indices {
      added[index].row = row
      added[index].color = colors[Int(added[index].color)] ?? -1
    }
    quads.append(contentsOf: added)
    hasImagesInText = hasImagesInText || label.hasImages
    return QuadRange(
      range: start..<Int32(clamping: quads.count), size: textSize.sizes(properties, .textSize, zoom: zoom, feature.expression))
  }

  mutating func addIcon(_ icon: ShapedIcon, _ feature: SymbolFeature, rotation: Double, row: UInt32, zoom: Double) -> QuadRange {
    let start = Int32(clamping: quads.count)
    for var quad in IconQuads.quads(icon, rotation: rotation, isFitted: options.hasTextFit) {
      quad.row = row
      quads.append(quad)
    }
    return QuadRange(
      range: start..<Int32(clamping: quads.count), size: iconSize.sizes(properties, .iconSize, zoom: zoom, feature.expression))
  }

  /// Indices of the colours of a text's sections.
  private mutating func colorIndices(_ text: FormattedText?) -> [Int: Int32] {
    var indices: [Int: Int32] = [:]
    for (index, section) in (text?.sections ?? []).enumerated() {
      guard let color = section.textColor else { continue }
      indices[index] = Int32(clamping: sectionColors.count)
      sectionColors.append(color.premultiplied)
    }
    return indices
  }

  mutating func addRun(_ run: SymbolRun) -> Int32 {
    runs.append(run)
    return Int32(clamping: runs.count - 1)
  }

  mutating func addLine(_ line: [LabelPoint]) -> Range<Int32> {
    let start = Int32(clamping: linePoints.count)
    for point in line { linePoints.append(SIMD2(Float(point.x), Float(point.y))) }
    return start..<Int32(clamping: linePoints.count)
  }

  mutating func addAnchorOffsets(_ offsets: [SymbolAnchorOffset]) -> Range<Int32> {
    let start = Int32(clamping: anchorOffsets.count)
    anchorOffsets.append(contentsOf: offsets)
    return start..<Int32(clamping: anchorOffsets.count)
  }

  /// In the steps that vertices have elsewhere, so that pictures are the same to the pixel.
  private static func rounded(_ quad: SymbolQuad) -> SymbolQuad {
    var quad = quad
    quad.transformCorners { (($0 * 32) + 0.5).rounded(.down) / 32 }
    quad.fixed = (quad.fixed * 16).rounded(.towardZero) / 16
    quad.minimumScale = (quad.minimumScale * 256).rounded(.towardZero) / 256
    return quad
  }

  /// The quads with the places of their glyphs in the atlas; those that found no room there are left empty.
  func finishedQuads() -> ([SymbolQuad], [SDFGlyph], SDFLease?) {
    let quads = quads.map(Self.rounded)
    guard let atlas, !glyphs.isEmpty else { return (quads, [], nil) }
    var known: [SDFGlyph.ID: Int] = [:]
    var unique: [SDFGlyph] = []
    for glyph in glyphs where known[glyph.id] == nil {
      known[glyph.id] = unique.count
      unique.append(glyph)
    }
    let (lease, slots) = atlas.hold(unique)
    var finished = quads
    for index in finished.indices where finished[index].glyph >= 0 {
      let glyph = glyphs[Int(finished[index].glyph)]
      finished[index].glyph = Int32(clamping: known[glyph.id] ?? -1)
      guard let slot = known[glyph.id].flatMap({ slots[$0] }) else {
        finished[index].transformCorners { _ in .zero }
        continue
      }
      finished[index].texture = SIMD4(
        Float(slot.x), Float(slot.y), Float(slot.x) + Float(slot.width) / Float(glyph.planes), Float(slot.y) + Float(slot.height))
      finished[index].bounds = SIMD4<UInt16>(clamping: SIMD4<Int32>(finished[index].texture))
    }
    return (finished, unique, lease)
  }
}
