import Observation
import Overlook
import OverlookSupport

/// The card above the map with what was measured.
@MainActor @Observable final class MeasureCard: Control {
  private var text: MeasureText?
  @ObservationIgnored var onClose: @MainActor () -> Void = {}
  @ObservationIgnored var onClear: @MainActor () -> Void = {}
  /// Called with the point where a menu opens.
  @ObservationIgnored var onMenu: @MainActor (ScreenPoint) -> Void = { _ in }
  @ObservationIgnored private let clear = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let copy = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private let close = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
  @ObservationIgnored private var corner = ScreenPoint(x: 0, y: 0)

  static let size = ScreenSize(width: 372, height: 112)

  init() {
    for button in [clear, copy, close] {
      button.hasCard = false
      button.size = ScreenSize(width: 116, height: 28)
    }
    close.size = ScreenSize(width: 28, height: 28)
    close.sign = ToolSigns.cross
    clear.onClick = { [unowned self] in onClear() }
    close.onClick = { [unowned self] in onClose() }
    copy.onClick = { [unowned self] in onMenu(ScreenPoint(x: corner.x + 130, y: corner.y + Self.size.height)) }
  }

  func show(_ text: MeasureText?) {
    clear.title = localized("Start over")
    copy.title = localized("Copy…")
    close.tooltip = localized("End measuring")
    if text != self.text { self.text = text }
  }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    text.map { AccessibleElement(.group, localized("Measure"), detail: $0.hint, value: .text("\($0.total), \($0.detail)")) }
  }

  var level: ControlLevel { .panel }
  var children: [any Control] { text == nil ? [] : [clear, copy, close] }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard text != nil else { return nil }
    let rect = ToolCard.placement(in: area).rect(of: Self.size, in: area)
    corner = rect.origin
    ToolCard.move(clear, x: rect.origin.x + 10, y: rect.origin.y + 78)
    ToolCard.move(copy, x: rect.origin.x + 130, y: rect.origin.y + 78)
    ToolCard.move(close, x: rect.origin.x + rect.size.width - 36, y: rect.origin.y + 8)
    return rect
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let text, let rect = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillCard(rect, radius: 12, palette: palette)
    let left = rect.origin.x + 16
    let width = rect.size.width - 32
    canvas.text(
      canvas.fitted(text.total, size: TypeScale.figure, width: width - 30), at: ScreenPoint(x: left, y: rect.origin.y + 23),
      size: TypeScale.figure,
      color: palette.ink, anchor: TextAnchor(.left, .middle))
    canvas.text(
      canvas.fitted(text.detail, size: TypeScale.secondary, width: width), at: ScreenPoint(x: left, y: rect.origin.y + 46),
      size: TypeScale.secondary,
      color: palette.ink, anchor: TextAnchor(.left, .middle))
    canvas.text(
      canvas.fitted(text.hint, size: TypeScale.secondary, width: width), at: ScreenPoint(x: left, y: rect.origin.y + 66),
      size: TypeScale.secondary,
      color: palette.dimInk, anchor: TextAnchor(.left, .middle))
  }
}

/// Where cards of tools lie.
@MainActor enum ToolCard {
  /// In the middle of the upper edge; at the lower one where the search field needs that.
  static func placement(in area: ControlArea) -> ControlPlacement {
    area.freeRect.size.width >= 1120 ? .top(y: 12) : .bottom(y: 40)
  }

  /// Each change asks for a frame.
  static func move(_ control: any PlacedControl, x: Double, y: Double) {
    let place = ControlPlacement.at(ScreenPoint(x: x, y: y))
    if control.placement != place { control.placement = place }
  }
}

/// Signs on buttons of tools.
@MainActor enum ToolSigns {
  static func cross(_ canvas: Canvas, _ square: ScreenRect, _ palette: Palette) {
    stroke(canvas, square, palette, [(5, 5), (15, 15)])
    stroke(canvas, square, palette, [(15, 5), (5, 15)])
  }

  static func play(_ canvas: Canvas, _ square: ScreenRect, _ palette: Palette) {
    canvas.fillTriangle(point(square, 6, 4), point(square, 16, 10), point(square, 6, 16), color: palette.ink)
  }

  static func pause(_ canvas: Canvas, _ square: ScreenRect, _ palette: Palette) {
    for x in [5.0, 11.5] {
      canvas.fillRect(ScreenRect(x: square.origin.x + x, y: square.origin.y + 4, width: 3.5, height: 12), color: palette.ink)
    }
  }

  static func previous(_ canvas: Canvas, _ square: ScreenRect, _ palette: Palette) {
    canvas.fillTriangle(point(square, 15, 4), point(square, 7, 10), point(square, 15, 16), color: palette.ink)
    canvas.fillRect(ScreenRect(x: square.origin.x + 4, y: square.origin.y + 4, width: 2.5, height: 12), color: palette.ink)
  }

  static func next(_ canvas: Canvas, _ square: ScreenRect, _ palette: Palette) {
    canvas.fillTriangle(point(square, 5, 4), point(square, 13, 10), point(square, 5, 16), color: palette.ink)
    canvas.fillRect(ScreenRect(x: square.origin.x + 13.5, y: square.origin.y + 4, width: 2.5, height: 12), color: palette.ink)
  }

  private static func point(_ square: ScreenRect, _ x: Double, _ y: Double) -> ScreenPoint {
    ScreenPoint(x: square.origin.x + x, y: square.origin.y + y)
  }

  private static func stroke(_ canvas: Canvas, _ square: ScreenRect, _ palette: Palette, _ line: [(Double, Double)]) {
    canvas.strokePolyline(line.map { point(square, $0.0, $0.1) }, width: 1.7, color: palette.ink)
  }
}
