package import Observation
package import Overlook

/// Text in as many lines as it needs.
@MainActor @Observable package final class Paragraph: StretchedControl {
  package var text: String
  package var placement = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  /// In points.
  package var width = 240.0
  /// In points; default 12.5.
  package var textSize = TypeScale.secondary
  /// Whether it is said less loudly; default false.
  package var isDim = false
  /// Whether it tells what went wrong; default false.
  package var isFault = false
  /// Called when it was clicked, which makes it a link; default nil.
  @ObservationIgnored package var onClick: (@MainActor () -> Void)?

  @ObservationIgnored private var lines: [String] = []
  @ObservationIgnored private var measured = (text: "", width: 0.0, size: 0.0, version: -1)
  /// Counted when it was drawn: a page is laid anew then.
  private var lineCount = 1
  private var isHovered = false
  private var isFocused = false

  package init(_ text: String = "", isDim: Bool = false, onClick: (@MainActor () -> Void)? = nil) {
    self.text = text
    self.isDim = isDim
    self.onClick = onClick
  }

  package var isFocusable: Bool { onClick != nil }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    onClick == nil ? AccessibleElement(.text, text) : AccessibleElement(.button, text, actions: [.press])
  }

  private var lineHeight: Double { (textSize * 1.42).rounded() }

  package func frame(in area: ControlArea) -> ScreenRect? {
    guard !text.isEmpty else { return nil }
    return placement.rect(of: ScreenSize(width: width, height: Double(lineCount) * lineHeight + 2), in: area)
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { onClick == nil ? .surface : .active }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    guard let onClick else { return false }
    switch input {
    case .pointerMoved: if !isHovered { isHovered = true }
    case .pointerLeft: if isHovered { isHovered = false }
    case .focused(let isFocused): if isFocused != self.isFocused { self.isFocused = isFocused }
    case .released(.left, _, true), .key(.enter, _), .key(.space, _): onClick()
    default: return false
    }
    return true
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    let wanted = (text, width, textSize, canvas.textVersion)
    if measured != wanted {
      measured = wanted
      lines = Self.lines(of: text, size: textSize, width: width, on: canvas)
      let count = max(lines.count, 1)
      // What changes while it is drawn is not noticed: another frame must lay the page anew.
      if count != lineCount { Task { [weak self] in self?.lineCount = count } }
    }
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    let ink = isFault ? palette.fault : onClick != nil ? palette.accent : isDim ? palette.dimInk : palette.ink
    for (index, line) in lines.enumerated() {
      let middle = rect.origin.y + (Double(index) + 0.5) * lineHeight
      canvas.text(
        line, at: ScreenPoint(x: rect.origin.x, y: middle), size: textSize, color: ink, anchor: TextAnchor(.left, .middle))
      guard isHovered else { continue }
      canvas.fillRect(
        ScreenRect(
          x: rect.origin.x, y: middle + lineHeight / 2 - 3, width: canvas.textWidth(line, size: textSize),
          height: 1 / canvas.pixelsPerPoint), color: ink)
    }
    if isFocused { canvas.strokeFocusRing(rect, radius: 4, palette: palette) }
  }

  /// More characters than this are not taken at once.
  private static let piece = 200

  /// Wraps a text of any length: a canvas takes short ones. The last line of a piece goes on with the next.
  private static func lines(of text: String, size: Double, width: Double, on canvas: Canvas) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    var begun = ""
    while rest.count > piece {
      let room = rest.prefix(piece)
      // The first is that which the piece before ended at.
      let end = room.dropFirst().lastIndex(of: " ") ?? room.endIndex
      let wrapped = canvas.wrapped(begun + rest[..<end], size: size, width: width, maximumLines: 200)
      lines += wrapped.dropLast()
      begun = wrapped.last ?? ""
      rest = rest[end...]
    }
    return lines + canvas.wrapped(begun + rest, size: size, width: width, maximumLines: 200)
  }
}
