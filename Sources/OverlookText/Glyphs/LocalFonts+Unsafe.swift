import CFreeType
import OverlookSupport
import Synchronization

/// Glyphs that belong together, as a letter with its marks; of the code points from `index` on.
package struct LocalCluster: Sendable {
  package struct Glyph: Sendable {
    package var glyph: SDFGlyph
    /// In 24ths of an em, y down.
    package var advance: Float
    package var offset: SIMD2<Float>
  }

  package var index: Int
  /// From left to right.
  package var glyphs: [Glyph]
}

/// The fonts of the machine, and Inter, which the package ships. Any thread; one is served at a time.
///
/// A font stack is asked for from left to right. Families that are not installed are passed over; Inter stands in for them,
/// emboldened or slanted as their names ask, and then whatever font fontconfig finds that has the letter.
package final class LocalFonts: Sendable {
  private let state = Mutex(State())

  package init() {}

  /// The glyph of a code point in the first font that has it; nil when none has it.
  package func glyph(_ codePoint: UInt32, fontStack: String) -> SDFGlyph? {
    state.withLock { state in
      let chain = state.chain(fontStack)
      guard let font = chain.font([codePoint], at: 0), let index = font.glyphIndex(codePoint) else { return nil }
      return font.glyph(index)
    }
  }

  /// Shapes text of one direction. Clusters are in reading order; code points that no font has are left out but for their room.
  package func shape(_ codePoints: [UInt32], fontStack: String, isRightToLeft: Bool) -> [LocalCluster] {
    state.withLock { state in
      let chain = state.chain(fontStack)
      var clusters: [LocalCluster] = []
      var start = 0
      while start < codePoints.count {
        // A mark of direction before a letter goes with the letter's font.
        guard let first = codePoints[start...].firstIndex(where: { !ScriptTables.isDefaultIgnorable($0) }) else {
          clusters += (start..<codePoints.count).map { LocalCluster(index: $0, glyphs: []) }
          break
        }
        let font = chain.font(codePoints, at: first)
        var end = first + 1
        // Marks and joiners stay with the font of their letter, and what every font has with its neighbours.
        while end < codePoints.count, FontChain.isInherited(codePoints[end]) || chain.font(codePoints, at: end) === font {
          end += 1
        }
        if let font {
          clusters += Self.clusters(codePoints, start..<end, font, isRightToLeft: isRightToLeft)
        } else {
          clusters += (start..<end).map { LocalCluster(index: $0, glyphs: []) }
        }
        start = end
      }
      return clusters
    }
  }

  private static func clusters(
    _ codePoints: [UInt32], _ range: Range<Int>, _ font: OutlineFont, isRightToLeft: Bool
  ) -> [LocalCluster] {
    guard let buffer = hb_buffer_create() else { return [] }
    defer { hb_buffer_destroy(buffer) }
    let count = CInt(clamping: codePoints.count)
    // All of the text is given, so that letters join over the edges of the range. Clusters are counted from the start of the
    // text.
    hb_buffer_add_codepoints(buffer, codePoints, count, UInt32(clamping: range.lowerBound), CInt(clamping: range.count))
    hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(font.harfbuzz, buffer, nil, 0)
    var length: UInt32 = 0
    // Both arrays have `length` elements and stay valid until the buffer changes.
    guard let infos = hb_buffer_get_glyph_infos(buffer, &length), let positions = hb_buffer_get_glyph_positions(buffer, &length)
    else { return [] }
    var clusters: [LocalCluster] = []
    for number in 0..<Int(length) {
      let (info, position) = (infos[number], positions[number])
      let glyph = font.glyph(info.codepoint)
      let placed = LocalCluster.Glyph(
        glyph: glyph, advance: font.units(position.x_advance),
        offset: SIMD2(font.units(position.x_offset), -font.units(position.y_offset)))
      let index = min(Int(info.cluster), codePoints.count - 1)
      if let last = clusters.indices.last, clusters[last].index == index {
        clusters[last].glyphs.append(placed)
      } else {
        clusters.append(LocalCluster(index: index, glyphs: [placed]))
      }
    }
    return isRightToLeft ? clusters.reversed() : clusters
  }

  private struct State {
    private let catalog = LazyCatalog()
    private var chains: [String: FontChain] = [:]

    mutating func chain(_ fontStack: String) -> FontChain {
      if let known = chains[fontStack] { return known }
      let chain = FontChain(fontStack, catalog)
      chains[fontStack] = chain
      return chain
    }
  }
}

/// To read what fonts there are takes a while: only those wait for it who want others than Inter.
private final class LazyCatalog {
  lazy var catalog = FontCatalog()
}

/// The fonts that serve one stack, the best first.
private final class FontChain {
  private static let embeddedFamily = "inter"

  private let catalog: LazyCatalog
  private let request: FontRequest
  private var fonts: [OutlineFont] = []
  private var fallbacks: [FallbackFont]?
  private var known: [UInt32: OutlineFont?] = [:]
  private var emojiFonts: [FallbackFont]?
  private var openedEmojiFonts: [FontFile: OutlineFont?] = [:]
  private var knownEmoji: [UInt32: OutlineFont?] = [:]

  init(_ fontStack: String, _ catalog: LazyCatalog) {
    self.catalog = catalog
    let requests = fontStack.split(separator: ",").prefix(16).map { FontRequest(String($0)) }
    request = requests.first ?? FontRequest("sans-serif")
    for request in requests {
      if request.family.lowercased() == Self.embeddedFamily { break }
      if let file = catalog.catalog.file(request), let font = OutlineFont(file) { fonts.append(font) }
    }
    if let path = try? ResourceLocator.path("Inter-Medium.otf", inTarget: "OverlookText"),
      let font = OutlineFont(
        FontFile(path: path, index: 0), boldness: request.weight >= 600 ? 0.45 : 0, slant: request.isItalic ? 0.2 : 0)
    {
      fonts.append(font)
    }
  }

  /// Marks that join the letter before them, and characters without a look of their own.
  static func isInherited(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    case 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC,
      0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF:
      true
    default: false
    }
  }

  /// The font of a letter of a text. What is meant to be seen in colours has a font of colours where there is one.
  func font(_ codePoints: [UInt32], at index: Int) -> OutlineFont? {
    if Self.isEmoji(codePoints, at: index), let font = emojiFont(codePoints[index]) { return font }
    return font(codePoints[index])
  }

  /// Whether a letter is a picture by itself, is made one by what follows it, or goes on with one that a joiner ties it to (UTS
  /// 51).
  private static func isEmoji(_ codePoints: [UInt32], at index: Int) -> Bool {
    guard let scalar = Unicode.Scalar(codePoints[index]), scalar.properties.isEmoji else { return false }
    let next = index + 1 < codePoints.count ? codePoints[index + 1] : 0
    if next == textSelector { return false }
    if scalar.properties.isEmojiPresentation || next == emojiSelector || next == keycap { return true }
    return index > 0 && codePoints[index - 1] == joiner
  }

  private static let textSelector: UInt32 = 0xFE0E
  private static let emojiSelector: UInt32 = 0xFE0F
  private static let keycap: UInt32 = 0x20E3
  private static let joiner: UInt32 = 0x200D

  /// The first font of colours that has the letter; nil when the machine has none.
  private func emojiFont(_ codePoint: UInt32) -> OutlineFont? {
    if let found = knownEmoji[codePoint] { return found }
    let candidates = emojiFonts ?? catalog.catalog.fallbacks(FontRequest("emoji"), hasColors: true)
    emojiFonts = candidates
    let font = candidates.lazy.filter { $0.has(codePoint) }.compactMap { self.opened($0) }.first {
      $0.hasColors && $0.glyphIndex(codePoint) != nil
    }
    knownEmoji[codePoint] = .some(font)
    return font
  }

  /// Fonts of colours are large, and opened once.
  private func opened(_ candidate: FallbackFont) -> OutlineFont? {
    if let known = openedEmojiFonts[candidate.file] { return known }
    let font = OutlineFont(candidate.file)
    openedEmojiFonts[candidate.file] = .some(font)
    return font
  }

  func font(_ codePoint: UInt32) -> OutlineFont? {
    if let found = known[codePoint] { return found }
    let font = fonts.first { $0.glyphIndex(codePoint) != nil } ?? fallback(codePoint)
    known[codePoint] = .some(font)
    return font
  }

  /// Opens the first font that says it has the letter.
  private func fallback(_ codePoint: UInt32) -> OutlineFont? {
    if codePoint < 0x20 { return fonts.first }
    let candidates = fallbacks ?? catalog.catalog.fallbacks(FontRequest(family: "sans-serif", like: request))
    fallbacks = candidates
    for candidate in candidates where candidate.has(codePoint) {
      guard let font = OutlineFont(candidate.file) else { continue }
      fonts.append(font)
      if font.glyphIndex(codePoint) != nil { return font }
    }
    return nil
  }
}

extension FontRequest {
  /// Another family in the same weight and slant.
  fileprivate init(family: String, like other: FontRequest) {
    self = other
    self.family = family
  }
}
