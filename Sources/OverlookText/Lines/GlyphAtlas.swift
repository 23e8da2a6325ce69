import OverlookSupport

/// What one bitmap in the atlas shows: a glyph at a size, at a quarter of a pixel, with or without a halo.
package struct GlyphKey: Hashable, Sendable {
  /// In the fonts of the interface.
  package let font: UInt16
  package let glyph: UInt32
  /// Pixels per em, times 64.
  package let sizeIn64ths: Int32
  /// Where the pen stands within its pixel: 0 ... 3 quarters to the right.
  package let quarter: UInt8
  /// How far a halo reaches around the glyph, in pixels times 64; 0 for the glyph itself.
  package let haloIn64ths: Int32

  package init(font: UInt16 = 0, glyph: UInt32, sizeIn64ths: Int32, quarter: UInt8, haloIn64ths: Int32) {
    self.font = font
    self.glyph = glyph
    self.sizeIn64ths = sizeIn64ths
    self.quarter = quarter
    self.haloIn64ths = haloIn64ths
  }
}

/// Where a glyph lies in the atlas and how it sits on the line, in pixels; a blank one has no width.
package struct GlyphSlot: Equatable, Sendable, BitwiseCopyable {
  package var x: Int16
  package var y: Int16
  package var width: Int16
  package var height: Int16
  /// From the pen's pixel to the bitmap's left column.
  package var left: Int16
  /// From the baseline up to the bitmap's top row.
  package var top: Int16
  /// Whether it lies in the picture of colours.
  package var isColored = false

  package static let blank = GlyphSlot(x: 0, y: 0, width: 0, height: 0, left: 0, top: 0)
}

/// Glyphs of the interface, packed on shelves into two pictures: coverage in one of a byte a pixel, glyphs of colours in one of
/// four.
@MainActor package final class GlyphAtlas {
  package static let width = 1024
  private static let maximumGlyphSide = 512

  package let fonts: InterfaceFonts
  /// One byte a pixel.
  package private(set) var coverage = AtlasPicture(width: GlyphAtlas.width, bytesPerPixel: 1, firstHeight: 256)
  /// Premultiplied red, green, blue and alpha; without rows until there is a glyph of colours.
  package private(set) var colors = AtlasPicture(width: GlyphAtlas.width, bytesPerPixel: 4, firstHeight: 0)
  /// Changes when every slot handed out so far has become wrong.
  package private(set) var generation = 0

  private var slots: [GlyphKey: GlyphSlot] = [:]

  package init(fonts: InterfaceFonts) {
    self.fonts = fonts
  }

  package var glyphCount: Int { slots.count }

  /// Whether so little room is left that the next frame should start anew.
  package var isNearlyFull: Bool { coverage.isNearlyFull || colors.isNearlyFull }

  package func clearDirtyRows() {
    coverage.clearDirtyRows()
    colors.clearDirtyRows()
  }

  /// Forgets every glyph. Only between two frames: slots in use become wrong.
  package func startAnew() {
    slots.removeAll(keepingCapacity: true)
    coverage.startAnew()
    colors.startAnew()
    generation += 1
  }

  /// The slot of `key`, drawn on its first use. Blank when the font has no such glyph, when it is larger than 512 pixels, or when
  /// the atlas is full.
  package func slot(for key: GlyphKey) -> GlyphSlot {
    if let slot = slots[key] { return slot }
    // A full atlas must not remember the glyph as blank.
    guard let slot = drawn(key) else { return .blank }
    slots[key] = slot
    return slot
  }

  /// Nil when there is no room.
  private func drawn(_ key: GlyphKey) -> GlyphSlot? {
    guard let raster = fonts.raster(Int(key.font)) else { return .blank }
    let size = Float(key.sizeIn64ths) / 64
    if raster.hasColors, let picture = raster.picture(key.glyph, pixelsPerEm: Int(size.rounded(.up))) {
      // Pictures need no rim to be seen.
      guard key.haloIn64ths == 0,
        let scaled = picture.scaled(toPixelsPerEm: size, maximumSide: Self.maximumGlyphSide)
      else { return .blank }
      guard
        let (x, y) = colors.add(
          scaled.pixels.span, pitch: 4 * scaled.width, width: scaled.width, height: scaled.height)
      else { return nil }
      var slot = Self.slot(x, y, scaled.width, scaled.height, scaled.left, scaled.top)
      slot.isColored = true
      return slot
    }
    let request = FontRaster.Request(
      glyph: key.glyph, sizeIn64ths: key.sizeIn64ths, quarter: key.quarter, haloIn64ths: key.haloIn64ths)
    let slot = raster.withBitmap(of: request) { (bytes, pitch, width, height, left, top) -> GlyphSlot? in
      guard width <= Self.maximumGlyphSide, height <= Self.maximumGlyphSide else { return .blank }
      guard let (x, y) = coverage.add(bytes, pitch: pitch, width: width, height: height) else { return nil }
      return Self.slot(x, y, width, height, left, top)
    }
    return slot ?? .blank
  }

  private static func slot(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ left: Int, _ top: Int) -> GlyphSlot {
    GlyphSlot(
      x: Int16(clamping: x), y: Int16(clamping: y), width: Int16(clamping: width), height: Int16(clamping: height),
      left: Int16(clamping: left), top: Int16(clamping: top))
  }
}
