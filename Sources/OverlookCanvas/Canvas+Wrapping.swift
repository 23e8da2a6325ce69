import OverlookSupport
import OverlookText

extension Canvas {
  /// The lines of `text` within `width` points: broken at its own line ends, where its writing allows it (between words, between
  /// ideographs, between the words of Thai), and between characters in words that are wider than a line. What finds no room in
  /// `maximumLines` ends in an ellipsis. Empty for a text of blanks.
  package func wrapped(_ text: String, size: Double, width: Double, maximumLines: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(whereSeparator: \.isNewline).prefix(maximumLines) {
      let cleaned = OutsideText.shown(String(paragraph))
      let isRightToLeft = Bidi.isRightToLeft(cleaned)
      var rest = cleaned
      while !rest.isEmpty {
        let isLast = lines.count + 1 >= maximumLines
        let end = isLast ? rest.endIndex : lineEnd(of: rest, size: size, width: width)
        let line = isLast ? fitted(rest, size: size, width: width) : String(rest[..<end])
        // A line runs as its paragraph does, whatever it begins with.
        let runsAsItself = Bidi.isRightToLeft(line) == isRightToLeft
        lines.append(runsAsItself ? line : (isRightToLeft ? "\u{200F}" : "\u{200E}") + line)
        if isLast { return lines }
        rest = String(rest[end...].drop { $0 == " " })
      }
    }
    return lines
  }

  /// Where the first line of `text` ends.
  private func lineEnd(of text: String, size: Double, width: Double) -> String.Index {
    func fits(_ prefix: Substring) -> Bool { textWidth(String(prefix), size: size) <= width }
    if fits(text[...]) { return text.endIndex }
    let starts = WordBreaks.lineStarts(text)
    let count = Self.lastFitting(starts.count) { fits(text[..<starts[$0 - 1]]) }
    if count > 0 { return starts[count - 1] }
    // A word that is wider than a line; at least a character of it.
    return text.index(text.startIndex, offsetBy: max(Self.lastFitting(text.count) { fits(text.prefix($0)) }, 1))
  }

  /// The largest number up to `count` that fits, if smaller ones do; 0 when none does.
  private static func lastFitting(_ count: Int, _ fits: (Int) -> Bool) -> Int {
    var (low, high) = (0, count + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether a line is read from right to left.
  package static func isRightToLeft(_ text: String) -> Bool { Bidi.isRightToLeft(text) }
}
