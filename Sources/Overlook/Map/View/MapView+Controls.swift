import OverlookCanvas
public import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookRender
import OverlookSupport

// What lies above the map.
extension MapView {
  /// Shows a control above the map; nothing happens when it is shown already. The map keeps it until it is removed.
  public func add(_ control: any Control) {
    controlLayer.add(control)
  }

  /// Takes a control away; nothing happens when it is not shown. What a person does with it meanwhile is cancelled.
  public func remove(_ control: any Control) {
    controlLayer.remove(control)
  }

  /// The controls above the map, from the lowest up: those of the map, of its components, and those that were added.
  public var controls: [any Control] { controlLayer.controls }

  /// The control that has the keyboard; nil for none. One that is not shown, or takes no keys, counts as nil.
  public var focusedControl: (any Control)? {
    get { controlLayer.focused }
    set { controlLayer.focus(newValue.flatMap { $0.isFocusable ? $0 : nil }) }
  }

  /// The view as controls see it: mirrored where the interface is read from right to left.
  package var controlArea: ControlArea { controlLayer.controlArea }

  /// Where a control lies in `controlArea`, whether it is mirrored itself or not; nil while it is not shown.
  package func controlRect(of control: any Control) -> ScreenRect? {
    controlLayer.viewRect(of: control).map { controlArea.placed($0) }
  }

  /// Whether movements that only please are left out: controls do not slide and fade, and the camera is where it goes at once.
  public var reducesMotion: Bool {
    get { watched(\.reducesMotion, controlLayer.area.reducesMotion) }
    set { change(\.reducesMotion) { controlLayer.area.reducesMotion = newValue } }
  }

  /// Connects the controls with the map; once, when it is made.
  func connectControls() {
    controlLayer.onChange = { [weak self] in self?.requestFrame(.interface) }
    controlLayer.readClipboard = { [weak self] in self?.host?.clipboardText }
    controlLayer.writeClipboard = { [weak self] in self?.host?.clipboardText = $0 }
  }

  /// Makes the pictures of letters ahead that controls will show, `size` points per em; false while nothing draws the map.
  package func prepareLetters(_ text: String, size: Double) -> Bool {
    guard let renderer else { return false }
    renderer.canvas.prepare(text, size: size)
    return true
  }

  /// Fills the canvas with everything above the map, in points.
  func drawInterface(on canvas: Canvas, now: Double) {
    if showsMapFirst {
      showsMapFirst = false
      return requestFrame(.interface)
    }
    let frame = mapFrame(now: now)
    forEachComponent { $0.draw(on: canvas, frame) }
    controlLayer.draw(on: canvas, isPicture: isBare)
  }
}
