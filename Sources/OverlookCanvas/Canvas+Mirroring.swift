public import OverlookGeometry

// Interfaces that are read from right to left: places are mirrored, letters and pictures never.
extension Canvas {
  /// Whether what is drawn now is mirrored: left and right exchanged, and text that begins at a point ends there.
  public var isMirrored: Bool { flow.isMirrored }

  /// Draws what `body` draws as it is, where the interface around it is mirrored: a sign of a direction, a clock, a picture of the
  /// world. `rect` is what it takes; it lies where it would lie anyway.
  public func unmirrored(in rect: ScreenRect, _ body: () -> Void) { mirrored(false, in: rect, body) }

  /// Draws what `body` draws mirrored within `rect`, or not, whatever goes on around it.
  package func mirrored(_ isMirrored: Bool, in rect: ScreenRect, _ body: () -> Void) {
    let before = flow
    if flow.isMirrored != isMirrored { flow.mirror(in: rect) }
    body()
    flow = before
  }
}
