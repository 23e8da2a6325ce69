import OverlookText

/// Where the lines of a label end: at the breaks that make lines most alike, by penalties for bad places.
struct LineBreaks {
  /// A place where a line may end, and the best way to get there.
  private struct Break {
    var index: Int
    var x: Float
    /// Of the break before it; -1 for the start.
    var prior: Int
    var badness: Float
  }

  /// Ends of lines as indices of units, the last one included. `advances`: widths with spacing, in 24ths of an em as
  /// `maximumWidth`.
  static func ends(_ text: LabelCharacters, advances: [Float], maximumWidth: Float) -> [Int] {
    let units = text.units
    guard !units.isEmpty else { return [] }
    let total = advances.reduce(0, +)
    // No width at all: as many lines as there can be.
    let lineCount = maximumWidth > 0 ? max(1, (total / maximumWidth).rounded(.up)) : .infinity
    let target = total / lineCount
    let hasSuggestedBreaks = units.contains { $0.codePoint == 0x200B }

    var breaks: [Break] = []
    var x: Float = 0
    for index in units.indices {
      let codePoint = units[index].codePoint
      if !isWhitespace(codePoint) { x += advances[index] }
      guard index < units.count - 1 else { break }
      let next = units[index + 1].codePoint
      let isIdeographic = ScriptTables.allowsBreakAfter(codePoint)
      let isBreakable =
        isBreakableAfter(codePoint) || isIdeographic || units[index + 1].startsWord || text.isImage(units[index])
        || (index != units.count - 2 && next == 0x28)
      guard isBreakable else { continue }
      let penalty = penalty(codePoint, before: next, isIdeographic: isIdeographic && hasSuggestedBreaks)
      breaks.append(best(index + 1, x, target, breaks, penalty: penalty, isLast: false))
    }
    let last = best(units.count, x, target, breaks, penalty: 0, isLast: true)
    var ends = [last.index]
    var prior = last.prior
    while prior >= 0 {
      ends.append(breaks[prior].index)
      prior = breaks[prior].prior
    }
    return ends.reversed()
  }

  static func isWhitespace(_ codePoint: UInt32) -> Bool { (0x09...0x0D).contains(codePoint) || codePoint == 0x20 }

  /// Spaces, and punctuation after which words often go on without one.
  private static func isBreakableAfter(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    case 0x0A, 0x20, 0x26, 0x29, 0x2B, 0x2D, 0x2F, 0xAD, 0xB7, 0x200B, 0x2010, 0x2013, 0x2027: true
    default: false
    }
  }

  private static func penalty(_ codePoint: UInt32, before next: UInt32, isIdeographic: Bool) -> Float {
    var penalty: Float = 0
    // A line feed ends its line whatever comes of it.
    if codePoint == 0x0A { penalty -= 10_000 }
    // Whoever says where breaks are good means that others are less so.
    if isIdeographic { penalty += 150 }
    if codePoint == 0x28 || codePoint == 0xFF08 { penalty += 50 }
    if next == 0x29 || next == 0xFF09 { penalty += 50 }
    return penalty
  }

  private static func best(
    _ index: Int, _ x: Float, _ target: Float, _ breaks: [Break], penalty: Float, isLast: Bool
  ) -> Break {
    var result = Break(index: index, x: x, prior: -1, badness: badness(x, target, penalty, isLast))
    for (prior, candidate) in breaks.enumerated() {
      let badness = badness(x - candidate.x, target, penalty, isLast) + candidate.badness
      if badness <= result.badness {
        result.prior = prior
        result.badness = badness
      }
    }
    return result
  }

  private static func badness(_ width: Float, _ target: Float, _ penalty: Float, _ isLast: Bool) -> Float {
    let raggedness = (width - target) * (width - target)
    // A last line is better short than long.
    if isLast { return width < target ? raggedness / 2 : raggedness * 2 }
    return raggedness + abs(penalty) * penalty
  }
}
