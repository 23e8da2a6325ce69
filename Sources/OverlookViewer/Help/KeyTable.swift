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

    var lineHeight: Double { isStacked ? 40 : 24 }
  }

  var groups: [Group]
  var placement = ControlPlacement.at(ScreenPoint(x: 0, y: 0))
  var width = 240.0

  private static let headHeight = 32.0
  private static let textSize = 12.5

  init(_ groups: [Group]) { self.groups = groups }

  func frame(in area: ControlArea) -> ScreenRect? {
    let height = groups.reduce(0) { $0 + Double($1.lines.count) * $1.lineHeight + Self.headHeight }
    return placement.rect(of: ScreenSize(width: width, height: height), in: area)
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
    for group in groups {
      canvas.text(
        group.title, at: ScreenPoint(x: rect.origin.x, y: top + 20), size: 12, color: palette.accent,
        anchor: TextAnchor(.left, .middle))
      top += Self.headHeight
      for line in group.lines {
        let middle = top + (group.isStacked ? 11 : group.lineHeight / 2)
        let keys = canvas.fitted(line.keys, size: Self.textSize, width: group.isStacked ? width : width * 0.55)
        let room = group.isStacked ? width : width - canvas.textWidth(keys, size: Self.textSize) - 12
        canvas.text(
          canvas.fitted(line.title, size: Self.textSize, width: room), at: ScreenPoint(x: rect.origin.x, y: middle),
          size: Self.textSize, color: palette.ink, anchor: TextAnchor(.left, .middle))
        canvas.text(
          keys, at: ScreenPoint(x: group.isStacked ? rect.origin.x : rect.maxX, y: middle + (group.isStacked ? 16 : 0)),
          size: Self.textSize, color: palette.dimInk, anchor: TextAnchor(group.isStacked ? .left : .right, .middle))
        top += group.lineHeight
      }
    }
  }
}
