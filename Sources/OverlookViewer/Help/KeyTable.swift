import Observation
import Overlook

/// Lines of what can be done and by which keys or gestures, in groups.
@MainActor @Observable final class KeyTable: PlacedControl {
  struct Group {
    let title: String
    /// What is done, and by what.
    let lines: [(title: String, keys: String)]
  }

  var groups: [Group]
  var placement = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  var width = 240.0

  private static let lineHeight = 24.0
  private static let headHeight = 32.0
  private static let textSize = 12.5

  init(_ groups: [Group]) { self.groups = groups }

  func frame(in area: ControlArea) -> ScreenRect? {
    let lines = groups.reduce(0) { $0 + $1.lines.count }
    let height = Double(lines) * Self.lineHeight + Double(groups.count) * Self.headHeight
    return placement.rect(of: ScreenSize(width: width, height: height), in: area)
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    var top = rect.origin.y
    for group in groups {
      canvas.text(
        group.title, at: ScreenPoint(x: rect.origin.x, y: top + 20), size: 12, color: palette.accent,
        anchor: TextAnchor(.left, .middle))
      top += Self.headHeight
      for line in group.lines {
        let middle = top + Self.lineHeight / 2
        let keys = canvas.fitted(line.keys, size: Self.textSize, width: width * 0.55)
        let room = width - canvas.textWidth(keys, size: Self.textSize) - 12
        canvas.text(
          canvas.fitted(line.title, size: Self.textSize, width: room), at: ScreenPoint(x: rect.origin.x, y: middle),
          size: Self.textSize, color: palette.ink, anchor: TextAnchor(.left, .middle))
        canvas.text(
          keys, at: ScreenPoint(x: rect.maxX, y: middle), size: Self.textSize, color: palette.dimInk,
          anchor: TextAnchor(.right, .middle))
        top += Self.lineHeight
      }
    }
  }
}
