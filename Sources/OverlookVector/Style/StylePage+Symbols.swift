import Glibc
import OverlookCamera
import OverlookGeometry
import OverlookLayout
import OverlookStyle
import OverlookSupport
import OverlookText

extension StylePage {
  private struct SymbolName: Hashable {
    var bucket: BucketID
    var worldCopy: Int
    var symbol: Int
    var isText: Bool
  }

  /// Icons and labels where they were placed, labels as text.
  mutating func symbols(_ layer: StyleFrameLayer, _ tiles: [TileFeatures]) -> [PageElement] {
    let quads = SymbolRecordBuilder.quads(layer, frame, view)
    var texts: [BucketID: SymbolTexts] = [:]
    for tile in tiles { if let symbols = tile.symbols { texts[symbols.bucket] = symbols } }
    var elements: [PageElement] = []
    var start = 0
    while start < quads.count {
      let name = name(quads[start])
      var end = start + 1
      while end < quads.count, self.name(quads[end]) == name { end += 1 }
      let scalars = name.isText ? texts[name.bucket]?.scalars(ofSymbol: name.symbol) ?? [] : []
      elements += symbol(Array(quads[start..<end]), scalars)
      start = end
    }
    pointCount += 8 * quads.count
    return elements
  }

  private func name(_ quad: PlacedQuad) -> SymbolName {
    SymbolName(bucket: quad.bucket, worldCopy: quad.worldCopy, symbol: quad.symbol, isText: quad.isText)
  }

  private func symbol(_ quads: [PlacedQuad], _ scalars: [Unicode.Scalar]) -> [PageElement] {
    let reach = PageRect(x: 0, y: 0, width: view.size.width, height: view.size.height).expanded(by: 64)
    guard quads.contains(where: { reach.contains($0.topLeft) }) else { return [] }
    var setter = LabelSetter(fonts: fonts)
    var elements: [PageElement] = []
    for quad in quads {
      switch quad.kind {
      case .glyph: setter.add(quad)
      case .colorGlyph:
        if let glyph = quad.glyph { elements.append(.picture(Self.picture(glyph, quad))) }
      case .icon:
        if let image = icons.picture(at: quad.texture) {
          elements.append(
            .picture(
              PagePicture(
                image, topLeft: quad.topLeft, topRight: quad.topRight, bottomLeft: quad.bottomLeft, opacity: quad.opacity)))
        }
      case .sdfIcon: if let picture = shape(quad) { elements.append(.picture(picture)) }
      }
    }
    return elements + setter.texts(scalars).map { .text($0) }
  }

  private func shape(_ quad: PlacedQuad) -> PagePicture? {
    let side = quad.topRight - quad.topLeft
    let points = (side.x * side.x + side.y * side.y).squareRoot()
    let pixels = Double(quad.texture.z - quad.texture.x)
    let halo = points > 0 ? Float(min(quad.haloWidthPoints * pixels / points, 6)) : 0
    guard let image = icons.shape(at: quad.texture, color: quad.color, halo: quad.haloColor, haloWidth: halo) else { return nil }
    return PagePicture(
      image, topLeft: quad.topLeft, topRight: quad.topRight, bottomLeft: quad.bottomLeft, opacity: quad.opacity)
  }

  /// A glyph of colours, whose planes lie one behind the other, without the atlas's pixel around it.
  private static func picture(_ glyph: SDFGlyph, _ quad: PlacedQuad) -> PagePicture {
    let plane = glyph.columns * glyph.rows
    let image = Image(width: glyph.columns, height: glyph.rows, scale: 1) { column, row in
      let place = row * glyph.columns + column
      guard glyph.bitmap.count >= 4 * plane, plane > 0 else { return .zero }
      return SIMD4(
        glyph.bitmap[place], glyph.bitmap[place + plane], glyph.bitmap[place + 2 * plane], glyph.bitmap[place + 3 * plane])
    }
    let u = (quad.topRight - quad.topLeft) / Double(glyph.columns + 2)
    let v = (quad.bottomLeft - quad.topLeft) / Double(glyph.rows + 2)
    let corner = quad.topLeft + u + v
    return PagePicture(
      PageImage(image), topLeft: corner, topRight: corner + u * Double(glyph.columns),
      bottomLeft: corner + v * Double(glyph.rows), opacity: quad.opacity)
  }
}

/// Makes text of the glyphs of a label.
struct LabelSetter {
  /// A glyph with the font that it is of.
  private struct Letter {
    var font: FontProgram
    var number: UInt32
    var boldness: Double
    var slant: Double
    /// A 24th of an em to the right and down, in points of the view.
    var right: SIMD2<Double>
    var down: SIMD2<Double>
    /// Of the pen.
    var place: SIMD2<Double>
    var character: Int
    var color: PageColor
    var halo: (color: PageColor, width: Double)

    var size: Double { 24 * (down.x * down.x + down.y * down.y).squareRoot() }
    var angle: Double { atan2(right.y, right.x) }
  }

  let fonts: LocalFonts
  private var letters: [Letter] = []

  /// A label bent less than this, in radians, is set as a straight line: it can be selected as one then.
  private static let straight = 0.07
  /// Letters that are turned more than this against each other belong to different lines.
  private static let sharpest = 0.6

  init(fonts: LocalFonts) {
    self.fonts = fonts
  }

  mutating func add(_ quad: PlacedQuad) {
    guard let glyph = quad.glyph, !glyph.isBlank, let origin = glyph.origin else { return }
    let resolved: SDFGlyph?
    if case .codePoint(let codePoint) = origin { resolved = fonts.glyph(codePoint, fontStack: "") } else { resolved = glyph }
    guard case .font(let program, let number, let boldness, let slant)? = resolved?.origin else { return }
    let resolution = Double(glyph.resolution)
    let right = (quad.topRight - quad.topLeft) / ((Double(glyph.columns) + 2) / resolution)
    let down = (quad.bottomLeft - quad.topLeft) / ((Double(glyph.rows) + 2) / resolution)
    let buffer = Double(SDFGlyph.border) + 1 / resolution
    let place =
      quad.topLeft + right * (buffer - Double(glyph.left)) + down * (buffer + Double(glyph.top) + Double(GlyphOrigin.ascent))
    letters.append(
      Letter(
        font: program, number: number, boldness: Double(boldness), slant: Double(slant), right: right, down: down, place: place,
        character: quad.character, color: PageColor(premultiplied: quad.color, opacity: quad.opacity),
        halo: (PageColor(premultiplied: quad.haloColor, opacity: quad.opacity), quad.haloWidthPoints)))
  }

  /// The runs of the label. `scalars`: its text, which the letters' places count in.
  mutating func texts(_ scalars: [Unicode.Scalar]) -> [PageText] {
    straighten()
    // Where the next letter of the text begins.
    let starts = Set(letters.map(\.character)).sorted()
    var ends: [Int: Int] = [:]
    for (index, start) in starts.enumerated() { ends[start] = index + 1 < starts.count ? starts[index + 1] : scalars.count }
    var texts: [PageText] = []
    var start = 0
    while start < letters.count {
      var end = start + 1
      var step = 0
      while end < letters.count, belong(letters[end - 1], letters[end], &step) { end += 1 }
      texts.append(
        text(letters[start..<end], isBackward: step < 0) { character in
          Self.string(scalars, character..<(ends[character] ?? character + 1))
        })
      start = end
    }
    letters = []
    return texts
  }

  private static func string(_ scalars: [Unicode.Scalar], _ range: Range<Int>) -> String {
    guard range.lowerBound >= 0, range.lowerBound < scalars.count else { return "" }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range.lowerBound..<min(max(range.upperBound, range.lowerBound), scalars.count)])
    return String(text)
  }

  /// Text, and the white space behind it.
  private static func split(_ text: String) -> (String, String) {
    let word = text.unicodeScalars.prefix { !$0.properties.isWhitespace }
    return word.isEmpty ? (text, "") : (String(word), String(text.unicodeScalars.dropFirst(word.count)))
  }

  /// Lets all letters of a slightly bent label run the same way.
  private mutating func straighten() {
    guard letters.count > 1, let first = letters.first else { return }
    let angles = letters.map { ($0.angle - first.angle).remainder(dividingBy: 2 * .pi) }
    guard let least = angles.min(), let most = angles.max(), most - least > 0, most - least < Self.straight else { return }
    let mean = angles.reduce(0, +) / Double(angles.count)
    for index in letters.indices {
      let turn = mean - angles[index]
      letters[index].right = letters[index].right.rotated(by: turn)
      letters[index].down = letters[index].down.rotated(by: turn)
    }
  }

  /// Whether two letters are of one run; `step`: 1 or -1 as soon as it is known which way the text goes.
  private func belong(_ a: Letter, _ b: Letter, _ step: inout Int) -> Bool {
    guard a.font === b.font, a.boldness == b.boldness, a.slant == b.slant, abs(a.size - b.size) < 0.01 * a.size,
      abs((a.angle - b.angle).remainder(dividingBy: 2 * .pi)) < Self.sharpest, a.color == b.color
    else { return false }
    let difference = b.character - a.character
    if difference == 0 { return true }
    guard step == 0 || (difference > 0) == (step > 0) else { return false }
    // A new line of the label.
    let way = b.place - a.place
    let off = abs(way.x * a.right.y - way.y * a.right.x) / max(a.right.x * a.right.x + a.right.y * a.right.y, 1e-12).squareRoot()
    guard off < 0.5 * a.size else { return false }
    step = difference > 0 ? 1 : -1
    return true
  }

  private func text(_ letters: ArraySlice<Letter>, isBackward: Bool, _ string: (Int) -> String) -> PageText {
    let first = letters[letters.startIndex]
    var clusters: [PageText.Cluster] = []
    var last: Int?
    var glyphs: [PageText.Glyph] = []
    for (index, letter) in zip(letters.indices, letters) {
      let turn = (letter.angle - first.angle).remainder(dividingBy: 2 * .pi)
      let glyph = PageText.Glyph(number: letter.number, place: letter.place, turn: abs(turn) < 0.002 ? 0 : turn)
      if letter.character == last, !clusters.isEmpty {
        clusters[clusters.count - 1].glyphCount += 1
        glyphs.append(glyph)
        continue
      }
      last = letter.character
      let (word, blanks) = Self.split(string(letter.character))
      clusters.append(PageText.Cluster(text: word, glyphCount: 1))
      glyphs.append(glyph)
      // A blank is a glyph of its own, so that each is the text that it shows; at the end of a line there is none.
      let next = isBackward ? index - 1 : index + 1
      guard !blanks.isEmpty, !isBackward, letters.indices.contains(next), let space = first.font.glyphIndex(0x20) else {
        if isBackward, !blanks.isEmpty, letters.indices.contains(next) { clusters[clusters.count - 1].text += blanks }
        continue
      }
      let way = letters[next].place - letter.place
      clusters.append(PageText.Cluster(text: " ", glyphCount: 1))
      glyphs.append(PageText.Glyph(number: space, place: letter.place + way * 0.7, turn: glyph.turn))
    }
    let unit = first.size / 24
    let right = first.right / unit
    return PageText(
      font: first.font, size: first.size, right: right, up: -first.down / unit + right * first.slant,
      glyphs: glyphs, clusters: clusters, isBackward: isBackward,
      color: first.color, boldness: first.boldness * unit, halo: first.halo.width > 0 ? first.halo : nil)
  }
}

extension SIMD2<Double> {
  func rotated(by angle: Double) -> SIMD2<Double> {
    SIMD2(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
  }
}
