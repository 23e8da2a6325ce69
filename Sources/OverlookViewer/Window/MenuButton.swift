import Overlook
import OverlookControls
import OverlookGeometry
import OverlookSupport

/// The button for everything that is not on the map itself, left of the search field.
@MainActor final class MenuButton: StandingControl {
  var onClick: @MainActor () -> Void {
    get { button.onClick }
    set { button.onClick = newValue }
  }

  private let button = Button("", at: .corner(.topLeft, x: margin, y: margin))

  static let side = 34.0
  static let margin = 12.0

  init() {
    button.size = ScreenSize(width: Self.side, height: Self.side)
    button.level = .panel
    button.tooltip = localized("Menu")
    button.sign = { canvas, square, palette in
      for row in -1...1 {
        let y = canvas.alignedToPixels(square.middle.y + Double(row) * 5) - 0.75
        canvas.fillRect(ScreenRect(x: square.middle.x - 7.5, y: y, width: 15, height: 1.6), color: palette.ink)
      }
    }
  }

  var level: ControlLevel { .panel }
  var children: [any Control] { [button] }

  /// A view that is hardly larger than a menu is for looking at.
  func frame(in area: ControlArea) -> ScreenRect? {
    let room = area.freeRect.size
    return room.width >= 324 && room.height >= 200 ? button.frame(in: area) : nil
  }

  func standingFrame(in area: ControlArea) -> ScreenRect? { frame(in: area) }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .none }
  func draw(on canvas: Canvas, in area: ControlArea) {}
}
