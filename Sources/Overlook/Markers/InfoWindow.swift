import OverlookAccessibility
import OverlookCanvas
import OverlookControls
import OverlookGeometry
import OverlookInput
import OverlookRender
import OverlookScene
import OverlookSupport

/// The window of the selected marker: what it shows and what a person does to it. Above the map, below its controls.
@MainActor final class InfoWindow: Control {
  /// What the delegate gave for it.
  enum View {
    /// Title and snippet.
    case standard
    /// Within the frame.
    case contents(any CanvasView)
    /// In place of the frame.
    case whole(any CanvasView)

    var canvasView: (any CanvasView)? {
      switch self {
      case .standard: nil
      case .contents(let view), .whole(let view): view
      }
    }
  }

  /// Bound to a place on the map.
  var isMirrored: Bool { false }

  let panel = InfoWindowPanel()
  /// The selected marker.
  private(set) var marker: Marker?
  private(set) var view = View.standard
  /// What the view looked like last.
  private var picture: Image?
  /// Whether the press that goes on is no tap any more: it was a long one, or the window became another under it.
  private var isPressSpent = false
  private var state: ControlState = []
  /// Where the window of a marker has its tip; nil while it is not shown.
  var anchor: (Marker) -> ScreenPoint? = { _ in nil }
  /// The window was tapped.
  var onTap: (Marker) -> Void = { _ in }
  /// The window was pressed for half a second.
  var onLongPress: (Marker) -> Void = { _ in }

  /// Shows the window of `marker`, or none.
  func show(_ marker: Marker?, _ view: View = .standard) {
    self.marker = marker
    self.view = view
    picture = nil
    panel.hide()
    isPressSpent = true
  }

  /// Whether there is something to show in a window.
  var isOpen: Bool {
    guard let marker else { return false }
    return view.canvasView != nil || marker.title?.isEmpty == false || marker.snippet?.isEmpty == false
  }

  /// What is drawn; nil while there is nothing, or the view has no picture.
  var content: InfoWindowPanel.Content? {
    guard isOpen, let marker else { return nil }
    switch view {
    case .standard: return .text(title: marker.title, snippet: marker.snippet)
    case .contents: return picture.map { .contents($0) }
    case .whole: return picture.map { .whole($0) }
    }
  }

  /// Draws the view into its picture where that is due. Once a frame, before it is drawn.
  func update(_ renderer: Renderer, framebuffer: PixelSize, pixelsPerPoint: Double) throws {
    guard let marker, let canvasView = view.canvasView,
      marker.tracksInfoWindowChanges || picture?.scale != pixelsPerPoint
    else { return }
    let picture = try renderer.picture(of: canvasView, framebuffer: framebuffer, pixelsPerPoint: pixelsPerPoint)
    // The view's own code may have closed the window.
    if view.canvasView === canvasView { self.picture = picture }
  }
}

// Taps and long presses; whatever begins on the window ends there.
extension InfoWindow {
  var level: ControlLevel { .callout }
  var isFocusable: Bool { isOpen }

  func accessibleElement(in area: ControlArea) -> AccessibleElement? {
    guard let marker else { return nil }
    let title = [marker.title, marker.snippet].compactMap { $0?.isEmpty == false ? $0 : nil }
    return AccessibleElement(
      .button, title.first ?? localized("Window of a marker"), detail: title.dropFirst().joined(), actions: [.press, .showMenu])
  }

  func perform(_ action: AccessibleAction, part: Int?, in context: any ControlContext) -> Bool {
    guard let marker else { return false }
    switch action {
    case .press: onTap(marker)
    case .showMenu: onLongPress(marker)
    default: return false
    }
    return true
  }

  var isPartOfPictures: Bool { true }

  private var tip: ScreenPoint? { isOpen ? marker.flatMap(anchor) : nil }

  func frame(in area: ControlArea) -> ScreenRect? {
    guard tip != nil, content != nil else {
      panel.hide()
      return nil
    }
    // Where it lies is known when it was drawn.
    return panel.rect ?? ScreenRect(x: -1, y: -1, width: 0, height: 0)
  }

  func part(at point: ScreenPoint, in area: ControlArea) -> ControlPart { .active }

  func handle(_ input: ControlInput, in context: any ControlContext) -> Bool {
    let (after, _) = state.after(input)
    if after != state { context.setNeedsDisplay() }
    state = after
    switch input {
    case .key(.enter, []), .key(.space, []): return perform(.press, part: nil, in: context)
    case .key(.menu, _): return perform(.showMenu, part: nil, in: context)
    case .key: return false
    case .pressed(.left, _, _, _): isPressSpent = false
    case .longPressed:
      isPressSpent = true
      if let marker { onLongPress(marker) }
    case .released(.left, _, isInside: true):
      if !isPressSpent, let marker { onTap(marker) }
    default: return false
    }
    return true
  }

  func draw(on canvas: Canvas, in area: ControlArea) {
    guard let content, let tip else { return panel.hide() }
    panel.palette = area.palette
    panel.draw(content, tip: tip, on: canvas)
    if state.contains(.focused), let rect = panel.rect { canvas.strokeFocusRing(rect, radius: 9, palette: area.palette) }
  }
}
