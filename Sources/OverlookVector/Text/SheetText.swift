package import OverlookText

/// Sets lines of text that stand beside the map: title, credits, scale.
package struct SheetText: Sendable {
  private let fonts: LocalFonts

  package init(fonts: LocalFonts = LocalFonts()) {
    self.fonts = fonts
  }

  /// Where a line stands at its place.
  package enum Alignment: Sendable {
    case left, center, right
  }

  /// How wide a line is at a size of 1.
  package func width(_ text: String, font: String = "Inter") -> Double { line(text, font).width }

  /// A line of text on its baseline.
  package func texts(
    _ text: String, at place: SIMD2<Double>, size: Double, color: PageColor = .black, font: String = "Inter",
    alignment: Alignment = .left, halo: (color: PageColor, width: Double)? = nil
  ) -> [PageElement] {
    let line = line(text, font)
    var pen = place
    switch alignment {
    case .left: break
    case .center: pen.x -= line.width * size / 2
    case .right: pen.x -= line.width * size
    }
    return line.runs.map { run in
      .text(
        PageText(
          font: run.font, size: size, up: SIMD2(run.slant, -1),
          glyphs: run.glyphs.map { PageText.Glyph(number: $0.number, place: pen + $0.place * size) }, clusters: run.clusters,
          isBackward: run.isBackward, color: color, boldness: run.boldness * size, halo: halo))
    }
  }

  /// Text in as many lines as it takes to stay within a width, at a size of 1; a word by itself may be wider.
  package func wrapped(_ text: String, width: Double) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      let longer = lines.last.map { $0 + " " + word } ?? String(word)
      if !lines.isEmpty, self.width(longer) <= width { lines[lines.count - 1] = longer } else { lines.append(String(word)) }
    }
    return lines
  }

  // MARK: Shaping

  /// Letters of one font and direction; places at a size of 1.
  private struct Run {
    var font: FontProgram
    var boldness: Double
    var slant: Double
    var isBackward: Bool
    var glyphs: [PageText.Glyph] = []
    var clusters: [PageText.Cluster] = []
  }

  private func line(_ text: String, _ font: String) -> (runs: [Run], width: Double) {
    let scalars = Array(text.unicodeScalars.prefix(4096)).filter { $0.value >= 0x20 }
    let levels = Bidi.levels(scalars.map(\.value))
    let clusters = fonts.shape(
      scalars.map(\.value), levels: levels.allSatisfy { $0 == 0 } ? [] : levels, fontStack: font)
    // Each with the letters up to the next one.
    let starts = clusters.map(\.index)
    var ends: [Int: Int] = [:]
    let sorted = starts.sorted()
    for (place, start) in sorted.enumerated() { ends[start] = place + 1 < sorted.count ? sorted[place + 1] : scalars.count }
    let order = Bidi.visualOrder(starts.map { levels.indices.contains($0) ? levels[$0] : 0 }[...])
    var runs: [Run] = []
    var pen = 0.0
    for index in order {
      let cluster = clusters[index]
      var string = String.UnicodeScalarView()
      string.append(contentsOf: scalars[cluster.index..<max(ends[cluster.index] ?? 0, cluster.index)])
      let isBackward = levels.indices.contains(cluster.index) && levels[cluster.index] & 1 == 1
      add(cluster, String(string), isBackward: isBackward, &runs, &pen)
    }
    return (runs, pen)
  }

  private func add(_ cluster: LocalCluster, _ text: String, isBackward: Bool, _ runs: inout [Run], _ pen: inout Double) {
    var isFirst = true
    for glyph in cluster.glyphs {
      let place = SIMD2(pen + Double(glyph.offset.x) / 24, Double(glyph.offset.y) / 24)
      pen += Double(glyph.advance) / 24
      guard case .font(let font, let number, let boldness, let slant)? = glyph.glyph.origin else { continue }
      let (bold, lean) = (Double(boldness) / 24, Double(slant))
      if runs.last.map({ $0.font !== font || $0.isBackward != isBackward || $0.boldness != bold }) ?? true {
        runs.append(Run(font: font, boldness: bold, slant: lean, isBackward: isBackward))
      }
      runs[runs.count - 1].glyphs.append(PageText.Glyph(number: number, place: place))
      if isFirst {
        runs[runs.count - 1].clusters.append(PageText.Cluster(text: text, glyphCount: 1))
      } else {
        let last = runs[runs.count - 1].clusters.count - 1
        if last >= 0 {
          runs[runs.count - 1].clusters[last].glyphCount += 1
        } else {
          runs[runs.count - 1].clusters.append(PageText.Cluster(text: "", glyphCount: 1))
        }
      }
      isFirst = false
    }
    // A blank is nothing that is seen, and belongs to the run before it.
    guard isFirst, !text.isEmpty, let last = runs.indices.last, let space = runs[last].font.glyphIndex(0x20) else { return }
    let advance = cluster.glyphs.reduce(0) { $0 + Double($1.advance) / 24 }
    runs[last].glyphs.append(PageText.Glyph(number: space, place: SIMD2(pen - advance, 0)))
    runs[last].clusters.append(PageText.Cluster(text: text, glyphCount: 1))
  }
}
