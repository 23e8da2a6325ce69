package import OverlookText

/// Letters of one font, size and direction, with the text that they are.
package struct PageText: Sendable {
  package struct Glyph: Hashable, Sendable {
    /// In the font.
    package var number: UInt32
    /// Of the pen, in units of the page.
    package var place: SIMD2<Double>
    /// By which it is turned against the line, in radians: of letters along a bent line.
    package var turn: Double

    package init(number: UInt32, place: SIMD2<Double>, turn: Double = 0) {
      self.number = number
      self.place = place
      self.turn = turn
    }
  }

  /// Letters and the glyphs that show them.
  package struct Cluster: Hashable, Sendable {
    package var text: String
    package var glyphCount: Int

    package init(text: String, glyphCount: Int) {
      self.text = text
      self.glyphCount = glyphCount
    }
  }

  package var font: FontProgram
  /// In units of the page.
  package var size: Double
  /// The way that the line runs, and the way up from it: of length 1, or shorter where it is seen aslant.
  package var right: SIMD2<Double>
  package var up: SIMD2<Double>
  /// From left to right.
  package var glyphs: [Glyph]
  /// In the order of the glyphs; empty glyph counts belong to what stands before.
  package var clusters: [Cluster]
  /// Whether the text is read from right to left: the last cluster first.
  package var isBackward: Bool
  package var color: PageColor
  /// By which the outline grows on all sides, in units of the page.
  package var boldness: Double
  /// Around the letters; nil for none. Its width counts from the edge of the letters.
  package var halo: (color: PageColor, width: Double)?

  /// Whether its letters lie along a bent line.
  package var isBent: Bool { glyphs.contains { $0.turn != 0 } }

  /// In the order in which it is read.
  package var text: String { (isBackward ? clusters.reversed() : clusters).map(\.text).joined() }

  package init(
    font: FontProgram, size: Double, right: SIMD2<Double> = SIMD2(1, 0), up: SIMD2<Double> = SIMD2(0, -1), glyphs: [Glyph],
    clusters: [Cluster], isBackward: Bool = false, color: PageColor, boldness: Double = 0,
    halo: (color: PageColor, width: Double)? = nil
  ) {
    self.font = font
    self.size = size
    self.right = right
    self.up = up
    self.glyphs = glyphs
    self.clusters = clusters
    self.isBackward = isBackward
    self.color = color
    self.boldness = boldness
    self.halo = halo
  }
}
