import Overlook

/// A line at the lower edge of a panorama view that waits for something.
@MainActor final class PanoramaNote: PanoramaItem {
  /// What it says; nil for nothing.
  var text: String?
  let zIndex = 1_000
  private var size = ScreenSize(width: 0, height: 0)

  func update(with view: PanoramaSight) { size = view.size }

  func draw(in canvas: Canvas) {
    guard let text else { return }
    let width = min(canvas.textWidth(text, size: TypeScale.body) + 36, size.width)
    let rect = ScreenRect(x: (size.width - width) / 2, y: max(size.height - 84, 0), width: width, height: 36)
    canvas.fillRoundedRect(rect, radius: 10, color: Color.black.withAlpha(0.6))
    canvas.text(
      text, at: ScreenPoint(x: size.width / 2, y: rect.origin.y + 18), size: TypeScale.body, color: .white,
      anchor: TextAnchor(.center, .middle))
  }
}
