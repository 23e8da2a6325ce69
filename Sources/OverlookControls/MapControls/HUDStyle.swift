import OverlookCanvas
import OverlookGeometry
import OverlookProfiling
import OverlookSupport

/// Colours of the panels of figures, which are dark on every map.
enum HUDStyle {
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
    canvas.fillRaised(
      panel, radius: 12, color: Self.panel, edge: panelEdge, edgeWidth: 1, shadow: Color.black.withAlpha(0.45), drop: 3, blur: 12)
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
