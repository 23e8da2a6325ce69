package import OverlookGeometry

/// The controls of a row of pictures over time: which of them the pointer holds, and what it does with them.
@MainActor package final class TimedControls {
  /// What a person wants.
  package enum Action: Hashable, Sendable {
    case togglePlaying
    case step(Int)
    case nextSpeed
    case show(frame: Int)
    case nextScale
    case opacity(Double)
  }

  private enum Held: Hashable {
    case time(TimeControl.Part)
    case legend(LegendControl.Part)
  }

  package let time = TimeControl()
  package let legend = LegendControl()
  /// A person wants something.
  package var onAction: (Action) -> Void = { _ in }
  /// Distances that the controls keep from the edges.
  package var padding = EdgeInsets.zero {
    didSet {
      time.padding = padding
      legend.padding = padding
    }
  }

  private var held: Held?
  private var size = ScreenSize(width: 0, height: 0)

  package init() {}

  package func draw(into canvas: Canvas) {
    size = canvas.size
    time.draw(into: canvas)
    legend.draw(into: canvas)
  }

  /// Takes a press of the left button; false when it is not for the controls.
  package func press(at point: ScreenPoint) -> Bool {
    held = part(at: point)
    drag(to: point)
    return held != nil
  }

  /// Whether something that can be clicked or moved lies at a point; nil where no part of the controls lies.
  package func isControl(at point: ScreenPoint) -> Bool? {
    switch part(at: point) {
    case .time(.ground), .legend(.ground): false
    case .time, .legend: true
    case nil: nil
    }
  }

  /// Whether a press is held.
  package var isHeld: Bool { held != nil }

  /// Ends a press: one that ends where it began is a click.
  package func release(at point: ScreenPoint) {
    guard let held else { return }
    self.held = nil
    if part(at: point) == held { click(held) }
  }

  /// Forgets a press.
  package func cancel() {
    held = nil
  }

  private func part(at point: ScreenPoint) -> Held? {
    time.part(at: point, in: size).map { .time($0) } ?? legend.part(at: point, in: size).map { .legend($0) }
  }

  /// Follows the pointer while a press is held.
  package func drag(to point: ScreenPoint) {
    switch held {
    case .time(.slider): onAction(.show(frame: time.frame(at: point, in: size)))
    case .legend(.opacity): onAction(.opacity(legend.opacity(at: point, in: size)))
    case .time, .legend, nil: break
    }
  }

  private func click(_ held: Held) {
    switch held {
    case .time(.play): onAction(.togglePlaying)
    case .time(.back): onAction(.step(-1))
    case .time(.forward): onAction(.step(1))
    case .time(.speed): onAction(.nextSpeed)
    case .legend(.scale): onAction(.nextScale)
    case .time(.slider), .time(.ground), .legend(.opacity), .legend(.ground): break
    }
  }
}
