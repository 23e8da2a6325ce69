package import OverlookAccessibility
package import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

/// What the controls of time show of a row of frames.
package struct TimeControlState: Hashable, Sendable {
  /// Of the frame that is shown.
  package var timeText = ""
  package var hasData = true
  package var frameCount = 0
  package var frameIndex = 0
  /// Frames that came or are known not to come.
  package var resolvedCount = 0
  package var isPlaying = false
  package var speed = 1.0
  /// Why nothing can be shown; nil when it can.
  package var fault: String?

  package init() {}

  package var isReady: Bool { fault == nil && frameCount > 0 && resolvedCount == frameCount }
}

/// The panel with which a person moves through time: play, step, speed, and a slider with the time of the frame. At the lower
/// edge, above scale and credits.
@MainActor package final class TimeControl: Control {
  /// What a person wants.
  package enum Action: Hashable, Sendable {
    case togglePlaying
    case step(Int)
    case nextSpeed
    case show(frame: Int)
  }

  /// What of the panel lies at a point.
  private enum Piece: Hashable {
    case play, back, forward, speed
    case slider
    /// The panel beside them.
    case ground
  }

  /// In reading order, by the numbers that they have as parts.
  private static let pieces: [Piece] = [.play, .back, .forward, .speed, .slider]

  private static let height = 58.0
  private static let maximumWidth = 460.0
  /// From the lower edge: room for scale and credits.
  private static let bottom = 34.0
  private static let margin = 10.0
  private static let leastWidth = 151.0
  /// At both edges, for the buttons of location and zoom stand at one of them; and from the lower edge, where there is no room beside
  /// them: above the one, and above both in views so tall that the second is there.
  private static let besideButtons = 60.0
  private static let aboveButton = 82.0
  private static let aboveAllButtons = 168.0
  private static let tall = 320.0
  /// Narrower panels have no buttons of single steps: keys and the slider go there.
  private static let stepsWidth = 230.0
  private static let textSize = TypeScale.secondary
  private static let smallSize = TypeScale.note

  /// Nil: there is nothing to control, and no panel.
  package var state: TimeControlState?
  /// A person wants something.
  package var onAction: (Action) -> Void = { _ in }
  /// Points that a sheet covers at the side at which reading begins, beside which the panel lies; where there is no room, there is no panel.
  /// Default 0.
  package var coveredWidth = 0.0
  /// Whether that side is the right one, for this panel is never mirrored.
  package var coversRight = false

  private var grip = PieceGrip<Piece>()
  private var speedText = (speed: Double.nan, numbers: NumberFormat.english, text: "")
  private var isFocused = false

  package init() {}

  /// Time goes from left to right, as on a tape.
  package var isMirrored: Bool { false }

  package func frame(in area: ControlArea) -> ScreenRect? {
    guard state != nil else { return nil }
    let whole = area.freeRect
    let covered = min(max(coveredWidth, 0), whole.size.width)
    let free = ScreenRect(
      x: whole.origin.x + (coversRight ? 0 : covered), y: whole.origin.y, width: whole.size.width - covered,
      height: whole.size.height)
    let beside = free.size.width - 2 * Self.besideButtons
    let (margin, bottom) =
      beside >= Self.leastWidth
      ? (Self.besideButtons, Self.bottom)
      : (Self.margin, free.size.height >= Self.tall ? Self.aboveAllButtons : Self.aboveButton)
    let room = free.size.width - 2 * margin
    let width = min(Self.maximumWidth, max(room, 0))
    guard width > Self.leastWidth - 1 else { return nil }
    return ScreenRect(
      x: free.origin.x + margin + (room - width) / 2, y: free.maxY - bottom - Self.height, width: width, height: Self.height)
  }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    switch piece(at: point, in: area) {
    case nil: .none
    case .ground: .surface
    default: .active
    }
  }

  private func piece(at point: ScreenPoint, in area: ControlArea) -> Piece? {
    guard let panel = frame(in: area), panel.contains(point) else { return nil }
    let (x, y) = (point.x - panel.origin.x, point.y - panel.origin.y)
    if x < 52 { return .play }
    if hasSteps(panel) {
      if x < 74 { return .back }
      if x < 98 { return .forward }
    }
    if y > 28 { return .slider }
    return x > panel.size.width - 60 ? .speed : .ground
  }

  private func hasSteps(_ panel: ScreenRect) -> Bool { panel.size.width >= Self.stepsWidth }

  /// Where texts and the slider begin.
  private func left(of panel: ScreenRect) -> Double { panel.origin.x + (hasSteps(panel) ? 106 : 62) }

  package var isFocusable: Bool { state != nil }

  package func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    guard let state else { return nil }
    let text = state.fault ?? (state.isReady ? state.timeText : localized("Loading"))
    func button(_ piece: Piece, _ name: String) -> AccessiblePart {
      AccessiblePart(Self.pieces.firstIndex(of: piece) ?? 0, AccessibleElement(.button, name, actions: [.press]))
    }
    let last = Double(max(state.frameCount - 1, 0))
    let slider = AccessibleElement(
      .slider, localized("Time"), value: .number(Double(state.frameIndex), in: 0...last, step: 1, text: text),
      actions: [.increase, .decrease])
    return AccessibleElement(
      .group, localized("Time"), value: .text(text), states: state.isReady ? .enabled : [.enabled, .busy],
      parts: [
        button(.play, state.isPlaying ? localized("Pause") : localized("Play")), button(.back, localized("One step back")),
        button(.forward, localized("One step forward")),
        button(.speed, localized("Speed: {number} times", ["number": "\(state.speed)"])), AccessiblePart(4, slider),
      ])
  }

  package func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard let part, Self.pieces.indices.contains(part) else { return false }
    switch (Self.pieces[part], action) {
    case (.slider, .increase): onAction(.step(1))
    case (.slider, .decrease): onAction(.step(-1))
    case (.slider, .setNumber(let number)):
      guard let state, let frame = Int(exactly: number.rounded()), frame >= 0, frame < state.frameCount else { return false }
      onAction(.show(frame: frame))
    case (.slider, _): return false
    case (let piece, .press): click(piece)
    default: return false
    }
    context.setNeedsDisplay()
    return true
  }

  /// The keys: play and pause, step, speed.
  private func take(_ key: Key) -> Bool {
    switch key {
    case .enter, .space: onAction(.togglePlaying)
    case .left, .down: onAction(.step(-1))
    case .right, .up: onAction(.step(1))
    case .pageUp, .pageDown: onAction(.nextSpeed)
    default: return false
    }
    return true
  }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    let before = grip
    defer { if grip != before { context.setNeedsDisplay() } }
    switch input {
    case .focused(let isFocused):
      self.isFocused = isFocused
      context.setNeedsDisplay()
    case .key(let key, let modifiers) where modifiers.isEmpty:
      guard take(key) else { return false }
      context.setNeedsDisplay()
      return true
    default: break
    }
    if case .scrolled(_, let y, _) = input {
      if y != 0 { onAction(.step(y > 0 ? 1 : -1)) }
      return true
    }
    switch grip.take(input, piece: { piece(at: $0, in: context.area) }) {
    case .none: return false
    case .used: break
    case .moved(let piece, let point):
      if piece == .slider { onAction(.show(frame: frameNumber(at: point, in: context.area))) }
    case .clicked(let piece): click(piece)
    }
    return true
  }

  private func click(_ piece: Piece) {
    switch piece {
    case .play: onAction(.togglePlaying)
    case .back: onAction(.step(-1))
    case .forward: onAction(.step(1))
    case .speed: onAction(.nextSpeed)
    case .slider, .ground: break
    }
  }

  /// The frame of the loop that the slider means at a point.
  private func frameNumber(at point: ScreenPoint, in area: ControlArea) -> Int {
    guard let panel = frame(in: area), let state, state.frameCount > 1 else { return 0 }
    let track = track(in: panel)
    guard track.size.width > 0 else { return 0 }
    let share = min(max((point.x - track.origin.x) / track.size.width, 0), 1)
    return Int(exactly: (share * Double(state.frameCount - 1)).rounded()) ?? 0
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let state, let panel = frame(in: area) else { return }
    let palette = area.palette
    canvas.fillCard(panel, palette: palette)
    if isFocused { canvas.strokeFocusRing(panel, radius: 10, palette: palette) }
    drawButtons(state, panel, palette, canvas)
    drawTexts(state, panel, palette, canvas)
    drawSlider(state, track(in: panel), palette, canvas)
  }

  private func track(in panel: ScreenRect) -> ScreenRect {
    let left = left(of: panel)
    return ScreenRect(x: left, y: panel.origin.y + 38, width: max(panel.maxX - 18 - left, 0), height: 4)
  }

  private func drawButtons(_ state: TimeControlState, _ panel: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    let middle = panel.origin.y + Self.height / 2
    let center = ScreenPoint(x: panel.origin.x + 29, y: middle)
    canvas.fillCircle(center: center, radius: 17, color: palette.accent.withAlpha(state.isReady ? 1 : 0.45))
    canvas.fillState(
      grip.state(of: .play), in: ScreenRect(x: center.x - 17, y: middle - 17, width: 34, height: 34), radius: 17, palette: palette
    )
    if state.isPlaying {
      for offset in [-5.5, 1.5] {
        canvas.fillRoundedRect(
          ScreenRect(x: center.x + offset, y: middle - 6.5, width: 4, height: 13), radius: 1, color: palette.onAccent)
      }
    } else {
      canvas.fillTriangle(
        ScreenPoint(x: center.x - 5, y: middle - 8), ScreenPoint(x: center.x + 9, y: middle),
        ScreenPoint(x: center.x - 5, y: middle + 8), color: palette.onAccent)
    }
    guard hasSteps(panel) else { return }
    let ink = palette.ink.withAlpha(state.isReady ? 0.75 : 0.3)
    for (x, direction, piece) in [(63.0, -1.0, Piece.back), (86.0, 1.0, .forward)] {
      let place = panel.origin.x + x
      canvas.fillState(
        grip.state(of: piece), in: ScreenRect(x: place - 11, y: middle - 13, width: 22, height: 26), radius: 6, palette: palette)
      canvas.fillTriangle(
        ScreenPoint(x: place + direction * 5, y: middle), ScreenPoint(x: place - direction * 3, y: middle - 5.5),
        ScreenPoint(x: place - direction * 3, y: middle + 5.5), color: ink)
      canvas.fillRect(ScreenRect(x: place + direction * 5 - 0.75, y: middle - 5.5, width: 1.5, height: 11), color: ink)
    }
  }

  private func drawTexts(_ state: TimeControlState, _ panel: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    let baseline = panel.origin.y + 18
    let left = ScreenPoint(x: left(of: panel), y: baseline)
    let anchor = TextAnchor(.left, .middle)
    let room = panel.maxX - 18 - left.x
    if let fault = state.fault {
      let text = canvas.fitted(fault, size: Self.smallSize, width: room)
      return canvas.text(text, at: left, size: Self.smallSize, color: palette.fault, anchor: anchor)
    }
    guard state.isReady else {
      let numbers = NumberFormat.current
      let progress = localized(
        "Loading {done} of {count}",
        ["done": numbers.text(state.resolvedCount), "count": numbers.text(state.frameCount)])
      return canvas.text(
        canvas.fitted(progress, size: Self.textSize, width: room), at: left, size: Self.textSize, color: palette.ink,
        anchor: anchor, hasTabularDigits: true)
    }
    // As far as the speed.
    let (text, width) = shownTime(state, room: room - 44, canvas)
    canvas.text(text, at: left, size: Self.textSize, color: palette.ink, anchor: anchor, hasTabularDigits: true)
    if !state.hasData {
      let place = ScreenPoint(x: left.x + width + 10, y: baseline)
      let text = canvas.fitted(localized("no data"), size: Self.smallSize, width: max(panel.maxX - 62 - place.x, 0))
      canvas.text(text, at: place, size: Self.smallSize, color: palette.fault, anchor: anchor)
    }
    let numbers = NumberFormat.current
    if state.speed != speedText.speed || numbers != speedText.numbers {
      speedText = (state.speed, numbers, numbers.text(state.speed, decimals: 1, keepsZeros: false) + "×")
    }
    canvas.fillState(
      grip.state(of: .speed), in: ScreenRect(x: panel.maxX - 56, y: panel.origin.y + 7, width: 46, height: 22), radius: 6,
      palette: palette)
    canvas.text(
      speedText.text, at: ScreenPoint(x: panel.origin.x + panel.size.width - 18, y: baseline), size: Self.textSize,
      color: palette.accent, anchor: TextAnchor(.right, .middle))
  }

  /// The time, or so much of it as there is room for, and how wide that is.
  private func shownTime(_ state: TimeControlState, room: Double, _ canvas: Canvas) -> (String, Double) {
    func width(_ text: String) -> Double { canvas.textWidth(text, size: Self.textSize, hasTabularDigits: true) }
    let whole = width(state.timeText)
    if whole <= room { return (state.timeText, whole) }
    // "2026-06-21 18:00": hours change from frame to frame.
    if let space = state.timeText.firstIndex(of: " ") {
      let time = String(state.timeText[state.timeText.index(after: space)...])
      let width = width(time)
      if width <= room { return (time, width) }
    }
    let text = canvas.fitted(state.timeText, size: Self.textSize, width: room)
    return (text, width(text))
  }

  private func drawSlider(_ state: TimeControlState, _ track: ScreenRect, _ palette: Palette, _ canvas: Canvas) {
    let isReady = state.isReady
    let (part, whole) = isReady ? (state.frameIndex, state.frameCount - 1) : (state.resolvedCount, state.frameCount)
    let share = whole > 0 ? Double(part) / Double(whole) : 0
    canvas.fillTrack(
      track, share: share, color: isReady ? palette.accent : palette.ink.withAlpha(0.35), palette: palette)
    guard isReady, whole > 0 else { return }
    // A mark a frame, as long as they can be told apart.
    if track.size.width / Double(whole) >= 6 {
      for frame in 0...whole {
        let x = canvas.alignedToPixels(track.origin.x + track.size.width * Double(frame) / Double(whole))
        canvas.fillRect(
          ScreenRect(x: x - 0.5, y: track.origin.y + 7, width: 1, height: 3), color: palette.ink.withAlpha(0.35))
      }
    }
    canvas.fillKnob(
      on: track, share: share, radius: 7.5, ring: 2.5, hasShadow: true, state: grip.state(of: .slider), palette: palette)
  }
}
