import OverlookSupport

/// A shaped line, and where its glyphs lie in the atlas for the size and place at which it was drawn last.
@MainActor package final class TextLine {
  package let glyphs: [ShapedGlyph]
  /// Ems.
  package let width: Float
  fileprivate(set) var lastUse = 0

  private var slots: [GlyphSlot] = []
  private var resolved: Resolution?

  private struct Resolution: Equatable {
    var sizeIn64ths: Int32
    var haloIn64ths: Int32
    var quarter: Int
    var generation: Int
  }

  init(glyphs: [ShapedGlyph], width: Float) {
    self.glyphs = glyphs
    self.width = width
  }

  /// Calls `body` with each visible glyph's slot and the pixel of its pen, relative to the line's start, which lies `quarter`
  /// quarters right of a pixel edge.
  package func forEachGlyph(
    in atlas: GlyphAtlas, sizeIn64ths: Int32, haloIn64ths: Int32, quarter: Int, _ body: (GlyphSlot, _ x: Int, _ y: Int) -> Void
  ) {
    let pixelsPerEm = Float(sizeIn64ths) / 64
    let wanted = Resolution(
      sizeIn64ths: sizeIn64ths, haloIn64ths: haloIn64ths, quarter: quarter, generation: atlas.generation)
    if resolved != wanted {
      slots.removeAll(keepingCapacity: true)
      for glyph in glyphs {
        let pen = Self.penQuarters(glyph, pixelsPerEm, quarter)
        slots.append(
          atlas.slot(
            for: GlyphKey(
              glyph: glyph.glyph, sizeIn64ths: sizeIn64ths, quarter: UInt8(truncatingIfNeeded: pen & 3), haloIn64ths: haloIn64ths)
          ))
      }
      resolved = wanted
    }
    for index in glyphs.indices where slots[index].width > 0 {
      let pen = Self.penQuarters(glyphs[index], pixelsPerEm, quarter)
      let rise = Int((glyphs[index].y * pixelsPerEm).rounded())
      body(slots[index], pen >> 2, rise)
    }
  }

  /// Whole quarters of a pixel from the pixel edge before the line's start; at most 300 glyphs of bounded advance, so it fits.
  private static func penQuarters(_ glyph: ShapedGlyph, _ pixelsPerEm: Float, _ quarter: Int) -> Int {
    quarter + Int((glyph.x * pixelsPerEm * 4).rounded())
  }
}

/// Shaped lines by their text, so that a line that is drawn every frame is shaped once. Lines that were not drawn for a while go.
@MainActor package final class TextLineCache {
  private static let maximumCount = 512
  private static let maximumAge = 240

  private let shaper: TextShaper
  private var lines: [String: TextLine] = [:]
  private var tabularLines: [String: TextLine] = [:]
  private var now = 0
  /// Shapings so far, for tests.
  package private(set) var shapingCount = 0

  package init(face: FontFace) {
    shaper = TextShaper(face: face)
  }

  package var count: Int { lines.count + tabularLines.count }

  /// Counts frames for the age of lines.
  package func beginFrame() {
    now += 1
    if count > Self.maximumCount {
      lines = lines.filter { now - $0.value.lastUse < Self.maximumAge }
      tabularLines = tabularLines.filter { now - $0.value.lastUse < Self.maximumAge }
    }
    // Hundreds of new lines in each frame would outrun the age.
    if count > 4 * Self.maximumCount {
      lines.removeAll(keepingCapacity: true)
      tabularLines.removeAll(keepingCapacity: true)
    }
  }

  /// The shaped line of `text`, which is cleaned first.
  package func line(_ text: String, hasTabularDigits: Bool = false) -> TextLine {
    if let known = hasTabularDigits ? tabularLines[text] : lines[text] {
      known.lastUse = now
      return known
    }
    var glyphs: [ShapedGlyph] = []
    let width = shaper.shape(OutsideText.cleaned(text), hasTabularDigits: hasTabularDigits, into: &glyphs)
    shapingCount += 1
    let line = TextLine(glyphs: glyphs, width: width)
    line.lastUse = now
    if hasTabularDigits { tabularLines[text] = line } else { lines[text] = line }
    return line
  }
}
