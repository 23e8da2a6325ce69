import CFontconfig

/// A file with a font, and which of its fonts.
struct FontFile: Hashable {
  var path: String
  var index: Int
}

/// A font that can stand in for others, and which letters it has.
final class FallbackFont {
  let file: FontFile
  private let letters: OpaquePointer

  /// Keeps a reference to `letters`, a set of fontconfig's.
  fileprivate init?(_ file: FontFile, letters: OpaquePointer) {
    guard let copy = FcCharSetCopy(letters) else { return nil }
    self.file = file
    self.letters = copy
  }

  deinit {
    FcCharSetDestroy(letters)
  }

  func has(_ codePoint: UInt32) -> Bool { FcCharSetHasChar(letters, codePoint) != 0 }
}

/// What fontconfig knows of the machine's fonts. One thread at a time.
final class FontCatalog {
  /// Fonts that are looked at for a letter, the best first.
  private static let maximumFallbacks = 200

  /// Nil when fontconfig has no configuration: no fonts then.
  private let config: OpaquePointer?

  init() {
    config = FcInitLoadConfigAndFonts()
  }

  deinit {
    if let config { FcConfigDestroy(config) }
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

  /// Scalable fonts in the order in which they should stand in for letters that the requested one lacks, each adding some; with
  /// `hasColors` only such as have glyphs of colours.
  func fallbacks(_ request: FontRequest, hasColors: Bool = false) -> [FallbackFont] {
    guard let pattern = pattern(request) else { return [] }
    if hasColors { FcPatternAddBool(pattern, FC_COLOR, 1) }
    defer { FcPatternDestroy(pattern) }
    var result = FcResultNoMatch
    guard let set = FcFontSort(config, pattern, 1, nil, &result) else { return [] }
    defer { FcFontSetDestroy(set) }
    var fonts: [FallbackFont] = []
    // Invariant: fontconfig fills `nfont` entries of `fonts`, which live as long as the set.
    for index in 0..<min(Int(set.pointee.nfont), Self.maximumFallbacks) {
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
    guard let config, let pattern = FcPatternCreate() else { return nil }
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
