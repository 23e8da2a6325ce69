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
    // Words are made of the same letters: a line is long, and goes in steps that are small beside where it lies.
    guard text.utf8.count >= 12, let five = places(String(text), .five) else {
      guard text.utf8.count >= 12, let six = places(String(text), .six), isPlausible(six) else { return nil }
      return (six, .six)
    }
    return isPlausible(five) || hasNoWords(text) ? (five, nil) : nil
  }

  /// Whether a text has several signs that no word has, and that lines are full of.
  private static func hasNoWords(_ text: some StringProtocol) -> Bool {
    text.utf8.count { (0x7B...0x7E).contains($0) || $0 == 0x60 } > 1
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
