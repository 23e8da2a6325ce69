import OverlookCanvas
package import OverlookGeometry
import OverlookInput
import OverlookSupport

// Interfaces that are read from right to left. Controls lay themselves out from the left; here, and nowhere else, their points and what
// they draw are mirrored.
extension ControlLayer {
  /// Whether left and right are exchanged for controls that do not say no.
  package var isMirrored: Bool { area.isMirrored || InterfaceLanguage.current.isRightToLeft }

  /// The view as controls see it that are mirrored, or not.
  func area(_ isMirrored: Bool) -> ControlArea {
    var area = area
    area.isMirrored = isMirrored
    area.insets = area.placed(area.insets)
    area.covered = area.covered.map { area.placed($0) }
    return area
  }

  /// The view as most controls see it.
  package var controlArea: ControlArea { area(isMirrored) }

  /// A point of the view as a control has it, or back.
  func placed(_ point: ScreenPoint, _ isMirrored: Bool) -> ScreenPoint {
    isMirrored ? ScreenPoint(x: area.size.width - point.x, y: point.y) : point
  }

  /// Whether left and right are exchanged for a control, which is so if they are for the one that it lies on.
  func isMirrored(_ control: any Control) -> Bool {
    guard isMirrored else { return false }
    return entries.first { isOn(control, $0.control) }?.control.isMirrored ?? control.isMirrored
  }

  /// Where a control lies in the view, mirrored or not; nil while it is not shown.
  package func viewRect(of control: any Control) -> ScreenRect? {
    let area = area(isMirrored(control))
    return control.frame(in: area).map { area.placed($0) }
  }

  func context(_ isMirrored: Bool) -> LayerContext { isMirrored ? mirroredContext : plainContext }

  func context(of control: any Control) -> LayerContext { context(isMirrored(control)) }
}

extension Key {
  /// The key that means in a mirrored control what this one means in another.
  var mirrored: Key {
    switch self {
    case .left: .right
    case .right: .left
    default: self
    }
  }
}

/// What controls may ask of a layer, in their own points.
@MainActor final class LayerContext: ControlContext {
  private unowned let layer: ControlLayer
  private let isMirrored: Bool

  init(_ layer: ControlLayer, isMirrored: Bool) {
    self.layer = layer
    self.isMirrored = isMirrored
  }

  var area: ControlArea { layer.area(isMirrored) }
  var clipboard: String? {
    get { layer.clipboard }
    set { layer.clipboard = newValue }
  }
  func focus(_ control: (any Control)?) { layer.focus(control) }
  func setNeedsDisplay() { layer.setNeedsDisplay() }
}
