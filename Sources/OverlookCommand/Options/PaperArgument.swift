import ArgumentParser
import Overlook

/// A size of paper on the command line: "A4", "A3-portrait", "297x210mm", "11x8.5in".
struct PaperArgument: CustomStringConvertible {
  let widthMillimeters: Double
  let heightMillimeters: Double

  static func parse(_ text: String) throws -> Self {
    let lower = text.lowercased()
    let isPortrait = lower.hasSuffix("-portrait")
    let name = isPortrait ? String(lower.dropLast("-portrait".count)) : lower
    if let (width, height) = PaperSize(rawValue: name)?.millimeters {
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
