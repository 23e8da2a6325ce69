import Glibc
import OverlookGeometry
import OverlookText
import OverlookSupport

/// The sheet around a map: title, frame, scale, credits, north arrow and legend. Lengths in points of 1/72 inch.
package struct PageSheet: Sendable {
  /// A line of the legend.
  package struct LegendEntry: Hashable, Sendable {
    package var name: String
    package var color: PageColor

    package init(name: String, color: PageColor) {
      self.name = name
      self.color = color
    }
  }

  package var width: Double
  package var height: Double
  package var margin = 28.0
  /// Empty: none, and no room for it.
  package var title = ""
  package var showsScale = true
  package var showsCredits = true
  package var showsNorth = true
  package var legend: [LegendEntry] = []
  /// Credits in full; each is said once.
  package var credits: [String] = []
  /// The letter of the north arrow.
  package var northLetter = "N"

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  private static let titleSize = 16.0
  private static let textSize = 7.0
  private static let scaleWidth = 170.0

  /// What is left for the map; nil when that is less than a centimetre.
  package var mapFrame: PageRect? {
    let top = margin + (title.isEmpty ? 0 : Self.titleSize * 1.6)
    let frame = PageRect(low: SIMD2(margin, top), high: SIMD2(width - margin, height - margin - stripHeight))
    return frame.width >= 28 && frame.height >= 28 && frame.width.isFinite && frame.height.isFinite ? frame : nil
  }

  private var stripHeight: Double {
    showsScale || showsCredits ? 26 : 0
  }

  /// The credits in lines that have room below the map, and how large they are written for that.
  private func creditLines(_ text: SheetText) -> (lines: [String], size: Double) {
    guard showsCredits, !credits.isEmpty else { return ([], Self.textSize) }
    let room = max(width - 2 * margin - (showsScale ? Self.scaleWidth : 0), 40)
    let whole = credits.uniqued().joined(separator: " | ")
    for size in [Self.textSize, 6, 5, 4] {
      let lines = text.wrapped(whole, width: room / size)
      if Double(lines.count) * size * 1.25 <= 20 { return (lines, size) }
    }
    return (Array(text.wrapped(whole, width: room / 3).prefix(5)), 3)
  }

  /// The finished page. `map`: elements in units of which `unitsPerPoint` are a point; `metersPerPoint`: on the ground, in the middle
  /// of the map; `bearing`: what is up, in degrees.
  package func document(
    map: [PageElement], unitsPerPoint: Double, metersPerPoint: Double, bearing: Double, background: PageColor, creationTime: Int
  ) throws(PageError) -> PageDocument {
    guard let frame = mapFrame else { throw .unusableSize("\(width) × \(height) points with its margins") }
    var document = PageDocument(width: width, height: height, creationTime: creationTime)
    document.title = title
    let text = SheetText()
    let units = PageRect(x: 0, y: 0, width: frame.width * unitsPerPoint, height: frame.height * unitsPerPoint)
    let ground = PageElement.path(PagePath(PageOutline(units), fill: .color(background)))
    document.elements.append(
      .group(
        PageGroup(name: "map", origin: frame.low, scale: 1 / unitsPerPoint, clip: units, elements: [ground] + map)))
    var sheet: [PageElement] = [
      .path(PagePath(PageOutline(frame), stroke: PageStroke(color: PageColor(red: 0.2, green: 0.2, blue: 0.2), width: 0.6)))
    ]
    if !title.isEmpty {
      let isBackward = Bidi.isRightToLeft(title)
      sheet += text.texts(
        title, at: SIMD2(isBackward ? frame.high.x : frame.low.x, margin + Self.titleSize * 0.85), size: Self.titleSize,
        font: "Inter Bold", alignment: isBackward ? .right : .left)
    }
    if showsScale { sheet += scale(metersPerPoint, at: SIMD2(frame.low.x, frame.high.y + 10), text) }
    let (lines, size) = creditLines(text)
    for (index, line) in lines.enumerated() {
      let place = SIMD2(frame.high.x, frame.high.y + 4 + size * (1 + 1.25 * Double(index)))
      sheet += text.texts(line, at: place, size: size, color: PageColor(red: 0.25, green: 0.25, blue: 0.25), alignment: .right)
      document.links += links(line, endingAt: place, size, text)
    }
    if showsNorth, abs(bearing.remainder(dividingBy: 360)) > 0.5 { sheet += north(bearing, in: frame, text) }
    if !legend.isEmpty { sheet += legend(in: frame, text) }
    document.elements.append(.group(PageGroup(name: "sheet", elements: sheet)))
    return document
  }

  // MARK: Parts

  private func scale(_ metersPerPoint: Double, at place: SIMD2<Double>, _ text: SheetText) -> [PageElement] {
    let format = MeasureFormat.current
    guard let meters = format.roundLength(atMost: 100 * metersPerPoint) else { return [] }
    let length = meters / metersPerPoint
    var elements: [PageElement] = []
    // Four pieces, black and white in turn.
    for piece in 0..<4 {
      let rect = PageRect(x: place.x + length * Double(piece) / 4, y: place.y, width: length / 4, height: 3)
      let color = piece.isMultiple(of: 2) ? PageColor.black : .white
      elements.append(
        .path(PagePath(PageOutline(rect), fill: .color(color), stroke: PageStroke(color: .black, width: 0.4, join: .miter))))
    }
    elements += text.texts("0", at: place - SIMD2(0, 2), size: Self.textSize, alignment: .center)
    let end = format.length(meters)
    elements += text.texts(end, at: place + SIMD2(length, -2), size: Self.textSize, alignment: .center)
    let right = length + text.width(end) * Self.textSize / 2 + 8
    // A point is 25.4 / 72 mm.
    let ratio = metersPerPoint / (0.0254 / 72)
    return elements
      + text.texts("1 : \(Self.figures(ratio))", at: place + SIMD2(right, 3), size: Self.textSize)
  }

  /// Three figures that count.
  private static func figures(_ value: Double) -> String {
    guard value >= 0.5, value < 1e15 else { return "0" }
    let step = pow(10, max(floor(log10(value)) - 2, 0))
    return NumberFormat.current.text((value / step).rounded() * step, decimals: 0)
  }

  /// An arrow that points to the north, in the upper right corner.
  private func north(_ bearing: Double, in frame: PageRect, _ text: SheetText) -> [PageElement] {
    let middle = SIMD2(frame.high.x - 24, frame.low.y + 26)
    let angle = -bearing * Angle.radiansPerDegree
    func place(_ x: Double, _ y: Double) -> SIMD2<Double> { middle + SIMD2(x, y).rotated(by: angle) }
    var disc = PageOutline()
    disc.addCircle(at: middle, radius: 18)
    let black = PageStroke(color: .black, width: 0.5, join: .miter)
    return [
      .path(PagePath(disc, fill: .color(PageColor(red: 1, green: 1, blue: 1, alpha: 0.8)))),
      .path(PagePath(PageOutline(ring: [place(0, -9), place(-4, 9), place(0, 6)]), fill: .color(.black), stroke: black)),
      .path(PagePath(PageOutline(ring: [place(0, -9), place(4, 9), place(0, 6)]), fill: .color(.white), stroke: black)),
    ] + text.texts(northLetter, at: place(0, -12.5) + SIMD2(0, 2.5), size: 7, alignment: .center)
  }

  /// Names of layers beside their colours, in the lower left corner of the map.
  private func legend(in frame: PageRect, _ text: SheetText) -> [PageElement] {
    let rows = legend.prefix(max(Int((frame.height - 24) / 12), 0))
    guard !rows.isEmpty else { return [] }
    let widest = rows.reduce(0) { max($0, text.width($1.name) * 8) }
    let box = PageRect(
      x: frame.low.x + 8, y: frame.high.y - 8 - 12 * Double(rows.count) - 8, width: min(widest + 34, frame.width - 16),
      height: 12 * Double(rows.count) + 8)
    var elements: [PageElement] = [
      .path(
        PagePath(
          PageOutline(box), fill: .color(PageColor(red: 1, green: 1, blue: 1, alpha: 0.9)),
          stroke: PageStroke(color: PageColor(red: 0.4, green: 0.4, blue: 0.4), width: 0.4)))
    ]
    for (index, entry) in rows.enumerated() {
      let y = box.low.y + 4 + 12 * Double(index)
      elements.append(
        .path(PagePath(PageOutline(PageRect(x: box.low.x + 6, y: y + 3, width: 14, height: 6)), fill: .color(entry.color))))
      elements += text.texts(entry.name, at: SIMD2(box.low.x + 26, y + 8.8), size: 8)
    }
    return elements
  }

  /// Where the terms of well-known sources are read.
  private static let terms = [("OpenStreetMap", "https://www.openstreetmap.org/copyright")]

  private func links(_ line: String, endingAt place: SIMD2<Double>, _ size: Double, _ text: SheetText) -> [PageDocument.Link] {
    Self.terms.compactMap { name, address in
      guard let range = line.ranges(of: name).first else { return nil }
      let after = text.width(String(line[range.upperBound...])) * size
      let own = text.width(name) * size
      return PageDocument.Link(
        rect: PageRect(x: place.x - after - own, y: place.y - size, width: own, height: 1.25 * size),
        address: address)
    }
  }
}
