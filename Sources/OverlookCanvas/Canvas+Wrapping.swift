import OverlookSupport

extension Canvas {
  /// The lines of `text` within `width` points: broken at its own line ends, between words, and within words that are wider than
  /// a line. What finds no room in `maximumLines` ends in an ellipsis. Empty for a text of blanks.
  package func wrapped(_ text: String, size: Double, width: Double, maximumLines: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(whereSeparator: \.isNewline).prefix(maximumLines) {
      var rest = Substring(OutsideText.cleaned(String(paragraph)))
      while !rest.isEmpty {
        guard lines.count + 1 < maximumLines else {
          lines.append(fitted(String(rest), size: size, width: width))
          return lines
        }
        let end = lineEnd(of: rest, size: size, width: width)
        lines.append(String(rest[..<end]))
        rest = rest[end...].drop { $0 == " " }
      }
    }
    return lines
  }

  /// Where the first line of `text` ends.
  private func lineEnd(of text: Substring, size: Double, width: Double) -> Substring.Index {
    if textWidth(String(text), size: size) <= width { return text.endIndex }
    var best: Substring.Index?
    var next = text.startIndex
    while let blank = text[next...].firstIndex(of: " ") {
      guard textWidth(String(text[..<blank]), size: size) <= width else { break }
      best = blank
      next = text.index(after: blank)
    }
    if let best { return best }
    var (fits, tooLong) = (1, text.count)
    while tooLong - fits > 1 {
      let middle = (fits + tooLong) / 2
      if textWidth(String(text.prefix(middle)), size: size) <= width { fits = middle } else { tooLong = middle }
    }
    return text.index(text.startIndex, offsetBy: fits)
  }
}
