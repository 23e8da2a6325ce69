package import OverlookCanvas
package import OverlookGeometry
package import OverlookSupport

/// The window above a selected marker: a frame with round corners, a shadow and a tail whose tip is at the marker.
@MainActor package final class InfoWindowPanel {
  package enum Content {
    case text(title: String?, snippet: String?)
    /// A picture within the frame.
    case contents(Image)
    /// A picture in the place of the frame.
    case whole(Image)
  }

  private static let titleSize = TypeScale.title
  private static let snippetSize = TypeScale.secondary
  private static let titleHeight = 19.0
  private static let snippetHeight = 17.0
  private static let gap = 3.0
  private static let maximumTextWidth = 260.0
  private static let maximumTitleLines = 2
  private static let maximumSnippetLines = 6
  private static let padding = (x: 14.0, y: 11.0)
  private static let radius = 9.0
  private static let tail = (halfWidth: 9.0, height: 9.0)

  package var palette = Palette.light
  /// Where the window was drawn last, without its tail; nil while it is not shown.
  package private(set) var rect: ScreenRect?

  private var text: (title: String?, snippet: String?, version: Int)?
  private var titleLines: [String] = []
  private var snippetLines: [String] = []
  private var textSize = ScreenSize(width: 0, height: 0)

  package init() {}

  /// What the window takes of the view, its tail included; nil when there is nothing to show.
  package func size(of content: Content, on canvas: Canvas) -> ScreenSize? {
    switch content {
    case .text(let title, let snippet):
      layOut(title, snippet, canvas)
      return titleLines.isEmpty && snippetLines.isEmpty ? nil : Self.framed(textSize)
    case .contents(let image): return Self.framed(ScreenSize(width: image.widthPoints, height: image.heightPoints))
    case .whole(let image): return ScreenSize(width: image.widthPoints, height: image.heightPoints)
    }
  }

  /// Draws the window with the tip of its tail, or the middle of the lower edge of what takes its place, at `tip`.
  package func draw(_ content: Content, tip: ScreenPoint, on canvas: Canvas) {
    guard let size = size(of: content, on: canvas), tip.x.isFinite, tip.y.isFinite else { return hide() }
    let tip = ScreenPoint(x: canvas.alignedToPixels(tip.x), y: canvas.alignedToPixels(tip.y))
    let left = canvas.alignedToPixels(tip.x - size.width / 2)
    let top = canvas.alignedToPixels(tip.y - size.height)
    if case .whole(let image) = content {
      let place = ScreenRect(x: left, y: top, width: size.width, height: size.height)
      canvas.image(image, in: place)
      rect = place
      return
    }
    let frame = ScreenRect(x: left, y: top, width: size.width, height: size.height - Self.tail.height)
    drawFrame(frame, tip: tip, canvas)
    switch content {
    case .text: drawText(in: frame, canvas)
    case .contents(let image):
      canvas.image(
        image,
        in: ScreenRect(
          x: canvas.alignedToPixels(left + Self.padding.x), y: canvas.alignedToPixels(top + Self.padding.y),
          width: image.widthPoints,
          height: image.heightPoints))
    case .whole: break
    }
    rect = frame
  }

  /// The window is not shown in this frame.
  package func hide() {
    rect = nil
  }

  /// With the frame's margins and the tail.
  private static func framed(_ size: ScreenSize) -> ScreenSize {
    ScreenSize(
      width: max(size.width + 2 * padding.x, 2 * (radius + tail.halfWidth)), height: size.height + 2 * padding.y + tail.height)
  }
}

extension InfoWindowPanel {
  private func drawFrame(_ frame: ScreenRect, tip: ScreenPoint, _ canvas: Canvas) {
    let under = ScreenRect(
      x: frame.origin.x + 1, y: frame.origin.y + 4, width: max(frame.size.width - 2, 1), height: frame.size.height)
    canvas.fillShadow(under, radius: Self.radius, blur: 12, color: palette.shadow)
    // The edge is the same figure, a pixel larger.
    let edge = 1 / canvas.pixelsPerPoint
    fill(frame, tip, grownBy: edge, palette.solidEdge, canvas)
    fill(frame, tip, grownBy: 0, palette.surface.withAlpha(1), canvas)
  }

  private func fill(_ frame: ScreenRect, _ tip: ScreenPoint, grownBy growth: Double, _ color: Color, _ canvas: Canvas) {
    let bottom = frame.origin.y + frame.size.height
    // The tail begins within the frame, so that no seam shows.
    let overlap = 2.0
    let reach = Self.tail.halfWidth * (1 + overlap / Self.tail.height) + 1.5 * growth
    canvas.fillTriangle(
      ScreenPoint(x: tip.x - reach, y: bottom - overlap), ScreenPoint(x: tip.x + reach, y: bottom - overlap),
      ScreenPoint(x: tip.x, y: tip.y + 1.5 * growth), color: color)
    canvas.fillRoundedRect(
      ScreenRect(
        x: frame.origin.x - growth, y: frame.origin.y - growth, width: frame.size.width + 2 * growth,
        height: frame.size.height + 2 * growth), radius: Self.radius + growth, color: color)
  }

  private func drawText(in frame: ScreenRect, _ canvas: Canvas) {
    var y = frame.origin.y + Self.padding.y
    for line in titleLines {
      draw(line, middle: y + Self.titleHeight / 2, size: Self.titleSize, palette.ink, frame, canvas)
      y += Self.titleHeight
    }
    if !titleLines.isEmpty { y += Self.gap }
    for line in snippetLines {
      draw(line, middle: y + Self.snippetHeight / 2, size: Self.snippetSize, palette.dimInk, frame, canvas)
      y += Self.snippetHeight
    }
  }

  /// At the side at which reading begins.
  private func draw(
    _ line: String, middle: Double, size: Double, _ color: Color, _ frame: ScreenRect, _ canvas: Canvas
  ) {
    let isRightToLeft = Canvas.isRightToLeft(line)
    canvas.text(
      line, at: ScreenPoint(x: isRightToLeft ? frame.maxX - Self.padding.x : frame.origin.x + Self.padding.x, y: middle),
      size: size, color: color, anchor: TextAnchor(isRightToLeft ? .right : .left, .middle))
  }

  private func layOut(_ title: String?, _ snippet: String?, _ canvas: Canvas) {
    if let text, text.title == title, text.snippet == snippet, text.version == canvas.textVersion { return }
    text = (title, snippet, canvas.textVersion)
    titleLines = canvas.wrapped(
      title ?? "", size: Self.titleSize, width: Self.maximumTextWidth, maximumLines: Self.maximumTitleLines)
    snippetLines = canvas.wrapped(
      snippet ?? "", size: Self.snippetSize, width: Self.maximumTextWidth, maximumLines: Self.maximumSnippetLines)
    let widths =
      titleLines.map { canvas.textWidth($0, size: Self.titleSize) }
      + snippetLines.map { canvas.textWidth($0, size: Self.snippetSize) }
    let gap = titleLines.isEmpty || snippetLines.isEmpty ? 0 : Self.gap
    textSize = ScreenSize(
      width: (widths.max() ?? 0).rounded(.up),
      height: Double(titleLines.count) * Self.titleHeight + Double(snippetLines.count) * Self.snippetHeight + gap)
  }
}
