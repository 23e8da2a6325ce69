import OverlookStyle
import OverlookText

/// The text of one label in reading order: what is set one after another, each with its section.
struct LabelCharacters {
  enum Alignment {
    case baseline, center, top

    /// Share of the room above a thing that is smaller than its line.
    var factor: Float {
      switch self {
      case .baseline: 1
      case .center: 0.5
      case .top: 0
      }
    }
  }

  struct Section {
    var scale: Float
    var fontStack: String
    var image: LabelImage?
    var alignment: Alignment
    /// Of the formatted text.
    var index: Int32
  }

  /// A glyph of a unit; distances in 24ths of an em.
  struct Glyph {
    var glyph: SDFGlyph
    var advance: Float
    var offset = SIMD2<Float>.zero
  }

  /// A code point, what a local font makes of several of them, or an image.
  struct Unit {
    /// The first one; of images one for private use.
    var codePoint: UInt32
    var section: Int
    /// Into `glyphs`.
    var glyphs: Range<Int>
    /// Odd: right to left.
    var level: UInt8 = 0
    /// The place of its first code point in the text.
    var character = 0
    /// Whether a word begins with it, of writing that sets nothing between words.
    var startsWord = false
  }

  static let imageCodePoint: UInt32 = 0xE000
  /// Longer labels are cut: nobody reads them, and lines are broken in the square of their number.
  static let maximumUnits = 2000

  var sections: [Section] = []
  var units: [Unit] = []
  var glyphs: [Glyph] = []
  /// All of it, for those who compare labels.
  let plainText: String

  /// `images` gives what inline images look like; those it does not know are left out.
  init(
    _ text: FormattedText, fontStack: String, isVertical: Bool, source: GlyphSource, images: (String) -> LabelImage?
  ) {
    plainText = text.text
    var codePoints: [UInt32] = []
    var owners: [Int] = []
    for (index, section) in text.sections.enumerated() {
      let alignment: Alignment =
        switch section.verticalAlign {
        case "top"?: .top
        case "center"?: .center
        default: .baseline
        }
      if let name = section.image?.name {
        guard let image = images(name) else { continue }
        sections.append(
          Section(scale: 1, fontStack: fontStack, image: image, alignment: alignment, index: Int32(clamping: index)))
        codePoints.append(Self.imageCodePoint)
        owners.append(sections.count - 1)
        continue
      }
      let scale = Float(section.scale ?? 1)
      sections.append(
        Section(
          scale: scale > 0 && scale.isFinite ? min(scale, 100) : 1, fontStack: section.fontStack ?? fontStack, image: nil,
          alignment: alignment, index: Int32(clamping: index)))
      for scalar in section.text.unicodeScalars.prefix(Self.maximumUnits) {
        codePoints.append(scalar.value)
        owners.append(sections.count - 1)
      }
    }
    codePoints = Array(codePoints.prefix(Self.maximumUnits))
    if isVertical { codePoints = VerticalPunctuation.replaced(codePoints) }
    let words = WordBreaks.wordStarts(codePoints)
    let levels = Bidi.levels(codePoints)
    source.setUnits(codePoints, owners: owners, levels: levels, words: words, isVertical: isVertical, in: &self)
  }

  func isImage(_ unit: Unit) -> Bool { unit.codePoint == Self.imageCodePoint && sections[unit.section].image != nil }
}

/// An image within a text or behind it.
struct LabelImage {
  /// In points.
  var size: SIMD2<Float>
  var image: StyleImage
  var rect: StyleImagePlacement.Rect
  var name: String
}

/// Where the glyphs of labels come from, with what was looked up so far.
final class GlyphSource {
  private struct Key: Hashable {
    var fontStack: String
    var codePoint: UInt32
  }

  private let library: GlyphLibrary
  private var known: [Key: SDFGlyph?] = [:]

  init(_ library: GlyphLibrary) {
    self.library = library
  }

  func glyph(_ codePoint: UInt32, fontStack: String) -> SDFGlyph? {
    let key = Key(fontStack: fontStack, codePoint: codePoint)
    if let found = known[key] { return found }
    let glyph = library.glyph(codePoint, fontStack: fontStack)
    known[key] = .some(glyph)
    return glyph
  }

  /// Fills units and glyphs of `text`.
  func setUnits(
    _ codePoints: [UInt32], owners: [Int], levels: [UInt8], words: Set<Int>, isVertical: Bool, in text: inout LabelCharacters
  ) {
    if library.isLocal, !isVertical {
      setShapedUnits(codePoints, owners: owners, levels: levels, words: words, in: &text)
      return
    }
    for index in codePoints.indices {
      appendUnit(codePoints[index], at: index, section: owners[index], level: levels[index], in: &text)
      text.units[text.units.count - 1].startsWord = words.contains(index)
    }
  }

  private func appendUnit(_ codePoint: UInt32, at index: Int, section: Int, level: UInt8, in text: inout LabelCharacters) {
    let start = text.glyphs.count
    if text.sections[section].image == nil {
      let seen = level & 1 == 1 ? Bidi.mirrored(codePoint) : codePoint
      if let glyph = glyph(seen, fontStack: text.sections[section].fontStack) {
        text.glyphs.append(LabelCharacters.Glyph(glyph: glyph, advance: glyph.advance))
      }
    }
    text.units.append(
      LabelCharacters.Unit(
        codePoint: codePoint, section: section, glyphs: start..<text.glyphs.count, level: level, character: index))
  }

  /// Pieces of one section, shaped as the fonts of the machine want it.
  private func setShapedUnits(
    _ codePoints: [UInt32], owners: [Int], levels: [UInt8], words: Set<Int>, in text: inout LabelCharacters
  ) {
    var start = 0
    while start < codePoints.count {
      if codePoints[start] == 0x0A || codePoints[start] == LabelCharacters.imageCodePoint {
        appendUnit(codePoints[start], at: start, section: owners[start], level: levels[start], in: &text)
        start += 1
        continue
      }
      var end = start + 1
      while end < codePoints.count, owners[end] == owners[start], codePoints[end] != 0x0A,
        codePoints[end] != LabelCharacters.imageCodePoint
      {
        end += 1
      }
      let clusters = library.localFonts.shape(
        Array(codePoints[start..<end]), levels: Self.levels(levels[start..<end]),
        fontStack: text.sections[owners[start]].fontStack)
      for cluster in clusters {
        let first = text.glyphs.count
        // Letter spacing goes to what is seen.
        let isIgnored =
          ScriptTables.isDefaultIgnorable(codePoints[start + cluster.index])
          && cluster.glyphs.allSatisfy { $0.glyph.isBlank && $0.advance == 0 }
        for glyph in isIgnored ? [] : cluster.glyphs {
          text.glyphs.append(LabelCharacters.Glyph(glyph: glyph.glyph, advance: glyph.advance, offset: glyph.offset))
        }
        text.units.append(
          LabelCharacters.Unit(
            codePoint: codePoints[start + cluster.index], section: owners[start], glyphs: first..<text.glyphs.count,
            level: levels[start + cluster.index], character: start + cluster.index,
            startsWord: words.contains(start + cluster.index)))
      }
      start = end
    }
  }
  /// None where all runs from left to right.
  private static func levels(_ levels: ArraySlice<UInt8>) -> [UInt8] { levels.allSatisfy { $0 == 0 } ? [] : Array(levels) }
}
