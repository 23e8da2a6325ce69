/// The forms under which a name is indexed: as it is written, with abbreviations written out, and with umlauts as two letters.
enum NameVariants {
  /// Without repetition, the plain form first; names of no word give none.
  static func variants(of name: String) -> [[[UInt32]]] {
    let words = Array(NameFolding.words(name).prefix(12))
    guard !words.isEmpty else { return [] }
    var variants = [words]
    add(StreetWords.writtenOut(words), to: &variants)
    let two = withTwoLetters(name)
    if two != name {
      let spelled = Array(NameFolding.words(two).prefix(12))
      add(spelled, to: &variants)
      add(StreetWords.writtenOut(spelled), to: &variants)
    }
    return variants
  }

  private static func add(_ words: [[UInt32]], to variants: inout [[[UInt32]]]) {
    if !words.isEmpty, !variants.contains(words) { variants.append(words) }
  }

  /// "Müller" as "Mueller", "Århus" as "Aarhus".
  private static func withTwoLetters(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == 0xC3 }) else { return name }
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar {
      case "ä", "Ä": result.append(contentsOf: "ae".unicodeScalars)
      case "ö", "Ö", "ø", "Ø": result.append(contentsOf: "oe".unicodeScalars)
      case "ü", "Ü": result.append(contentsOf: "ue".unicodeScalars)
      case "å", "Å": result.append(contentsOf: "aa".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
