import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookSupport

/// What lies under a pointer that rests or moves without a button, and what the delegate was told of it.
@MainActor final class MapHover {
  /// Nil while the pointer is elsewhere or a button is held.
  private(set) var point: ScreenPoint?
  private var heldButtons = 0
  /// Whether the pointer has moved since the last look.
  private(set) var hasMoved = false
  var object: PickedObject?
  var cursor = PointerCursor.arrow

  /// Takes note of an event, which goes its own way.
  func note(_ event: InputEvent) {
    switch event.kind {
    case .pointerMoved(let place): move(to: heldButtons == 0 ? place : nil)
    case .buttonPressed:
      heldButtons += 1
      move(to: nil)
    case .buttonReleased(_, let place, _):
      heldButtons = max(heldButtons - 1, 0)
      move(to: heldButtons == 0 ? place : nil)
    case .pointerLeft: move(to: nil)
    case .focusLost:
      heldButtons = 0
      move(to: nil)
    case .scrolled, .pinched, .keyPressed, .keyRepeated, .keyReleased, .textCommitted, .filesDropped: break
    }
  }

  func didLook() { hasMoved = false }

  private func move(to place: ScreenPoint?) {
    guard place != point else { return }
    point = place
    hasMoved = true
  }
}

extension MapView {
  /// Looks at what is under the pointer when that may have changed: the pointer moved, or what is drawn will. Draws no frame.
  func updateHover() {
    if hover.hasMoved || !reasons.isEmpty { lookUnderPointer() }
  }

  private func isUsedByComponent(_ point: ScreenPoint?) -> Bool {
    guard let point else { return false }
    return components.contains { $0.isInteractive(at: point, in: self) }
  }

  /// What lies above the map hides it from the pointer, and shows a hand where it can be clicked.
  func lookUnderPointer() {
    guard hover.hasMoved || hover.point != nil else { return }
    hover.didLook()
    let part = hover.point.flatMap { controlLayer.part(at: $0) }
    let object = part == nil ? hover.point.flatMap { pick(at: $0, includesUntappable: false) } : nil
    let cursor: PointerCursor =
      switch part {
      case .text: .text
      case .active: .hand
      case .surface: .arrow
      case nil, .some(.none): object != nil || isUsedByComponent(hover.point) ? .hand : .arrow
      }
    if cursor != hover.cursor {
      hover.cursor = cursor
      host?.setCursor(cursor)
    }
    if object == nil && hover.object == nil || object?.isSame(as: hover.object) == true { return }
    hover.object = object
    delegate?.mapView(self, didHoverOver: object)
  }
}
