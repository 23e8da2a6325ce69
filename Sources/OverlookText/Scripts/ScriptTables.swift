/// What line breaking and vertical writing ask of code points: Unicode 16, VerticalOrientation.txt and Scripts.txt, in ranges.
/// Supplementary planes count where ideographs are.
package enum ScriptTables {
  /// Whether a line may be broken after the character, as after every ideograph.
  package static func allowsBreakAfter(_ codePoint: UInt32) -> Bool {
    codePoint >= 0x2E80 && contains(ideographic, codePoint)
  }

  /// Whether the character stands upright in vertical text whatever its neighbours are.
  package static func isUpright(_ codePoint: UInt32) -> Bool {
    if codePoint == 0x02EA || codePoint == 0x02EB { return true }
    return codePoint >= 0x1100 && contains(upright, codePoint)
  }

  /// Whether the character lies on its side in vertical text whatever its neighbours are.
  package static func isRotated(_ codePoint: UInt32) -> Bool {
    !isUpright(codePoint) && !contains(neutral, codePoint)
  }

  /// Whether letters may be set apart: not those that are joined in writing.
  package static func allowsLetterSpacing(_ codePoint: UInt32) -> Bool { !contains(cursive, codePoint) }

  /// Whether nothing is written between words, so that only a dictionary knows where a line may be broken.
  package static func isWrittenWithoutSpaces(_ codePoint: UInt32) -> Bool {
    codePoint >= 0x0E01 && contains(withoutSpaces, codePoint)
  }

  /// Whether letters change their places and forms by their neighbours, so that code points one after another make no words:
  /// the scripts of India and of South East Asia with its neighbours, but Thai and Lao.
  package static func needsShaping(_ codePoint: UInt32) -> Bool { codePoint >= 0x0900 && contains(shaped, codePoint) }

  package static func isArabic(_ codePoint: UInt32) -> Bool { contains(arabic, codePoint) }

  /// Whether the character draws nothing and takes no room where a font does not know better, as marks of direction and joiners
  /// (Default_Ignorable_Code_Point).
  package static func isDefaultIgnorable(_ codePoint: UInt32) -> Bool {
    codePoint >= 0xAD && contains(defaultIgnorable, codePoint)
  }

  /// Whether the character is written from right to left.
  package static func isRightToLeft(_ codePoint: UInt32) -> Bool { codePoint >= 0x590 && contains(rightToLeft, codePoint) }

  /// Ranges are in order and do not overlap.
  private static func contains(_ ranges: [ClosedRange<UInt32>], _ codePoint: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < codePoint { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= codePoint
  }

  /// Scripts Bopomofo, Han, Hiragana, Katakana, Khitan Small Script, Nushu, Tangut and Yi, and the blocks of East Asian
  /// punctuation.
  private static let ideographic: [ClosedRange<UInt32>] = [
    0x2E80...0x2FD5, 0x2FF0...0x303F, 0x3041...0x312F, 0x31A0...0x9FFF, 0xA000...0xA4CF, 0xF900...0xFAFF, 0xFE10...0xFE1F,
    0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x16FE0...0x16FFF, 0x17000...0x18DFF, 0x1AFF0...0x1B16F, 0x1B170...0x1B2FF,
    0x20000...0x3FFFF,
  ]

  /// Thai, Lao, Myanmar, Tai Le, New Tai Lue, Khmer, Tai Tham and Tai Viet, their digits and signs aside.
  private static let withoutSpaces: [ClosedRange<UInt32>] = [
    0x0E01...0x0E3A, 0x0E40...0x0E4E, 0x0E81...0x0ECE, 0x0EDC...0x0EDF, 0x1000...0x103F, 0x1050...0x108F, 0x109A...0x109F,
    0x1780...0x17D3, 0x17D7...0x17D7, 0x17DC...0x17DD, 0x1950...0x1974, 0x1980...0x19C9, 0x19DE...0x19DF, 0x1A20...0x1A7C,
    0x1AA0...0x1AAD, 0xA9E0...0xA9EF, 0xA9FA...0xA9FE, 0xAA60...0xAA7F, 0xAA80...0xAADF,
  ]

  /// Devanagari to Sinhala, Tibetan, Myanmar, Tagalog to Khmer, Limbu, Buginese to Batak, and their extensions.
  private static let shaped: [ClosedRange<UInt32>] = [
    0x0900...0x0DFF, 0x0F00...0x109F, 0x1700...0x17FF, 0x1900...0x194F, 0x1A00...0x1BFF, 0x1C00...0x1C4F, 0x1CD0...0x1CFF,
    0xA8E0...0xA8FF, 0xA980...0xA9FF, 0xAA00...0xAA7F, 0xAAE0...0xAAFF, 0xABC0...0xABFF, 0x11000...0x11FFF,
  ]

  private static let upright: [ClosedRange<UInt32>] = [
    0x1100...0x11FF, 0x1400...0x167F, 0x18B0...0x18FF, 0x2E80...0x2FD5, 0x2FF0...0x3007, 0x3012...0x3013, 0x3020...0x302F,
    0x3031...0x30FB, 0x30FD...0x312F, 0x3131...0x318E, 0x3190...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7FB, 0xF900...0xFAFF,
    0xFE10...0xFE1F, 0xFE30...0xFE48, 0xFE50...0xFE57, 0xFE5F...0xFE62, 0xFE67...0xFE6F, 0xFF00...0xFF07, 0xFF0A...0xFF0C,
    0xFF0E...0xFF19, 0xFF1F...0xFF3A, 0xFF3C...0xFF3C, 0xFF3E...0xFF3E, 0xFF40...0xFF5A, 0xFFE0...0xFFE2, 0xFFE4...0xFFE7,
    0x16FE0...0x16FFF, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFF,
  ]

  private static let neutral: [ClosedRange<UInt32>] = [
    0xA7...0xA7, 0xA9...0xA9, 0xAE...0xAE, 0xB1...0xB1, 0xBC...0xBE, 0xD7...0xD7, 0xF7...0xF7, 0x2016...0x2016,
    0x2020...0x2021, 0x2030...0x2031, 0x203B...0x203C, 0x2042...0x2042, 0x2047...0x2049, 0x2051...0x2051, 0x2100...0x218F,
    0x221E...0x221E, 0x2234...0x2235, 0x2300...0x2307, 0x230C...0x231F, 0x2324...0x2328, 0x232B...0x232B, 0x237D...0x239A,
    0x23BE...0x23CD, 0x23CF...0x23CF, 0x23D1...0x23DB, 0x23E2...0x2422, 0x2424...0x24FF, 0x25A0...0x2619, 0x2620...0x26FF,
    0x2700...0x2767, 0x2776...0x2793, 0x2B12...0x2B2F, 0x2B50...0x2B59, 0x2BB8...0x2BEB, 0x3000...0x303F, 0x30A0...0x30FF,
    0xE000...0xF8FF, 0xFE30...0xFE4F, 0xFE50...0xFE6F, 0xFF00...0xFFEF, 0xFFFC...0xFFFD,
  ]

  private static let arabic: [ClosedRange<UInt32>] = [
    0x0600...0x0604, 0x0606...0x060B, 0x060D...0x061A, 0x061C...0x061E, 0x0620...0x063F, 0x0641...0x064A, 0x0656...0x066F,
    0x0671...0x06DC, 0x06DE...0x06FF, 0x0750...0x077F, 0x0870...0x08E1, 0x08E3...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC,
    0x10E60...0x10E7E, 0x1EE00...0x1EEFF,
  ]

  /// Arabic, Duployan, Mongolian, Old Uyghur and Syriac.
  private static let cursive: [ClosedRange<UInt32>] = [
    0x0600...0x0604, 0x0606...0x060B, 0x060D...0x061A, 0x061C...0x061E, 0x0620...0x063F, 0x0641...0x064A, 0x0656...0x066F,
    0x0671...0x06DC, 0x06DE...0x070D, 0x070F...0x074F, 0x0750...0x077F, 0x0860...0x086A, 0x0870...0x08E1, 0x08E3...0x08FF,
    0x1800...0x1801, 0x1804...0x1804, 0x1806...0x18AA, 0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10E60...0x10E7E,
    0x10F70...0x10F89, 0x11660...0x1166C, 0x1BC00...0x1BC9F, 0x1EE00...0x1EEFF,
  ]

  /// DerivedCoreProperties.txt.
  private static let defaultIgnorable: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x034F...0x034F, 0x061C...0x061C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F,
    0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFF8,
    0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF,
  ]

  private static let rightToLeft: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]
}

/// Punctuation for vertical lines.
package enum VerticalPunctuation {
  /// The form for vertical lines of a punctuation mark; nil for all other characters.
  package static func form(of codePoint: UInt32) -> UInt32? { forms[codePoint] }

  /// The text with its punctuation in the forms for vertical lines, where no neighbour lies on its side.
  package static func replaced(_ codePoints: [UInt32]) -> [UInt32] {
    func isInTheWay(_ index: Int) -> Bool {
      guard codePoints.indices.contains(index) else { return false }
      return ScriptTables.isRotated(codePoints[index]) && forms[codePoints[index]] == nil
    }
    return codePoints.indices.map { index in
      guard let form = forms[codePoints[index]], !isInTheWay(index - 1), !isInTheWay(index + 1) else { return codePoints[index] }
      return form
    }
  }

  /// Unicode's vertical presentation forms; wide forms of what has none.
  private static let forms: [UInt32: UInt32] = {
    let pairs =
      "!︕ #＃ $＄ %％ &＆ (︵ )︶ *＊ +＋ ,︐ -︲ .・ /／ :︓ ;︔ <︿ =＝ >﹀ ?︖ @＠ [﹇ \\＼ ]﹈ ^＾ _︳ `｀ {︷ |― }︸ ~～ ¢￠ £￡ ¥￥ ¦￤ ¬￢ ¯￣ "
      + "–︲ —︱ ‘﹃ ’﹄ “﹁ ”﹂ …︙ ⋯︙ ‧・ ₩￦ 、︑ 。︒ 〈︿ 〉﹀ 《︽ 》︾ 「﹁ 」﹂ 『﹃ 』﹄ 【︻ 】︼ 〔︹ 〕︺ 〖︗ 〗︘ ！︕ （︵ ）︶ ，︐ "
      + "－︲ ．・ ：︓ ；︔ ＜︿ ＞﹀ ？︖ ［﹇ ］﹈ ＿︳ ｛︷ ｜― ｝︸ ｟︵ ｠︶ ｡︒ ｢﹁ ｣﹂"
    var forms: [UInt32: UInt32] = [:]
    for pair in pairs.split(separator: " ") {
      let scalars = Array(pair.unicodeScalars)
      if scalars.count == 2 { forms[scalars[0].value] = scalars[1].value }
    }
    return forms
  }()
}
