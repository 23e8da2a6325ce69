package import Observation
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

/// Names and values below each other, which scroll, and are copied by a click or by Ctrl+C.
@MainActor @Observable package final class FactTable: PlacedControl {
  package struct Fact: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package var facts: [Fact] {
    didSet { if facts != oldValue { (laid, selected, offset, copied) = (nil, nil, 0, nil) } }
  }
  package var placement: ControlPlacement
  /// In points.
  package var size: ScreenSize
  /// What is said where a value was copied, in the language of the interface.
  package var copiedText = ""
  /// Called with the value that was copied.
  @ObservationIgnored package var onCopy: @MainActor (Fact) -> Void = { _ in }

  package var state: ControlState { interaction.state }
  @ObservationIgnored private let interaction = Interaction()
  package private(set) var offset = 0.0
  package private(set) var selected: Int?
  private var copied: Int?
  private var hovered: Int?
  @ObservationIgnored private var laid: Laid?

  /// Lines of names and values, and where each fact begins.
  private struct Laid {
    var width: Double
    var version: Int
    var names: [[String]]
    var lines: [[String]]
    var tops: [Double]
    var height: Double

    func lineCount(_ index: Int) -> Int { max(names[index].count, lines[index].count, 1) }
  }

  private static let lineHeight = 16.0
  private static let padding = 5.0
  private static let (maximumLines, maximumNameLines) = (40, 3)
  private static let detentPoints = 48.0
  /// More are not laid out.
  private static let limit = 1000

  package init(_ facts: [Fact], size: ScreenSize, at placement: ControlPlacement = .at(ScreenPoint(x: 0, y: 0))) {
    self.facts = facts
    self.size = size
    self.placement = placement
  }

  /// About how high `facts` are in so many points of width, before they were drawn.
  package static func estimatedHeight(_ facts: [Fact], width: Double) -> Double {
    let (room, nameRoom) = (max(valueWidth(width) / 6.4, 4), max((nameWidth(width) - 8) / 6.4, 4))
    return facts.prefix(limit).reduce(0) { sum, fact in
      let lines = min((Double(min(fact.value.count, 4000)) / room).rounded(.up), Double(maximumLines))
      let names = min((Double(min(fact.name.count, 4000)) / nameRoom).rounded(.up), Double(maximumNameLines))
      return sum + max(lines, names, 1) * lineHeight + 2 * padding
    }
  }

  private static func nameWidth(_ width: Double) -> Double { min(width * 0.36, 130) }
  private static func valueWidth(_ width: Double) -> Double { max(width - nameWidth(width) - 22, 20) }

  package var isFocusable: Bool { !facts.isEmpty }

  package func frame(in area: ControlArea) -> ScreenRect? { facts.isEmpty ? nil : placement.rect(of: size, in: area) }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    index(at: point, area) == nil ? .surface : .active
  }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    _ = interaction.take(input)
    switch input {
    case .pointerMoved(let point): hover(index(at: point, context.area))
    case .pointerLeft: hover(nil)
    case .scrolled(_, let y, _): return scroll(to: offset - y * Self.detentPoints)
    case .pressed: break
    case .released(.left, let point, true): if let index = index(at: point, context.area) { copy(index, context) }
    case .key(.up, []): mark((selected ?? facts.count) - 1)
    case .key(.down, []): mark((selected ?? -1) + 1)
    case .key(.home, []): mark(0)
    case .key(.end, []): mark(facts.count - 1)
    case .key(.enter, []), .key(.c, .control):
      guard let selected else { return false }
      copy(selected, context)
    default: return false
    }
    return true
  }

  private func copy(_ index: Int, _ context: any ControlContext) {
    guard facts.indices.contains(index) else { return }
    context.clipboard = facts[index].value
    (selected, copied) = (index, index)
    onCopy(facts[index])
  }

  private func mark(_ index: Int) {
    guard !facts.isEmpty else { return }
    let index = min(max(index, 0), facts.count - 1)
    selected = index
    guard let laid, laid.tops.indices.contains(index) else { return }
    let end = index + 1 < laid.tops.count ? laid.tops[index + 1] : laid.height
    _ = scroll(to: min(max(offset, end - size.height), laid.tops[index]))
  }

  private func hover(_ index: Int?) {
    if index != hovered { hovered = index }
  }

  /// False where there is nothing to scroll: what the table lies on may.
  private func scroll(to wanted: Double) -> Bool {
    let limited = min(max(wanted, 0), max((laid?.height ?? 0) - size.height, 0))
    guard limited.isFinite, limited != offset else { return false }
    offset = limited
    return true
  }

  private func index(at point: ScreenPoint, _ area: ControlArea) -> Int? {
    guard let rect = frame(in: area), rect.contains(point), let laid else { return nil }
    let y = point.y - rect.origin.y + offset
    return y < laid.height ? laid.tops.lastIndex { $0 <= y } : nil
  }

  private func lay(_ canvas: Canvas) -> Laid {
    if let laid, laid.width == size.width, laid.version == canvas.textVersion { return laid }
    var laid = Laid(width: size.width, version: canvas.textVersion, names: [], lines: [], tops: [], height: 0)
    for fact in facts.prefix(Self.limit) {
      laid.names.append(
        canvas.wrapped(
          fact.name, size: TypeScale.secondary, width: Self.nameWidth(size.width) - 8, maximumLines: Self.maximumNameLines))
      laid.lines.append(
        canvas.wrapped(fact.value, size: TypeScale.secondary, width: Self.valueWidth(size.width), maximumLines: Self.maximumLines)
      )
      laid.tops.append(laid.height)
      laid.height += Double(laid.lineCount(laid.tops.count - 1)) * Self.lineHeight + 2 * Self.padding
    }
    self.laid = laid
    return laid
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    let laid = lay(canvas)
    canvas.pushClip(rect)
    for index in laid.tops.indices {
      let top = rect.origin.y + laid.tops[index] - offset
      let height = Double(laid.lineCount(index)) * Self.lineHeight + 2 * Self.padding
      if top > rect.maxY || top + height < rect.origin.y { continue }
      draw(index, ScreenRect(x: rect.origin.x, y: top, width: rect.size.width, height: height), laid, palette, canvas)
    }
    if laid.height > size.height {
      let knob = max(size.height * size.height / laid.height, 20)
      let y = rect.origin.y + (size.height - knob) * offset / (laid.height - size.height)
      canvas.fillRoundedRect(
        ScreenRect(x: rect.maxX - 5, y: y, width: 4, height: knob), radius: 2, color: palette.dimInk.withAlpha(0.5))
    }
    canvas.popClip()
    if state.contains(.focused) { canvas.strokeFocusRing(rect.grown(by: -2), radius: 6, palette: palette) }
  }

  private func draw(_ index: Int, _ cell: ScreenRect, _ laid: Laid, _ palette: Palette, _ canvas: Canvas) {
    if index == selected || index == hovered {
      canvas.fillRoundedRect(
        cell.inset(x: 1, y: 1), radius: 5, color: index == selected ? palette.selection : palette.inset)
    }
    let anchor = TextAnchor(.left, .middle)
    let width = Self.nameWidth(size.width)
    let first = cell.origin.y + Self.padding + Self.lineHeight / 2
    for (number, line) in laid.names[index].enumerated() {
      canvas.text(
        line, at: ScreenPoint(x: cell.origin.x + 8, y: first + Double(number) * Self.lineHeight), size: TypeScale.secondary,
        color: palette.dimInk, anchor: anchor)
    }
    for (number, line) in laid.lines[index].enumerated() {
      canvas.text(
        line, at: ScreenPoint(x: cell.origin.x + 8 + width, y: first + Double(number) * Self.lineHeight),
        size: TypeScale.secondary,
        color: palette.ink, anchor: anchor)
    }
    guard index == copied, !copiedText.isEmpty else { return }
    let room = canvas.textWidth(copiedText, size: TypeScale.note) + 12
    let badge = ScreenRect(x: cell.maxX - room - 8, y: cell.origin.y + 3, width: room, height: 18)
    canvas.fillRoundedRect(badge, radius: 9, color: palette.accent)
    canvas.text(
      copiedText, at: badge.middle, size: TypeScale.note, color: palette.onAccent, anchor: TextAnchor(.center, .middle))
  }
}
