package import Observation
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
package import OverlookSupport

/// A row of a list whose rows are opened, switched, dragged to another place and taken away: a grip, a switch, a sign, a title with a
/// line below it, how far something is, and a button at its end.
///
/// By keyboard: Enter opens, Space switches, Ctrl with up or down moves, Delete takes away.
@MainActor @Observable package final class ControlRow: PlacedControl {
  /// How far what the row stands for is.
  package enum Progress: Hashable, Sendable {
    /// Something goes on, nobody knows how long.
    case unknown
    /// So much is done, 0 ... 1.
    case fraction(Double)
  }

  /// In one line.
  package var title: String
  /// Below the title; nil for none.
  package var detail: String?
  /// Whether the line below tells what went wrong. Default false.
  package var isFault = false
  /// Before the title; nil for none.
  package var sign: Sign?
  /// Of the sign; nil for that of the letters.
  package var signColor: Color?
  /// Whether it is switched on; nil for a row without a switch.
  package var isOn: Bool?
  /// Whether it is open; nil for a row that cannot be opened.
  package var isOpen: Bool?
  /// Whether it can be dragged. Default false.
  package var isMovable = false
  /// What goes on; nil for nothing. It has a cross to end it.
  package var progress: Progress?
  /// Whether it is being dragged, and lies above the others.
  package var isLifted = false
  package var placement: ControlPlacement
  /// In points; default 320. `rowHeight` high.
  package var width = 320.0
  package var tooltip: String?

  /// It was opened or closed.
  @ObservationIgnored package var onOpen: @MainActor () -> Void = {}
  /// It was switched.
  @ObservationIgnored package var onSwitch: @MainActor () -> Void = {}
  /// What goes on is to end.
  @ObservationIgnored package var onCancel: @MainActor () -> Void = {}
  /// It is to go.
  @ObservationIgnored package var onRemove: @MainActor () -> Void = {}
  /// The keyboard moves it by so many places.
  @ObservationIgnored package var onStep: @MainActor (Int) -> Void = { _ in }
  /// It was dragged so far down, in points, since it was taken hold of.
  @ObservationIgnored package var onDrag: @MainActor (Double) -> Void = { _ in }
  /// It was let go; false when the drag counts for nothing.
  @ObservationIgnored package var onDrop: @MainActor (Bool) -> Void = { _ in }

  /// What the pointer and the keyboard do with it.
  package var state: ControlState { interaction.state }
  @ObservationIgnored private let interaction = Interaction()
  private var hoveredPart: Part?
  @ObservationIgnored private var pressed: (part: Part, y: Double)?
  @ObservationIgnored private var isDragged = false
  @ObservationIgnored private var phase = 0.0
  @ObservationIgnored private var lastStep: Double?

  /// In points.
  package static let rowHeight = 48.0
  private static let dragSlop = 4.0

  private enum Part { case grip, eye, body, cancel }

  package init(_ title: String, at placement: ControlPlacement = .at(ScreenPoint(x: 0, y: 0))) {
    self.title = title
    self.placement = placement
  }

  package var isFocusable: Bool { true }

  package func frame(in area: ControlArea) -> ScreenRect? {
    placement.rect(of: ScreenSize(width: width, height: Self.rowHeight), in: area)
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    guard let part = piece(at: point, area) else { return .none }
    return part == .body && isOpen == nil ? .surface : .active
  }

  // MARK: Input

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    _ = interaction.take(input)
    switch input {
    case .pointerMoved(let point): hover(piece(at: point, context.area))
    case .pointerLeft: hover(nil)
    case .pressed(.left, let point, _, _): pressed = piece(at: point, context.area).map { ($0, point.y) }
    case .dragged(let point): drag(to: point)
    case .released(.left, let point, let isInside): release(isInside ? piece(at: point, context.area) : nil)
    case .cancelled: endDrag(false)
    case .key(let key, let modifiers): return take(key, modifiers)
    default: return false
    }
    return true
  }

  private func take(_ key: Key, _ modifiers: Modifiers) -> Bool {
    switch key {
    case .escape where isDragged: endDrag(false)
    case .enter where modifiers.isEmpty && isOpen != nil: onOpen()
    case .right where modifiers.isEmpty && isOpen == false, .left where modifiers.isEmpty && isOpen == true: onOpen()
    case .space where modifiers.isEmpty && isOn != nil: onSwitch()
    case .delete where modifiers.isEmpty: onRemove()
    case .up where modifiers == .control && isMovable: onStep(-1)
    case .down where modifiers == .control && isMovable: onStep(1)
    default: return false
    }
    return true
  }

  private func drag(to point: ScreenPoint) {
    guard isMovable, let pressed, pressed.part == .grip || pressed.part == .body else { return }
    if !isDragged, abs(point.y - pressed.y) < Self.dragSlop { return }
    isDragged = true
    onDrag(point.y - pressed.y)
  }

  private func release(_ part: Part?) {
    let pressed = pressed?.part
    if isDragged { return endDrag(true) }
    self.pressed = nil
    guard let part, part == pressed else { return }
    switch part {
    case .grip, .body: if isOpen != nil { onOpen() }
    case .eye: onSwitch()
    case .cancel: onCancel()
    }
  }

  private func endDrag(_ counts: Bool) {
    let wasDragged = isDragged
    (pressed, isDragged) = (nil, false)
    if wasDragged { onDrop(counts) }
  }

  private func hover(_ part: Part?) {
    if part != hoveredPart { hoveredPart = part }
  }

  package func step(now: Double) -> Bool {
    guard progress == .unknown else {
      lastStep = nil
      return false
    }
    if let lastStep { phase = (phase + max(now - lastStep, 0) / 1.4).truncatingRemainder(dividingBy: 1) }
    lastStep = now
    return true
  }

  // MARK: Pieces

  private func eyeRect(_ rect: ScreenRect) -> ScreenRect {
    ScreenRect(x: rect.origin.x + 18, y: rect.middle.y - 15, width: 30, height: 30)
  }

  private func endRect(_ rect: ScreenRect) -> ScreenRect {
    ScreenRect(x: rect.maxX - 34, y: rect.middle.y - 15, width: 30, height: 30)
  }

  private func piece(at point: ScreenPoint, _ area: ControlArea) -> Part? {
    guard let rect = frame(in: area), rect.contains(point) else { return nil }
    if isMovable, point.x < rect.origin.x + 18 { return .grip }
    if isOn != nil, eyeRect(rect).contains(point) { return .eye }
    if progress != nil, endRect(rect).contains(point) { return .cancel }
    return .body
  }

  // MARK: Drawing

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    let cell = rect.inset(x: 2, y: 1)
    if isLifted {
      canvas.fillCard(cell, radius: 8, palette: palette)
    } else {
      if isOpen == true { canvas.fillRoundedRect(cell, radius: 8, color: palette.inset) }
      canvas.fillState(state, in: cell, radius: 8, palette: palette)
    }
    let isOff = isOn == false
    let ink = palette.ink.withAlpha(isOff ? 0.55 : 1)
    if isMovable { drawGrip(rect, palette.dimInk.withAlpha(state.contains(.hovered) || isLifted ? 1 : 0.55), canvas) }
    if let isOn { drawEye(eyeRect(rect), isOn, palette, canvas) }
    var x = rect.origin.x + (isOn == nil ? (isMovable ? 22 : 12) : 52)
    if let sign {
      sign.draw(
        on: canvas, in: ScreenRect(x: x, y: rect.middle.y - 10, width: 20, height: 20),
        color: (signColor ?? palette.dimInk).withAlpha(isOff ? 0.5 : 1))
      x += 30
    }
    let hasEnd = progress != nil || isOpen != nil
    drawText(x: x, width: rect.maxX - x - (hasEnd ? 38 : 10), rect, ink, palette, canvas)
    if let progress { drawProgress(progress, x: x, width: rect.maxX - x - 44, rect, palette, canvas) }
    drawEnd(endRect(rect), palette, canvas)
    if state.contains(.focused) { canvas.strokeFocusRing(cell.grown(by: -2), radius: 6, palette: palette) }
  }

  private func drawGrip(_ rect: ScreenRect, _ color: Color, _ canvas: Canvas) {
    for column in 0..<2 {
      for row in -1...1 {
        canvas.fillCircle(
          center: ScreenPoint(x: rect.origin.x + 9 + Double(column) * 5, y: rect.middle.y + Double(row) * 5), radius: 1.3,
          color: color)
      }
    }
  }

  private func drawEye(_ rect: ScreenRect, _ isOn: Bool, _ palette: Palette, _ canvas: Canvas) {
    if hoveredPart == .eye { canvas.fillRoundedRect(rect, radius: 15, color: palette.inset) }
    (isOn ? Sign.eye : .hiddenEye).draw(
      on: canvas, in: rect.inset(x: 6, y: 6), color: isOn ? palette.ink : palette.dimInk.withAlpha(0.8))
  }

  private func drawText(x: Double, width: Double, _ rect: ScreenRect, _ ink: Color, _ palette: Palette, _ canvas: Canvas) {
    let anchor = TextAnchor(.left, .middle)
    let isTwoLined = detail != nil || progress != nil
    canvas.text(
      canvas.fitted(title, size: TypeScale.body, width: width),
      at: ScreenPoint(x: x, y: isTwoLined ? rect.origin.y + 17 : rect.middle.y), size: TypeScale.body, color: ink, anchor: anchor)
    guard let detail, progress == nil else { return }
    canvas.text(
      canvas.fitted(detail, size: TypeScale.note, width: width), at: ScreenPoint(x: x, y: rect.origin.y + 33),
      size: TypeScale.note,
      color: isFault ? palette.fault : palette.dimInk, anchor: anchor)
  }

  private func drawProgress(
    _ progress: Progress, x: Double, width: Double, _ rect: ScreenRect, _ palette: Palette, _ canvas: Canvas
  ) {
    let track = ScreenRect(x: x, y: rect.origin.y + 31, width: max(width, 0), height: 4)
    switch progress {
    case .fraction(let share):
      canvas.fillTrack(track, share: share.isFinite ? min(max(share, 0), 1) : 0, color: palette.accent, palette: palette)
    case .unknown:
      canvas.fillTrack(track, share: 0, color: palette.accent, palette: palette)
      let length = track.size.width / 4
      let start = track.origin.x + (track.size.width - length) * (0.5 - 0.5 * cosine(of: phase))
      canvas.fillRoundedRect(
        ScreenRect(x: start, y: track.origin.y, width: length, height: 4), radius: 2, color: palette.accent)
    }
  }

  /// Near enough to the cosine of a full turn for what swings to and fro.
  private func cosine(of turn: Double) -> Double {
    let x = abs(turn - 0.5) * 4 - 1
    return x * (1.5 - 0.5 * x * x)
  }

  private func drawEnd(_ rect: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    if progress != nil {
      if hoveredPart == .cancel { canvas.fillRoundedRect(rect, radius: 15, color: palette.inset) }
      Sign.cross.draw(on: canvas, in: rect.inset(x: 6, y: 6), color: palette.dimInk)
    } else if let isOpen {
      (isOpen ? Sign.opened : .closed).draw(on: canvas, in: rect.inset(x: 7, y: 7), color: palette.dimInk)
    }
  }
}
