import CFontconfig
import Synchronization

/// Which font to look for in place of those that lack a letter.
package struct FontQuery: Hashable, Sendable {
  package var codePoint: UInt32
  /// Whether a picture in colours is wanted.
  package var isEmoji: Bool
  /// The weight and slant that the font should have; its family says nothing where a picture is wanted.
  package var request: FontRequest
}

/// Finds fonts for letters that others lack.
package protocol FontFallback: AnyObject {
  /// The answer to a query, if it is known by now.
  func font(for query: FontQuery) -> FontAnswer
}

package enum FontAnswer: Sendable {
  case font(FontProgram)
  /// No font of the machine has the letter.
  case none
  /// It is being looked for.
  case pending
}

/// What fontconfig knows of the machine's fonts, and those that were opened, each once. Any thread; one is served at a time, and
/// the first waits until fontconfig has read what there is.
package final class FontCatalog: Sendable {
  /// Of this machine, read when it is asked for the first time.
  package static let machine = FontCatalog()

  private let state: Mutex<State>

  package init() {
    state = Mutex(State(files: nil))
  }

  /// Of these fonts alone, the first before the others.
  package init(files: [String]) {
    state = Mutex(State(files: files))
  }

  /// The font of a family that is installed; nil for what would be a substitute.
  package func font(_ request: FontRequest) -> FontProgram? {
    state.withLock { $0.font(request) }
  }

  /// The first font that has the letter, the best first; nil when none has it.
  package func fallback(_ query: FontQuery) -> FontProgram? {
    state.withLock { $0.fallback(query) }
  }
}

extension FontCatalog: FontFallback {
  /// Never pending.
  package func font(for query: FontQuery) -> FontAnswer {
    fallback(query).map { .font($0) } ?? .none
  }
}

extension FontCatalog {
  private struct State {
    /// Fonts that are looked at for a letter, the best first.
    private static let maximumFallbacks = 200
    private static let maximumAnswers = 1 << 16

    private struct Order: Hashable {
      var request: FontRequest
      var hasColors: Bool
    }

    private let files: [String]?
    private var isRead = false
    /// Nil while it was not read, and when fontconfig has no configuration: no fonts then.
    private var config: FontConfiguration?
    private var orders: [Order: [FallbackFont]] = [:]
    private var programs: [FontFile: FontProgram?] = [:]
    private var answers: [FontQuery: FontProgram?] = [:]

    init(files: [String]?) {
      self.files = files
    }

    mutating func font(_ request: FontRequest) -> FontProgram? {
      read()?.file(request).flatMap { opened($0) }
    }

    mutating func fallback(_ query: FontQuery) -> FontProgram? {
      if let known = answers[query] { return known }
      if answers.count >= Self.maximumAnswers { answers = [:] }
      var order = Order(request: query.request, hasColors: query.isEmoji)
      order.request.family = query.isEmoji ? "emoji" : "sans-serif"
      let candidates = orders[order] ?? read()?.fallbacks(order.request, hasColors: order.hasColors) ?? []
      orders[order] = candidates
      var answer: FontProgram?
      for candidate in candidates.prefix(Self.maximumFallbacks) where candidate.has(query.codePoint) {
        guard let program = opened(candidate.file), program.glyphIndex(query.codePoint) != nil else { continue }
        answer = program
        break
      }
      answers[query] = .some(answer)
      return answer
    }

    private mutating func read() -> FontConfiguration? {
      if !isRead {
        isRead = true
        config = FontConfiguration(files: files)
      }
      return config
    }

    private mutating func opened(_ file: FontFile) -> FontProgram? {
      if let known = programs[file] { return known }
      let program = try? FontProgram(file)
      programs[file] = .some(program)
      return program
    }
  }
}

/// A font that can stand in for others, and which letters it has.
private final class FallbackFont {
  let file: FontFile
  private let letters: OpaquePointer

  /// Keeps a reference to `letters`, a set of fontconfig's.
  init?(_ file: FontFile, letters: OpaquePointer) {
    guard let copy = FcCharSetCopy(letters) else { return nil }
    self.file = file
    self.letters = copy
  }

  deinit {
    FcCharSetDestroy(letters)
  }

  func has(_ codePoint: UInt32) -> Bool { FcCharSetHasChar(letters, codePoint) != 0 }
}

/// A configuration of fontconfig with its fonts. One thread at a time.
private final class FontConfiguration {
  private let config: OpaquePointer

  /// `files` nil: the fonts of the machine.
  init?(files: [String]?) {
    guard let config = files == nil ? FcInitLoadConfigAndFonts() : FcConfigCreate() else { return nil }
    self.config = config
    for file in files ?? [] { _ = FcConfigAppFontAddFile(config, Array(file.utf8) + [0]) }
  }

  deinit {
    FcConfigDestroy(config)
  }

  /// The file of a family that is installed; nil for what would be a substitute.
  func file(_ request: FontRequest) -> FontFile? {
    guard let pattern = pattern(request) else { return nil }
    defer { FcPatternDestroy(pattern) }
    var result = FcResultNoMatch
    guard let match = FcFontMatch(config, pattern, &result) else { return nil }
    defer { FcPatternDestroy(match) }
    var number: CInt = 0
    while let family = Self.text(match, FC_FAMILY, number) {
      if family.lowercased() == request.family.lowercased() { return Self.file(match) }
      number += 1
    }
    return nil
  }

  /// Fonts in the order in which they should stand in for letters that the requested one lacks, each adding some; with
  /// `hasColors` only such as have glyphs of colours.
  func fallbacks(_ request: FontRequest, hasColors: Bool) -> [FallbackFont] {
    guard let pattern = pattern(request) else { return [] }
    if hasColors { FcPatternAddBool(pattern, FC_COLOR, 1) }
    defer { FcPatternDestroy(pattern) }
    var result = FcResultNoMatch
    guard let set = FcFontSort(config, pattern, 1, nil, &result) else { return [] }
    defer { FcFontSetDestroy(set) }
    var fonts: [FallbackFont] = []
    // Invariant: fontconfig fills `nfont` entries of `fonts`, which live as long as the set.
    for index in 0..<Int(set.pointee.nfont) {
      guard let pattern = set.pointee.fonts[index], let file = Self.file(pattern) else { continue }
      var isColored: FcBool = 0
      if hasColors, FcPatternGetBool(pattern, FC_COLOR, 0, &isColored) != FcResultMatch || isColored == 0 { continue }
      var letters: OpaquePointer?
      guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &letters) == FcResultMatch, let letters,
        let font = FallbackFont(file, letters: letters)
      else { continue }
      fonts.append(font)
    }
    return fonts
  }

  private func pattern(_ request: FontRequest) -> OpaquePointer? {
    guard let pattern = FcPatternCreate() else { return nil }
    // Invariant: fontconfig copies the text before it returns.
    let family = Array(request.family.utf8) + [0]
    FcPatternAddString(pattern, FC_FAMILY, family)
    FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(CInt(clamping: request.weight)))
    FcPatternAddInteger(pattern, FC_SLANT, request.isItalic ? 100 : 0)
    FcPatternAddBool(pattern, FC_SCALABLE, 1)
    FcConfigSubstitute(config, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    return pattern
  }

  private static func file(_ pattern: OpaquePointer) -> FontFile? {
    guard let path = text(pattern, FC_FILE, 0) else { return nil }
    var index: CInt = 0
    _ = FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    // The upper half names an instance of a variable font, which FreeType reads from the same number.
    return FontFile(path: path, index: Int(index))
  }

  private static func text(_ pattern: OpaquePointer, _ object: String, _ number: CInt) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, number, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }
}
