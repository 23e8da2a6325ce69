import ArgumentParser
import Overlook

/// A size of paper on the command line: "A4", "A3-portrait", "297x210mm", "11x8.5in".
struct PaperArgument: CustomStringConvertible {
  let widthMillimeters: Double
  let heightMillimeters: Double

  /// Lying; the shorter side of each is the longer one of the next.
  private static let names: [String: (Double, Double)] = [
    "a0": (1189, 841), "a1": (841, 594), "a2": (594, 420), "a3": (420, 297), "a4": (297, 210), "a5": (210, 148), "a6": (148, 105),
    "letter": (279.4, 215.9), "legal": (355.6, 215.9), "tabloid": (431.8, 279.4),
  ]

  static func parse(_ text: String) throws -> Self {
    let lower = text.lowercased()
    let isPortrait = lower.hasSuffix("-portrait")
    let name = isPortrait ? String(lower.dropLast("-portrait".count)) : lower
    if let (width, height) = names[name] {
      return isPortrait
        ? Self(widthMillimeters: height, heightMillimeters: width) : Self(widthMillimeters: width, heightMillimeters: height)
    }
    let factor = lower.hasSuffix("in") ? 25.4 : lower.hasSuffix("cm") ? 10 : 1
    let digits = lower.hasSuffix("in") || lower.hasSuffix("cm") || lower.hasSuffix("mm") ? String(lower.dropLast(2)) : lower
    let sides = digits.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else {
      throw ValidationError("a size of paper, e.g. A4, A3-portrait, letter or 297x210mm")
    }
    let paper = Self(widthMillimeters: width * factor, heightMillimeters: height * factor)
    guard (20...5000).contains(paper.widthMillimeters), (20...5000).contains(paper.heightMillimeters) else {
      throw ValidationError("the sides of paper must lie in 20 to 5000 mm")
    }
    return paper
  }

  var description: String { "\(PackText.number(widthMillimeters))x\(PackText.number(heightMillimeters))mm" }
}
