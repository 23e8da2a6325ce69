import OverlookSupport

/// A glyph of a shaped line; distances in ems, y up.
package struct ShapedGlyph: Equatable, Sendable, BitwiseCopyable {
  package var glyph: UInt32
  /// In the fonts of the interface.
  package var font: UInt16 = 0
  /// From the line's left end to the glyph's pen position.
  package var x: Float
  package var y: Float
}

/// A shaped line, and where its glyphs lie in the atlas for the size and place at which it was drawn last.
@MainActor package final class TextLine {
  /// From left to right.
  package let glyphs: [ShapedGlyph]
  /// Ems.
  package let width: Float
  /// Whether a font for some of its letters is being looked for.
  package let isIncomplete: Bool
  fileprivate(set) var lastUse = 0

  private var slots: [GlyphSlot] = []
  private var resolved: Resolution?

  private struct Resolution: Equatable {
    var sizeIn64ths: Int32
    var haloIn64ths: Int32
    var quarter: Int
    var generation: Int
  }

  init(glyphs: [ShapedGlyph], width: Float, isIncomplete: Bool) {
    self.glyphs = glyphs
    self.width = width
    self.isIncomplete = isIncomplete
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
              font: glyph.font, glyph: glyph.glyph, sizeIn64ths: sizeIn64ths, quarter: UInt8(truncatingIfNeeded: pen & 3),
              haloIn64ths: haloIn64ths)))
      }
      resolved = wanted
    }
    for index in glyphs.indices where slots[index].width > 0 {
      let pen = Self.penQuarters(glyphs[index], pixelsPerEm, quarter)
      let rise = Int((glyphs[index].y * pixelsPerEm).rounded())
      body(slots[index], pen >> 2, rise)
    }
  }

  /// Whole quarters of a pixel from the pixel edge before the line's start; lines are bounded, and so are advances.
  private static func penQuarters(_ glyph: ShapedGlyph, _ pixelsPerEm: Float, _ quarter: Int) -> Int {
    let quarters = (glyph.x * pixelsPerEm * 4).rounded()
    return quarter + (abs(quarters) < 1e9 ? Int(quarters) : 0)
  }
}

/// How a line is to be set.
package enum TextLineKind: Int, CaseIterable, Sendable {
  /// Cleaned, with white space as one blank.
  case plain
  /// The same with all digits equally wide, for numbers that change in place.
  case tabularDigits
  /// As it is, blanks at its ends too, for text that a person edits.
  case verbatim
}

/// Shaped lines by their text, so that a line that is drawn every frame is shaped once. Lines that were not drawn for a while go.
@MainActor package final class TextLineCache {
  private static let maximumCount = 512
  private static let maximumAge = 240

  private let fonts: InterfaceFonts
  private var lines = TextLineKind.allCases.map { _ in [String: TextLine]() }
  private var now = 0
  private var version: Int
  /// Whether a line was handed out that will look different when a font is found.
  private var hasIncomplete = false
  /// Shapings so far, for tests.
  package private(set) var shapingCount = 0

  package init(fonts: InterfaceFonts) {
    self.fonts = fonts
    version = fonts.version
  }

  package var count: Int { lines.reduce(0) { $0 + $1.count } }

  /// Counts frames for the age of lines, and forgets those for which a font was found.
  package func beginFrame() {
    now += 1
    fonts.update()
    if version != fonts.version { dropIncomplete() }
    version = fonts.version
    let count = count
    if count > Self.maximumCount {
      for kind in lines.indices { lines[kind] = lines[kind].filter { now - $0.value.lastUse < Self.maximumAge } }
    }
    // Hundreds of new lines in each frame would outrun the age.
    if count > 4 * Self.maximumCount {
      for kind in lines.indices { lines[kind].removeAll(keepingCapacity: true) }
    }
  }

  /// The shaped line of `text`.
  package func line(_ text: String, _ kind: TextLineKind = .plain) -> TextLine {
    if let known = lines[kind.rawValue][text] {
      known.lastUse = now
      return known
    }
    let line = TextSetter.line(text, kind, fonts)
    shapingCount += 1
    line.lastUse = now
    lines[kind.rawValue][text] = line
    if line.isIncomplete { hasIncomplete = true }
    return line
  }

  /// How wide each character of a line is that is set as it is, in ems. Characters that share a glyph share its width.
  package func advances(_ characters: [Character]) -> [Float] {
    let codePoints = characters.flatMap { $0.unicodeScalars.map(\.value) }
    let advances = TextSetter.advances(codePoints, .verbatim, fonts)
    var widths: [Float] = []
    var (start, first) = (0, 0)
    for character in characters {
      let end = min(start + character.unicodeScalars.count, advances.count)
      let own = advances[min(start, end)..<end].compactMap { $0 }
      if widths.isEmpty || !own.isEmpty {
        first = widths.count
        widths.append(own.reduce(0, +))
      } else {
        // A part of the glyph of the characters before it.
        let count = Float(widths.count - first)
        let share = widths[first] * count / (count + 1)
        for index in first..<widths.count { widths[index] = share }
        widths.append(share)
      }
      start = end
    }
    return widths
  }

  private func dropIncomplete() {
    guard hasIncomplete else { return }
    for kind in lines.indices { lines[kind] = lines[kind].filter { !$0.value.isIncomplete } }
    hasIncomplete = false
  }
}
