public import OverlookCanvas
public import OverlookGeometry
public import OverlookSupport

extension Canvas {
  /// The ground of a card that lies on the map: round corners, an edge and a shadow.
  public func fillCard(_ rect: ScreenRect, radius: Double = 10, palette: Palette) {
    fillRaised(
      rect, radius: radius, color: palette.surface, edge: palette.edge, edgeWidth: 1 / pixelsPerPoint, shadow: palette.shadow,
      drop: 2, blur: 7)
  }

  /// The ground of a round button that lies on the map: an edge and a shadow.
  public func fillDisc(_ rect: ScreenRect, palette: Palette, opacity: Float = 1) {
    let radius = min(rect.size.width, rect.size.height) / 2
    let faded = { (color: Color) in color.withAlpha(color.alpha * opacity) }
    fillShadow(
      ScreenRect(x: rect.origin.x, y: rect.origin.y + 2, width: rect.size.width, height: rect.size.height), radius: radius,
      blur: 6,
      color: faded(palette.shadow))
    fillCircle(center: rect.middle, radius: radius, color: faded(palette.surface))
    strokeCircle(center: rect.middle, radius: radius, width: 1 / pixelsPerPoint, color: faded(palette.edge))
  }

  /// Shows that the pointer rests on what can be clicked, or that a button is held on it; `state` says which.
  public func fillState(_ state: ControlState, in rect: ScreenRect, radius: Double, palette: Palette) {
    guard !state.isDisjoint(with: .pointed) else { return }
    fillRoundedRect(rect, radius: radius, color: state.contains(.pressed) ? palette.press : palette.hover)
  }

  /// Shows that a control has the keyboard.
  public func strokeFocusRing(_ rect: ScreenRect, radius: Double, palette: Palette) {
    strokeRoundedRect(rect.grown(by: 2), radius: radius + 2, width: 2, color: palette.accent)
  }

  /// The line of a slider, in `color` as far as `share` of it, 0 ... 1.
  public func fillTrack(_ track: ScreenRect, share: Double, color: Color, palette: Palette) {
    let done = ScreenRect(
      x: track.origin.x, y: track.origin.y, width: track.size.width * share, height: track.size.height)
    fillRoundedRect(track, radius: 2, color: palette.track)
    fillRoundedRect(done, radius: 2, color: color)
  }

  /// What is moved along the line of a slider, at `share` of it; larger while the pointer is on it.
  public func fillKnob(
    on track: ScreenRect, share: Double, radius: Double, ring: Double, hasShadow: Bool = false, state: ControlState = [],
    palette: Palette
  ) {
    let radius = state.isDisjoint(with: .pointed) ? radius : radius + 1
    let knob = ScreenPoint(
      x: track.origin.x + track.size.width * share, y: track.origin.y + track.size.height / 2)
    if hasShadow {
      fillCircle(center: ScreenPoint(x: knob.x, y: knob.y + 1), radius: radius + 0.5, color: Color.black.withAlpha(0.18))
    }
    fillCircle(center: knob, radius: radius, color: palette.surface.withAlpha(1))
    strokeCircle(center: knob, radius: radius, width: ring, color: palette.accent)
  }
}

extension ScreenRect {
  /// Larger on all sides.
  package func grown(by points: Double) -> ScreenRect {
    ScreenRect(
      x: origin.x - points, y: origin.y - points, width: size.width + 2 * points, height: size.height + 2 * points)
  }

  /// Smaller on all sides; of no size where nothing is left.
  package func inset(x: Double, y: Double) -> ScreenRect {
    ScreenRect(
      x: origin.x + x, y: origin.y + y, width: max(size.width - 2 * x, 0), height: max(size.height - 2 * y, 0))
  }

  package var middle: ScreenPoint { ScreenPoint(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
  package var maxX: Double { origin.x + size.width }
  package var maxY: Double { origin.y + size.height }
}
