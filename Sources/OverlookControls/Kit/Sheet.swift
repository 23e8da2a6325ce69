public import Observation
public import OverlookAccessibility
public import OverlookCanvas
public import OverlookGeometry
import OverlookInput
import OverlookSupport

/// A card with a title that holds other controls, and closes by its cross or by Escape. The content's controls are placed in
/// points from the sheet's upper left corner, with `.at`.
@MainActor @Observable public final class Sheet: Control {
  /// In one line, above the content.
  public var title: String
  /// Where it lies.
  public var placement: ControlPlacement
  /// In points, with the row of the title.
  public var size: ScreenSize
  /// Whether it is shown; default true.
  public var isOpen = true
  /// Whether nothing beside it can be used while it is open; default false.
  public var isModal = false
  /// Called when a person closed it.
  @ObservationIgnored public var onClose: @MainActor () -> Void = {}
  @ObservationIgnored private let content: [any PlacedControl]
  @ObservationIgnored private var offsets: [ScreenPoint]
  @ObservationIgnored private let closeButton: Button
  private static let crossSide = 28.0

  /// Room of the title, in points.
  public static let titleHeight = 44.0

  /// A sheet that holds `content`, whose controls are placed from its upper left corner.
  public init(_ title: String, size: ScreenSize, at placement: ControlPlacement, content: [any PlacedControl] = []) {
    self.title = title
    self.size = size
    self.placement = placement
    self.content = content
    offsets = content.map { control in
      if case .at(let point) = control.placement { point } else { ScreenPoint(x: 16, y: Self.titleHeight) }
    }
    closeButton = Button("", at: .at(ScreenPoint(x: 0, y: 0)))
    closeButton.size = ScreenSize(width: Self.crossSide, height: Self.crossSide)
    closeButton.hasCard = false
    closeButton.accessibleName = localized("Close")
    closeButton.sign = { canvas, square, palette in
      let arms = square.inset(x: 5, y: 5)
      canvas.strokeLine(from: arms.origin, to: ScreenPoint(x: arms.maxX, y: arms.maxY), width: 1.6, color: palette.dimInk)
      canvas.strokeLine(
        from: ScreenPoint(x: arms.maxX, y: arms.origin.y), to: ScreenPoint(x: arms.origin.x, y: arms.maxY), width: 1.6,
        color: palette.dimInk)
    }
    closeButton.onClick = { [unowned self] in close() }
  }

  /// Moves a control of the content, in points from the sheet's upper left corner.
  package func lay(_ control: any PlacedControl, at point: ScreenPoint) {
    guard let index = content.firstIndex(where: { $0 === control }) else { return }
    offsets[index] = point
  }

  /// Its title.
  public func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    AccessibleElement(.dialog, title, states: isModal ? [.enabled, .modal] : .enabled, actions: [.dismiss])
  }

  /// Among which controls it lies.
  public var level: ControlLevel { .panel }

  /// What lies on it.
  public var children: [any Control] { isOpen ? content + [closeButton] : [] }

  /// Where it lies, in points of the view.
  public func frame(in area: ControlArea) -> ScreenRect? {
    guard isOpen else { return nil }
    let rect = placement.rect(of: size, in: area)
    for (control, offset) in zip(content, offsets) {
      let place = ControlPlacement.at(ScreenPoint(x: rect.origin.x + offset.x, y: rect.origin.y + offset.y))
      if control.placement != place { control.placement = place }
    }
    let cross = ControlPlacement.at(ScreenPoint(x: rect.maxX - Self.crossSide - 8, y: rect.origin.y + 8))
    if closeButton.placement != cross { closeButton.placement = cross }
    return rect
  }

  /// Takes an input; true when it was used.
  public func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    switch input {
    case .key(.escape, _):
      context.focus(nil)
      close()
    case .pressedOutside: return isModal
    default: return false
    }
    return true
  }

  private func close() {
    isOpen = false
    onClose()
  }

  /// Draws it.
  public func draw(on canvas: Canvas, in area: ControlArea) {
    guard let rect = frame(in: area) else { return }
    let palette = area.palette
    if isModal {
      canvas.fillRect(
        ScreenRect(origin: ScreenPoint(x: 0, y: 0), size: area.size), color: Color.black.withAlpha(0.25))
    }
    canvas.fillCard(rect, radius: 12, palette: palette)
    canvas.text(
      canvas.fitted(InterfaceText.retold(title), size: TypeScale.title, width: rect.size.width - 60),
      at: ScreenPoint(x: rect.origin.x + 16, y: rect.origin.y + 22),
      size: TypeScale.title, color: palette.ink, anchor: TextAnchor(.left, .middle))
  }
}

/// A control whose place can be set.
@MainActor public protocol PlacedControl: Control {
  /// Where it lies.
  var placement: ControlPlacement { get set }
}

extension Label: PlacedControl {}
extension Button: PlacedControl {}
extension Toggle: PlacedControl {}
extension Slider: PlacedControl {}
extension TextField: PlacedControl {}
extension ScrollingList: PlacedControl {}
