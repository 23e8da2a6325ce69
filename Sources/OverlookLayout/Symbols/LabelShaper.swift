import OverlookText

/// Which way the glyphs of a label follow each other.
enum WritingMode: UInt8, Sendable {
  /// Icons.
  case none
  case horizontal
  case vertical
  /// There is no vertical version to change to.
  case horizontalOnly
}

/// The side or corner of a label that lies at its anchor.
enum LabelAnchor: UInt8, Sendable {
  case center, left, right, top, bottom, topLeft, topRight, bottomLeft, bottomRight

  init(_ name: String) {
    self =
      switch name {
      case "left": .left
      case "right": .right
      case "top": .top
      case "bottom": .bottom
      case "top-left": .topLeft
      case "top-right": .topRight
      case "bottom-left": .bottomLeft
      case "bottom-right": .bottomRight
      default: .center
      }
  }

  /// Where the anchor lies in the label's box: 0 left or top, 1 right or bottom.
  var alignment: SIMD2<Float> {
    let x: Float =
      switch self {
      case .left, .topLeft, .bottomLeft: 0
      case .right, .topRight, .bottomRight: 1
      case .center, .top, .bottom: 0.5
      }
    let y: Float =
      switch self {
      case .top, .topLeft, .topRight: 0
      case .bottom, .bottomLeft, .bottomRight: 1
      case .center, .left, .right: 0.5
      }
    return SIMD2(x, y)
  }

  /// The justification that fits the side.
  var justification: LabelJustification {
    switch self {
    case .left, .topLeft, .bottomLeft: .left
    case .right, .topRight, .bottomRight: .right
    case .center, .top, .bottom: .center
    }
  }
}

enum LabelJustification: UInt8, Sendable, CaseIterable {
  case left, center, right

  var factor: Float {
    switch self {
    case .left: 0
    case .center: 0.5
    case .right: 1
    }
  }
}

/// A label whose glyphs have their places. Distances in 24ths of an em, y down, from the anchor.
struct ShapedLabel {
  struct Glyph {
    /// Nil for an image.
    var glyph: SDFGlyph?
    var image: LabelImage?
    var x: Float
    var y: Float
    var isVertical: Bool
    var scale: Float
    var section: Int32
    var advance: Float
    /// The place of its first code point in the text.
    var character = 0
  }

  struct Line {
    var glyphs: [Glyph] = []
    /// How much higher it is than a line of plain text.
    var offset: Float = 0
  }

  var lines: [Line] = []
  var top: Float
  var bottom: Float
  var left: Float
  var right: Float
  var writingMode: WritingMode
  var text: String
  var hasImages = false
  /// Whether any glyph stands upright in a vertical line.
  var isVerticalizable = false

  var isEmpty: Bool { lines.allSatisfy(\.glyphs.isEmpty) }
}

/// How a label is set.
struct LabelSetting {
  var maximumWidth: Float = .infinity
  var lineHeight: Float
  var anchor = LabelAnchor.center
  var justification = LabelJustification.center
  var spacing: Float = 0
  var offset = SIMD2<Float>.zero
  var writingMode = WritingMode.horizontal
  /// Whether points may have vertical labels.
  var allowsVerticalPlacement = false
  /// Sizes of the text, in points: at the zoom of the tile plus one, and at its own.
  var layoutSize: Float
  var sizeAtZoom: Float
}

/// Sets labels: breaks lines, orders them for the eye, places glyphs, justifies and anchors.
struct LabelShaper {
  static let em: Float = 24
  /// From the middle of a line to the top of its em, as fonts made for glyph PBFs expect it.
  static let defaultOffset: Float = -17

  private let text: LabelCharacters
  private let setting: LabelSetting
  private var label: ShapedLabel
  private var y: Float = 0
  private var longestLine: Float = 0
  private var highestLine: Float = 0

  /// Nil when nothing of the text can be drawn.
  static func shape(_ text: LabelCharacters, _ setting: LabelSetting) -> ShapedLabel? {
    var shaper = LabelShaper(text, setting)
    return shaper.shape()
  }

  private init(_ text: LabelCharacters, _ setting: LabelSetting) {
    self.text = text
    self.setting = setting
    let offset = setting.offset
    label = ShapedLabel(
      top: offset.y, bottom: offset.y, left: offset.x, right: offset.x, writingMode: setting.writingMode, text: text.plainText)
  }

  private mutating func shape() -> ShapedLabel? {
    let advances = text.units.map { unit in
      if text.isImage(unit), let image = text.sections[unit.section].image {
        return image.size.x * Self.em / max(setting.layoutSize, 0.01) + setting.spacing
      }
      guard !unit.glyphs.isEmpty else { return 0 }
      return text.glyphs[unit.glyphs].reduce(0) { $0 + $1.advance } * text.sections[unit.section].scale + setting.spacing
    }
    var start = 0
    for end in LineBreaks.ends(text, advances: advances, maximumWidth: setting.maximumWidth) {
      addLine(start..<end)
      start = end
    }
    if label.isEmpty { return nil }
    align()
    return label
  }

  /// The units of a line as they are seen, without white space at its ends.
  private func visible(_ range: Range<Int>) -> [LabelCharacters.Unit] {
    let levels = text.units[range].map(\.level)
    let ordered = Bidi.visualOrder(levels[...]).map { text.units[range.lowerBound + $0] }
    guard let first = ordered.firstIndex(where: { !LineBreaks.isWhitespace($0.codePoint) }),
      let last = ordered.lastIndex(where: { !LineBreaks.isWhitespace($0.codePoint) })
    else { return [] }
    return Array(ordered[first...last])
  }

  private mutating func addLine(_ range: Range<Int>) {
    let units = visible(range)
    label.lines.append(ShapedLabel.Line())
    guard !units.isEmpty else {
      y += setting.lineHeight
      return
    }
    let imageFactor = Self.em / max(setting.sizeAtZoom, 0.01)
    let maximumScale = units.reduce(0) { max($0, text.sections[$1.section].scale) }
    let images = units.compactMap { text.isImage($0) ? text.sections[$0.section].image?.size : nil }
    let content = images.reduce(SIMD2(repeating: maximumScale * Self.em)) { result, size in
      SIMD2(max(result.x, size.x * imageFactor), max(result.y, size.y * imageFactor))
    }
    var line = ShapedLabel.Line()
    var x: Float = 0
    var imageOffset: Float = 0
    for unit in units {
      if let image = text.sections[unit.section].image {
        let isVertical = isVertical(unit.codePoint)
        let extra = place(image, unit, x: &x, scale: imageFactor, content: content, isVertical: isVertical, in: &line)
        imageOffset = max(imageOffset, extra - Self.em * maximumScale)
      } else {
        place(unit, x: &x, content: content, in: &line)
      }
    }
    if !line.glyphs.isEmpty {
      longestLine = max(longestLine, x - setting.spacing)
      Self.justify(&line.glyphs, setting.justification.factor)
    }
    line.offset = max(imageOffset, (maximumScale - 1) * Self.em)
    label.lines[label.lines.count - 1] = line
    let height = setting.lineHeight * maximumScale + imageOffset
    y += height
    highestLine = max(highestLine, height)
  }

  private func isVertical(_ codePoint: UInt32) -> Bool {
    guard setting.writingMode == .vertical else { return false }
    if setting.allowsVerticalPlacement { return !LineBreaks.isWhitespace(codePoint) && !ScriptTables.isArabic(codePoint) }
    return ScriptTables.isUpright(codePoint)
  }

  private mutating func place(
    _ unit: LabelCharacters.Unit, x: inout Float, content: SIMD2<Float>, in line: inout ShapedLabel.Line
  ) {
    guard !unit.glyphs.isEmpty else { return }
    let section = text.sections[unit.section]
    let isVertical = isVertical(unit.codePoint)
    let baseline =
      isVertical
      ? content.x - section.scale * Self.em : (content.y - section.scale * Self.em) * section.alignment.factor
    for glyph in text.glyphs[unit.glyphs] {
      line.glyphs.append(
        ShapedLabel.Glyph(
          glyph: glyph.glyph, x: x + glyph.offset.x * section.scale,
          y: y + baseline + Self.defaultOffset + glyph.offset.y * section.scale, isVertical: isVertical, scale: section.scale,
          section: section.index, advance: glyph.advance, character: unit.character))
      if !isVertical { x += glyph.advance * section.scale }
    }
    if isVertical {
      label.isVerticalizable = true
      x += Self.em * section.scale
    }
    x += setting.spacing
  }

  /// Says how high the line must be for the image.
  private mutating func place(
    _ image: LabelImage, _ unit: LabelCharacters.Unit, x: inout Float, scale: Float, content: SIMD2<Float>, isVertical: Bool,
    in line: inout ShapedLabel.Line
  ) -> Float {
    let section = text.sections[unit.section]
    let baseline =
      isVertical ? content.x - image.size.y * scale : (content.y - image.size.y * scale) * section.alignment.factor
    let advance = isVertical ? image.size.y : image.size.x
    line.glyphs.append(
      ShapedLabel.Glyph(
        image: image, x: x, y: y + baseline + Self.defaultOffset, isVertical: isVertical, scale: scale, section: section.index,
        advance: advance, character: unit.character))
    label.hasImages = true
    if isVertical { label.isVerticalizable = true }
    x += advance * scale + setting.spacing
    return (isVertical ? image.size.x : image.size.y) * scale
  }

  private static func justify(_ glyphs: inout [ShapedLabel.Glyph], _ factor: Float) {
    guard factor > 0, let last = glyphs.last else { return }
    let indent = (last.x + last.advance * last.scale) * factor
    for index in glyphs.indices { glyphs[index].x -= indent }
  }

  private mutating func align() {
    let alignment = setting.anchor.alignment
    let shiftX = (setting.justification.factor - alignment.x) * longestLine
    let shiftY =
      highestLine != setting.lineHeight
      ? -y * alignment.y - Self.defaultOffset
      : -alignment.y * Float(label.lines.count) * setting.lineHeight + 0.5 * setting.lineHeight
    for line in label.lines.indices {
      for index in label.lines[line].glyphs.indices {
        label.lines[line].glyphs[index].x += shiftX
        label.lines[line].glyphs[index].y += shiftY
      }
    }
    label.top -= alignment.y * y
    label.bottom = label.top + y
    label.left -= alignment.x * longestLine
    label.right = label.left + longestLine
  }
}
