import OverlookGeometry
import OverlookSupport

/// Colours and sizes of what is drawn in points above the map.
enum HUDStyle {
  static let ink = Color(red: 0.11, green: 0.13, blue: 0.17)
  static let panel = Color(red: 0.07, green: 0.085, blue: 0.12, alpha: 0.88)
  static let panelEdge = Color.white.withAlpha(0.12)
  static let inset = Color.white.withAlpha(0.05)
  static let bright = Color(red: 0.96, green: 0.97, blue: 0.99)
  static let dim = Color(red: 0.66, green: 0.70, blue: 0.77)
  static let good = Color(red: 0.45, green: 0.85, blue: 0.56)
  static let warning = Color(red: 0.98, green: 0.76, blue: 0.33)
  static let bad = Color(red: 0.98, green: 0.45, blue: 0.42)
  static let gpu = Color(red: 0.80, green: 0.58, blue: 0.98)
  static let accent = Color(red: 0.17, green: 0.45, blue: 0.90)

  /// The ground of a panel and its shadow.
  @MainActor static func drawPanel(_ panel: ScreenRect, into canvas: Canvas) {
    canvas.fillShadow(
      ScreenRect(x: panel.origin.x, y: panel.origin.y + 3, width: panel.size.width, height: panel.size.height), radius: 12,
      blur: 12, color: Color.black.withAlpha(0.45))
    canvas.fillRoundedRect(panel, radius: 12, color: Self.panel)
    canvas.strokeRoundedRect(panel, radius: 12, width: 1, color: panelEdge)
  }

  /// The ground of a control that is always there, light as the credits and the compass are.
  @MainActor static func drawCard(_ rect: ScreenRect, into canvas: Canvas) {
    canvas.fillShadow(
      ScreenRect(x: rect.origin.x, y: rect.origin.y + 2, width: rect.size.width, height: rect.size.height), radius: 10, blur: 7,
      color: Color.black.withAlpha(0.30))
    canvas.fillRoundedRect(rect, radius: 10, color: Color.white.withAlpha(0.95))
    canvas.strokeRoundedRect(rect, radius: 10, width: 1 / canvas.pixelsPerPoint, color: Color.black.withAlpha(0.15))
  }

  /// The line of a slider, in `color` as far as `share` of it, 0 ... 1.
  @MainActor static func drawTrack(_ track: ScreenRect, share: Double, color: Color, into canvas: Canvas) {
    let done = ScreenRect(
      x: track.origin.x, y: track.origin.y, width: track.size.width * share, height: track.size.height)
    canvas.fillRoundedRect(track, radius: 2, color: ink.withAlpha(0.16))
    canvas.fillRoundedRect(done, radius: 2, color: color)
  }

  /// What is moved along the line of a slider, at `share` of it.
  @MainActor static func drawKnob(
    on track: ScreenRect, share: Double, radius: Double, ring: Double, hasShadow: Bool = false, into canvas: Canvas
  ) {
    let knob = ScreenPoint(
      x: track.origin.x + track.size.width * share, y: track.origin.y + track.size.height / 2)
    if hasShadow {
      canvas.fillCircle(center: ScreenPoint(x: knob.x, y: knob.y + 1), radius: radius + 0.5, color: Color.black.withAlpha(0.18))
    }
    canvas.fillCircle(center: knob, radius: radius, color: .white)
    canvas.strokeCircle(center: knob, radius: radius, width: ring, color: accent)
  }

  static func color(of phase: CostPhase) -> Color {
    switch phase {
    case .update: color(of: FrameStage.update)
    case .extract: color(of: FrameStage.extract)
    case .submit: color(of: FrameStage.draw)
    }
  }

  static func color(of stage: FrameStage) -> Color {
    switch stage {
    case .drain: Color(red: 0.38, green: 0.78, blue: 0.82)
    case .update: Color(red: 0.40, green: 0.62, blue: 0.98)
    case .extract: Color(red: 0.62, green: 0.86, blue: 0.45)
    case .upload: Color(red: 0.98, green: 0.80, blue: 0.38)
    case .draw: Color(red: 0.98, green: 0.55, blue: 0.36)
    case .swap: Color(red: 0.42, green: 0.46, blue: 0.54)
    }
  }
}
