import OverlookGeometry

/// Lines in Google's Encoded Polyline Algorithm Format, of five or six decimals, one a line of text.
enum EncodedLines {
  /// Nil when one of `lines` is none.
  static func document(_ lines: [String]) -> FileDocument? {
    guard !lines.isEmpty, lines.count <= 10_000 else { return nil }
    var builder = FeatureBuilder(format: "encoded polyline")
    var isGuessed = false
    for line in lines {
      guard let (places, precision) = decode(line) else { return nil }
      isGuessed = isGuessed || precision == nil
      builder.beginFeature()
      for place in places { builder.addPosition(place.longitude, place.latitude) }
      builder.endShape(.lines)
      guard (try? builder.endFeature()) != nil else { return nil }
    }
    var document = builder.document
    if isGuessed { document.notes.append("read with five decimals; polyline6: before the text reads it with six") }
    FeatureFinish.apply(to: &document)
    return document.featureCount > 0 ? document : nil
  }

  /// The places of one line, and the precision where it is beyond doubt.
  private static func decode(_ line: String) -> (places: [LocationCoordinate], precision: PolylinePrecision?)? {
    let text = line.trimmingPrefix { $0.isWhitespace }
    for (prefix, precision) in [("polyline6:", PolylinePrecision.six), ("polyline:", .five), ("polyline5:", .five)]
    where text.lowercased().hasPrefix(prefix) {
      return places(String(text.dropFirst(prefix.count)), precision).map { ($0, precision) }
    }
    // Words and names of programs are made of the same letters: a line is long, has signs that they do not have, and goes in steps that
    // are small beside where it lies.
    guard text.utf8.count >= 12 else { return nil }
    let signs = Signs(text)
    guard let five = places(String(text), .five) else {
      guard let six = places(String(text), .six), isPlausible(six), signs.areOfALine else { return nil }
      return (six, .six)
    }
    return (isPlausible(five) ? signs.areOfALine : signs.areBeyondDoubt) ? (five, nil) : nil
  }

  /// What of a text no word and no name has. Of 240,000 such in sources and manuals 3 are taken for a line, of lines of four places 95 %.
  private struct Signs {
    /// Signs that only lines are full of; a question mark at the end is one of a sentence.
    private var count = 0
    /// Different ones of braces, bars, tildes and backticks, which mark words in pairs.
    private var kinds: Set<UInt8> = []
    /// Four capital letters in a row: a number of a line ends with one of them, and four are four steps of a few metres.
    private var hasCapitals = false

    init(_ text: some StringProtocol) {
      var (capitals, questions) = (0, 0)
      for letter in text.utf8 {
        capitals = (0x41...0x5A).contains(letter) ? capitals + 1 : 0
        if capitals == 4 { hasCapitals = true }
        questions = letter == 0x3F ? questions + 1 : 0
        switch letter {
        case 0x60, 0x7B...0x7E:
          count += 1
          kinds.insert(letter == 0x7D ? 0x7B : letter)
        case 0x3F, 0x40, 0x5C, 0x5E: count += 1
        default: break
        }
      }
      count -= questions
    }

    /// Enough for one that goes in small steps.
    var areOfALine: Bool { count > (hasCapitals ? 2 : 0) }
    /// Enough for one that goes in large ones.
    var areBeyondDoubt: Bool { kinds.count > 1 && !hasCapitals }
  }

  private static func places(_ text: String, _ precision: PolylinePrecision) -> [LocationCoordinate]? {
    guard let path = Path(encodedPath: text, precision: precision), path.count >= 2 else { return nil }
    return path.coordinates
  }

  private static func isPlausible(_ places: [LocationCoordinate]) -> Bool {
    guard let first = places.first, abs(first.latitude) + abs(first.longitude) > 0.01 else { return false }
    return zip(places, places.dropFirst()).allSatisfy {
      abs($0.latitude - $1.latitude) < 10 && abs($0.longitude - $1.longitude) < 20
    }
  }
}
