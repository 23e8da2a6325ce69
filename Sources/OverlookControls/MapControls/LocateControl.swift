package import Observation
package import OverlookCanvas
package import OverlookGeometry
import OverlookSupport

/// The button for the own location, at the lower right edge: a click leads there and follows it, another one turns the map with it.
@MainActor @Observable package final class LocateControl: KeptControl, StandingControl {
  /// What the camera does.
  package enum State: Hashable, Sendable {
    /// Where one is, is not known.
    case unknown
    /// The camera is free.
    case off
    /// It follows, with north up.
    case northUp
    /// It follows, with the direction of travel up.
    case courseUp
  }

  package var state = State.off
  package var isEnabled = false
  @ObservationIgnored package var onClick: @MainActor () -> Void = {}
  @ObservationIgnored private let interaction = Interaction()

  private static let diameter = 40.0
  private static let margin = 12.0
  /// Above the credits of the map.
  private static let bottom = 34.0

  package init() {}

  package var isFocusable: Bool { isEnabled }

  package var tooltip: String? {
    switch state {
    case .unknown: localized("Waiting for the location")
    case .off: localized("Show my location")
    case .northUp: localized("Turn the map with me")
    case .courseUp: localized("North up")
    }
  }

  package func frame(in area: ControlArea) -> ScreenRect? {
    guard isEnabled, area.freeRect.size.height >= 140, area.freeRect.size.width >= 100 else { return nil }
    return ControlPlacement.corner(.bottomRight, x: Self.margin, y: Self.bottom).rect(
      of: ScreenSize(width: Self.diameter, height: Self.diameter), in: area)
  }

  package func standingFrame(in area: ControlArea) -> ScreenRect? { frame(in: area) }

  package func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart {
    guard let middle = frame(in: area)?.middle else { return .none }
    let (x, y) = (point.x - middle.x, point.y - middle.y)
    return x * x + y * y <= Self.diameter * Self.diameter / 4 ? .active : .none
  }

  package func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    guard interaction.take(input), isEnabled else { return false }
    onClick()
    return true
  }

  package func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    let radius = Self.diameter / 2
    canvas.fillDisc(rect, palette: palette)
    canvas.fillState(interaction.state, in: rect, radius: radius, palette: palette)
    if interaction.state.contains(.focused) { canvas.strokeFocusRing(rect, radius: radius, palette: palette) }
    let square = rect.inset(x: 9, y: 9)
    switch state {
    case .unknown: ControlSigns.target(canvas, square, palette.dimInk.withAlpha(0.6), isFilled: false)
    case .off: ControlSigns.target(canvas, square, palette.ink, isFilled: false)
    case .northUp: ControlSigns.target(canvas, square, palette.accent, isFilled: true)
    case .courseUp: ControlSigns.pointer(canvas, rect.inset(x: 10, y: 10), palette.accent)
    }
  }
}
