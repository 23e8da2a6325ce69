import OverlookStyle
package import OverlookText

/// Labels and icons of one style layer in one tile, shaped and with what placement needs.
///
/// A *symbol* is what is placed or left out: at most one icon and one label. It has *runs*, versions of its text for different
/// sides and directions of writing, and of its icon; a run has *quads*, glyphs or pieces of icons. Everything lies in arrays.
package final class SymbolBucket: Sendable {
  package let id: BucketID
  let tile: OverscaledTile
  let symbols: [SymbolInstance]
  let runs: [SymbolRun]
  let quads: [SymbolQuad]
  /// Each once.
  let glyphs: [SDFGlyph]
  /// Points of lines that labels lie along, in tile units.
  let linePoints: [SIMD2<Float>]
  /// Sides at which texts may stand, in the order of preference.
  let anchorOffsets: [SymbolAnchorOffset]
  /// Colours of sections of formatted text.
  let sectionColors: [SIMD4<Float>]
  let textSize: SymbolSize
  let iconSize: SymbolSize
  /// What depends on features, by the rows of quads.
  let paint: PaintColumns
  /// The feature of each row, for changes of its state.
  let rowFeatures: [Int32]
  let allowsVerticalPlacement: Bool
  let hasText: Bool
  let hasIcons: Bool
  /// Whether icons need to be sampled between their pixels even on an upright map.
  let iconsNeedSmoothing: Bool
  let hasImagesInText: Bool
  /// Keeps the glyphs in the atlas.
  private let lease: SDFLease?
  package let atlas: SDFAtlas?
  package let byteCount: Int

  init(_ builder: SymbolBucketBuilder) {
    id = BucketID()
    tile = builder.tile
    symbols = builder.symbols
    runs = builder.runs
    linePoints = builder.linePoints
    anchorOffsets = builder.anchorOffsets
    sectionColors = builder.sectionColors
    textSize = builder.textSize
    iconSize = builder.iconSize
    paint = builder.paint.columns
    rowFeatures = builder.paint.features
    allowsVerticalPlacement = builder.options.allowsVerticalPlacement
    hasText = builder.runs.contains { !$0.isIcon }
    hasIcons = builder.runs.contains { $0.isIcon }
    iconsNeedSmoothing = builder.iconsNeedSmoothing
    hasImagesInText = builder.hasImagesInText
    (quads, glyphs, lease) = builder.finishedQuads()
    atlas = builder.atlas
    byteCount =
      symbols.count * MemoryLayout<SymbolInstance>.stride + runs.count * MemoryLayout<SymbolRun>.stride
      + quads.count * MemoryLayout<SymbolQuad>.stride + linePoints.count * 8 + paint.byteCount + 512
  }

  /// The same symbols in other paint.
  init(_ other: SymbolBucket, paint: PaintColumns) {
    id = other.id
    tile = other.tile
    symbols = other.symbols
    runs = other.runs
    quads = other.quads
    glyphs = other.glyphs
    linePoints = other.linePoints
    anchorOffsets = other.anchorOffsets
    sectionColors = other.sectionColors
    textSize = other.textSize
    iconSize = other.iconSize
    self.paint = paint
    rowFeatures = other.rowFeatures
    allowsVerticalPlacement = other.allowsVerticalPlacement
    hasText = other.hasText
    hasIcons = other.hasIcons
    iconsNeedSmoothing = other.iconsNeedSmoothing
    hasImagesInText = other.hasImagesInText
    lease = other.lease
    atlas = other.atlas
    byteCount = other.byteCount
  }

  /// Symbols that are laid out, shown or not.
  package var symbolCount: Int { symbols.count }

  /// The feature of a symbol, as a row of the source layer that it was laid out from.
  package func feature(ofSymbol index: Int) -> Int32 { symbols[index].feature }
}

/// A box around an anchor, in tile units at the tile's own zoom.
struct CollisionBox: Sendable, BitwiseCopyable {
  var low: SIMD2<Float>
  var high: SIMD2<Float>
}

/// What is placed or left out.
struct SymbolInstance: Sendable {
  /// In tile units.
  var anchor: SIMD2<Float>
  /// Of the text: equal ones nearby in tiles of other zooms are the same symbol.
  var key: Int
  var feature: Int32
  var sortKey: Double
  /// Runs of the text by its justification; equal numbers for a text of one line. -1: none.
  var left: Int32 = -1
  var center: Int32 = -1
  var right: Int32 = -1
  var vertical: Int32 = -1
  var icon: Int32 = -1
  var verticalIcon: Int32 = -1
  var textBox: CollisionBox?
  var verticalTextBox: CollisionBox?
  var iconBox: CollisionBox?
  var verticalIconBox: CollisionBox?
  /// In points, of texts along lines; 0 for others.
  var circleDiameter: Float = 0
  /// Tile units for a 24th of an em, when boxes were made.
  var textBoxScale: Float
  /// Into `anchorOffsets`.
  var anchorOffsets: Range<Int32> = 0..<0

  var hasText: Bool { left >= 0 || center >= 0 || right >= 0 || vertical >= 0 }
  var hasIcon: Bool { icon >= 0 }

  func run(_ justification: LabelJustification) -> Int32 {
    switch justification {
    case .left: left
    case .center: center
    case .right: right
    }
  }
}

/// A side at which a text may stand, and how far from its anchor, in 24ths of an em.
struct SymbolAnchorOffset: Sendable, Equatable {
  var anchor: LabelAnchor
  var offset: SIMD2<Float>
}

/// One version of a symbol's text, or its icon.
struct SymbolRun: Sendable {
  var isIcon: Bool
  var writingMode: WritingMode
  /// Into the bucket's quads.
  var quads: Range<Int32>
  var anchor: SIMD2<Float>
  /// Into the bucket's line points; empty when it lies along no line.
  var line: Range<Int32>
  /// Of the line.
  var segment: Int32
  /// At the two zooms of `SymbolSize`, or the same twice.
  var size: SIMD2<Float>
  /// Of labels along lines, in 24ths of an em; of icons, in points at size 1.
  var lineOffset: SIMD2<Float>
}

/// A glyph, an icon, or a piece of an icon that is stretched.
struct SymbolQuad: Sendable {
  enum Kind: UInt8, Sendable {
    case glyph, colorGlyph, icon, sdfIcon
  }

  /// Corners from the anchor: texts in 24ths of an em, icons in points at size 1.
  var topLeft: SIMD2<Float>
  var topRight: SIMD2<Float>
  var bottomLeft: SIMD2<Float>
  var bottomRight: SIMD2<Float>
  /// In the atlas of glyphs or images: left, top, right, bottom in pixels.
  var texture: SIMD4<Float>
  /// What of the atlas belongs to it, a pixel of nothing around it included: left, top, right, bottom.
  var bounds = SIMD4<UInt16>(repeating: 0)
  /// Points that are added at every size, to the left and top and to the right and bottom.
  var fixed = SIMD4<Float>.zero
  /// The size below which pieces that are not stretched would overlap.
  var minimumScale = SIMD2<Float>.zero
  /// From the anchor along the line, in 24ths of an em.
  var glyphOffset: Float = 0
  /// Into the paint's rows.
  var row: UInt32 = 0
  /// Into the bucket's section colours; -1: the layer's.
  var color: Int32 = -1
  var kind: Kind
  /// The place in the text of the first code point that a glyph shows.
  var character: UInt16 = 0
  /// Into the builder's glyphs, then into the bucket's; -1: no glyph.
  var glyph: Int32 = -1

  mutating func transformCorners(_ transform: (SIMD2<Float>) -> SIMD2<Float>) {
    topLeft = transform(topLeft)
    topRight = transform(topRight)
    bottomLeft = transform(bottomLeft)
    bottomRight = transform(bottomRight)
  }
}
