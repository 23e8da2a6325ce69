import Observation
import Overlook

/// Lines of what can be done and by which keys or gestures, in groups.
@MainActor @Observable final class KeyTable: StretchedControl {
  struct Group {
    let title: String
    /// What is done, and by what.
    let lines: [(title: String, keys: String)]
    /// Whether the keys stand below what they do: for those that are described at length.
    var isStacked = false
  }

  var groups: [Group]
  var placement = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  var width = 240.0

  /// Lines that the keys of a stacked line take, by that line's title; one where nothing is said. Known once it was drawn.
  private var keyLines: [String: Int] = [:]

  private static let headHeight = 32.0
  private static let keyHeight = 16.0
  private static let textSize = TypeScale.secondary

  init(_ groups: [Group]) { self.groups = groups }

  func frame(in area: ControlArea) -> ScreenRect? {
    let height = groups.reduce(0) { sum, group in
      sum + Self.headHeight + group.lines.reduce(0) { $0 + lineHeight($1.title, group.isStacked) }
    }
    return placement.rect(of: ScreenSize(width: width, height: height), in: area)
  }

  private func lineHeight(_ title: String, _ isStacked: Bool) -> Double {
    isStacked ? 24 + Self.keyHeight * Double(keyLines[title] ?? 1) : 24
  }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    let lines = groups.flatMap(\.lines)
    let parts = lines.prefix(400).enumerated().map { index, line in
      AccessiblePart(index, of: lines.count, AccessibleElement(.row, "\(line.title): \(line.keys)"))
    }
    return AccessibleElement(.list, localized("Keys and gestures"), parts: parts)
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    var top = rect.origin.y
    var counts: [String: Int] = [:]
    for group in groups {
      canvas.text(
        group.title, at: ScreenPoint(x: rect.origin.x, y: top + 20), size: TypeScale.secondary, color: palette.accent,
        anchor: TextAnchor(.left, .middle))
      top += Self.headHeight
      for line in group.lines {
        if group.isStacked {
          draw(line.title, at: ScreenPoint(x: rect.origin.x, y: top + 11), color: palette.ink, on: canvas)
          let keys = canvas.wrapped(line.keys, size: Self.textSize, width: width, maximumLines: 4)
          if keys.count > 1 { counts[line.title] = keys.count }
          for (number, text) in keys.enumerated() {
            let y = top + 11 + Self.keyHeight * Double(number + 1)
            draw(text, at: ScreenPoint(x: rect.origin.x, y: y), color: palette.dimInk, on: canvas)
          }
          top += 24 + Self.keyHeight * Double(max(keys.count, 1))
        } else {
          let keys = canvas.fitted(line.keys, size: Self.textSize, width: width * 0.55)
          let room = width - canvas.textWidth(keys, size: Self.textSize) - 12
          let title = canvas.fitted(line.title, size: Self.textSize, width: room)
          draw(title, at: ScreenPoint(x: rect.origin.x, y: top + 12), color: palette.ink, on: canvas)
          canvas.text(
            keys, at: ScreenPoint(x: rect.maxX, y: top + 12), size: Self.textSize, color: palette.dimInk,
            anchor: TextAnchor(.right, .middle))
          top += 24
        }
      }
    }
    // What changes while it is drawn is not noticed: another frame must lay the page anew.
    if counts != keyLines { Task { [weak self] in self?.keyLines = counts } }
  }

  private func draw(_ text: String, at point: ScreenPoint, color: Color, on canvas: Canvas) {
    canvas.text(text, at: point, size: Self.textSize, color: color, anchor: TextAnchor(.left, .middle))
  }
}
