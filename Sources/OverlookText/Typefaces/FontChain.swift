/// A font of a chain, with what stands in for a weight or a slant that it has not.
final class ChainFont {
  let program: FontProgram
  /// 24ths of an em by which outlines grow.
  let boldness: Float
  /// How far the top leans to the right.
  let slant: Float
  /// In its chain, from 0.
  let number: Int

  fileprivate init(_ program: FontProgram, number: Int, boldness: Float = 0, slant: Float = 0) {
    self.program = program
    self.number = number
    self.boldness = boldness
    self.slant = slant
  }
}

/// The fonts that serve a text, the best first: the one way in which the map and the interface find a font for a letter. One
/// thread at a time.
final class FontChain {
  private static let embeddedFamily = "inter"
  private static let maximumNames = 16
  private static let maximumKnown = 1 << 16

  /// Those that were needed so far.
  private(set) var fonts: [ChainFont] = []
  /// Whether a letter had no font since this was set to false because one is being looked for.
  var isIncomplete = false

  private let request: FontRequest
  private let fallback: any FontFallback
  /// Of the fonts that were named; the others came as answers.
  private let namedCount: Int
  private var known: [UInt32: ChainFont?] = [:]
  private var knownEmoji: [UInt32: ChainFont?] = [:]

  /// A stack of names joined by commas. Families that are not installed are passed over; Inter stands in for them, emboldened or
  /// slanted as their names ask.
  convenience init(_ fontStack: String, _ catalog: FontCatalog) {
    let requests = fontStack.split(separator: ",").prefix(Self.maximumNames).map { FontRequest(String($0)) }
    var named: [FontProgram] = []
    for request in requests {
      if request.family.lowercased() == Self.embeddedFamily { break }
      if let program = catalog.font(request) { named.append(program) }
    }
    self.init(
      named, embedded: try? FontProgram.embedded(), request: requests.first ?? FontRequest("sans-serif"), fallback: catalog)
  }

  /// Inter as it is, and what stands in for it.
  convenience init(_ primary: FontProgram, fallback: any FontFallback) {
    self.init([primary], embedded: nil, request: FontRequest("Inter Medium"), fallback: fallback)
  }

  private init(_ named: [FontProgram], embedded: FontProgram?, request: FontRequest, fallback: any FontFallback) {
    self.request = request
    self.fallback = fallback
    fonts = named.enumerated().map { ChainFont($1, number: $0) }
    if let embedded {
      fonts.append(
        ChainFont(
          embedded, number: fonts.count, boldness: request.weight >= 600 ? 0.45 : 0, slant: request.isItalic ? 0.2 : 0))
    }
    namedCount = fonts.count
  }

  /// The font of a letter of a text; nil when there is none, or none yet. What is meant to be seen in colours has a font of
  /// colours where there is one.
  func font(_ codePoints: [UInt32], at index: Int) -> ChainFont? {
    if Emoji.isEmoji(codePoints, at: index), let font = emojiFont(codePoints[index]) { return font }
    return font(codePoints[index])
  }

  /// The font of a letter by itself.
  func font(_ codePoint: UInt32) -> ChainFont? {
    if let found = known[codePoint] { return found }
    if known.count >= Self.maximumKnown { known = [:] }
    let named = fonts.prefix(namedCount).first { $0.program.glyphIndex(codePoint) != nil }
    if named == nil, codePoint >= 0x20 { return answer(codePoint, isEmoji: false, in: &known) }
    known[codePoint] = .some(named ?? fonts.first)
    return named ?? fonts.first
  }

  /// The first font of colours that has the letter.
  private func emojiFont(_ codePoint: UInt32) -> ChainFont? {
    if let found = knownEmoji[codePoint] { return found }
    return answer(codePoint, isEmoji: true, in: &knownEmoji)
  }

  private func answer(_ codePoint: UInt32, isEmoji: Bool, in known: inout [UInt32: ChainFont?]) -> ChainFont? {
    switch fallback.font(for: FontQuery(codePoint: codePoint, isEmoji: isEmoji, request: request)) {
    case .pending:
      isIncomplete = true
      return nil
    case .none:
      known[codePoint] = .some(nil)
      return nil
    case .font(let program):
      let font = added(program)
      known[codePoint] = .some(font)
      return font
    }
  }

  private func added(_ program: FontProgram) -> ChainFont {
    if let font = fonts.dropFirst(namedCount).first(where: { $0.program === program }) { return font }
    let font = ChainFont(program, number: fonts.count)
    fonts.append(font)
    return font
  }
}

/// Letters that are pictures.
enum Emoji {
  /// Whether a letter is a picture by itself, is made one by what follows it, or goes on with one that a joiner ties it to (UTS
  /// 51).
  static func isEmoji(_ codePoints: [UInt32], at index: Int) -> Bool {
    let codePoint = codePoints[index]
    let next = index + 1 < codePoints.count ? codePoints[index + 1] : 0
    // Digits and the like are most of what Unicode counts as such.
    if codePoint < 0xA9, next != selector, next != keycap { return false }
    guard let scalar = Unicode.Scalar(codePoint), scalar.properties.isEmoji else { return false }
    if next == textSelector { return false }
    if scalar.properties.isEmojiPresentation || next == selector || next == keycap { return true }
    return index > 0 && codePoints[index - 1] == joiner
  }

  private static let textSelector: UInt32 = 0xFE0E
  private static let selector: UInt32 = 0xFE0F
  private static let keycap: UInt32 = 0x20E3
  private static let joiner: UInt32 = 0x200D
}
