public import OverlookGeometry
public import OverlookSupport
package import OverlookText

/// Which part of a line of text lies at the point that it is drawn at.
public struct TextAnchor: Hashable, Sendable {
  /// Across the line.
  public enum Horizontal: Hashable, Sendable {
    /// The line starts, has its middle, or ends at the point.
    case left, center, right
  }

  /// Along the height of the line.
  public enum Vertical: Hashable, Sendable {
    /// The feet of the letters, the middle of its capitals, or the upper edge of its capitals lies at the point.
    case baseline, middle, top
  }

  /// Across the line.
  public var horizontal: Horizontal
  /// Along the height of the line.
  public var vertical: Vertical

  /// An anchor of the two parts; without any, the start of the baseline.
  public init(_ horizontal: Horizontal = .left, _ vertical: Vertical = .baseline) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Where the baseline of a line starts that is drawn at `point`; its size is in points.
  func start(at point: ScreenPoint, width: Double, capHeight: Double) -> ScreenPoint {
    var start = point
    switch horizontal {
    case .left: break
    case .center: start.x -= width / 2
    case .right: start.x -= width
    }
    switch vertical {
    case .baseline: break
    case .middle: start.y += capHeight / 2
    case .top: start.y += capHeight
    }
    return start
  }
}

/// A rim around letters that parts them from what lies below.
public struct TextHalo: Hashable, Sendable {
  /// The rim's colour.
  public var color: Color
  /// How far it reaches, in points, at most 16.
  public var width: Double

  /// A rim of `width` points.
  public init(color: Color, width: Double) {
    self.color = color
    self.width = width
  }
}

extension Canvas {
  private static let maximumFontSizePixels = 400.0
  private static let maximumHaloPixels = 32.0

  /// Draws one line of text, `size` points per em, in any writing that a font of the machine has, in both directions. Control
  /// characters are replaced, and what follows the 300th character is left out. `hasTabularDigits`: all digits equally wide, for
  /// numbers that change in place.
  ///
  /// A font that was not needed before is found a moment later: until then its letters leave a gap, and a frame follows.
  public func text(
    _ text: String, at point: ScreenPoint, size: Double, color: Color, anchor: TextAnchor = TextAnchor(), halo: TextHalo? = nil,
    hasTabularDigits: Bool = false
  ) {
    draw(
      text, hasTabularDigits ? .tabularDigits : .plain, at: point, size: size, color: color, anchor: anchor, halo: halo)
  }

  /// Draws a line as it is, with the blanks at its ends: text that a person edits.
  package func verbatimText(_ text: String, at point: ScreenPoint, size: Double, color: Color, anchor: TextAnchor) {
    draw(text, .verbatim, at: point, size: size, color: color, anchor: anchor, halo: nil)
  }

  private func draw(
    _ text: String, _ kind: TextLineKind, at point: ScreenPoint, size: Double, color: Color, anchor: TextAnchor, halo: TextHalo?
  ) {
    let pixelsPerEm = size * pixelsPerPoint
    guard Self.isDrawable(point), pixelsPerEm >= 1, pixelsPerEm <= Self.maximumFontSizePixels else { return }
    let line = lines.line(text, kind)
    if line.glyphs.isEmpty { return }
    let start = flow.placed(anchor).start(
      at: flow.placed(point), width: Double(line.width) * size, capHeight: fonts.primary.capHeight * size)
    prepareBatch()
    let place = LinePlace(
      quarters: Int((start.x * pixelsPerPoint * 4).rounded()), baseline: Int((start.y * pixelsPerPoint).rounded()),
      sizeIn64ths: Int32((pixelsPerEm * 64).rounded()))
    if let halo, halo.width > 0, halo.color.alpha > 0 {
      let reach = min(halo.width * pixelsPerPoint, Self.maximumHaloPixels)
      append(line, place, haloIn64ths: Int32((reach * 64).rounded()), color: halo.color.packedPremultiplied)
    }
    append(line, place, haloIn64ths: 0, color: color.packedPremultiplied)
  }

  /// Makes the pictures of a line's letters ahead, wherever between two pixels they may begin: the frame that shows them first has less
  /// to do. Nothing is drawn.
  package func prepare(_ text: String, size: Double) {
    let pixelsPerEm = size * pixelsPerPoint
    guard pixelsPerEm >= 1, pixelsPerEm <= Self.maximumFontSizePixels else { return }
    let line = lines.line(text, .plain)
    for quarter in 0..<4 {
      line.forEachGlyph(
        in: atlas, sizeIn64ths: Int32((pixelsPerEm * 64).rounded()), haloIn64ths: 0, quarter: quarter
      ) { _, _, _ in }
    }
  }

  /// The width of a line of text in points, `size` points per em.
  public func textWidth(_ text: String, size: Double, hasTabularDigits: Bool = false) -> Double {
    Double(lines.line(text, hasTabularDigits ? .tabularDigits : .plain).width) * size
  }

  /// The edges between the characters of a line that is drawn as it is, from left to right in points from its left end;
  /// `places` are its places.
  package func edges(ofVerbatim characters: [Character], _ places: VisualPlaces, size: Double) -> [Double] {
    let advances = lines.advances(characters)
    var edges = [0.0]
    for character in places.order { edges.append(edges[edges.count - 1] + Double(advances[character]) * size) }
    return edges
  }

  /// `text`, or as much of its beginning as fits into `width` points with an ellipsis.
  package func fitted(_ text: String, size: Double, width: Double) -> String {
    if textWidth(text, size: size) <= width { return text }
    var (shorter, longer) = (0, text.count)
    while longer - shorter > 1 {
      let middle = (shorter + longer) / 2
      if textWidth("\(text.prefix(middle))…", size: size) <= width { shorter = middle } else { longer = middle }
    }
    return "\(text.prefix(shorter))…"
  }

  /// Where a line starts, in device pixels, and how large it is.
  private struct LinePlace {
    /// From the left edge of the view, in quarters of a pixel.
    let quarters: Int
    /// From the top edge, in whole pixels: the feet of all letters lie on a pixel's edge.
    let baseline: Int
    let sizeIn64ths: Int32
  }

  private func append(_ line: TextLine, _ place: LinePlace, haloIn64ths: Int32, color: UInt32) {
    let pointsPerPixel = 1 / pixelsPerPoint
    let startPixel = place.quarters >> 2
    line.forEachGlyph(in: atlas, sizeIn64ths: place.sizeIn64ths, haloIn64ths: haloIn64ths, quarter: place.quarters & 3) {
      slot, x, rise in
      let left = startPixel + x + Int(slot.left)
      let top = place.baseline - rise - Int(slot.top)
      let rect = ScreenRect(
        x: Double(left) * pointsPerPixel, y: Double(top) * pointsPerPixel, width: Double(slot.width) * pointsPerPixel,
        height: Double(slot.height) * pointsPerPixel)
      let from = SIMD2(Float(slot.x), Float(slot.y))
      appendRect(
        rect, kind: slot.isColored ? .colorGlyph : .glyph, color: slot.isColored ? Self.opacity(of: color) : color, second: .zero,
        from: from, to: from + SIMD2(Float(slot.width), Float(slot.height)),
        rest: .zero)
      if slot.isColored { batches[batches.count - 1].hasColorGlyphs = true }
    }
  }

  /// White, as opaque as a premultiplied colour: glyphs of colours keep theirs.
  private static func opacity(of color: UInt32) -> UInt32 { (color >> 24) &* 0x0101_0101 }
}
