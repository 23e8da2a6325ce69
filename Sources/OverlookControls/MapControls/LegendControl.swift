package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
package import OverlookSupport

/// What the colours of an overlay mean, with the choice of other colours and of its opacity. In the lower left corner, above the
/// scale.
@MainActor package final class LegendControl: Control {
  /// What a person wants.
  package enum Action: Hashable, Sendable {
    case nextScale
    case opacity(Double)
  }

  /// What of the panel lies at a point.
  private enum Piece: Hashable {
    case scale
    case opacity
    /// The panel beside them.
    case ground
  }

  private static let width = 108.0
  private static let rowHeight = 15.0
  private static let top = 26.0
  private static let bottom = 50.0
  private static let margin = 10.0
  /// From the lower edge: above the scale, and above the controls of time where these are not beside it.
  private static let lift = 40.0
  private static let liftAboveTime = 100.0
  /// A view of more points has room for both side by side.
  private static let wide = 720.0
  private static let leastWidth = 240.0
  private static let textSize = TypeScale.note
  /// More classes are shown by some of them.
  private static let maximumRows = 12

  /// Nil: there are no colours to explain, and no panel.
  package var scale: ColorScale? {
    didSet { if scale != oldValue { write() } }
  }
  /// 0 ... 1.
  package var opacity = 1.0
  /// Points that a sheet covers at the side at which reading begins, beside which the panel lies. Default 0.
  package var coveredWidth = 0.0
  /// Whether it lies above the controls of time where there is no room beside them, as it does beside a sheet; else it then is not there.
  /// Default false.
  package var staysInNarrowViews = false
  /// A person wants something.
  package var onAction: (Action) -> Void = { _ in }

  private var grip = PieceGrip<Piece>()
  private var isFocused = false
  /// What a key moves the opacity by.
  private static let opacityStep = 0.05

  private struct Row {
    let color: Color
    let label: String
  }

  /// The highest class first.
  private var rows: [Row] = []

  package init() {}

  private func write() {
    let stops = scale?.stops ?? []
    let step = max((stops.count + Self.maximumRows - 1) / Self.maximumRows, 1)
    rows = stride(from: 0, to: stops.count, by: step).map { index in
      Row(
        color: stops[index].color, label: NumberFormat.current.text(stops[index].value, decimals: 1, keepsZeros: false))
    }.reversed()
  }

  /// Views that are too low for it, or too narrow for it beside the controls of time, have none.
  package func frame(in area: ControlArea) -> ScreenRect? {
    guard scale != nil, coveredWidth.isFinite else { return nil }
    let covered = min(max(coveredWidth, 0), area.size.width)
    let free = area.size.width - covered
    let isBeside = free > Self.wide
    guard isBeside || (covered > 0 || staysInNarrowViews) && free >= Self.leastWidth else { return nil }
    let height = Self.top + Double(rows.count) * Self.rowHeight + Self.bottom
    let lift = isBeside ? Self.lift : Self.liftAboveTime
    let rect = ControlPlacement.corner(.bottomLeft, x: Self.margin + covered, y: lift).rect(
      of: ScreenSize(width: Self.width, height: height), in: area)
    let top = area.size.height - area.insets.bottom - lift - height
    return top > 60 ? rect : nil
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    switch piece(at: point, in: area) {
    case nil: .none
    case .ground: .surface
    case .scale, .opacity: .active
    }
  }

  private func piece(at point: ScreenPoint, in area: ControlArea) -> Piece? {
    guard let panel = frame(in: area), panel.contains(point) else { return nil }
    let fromBottom = panel.maxY - point.y
    return fromBottom < 24 ? .opacity : fromBottom < Self.bottom ? .scale : .ground
  }

  package var isFocusable: Bool { scale != nil }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    guard let scale else { return nil }
    let percent = localized("{number} percent", ["number": "\(Int(exactly: (opacity * 100).rounded()) ?? 0)"])
    return AccessibleElement(
      .group, localized("Legend"), detail: scale.unit,
      value: .text("\(scale.unit): " + rows.map(\.label).joined(separator: ", ")),
      parts: [
        AccessiblePart(0, AccessibleElement(.button, localized("Colours: {name}", ["name": scale.name]), actions: [.press])),
        AccessiblePart(
          1,
          AccessibleElement(
            .slider, localized("Opacity"), value: .number(opacity, in: 0...1, step: Self.opacityStep, text: percent),
            actions: [.increase, .decrease])),
      ])
  }

  package func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    switch (part, action) {
    case (0, .press): onAction(.nextScale)
    case (1, .increase): turn(opacity + Self.opacityStep)
    case (1, .decrease): turn(opacity - Self.opacityStep)
    case (1, .setNumber(let number)): turn(number)
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }

  private func turn(_ opacity: Double) {
    if opacity.isFinite { onAction(.opacity(min(max(opacity, 0), 1))) }
  }

  /// The keys: other colours, more and less opacity.
  private func take(_ key: Key, in context: any ControlContext) -> Bool {
    switch key {
    case .enter, .space: perform(.press, part: 0, in: context)
    case .right, .up: perform(.increase, part: 1, in: context)
    case .left, .down: perform(.decrease, part: 1, in: context)
    default: false
    }
  }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    let before = grip
    defer { if grip != before { context.setNeedsDisplay() } }
    switch input {
    case .focused(let isFocused):
      self.isFocused = isFocused
      context.setNeedsDisplay()
    case .key(let key, let modifiers) where modifiers.isEmpty: return take(key, in: context)
    default: break
    }
    switch grip.take(input, piece: { piece(at: $0, in: context.area) }) {
    case .none: return false
    case .moved(.opacity, let point): slide(to: point, in: context.area)
    case .clicked(.scale): onAction(.nextScale)
    case .used, .moved, .clicked: break
    }
    return true
  }

  private func slide(to point: ScreenPoint, in area: ControlArea) {
    guard let panel = frame(in: area) else { return }
    let track = track(in: panel)
    onAction(.opacity(min(max((point.x - track.origin.x) / track.size.width, 0), 1)))
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let scale, let panel = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillCard(panel, palette: palette)
    if isFocused { canvas.strokeFocusRing(panel, radius: 10, palette: palette) }
    let left = panel.origin.x + 12
    let anchor = TextAnchor(.left, .middle)
    canvas.text(
      canvas.fitted(scale.unit, size: Self.textSize, width: Self.width - 24), at: ScreenPoint(x: left, y: panel.origin.y + 15),
      size: Self.textSize, color: palette.dimInk, anchor: anchor)
    for (index, row) in rows.enumerated() {
      let y = panel.origin.y + Self.top + Double(index) * Self.rowHeight
      canvas.fillRect(ScreenRect(x: left, y: y, width: 26, height: Self.rowHeight), color: row.color)
      canvas.text(
        row.label, at: ScreenPoint(x: left + 34, y: y + Self.rowHeight / 2), size: Self.textSize, color: palette.ink,
        anchor: anchor, hasTabularDigits: true)
    }
    let name = ScreenPoint(x: left, y: panel.origin.y + panel.size.height - 36)
    canvas.fillState(
      grip.state(of: .scale), in: ScreenRect(x: panel.origin.x + 5, y: name.y - 11, width: Self.width - 10, height: 22),
      radius: 6,
      palette: palette)
    canvas.text(scale.name, at: name, size: Self.textSize, color: palette.accent, anchor: anchor)
    let arrow = panel.origin.x + panel.size.width - 18
    canvas.fillTriangle(
      ScreenPoint(x: arrow - 3, y: name.y - 4), ScreenPoint(x: arrow + 3, y: name.y), ScreenPoint(x: arrow - 3, y: name.y + 4),
      color: palette.accent)
    drawOpacity(track(in: panel), palette, canvas)
  }

  private func track(in panel: ScreenRect) -> ScreenRect {
    ScreenRect(x: panel.origin.x + 14, y: panel.origin.y + panel.size.height - 17, width: Self.width - 28, height: 4)
  }

  private func drawOpacity(_ track: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    canvas.fillTrack(track, share: opacity, color: palette.accent, palette: palette)
    canvas.fillKnob(on: track, share: opacity, radius: 6, ring: 2, state: grip.state(of: .opacity), palette: palette)
  }
}
